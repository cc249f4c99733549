# SPDX-License-Identifier: MIT
"""Values for tests/samplers/point_prior_test.cpp and expected_gain_test.cpp, by scipy 1.9 or newer.

    python tests/reference/samplers_prior.py
"""
import numpy as np
from scipy import integrate, stats


def cut(mean, deviation):
    return stats.truncnorm((0 - mean) / deviation, (1 - mean) / deviation, loc=mean, scale=deviation)


# C on [0.001, 1000], scale log, normal: [10, 1]: a unit mean of 4/6 and a deviation of 1/6.
bell = cut(4 / 6, 1 / 6)
print("real: log((0.9 q + 0.1) / 1) at 0.05, 0.5, 2/3, 0.9")
print([float(np.log(0.9 * bell.pdf(x) + 0.1)).__repr__() for x in (0.05, 0.5, 2 / 3, 0.9)])
print("quantiles at 0.01, 0.5, 0.99")
print([float(bell.ppf(p)).__repr__() for p in (0.01, 0.5, 0.99)])

# n from 1 to 5, normal: [2, 1]: cells of 0.2, mean 0.3, deviation 0.2.
bell = cut(0.3, 0.2)
shares = np.diff(bell.cdf(np.linspace(0, 1, 6)))
print("int: log((0.9 q + 0.1 u) / u) of 1 to 5")
print([float(x).__repr__() for x in np.log(0.9 * shares / 0.2 + 0.1)])

# E max(f* - f, 0) of log f normal with mean m and deviation s, f* = exp(0.3): by quadrature.
for m, s in ((0.5, 0.4), (1.5, 0.2), (0.1, 1.0)):
    best = np.exp(0.3)
    gain, _ = integrate.quad(lambda y: (best - np.exp(y)) * stats.norm.pdf(y, m, s), m - 12 * s, 0.3, epsabs=0, epsrel=1e-12)
    print("gain", m, s, repr(gain))
