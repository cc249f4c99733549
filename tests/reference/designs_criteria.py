# SPDX-License-Identifier: MIT
"""Prints the table of tests/designs/criteria_test.cpp: criteria of small designs in exact rational arithmetic.

The discrepancies are rational; distances, phi_10 and correlations are printed with 17 digits by mpmath.
"""
from fractions import Fraction as F

import mpmath

mpmath.mp.dps = 40

TABLE1 = list(zip(
    [16, 18, 12, 19, 1, 10, 9, 4, 2, 14, 6, 15, 5, 20, 11, 13, 8, 7, 3, 17],
    [15, 19, 1, 3, 9, 7, 20, 13, 18, 10, 16, 5, 6, 12, 14, 17, 4, 11, 2, 8]))
DESIGNS = [
    (20, TABLE1),
    (3, [(1, 2), (3, 3), (2, 1)]),
    (1, [(1,)]),
    (2, [(1,), (2,)]),
    (2, [(1, 1), (1, 2), (2, 1), (2, 2)]),
    (5, [(k, k) for k in range(1, 6)]),
    (5, [(1, 3, 4), (2, 5, 2), (3, 1, 1), (4, 2, 5), (5, 4, 3)]),
    (3, [(1, 1), (1, 3), (2, 2), (2, 2), (3, 1), (3, 3)]),
    (9, [(k, (4 * k - 1) % 9 + 1) for k in range(1, 10)]),
    (4, [(1, 4, 2, 1), (1, 1, 1, 4), (3, 2, 4, 2), (4, 4, 3, 3), (2, 1, 4, 4)]),  # not balanced
]


def product(values):
    result = F(1)
    for value in values:
        result *= value
    return result


def cd2(x, n, s):
    z = [[abs(v - F(1, 2)) for v in row] for row in x]
    one = sum(product(1 + a / 2 - a * a / 2 for a in row) for row in z)
    two = sum(product(1 + z[i][j] / 2 + z[k][j] / 2 - abs(x[i][j] - x[k][j]) / 2 for j in range(s))
              for i in range(n) for k in range(n))
    return F(13, 12) ** s - F(2, n) * one + F(1, n * n) * two


def wd2(x, n, s):
    two = sum(product(F(3, 2) - abs(x[i][j] - x[k][j]) * (1 - abs(x[i][j] - x[k][j])) for j in range(s))
              for i in range(n) for k in range(n))
    return -F(4, 3) ** s + F(1, n * n) * two


def md2(x, n, s):
    z = [[abs(v - F(1, 2)) for v in row] for row in x]
    one = sum(product(F(5, 3) - a / 4 - a * a / 4 for a in row) for row in z)
    two = sum(product(F(15, 8) - z[i][j] / 4 - z[k][j] / 4 - F(3, 4) * abs(x[i][j] - x[k][j])
                      + (x[i][j] - x[k][j]) ** 2 / 2 for j in range(s)) for i in range(n) for k in range(n))
    return F(19, 12) ** s - F(2, n) * one + F(1, n * n) * two


def distances(x, n):
    return [sum((a - b) ** 2 for a, b in zip(x[i], x[k])) for i in range(n) for k in range(i)]


def real(fraction):
    return mpmath.mpf(fraction.numerator) / fraction.denominator


def correlations(x, n, s):
    columns = [[row[j] - sum(r[j] for r in x) / n for row in x] for j in range(s)]
    result = []
    for j in range(s):
        for k in range(j):
            jj, kk = sum(a * a for a in columns[j]), sum(a * a for a in columns[k])
            jk = sum(a * b for a, b in zip(columns[j], columns[k]))
            result.append(mpmath.mpf(0) if jj * kk == 0 else real(jk * jk / (jj * kk)))
    return result


for q, levels in DESIGNS:
    n, s = len(levels), len(levels[0])
    x = [[F(2 * u - 1, 2 * q) for u in row] for row in levels]
    d = distances(x, n)
    smallest = mpmath.sqrt(real(min(d))) if d else mpmath.inf
    phi = mpmath.inf if d and min(d) == 0 else sum(real(v) ** -5 for v in d) ** mpmath.mpf("0.1") if d else 0
    squares = correlations(x, n, s)
    largest = mpmath.sqrt(max(squares)) if squares else 0
    mean = sum(squares) / len(squares) if squares else 0
    entries = ", ".join(str(u) for row in levels for u in row)
    values = [real(f(x, n, s)) for f in (cd2, wd2, md2)] + [smallest, phi, largest, mean]
    text = ", ".join("kInfinity" if v == mpmath.inf else mpmath.nstr(v, 17, strip_zeros=False) for v in map(mpmath.mpf, values))
    print("{%d, %d, %d, {%s}, {%s}},  // CD2 %s, WD2 %s, MD2 %s"
          % (n, s, q, entries, text, cd2(x, n, s), wd2(x, n, s), md2(x, n, s)))
