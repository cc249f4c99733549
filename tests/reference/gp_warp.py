#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the table of tests/gp/simd_test.cpp: w = 1 - (1 - u^a)^b and its derivatives (needs mpmath)."""
from mpmath import mp, mpf, exp, log, diff

mp.dps = 50


def w(log_u, log_a, log_b):
    return 1 - (1 - exp(exp(log_a) * log_u)) ** exp(log_b)


for u, a, b in [(0.5, 1, 1), (0.3, 0.5, 2), (0.9, 4, 0.25), (1e-6, 0.125, 8), (1 - 1e-6, 0.125, 0.125), (1e-6, 8, 0.125),
                (1 - 1e-6, 8, 8), (0.25, 10, 0.125)]:
    at = (log(mpf(u)), log(mpf(a)), log(mpf(b)))
    parts = [w(*at), diff(w, at, (0, 1, 0)), diff(w, at, (0, 0, 1)), diff(w, at, (1, 0, 0))]
    print('    {' + ', '.join([repr(u), repr(a), repr(b)] + [mp.nstr(p, 17) for p in parts]) + '},')
