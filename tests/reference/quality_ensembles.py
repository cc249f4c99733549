#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mean regret of random search on the function ensembles of the MALIBO paper (appendix H.5 to H.7, with the
square that Branin lacks there), after 1, 10, 20, 50 and 100 uniform points, and its standard error.

For each task drawn the expectation over the points is computed, not sampled: the values on a fine grid of
cells are sorted, and the least of n independent cells is the i-th with probability
(1 - i/G)^n - (1 - (i+1)/G)^n. The minimum comes from a pattern search that starts in the best cell. Only the
choice of tasks is left to chance. Prints the rows of the table in tests/quality/malibo/ensembles_test.cpp.
"""

import itertools
import math
import random

DRAWS = (1, 10, 20, 50, 100)


def forrester(x, p):
    return p[0] * (6 * x[0] - 2) ** 2 * math.sin(12 * x[0] - 4) + p[1] * (x[0] - 0.5) - p[2]


def branin(x, p):
    a, b, c, r, s, t = p
    return a * (x[1] - b * x[0] ** 2 + c * x[0] - r) ** 2 + s * (1 - t) * math.cos(x[0]) + s


A = ((3, 10, 30), (0.1, 10, 35), (3, 10, 30), (0.1, 10, 35))
P = ((0.3689, 0.117, 0.2673), (0.4699, 0.4387, 0.747), (0.1091, 0.8732, 0.5547), (0.0381, 0.5743, 0.8828))


def hartmann3(x, p):
    return -sum(
        w * math.exp(-sum(a * (u - c) ** 2 for a, u, c in zip(narrow, x, centre)))
        for w, narrow, centre in zip(p, A, P)
    )


def refined(f, x, p, box, cells):
    x, best, step = list(x), f(x, p), 1.0 / cells
    while step > 1e-7:
        better = False
        for j, (low, high) in enumerate(box):
            for sign in (-1, 1):
                y = list(x)
                y[j] = min(high, max(low, y[j] + sign * step * (high - low)))
                if f(y, p) < best:
                    x, best, better = y, f(y, p), True
        if not better:
            step /= 2
    return best


def table(name, f, box, ranges, cells, tasks):
    rng = random.Random(20)
    centres = [[low + (high - low) * (i + 0.5) / cells for i in range(cells)] for low, high in box]
    grid = list(itertools.product(*centres))
    size = len(grid)
    weights = [[(1 - i / size) ** n - (1 - (i + 1) / size) ** n for i in range(size)] for n in DRAWS]
    rows = []
    for _ in range(tasks):
        p = [rng.uniform(low, high) for low, high in ranges]
        values = sorted((f(x, p), x) for x in grid)
        least = refined(f, values[0][1], p, box, cells)
        rows.append([sum(w * (v - least) for w, (v, _) in zip(ws, values)) for ws in weights])
    means = [sum(row[k] for row in rows) / tasks for k in range(len(DRAWS))]
    errors = [
        math.sqrt(sum((row[k] - m) ** 2 for row in rows) / (tasks - 1) / tasks) for k, m in enumerate(means)
    ]
    print(name, "{%s}, {%s}" % (", ".join("%.4g" % m for m in means), ", ".join("%.2g" % e for e in errors)), flush=True)


table("forrester", forrester, [(0, 1)], [(0.2, 3), (-5, 15), (-5, 5)], 1000, 3000)
table(
    "branin", branin, [(-5, 10), (0, 15)],
    [(0.5, 1.5), (0.1, 0.15), (1, 2), (5, 7), (8, 12), (0.03, 0.05)], 80, 800,
)
table("hartmann3", hartmann3, [(0, 1)] * 3, [(0, 2), (0, 2), (2, 4), (2, 4)], 24, 200)
