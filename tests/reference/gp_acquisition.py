#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the tables of tests/acquisition and tests/gp/prior_test.cpp (needs mpmath, scipy)."""
import math

from mpmath import mp, mpf, npdf, log
from scipy import stats

mp.dps = 400  # the direct formula loses hundreds of digits in the far tail
print('mean, variance, target: log EI, log PI, EI, PI')
for mean, variance, target in [(0, 1, 0.5), (1.5, 4, 1), (-2, 0.25, -3), (3, 0.01, 0), (10, 0.0625, 1), (1e3, 1, -1)]:
    s = mp.sqrt(mpf(variance))
    z = (mpf(target) - mpf(mean)) / s
    pi = mp.erfc(-z / mp.sqrt(2)) / 2
    ei = s * (npdf(z) + z * pi)
    print(f'{{{mean}, {variance}, {target}, {mp.nstr(log(ei), 18)}, {mp.nstr(log(pi), 18)}, '
          f'{mp.nstr(ei, 18)}, {mp.nstr(pi, 18)}}},')

print('priors: log density of log p at p, which is log(p f(p))')
for p in (0.01, 0.7, 3.0):
    print(p, repr(float(stats.lognorm.logpdf(p, 0.75, scale=math.exp(0.3)) + math.log(p))),
          repr(float(stats.gamma.logpdf(p, 0.5, scale=1 / 2.0) + math.log(p))))
