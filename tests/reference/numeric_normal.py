#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints numeric_normal.hpp: the standard Normal and log expected improvement at 80 digits. Needs mpmath."""
import mpmath as mp

mp.mp.dps = 80
Z = [1e6, 1e3, 50.0, 38.0, 20.0, 10.0, 6.5, 5.0, 3.0, 2.0, 1.0, 0.75, 0.5, 0.1, 1e-3, 1e-10, 0.0, -1e-10, -1e-3, -0.1,
     -0.5, -1.0, -1.7, -2.5, -3.0, -4.0, -5.0, -5.9, -6.0, -6.1, -8.0, -10.3, -15.0, -20.0, -30.0, -37.2, -39.0, -60.0,
     -100.0, -1234.5, -1e4, -1e5, -1e6]
LOG_P = [-1e-300, -1e-20, -1e-8, -0.1, -0.6931, -0.7, -1.0, -10.0, -500.0, -599.0, -601.0, -1e3, -1e5, -1e12]


def upper(z):
    """1 - Phi(z), exact to working precision for any z."""
    return mp.erfc(z / mp.sqrt(2)) / 2


def expected_improvement(z):
    with mp.workdps(80 + 40):  # 1 - x m(x) loses 2 log10(x) digits
        return mp.npdf(z) + z * upper(-z)


def number(x):
    return "0.0" if x == 0 or abs(x) < mp.mpf("2.3e-308") else mp.nstr(x, 18, min_fixed=1, max_fixed=0)


def quantile_of_log(log_p):
    """Bisection and Newton on log Phi, written apart from the code under test."""
    log_p = mp.mpf(log_p)
    if log_p > -0.69:
        target = mp.log(-mp.expm1(log_p))
        return -mp.findroot(lambda z: mp.log(upper(-z)) - target, -mp.sqrt(-2 * target) if target < -1 else mp.mpf(0))
    return mp.findroot(lambda z: mp.log(upper(-z)) - log_p, -mp.sqrt(-2 * log_p) if log_p < -1 else mp.mpf("-0.1"))


print("""// SPDX-License-Identifier: MIT
// Made by numeric_normal.py.
#pragma once

namespace hone::test {

struct NormalReference {
  double z, pdf, cdf, log_cdf, log_cdf_slope, log_ei, log_ei_slope;
};

// Values below the smallest normal number are written as 0.
inline constexpr NormalReference kNormalReference[] = {""")
for z in Z:
    z = mp.mpf(z)
    pdf, cdf = mp.npdf(z), upper(-z)
    ei = expected_improvement(z)
    log_cdf = mp.log1p(-upper(z)) if z > 0 else mp.log(cdf)
    row = [z, pdf, cdf, log_cdf, pdf / cdf, mp.log(ei), cdf / ei]
    print("    {" + ", ".join(number(x) for x in row) + "},")
print("""};

struct LogQuantileReference {
  double log_p, z;
};

inline constexpr LogQuantileReference kLogQuantileReference[] = {""")
for log_p in LOG_P:
    print(f"    {{{number(mp.mpf(log_p))}, {number(quantile_of_log(log_p))}}},")
print("""};

}  // namespace hone::test""")
