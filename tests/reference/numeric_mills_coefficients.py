#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints src/hone/numeric/mills_polynomials.hpp: polynomials for the Mills ratio of the Normal and its companion.

Chebyshev interpolation at 60 digits in t = 1 - 2K/(x + K), rewritten in powers of t. Needs mpmath and numpy;
numpy only for the check of the rounded coefficients, whose result goes to stderr.
"""
import sys

import mpmath as mp
import numpy as np

mp.mp.dps = 60
K = 5


def asymptotic(x, first):
    """Terms of the divergent expansion from the given one on, enough for 60 digits when x >= 1000."""
    return sum((-1) ** (k + first) * mp.fac2(2 * k - 1) / x ** (2 * k) for k in range(first, first + 20))


def mills(x):
    if x > 1000:
        return asymptotic(x, 0) / x
    return mp.sqrt(mp.pi / 2) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))


def companion(x):
    """1 - x mills(x), without its cancellation."""
    if x > 1000:
        return asymptotic(x, 1)
    return 1 - x * mills(x)


def chebyshev(f, count):
    nodes = [mp.pi * (2 * k + 1) / (2 * count) for k in range(count)]
    values = [f(mp.cos(a)) for a in nodes]
    return [mp.mpf(2 if j else 1) / count * sum(v * mp.cos(j * a) for v, a in zip(values, nodes)) for j in range(count)]


def powers(coefficients):
    """Chebyshev series -> coefficients of 1, t, t^2, ..."""
    n = len(coefficients)
    before, current = [mp.mpf(1)], [mp.mpf(0), mp.mpf(1)]
    result = [mp.mpf(0)] * n
    for j, c in enumerate(coefficients):
        polynomial = before if j == 0 else current
        for i, p in enumerate(polynomial):
            result[i] += c * p
        if j > 0:
            following = [mp.mpf(0)] + [2 * p for p in current]
            for i, p in enumerate(before):
                following[i] -= p
            before, current = current, following
    return result


FUNCTIONS = {
    "Mills": (lambda x: (1 + x) * mills(x), "(1 + x) m(x)"),
    "Companion": (lambda x: (1 + x) ** 2 * companion(x), "(1 + x)² (1 - x m(x))"),
}


def check(name, f, coefficients, dtype):
    xs = [mp.mpf(10) ** (mp.mpf(k) / 20) for k in range(-160, 200)] + [mp.mpf(0)]
    worst = 0
    for x in xs:
        xd = dtype(float(x))
        t = dtype(1) - dtype(2 * K) / (xd + dtype(K))
        y = dtype(0)
        for c in reversed(coefficients):
            y = y * t + dtype(float(c))
        exact = f(mp.mpf(float(xd)))
        worst = max(worst, abs(mp.mpf(float(y)) / exact - 1))
    print(f"{name} {dtype.__name__}: worst relative error {mp.nstr(worst, 3)}", file=sys.stderr)


def table(name, degree, kind):
    f, _ = FUNCTIONS[name]
    coefficients = powers(chebyshev(lambda t: f(K * (1 + t) / (1 - t)), degree + 1))
    check(name, f, coefficients, np.float64 if kind == "double" else np.float32)
    suffix = "" if kind == "double" else "Float"
    digits, mark = (17, "") if kind == "double" else (9, "F")
    print(f"inline constexpr std::array<{kind}, {degree + 1}> k{name}{suffix} = {{")
    for c in coefficients:
        number = mp.nstr(c, digits, min_fixed=1, max_fixed=0)
        print(f"    {number}{mark},")
    print("};")


print("""// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// Made by tests/reference/numeric_mills_coefficients.py. With m(x) = (1 - Phi(x)) / phi(x) the Mills ratio of the
/// Normal, for x >= 0 and t = 1 - 2 K / (x + K) in [-1, 1), these are coefficients of 1, t, t², ... of smooth
/// functions that never vanish: one polynomial for the whole half-line, so a loop over it has no branch.
///   kMills      (1 + x) m(x)
///   kCompanion  (1 + x)² (1 - x m(x)), the part of expected improvement that cancels when computed directly
/// Relative error below 1e-15 (double) and 1e-6 (float), rounding included.
namespace hone::numeric {
""")
print(f"inline constexpr double kMillsScale = {K}.0;\n")
table("Mills", 26, "double")
print()
table("Companion", 26, "double")
print()
table("Mills", 11, "float")
print()
table("Companion", 12, "float")
print("\n}  // namespace hone::numeric")
