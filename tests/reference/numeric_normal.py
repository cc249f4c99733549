#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints numeric_normal.hpp: the standard Normal and log expected improvement at 80 digits. Needs mpmath."""
import mpmath as mp

mp.mp.dps = 80
Z = [1e6, 1e3, 50.0, 38.0, 20.0, 10.0, 6.5, 5.0, 3.0, 2.0, 1.0, 0.75, 0.5, 0.1, 1e-3, 1e-10, 0.0, -1e-10, -1e-3, -0.1,
     -0.5, -1.0, -1.7, -2.5, -3.0, -4.0, -5.0, -5.9, -6.0, -6.1, -8.0, -10.3, -15.0, -20.0, -30.0, -37.2, -39.0, -60.0,
     -100.0, -1234.5, -1e4, -1e5, -1e6]


def upper(z):
    """1 - Phi(z), exact to working precision for any z."""
    return mp.erfc(z / mp.sqrt(2)) / 2


def expected_improvement(z):
    with mp.workdps(80 + 40):  # 1 - x m(x) loses 2 log10(x) digits
        return mp.npdf(z) + z * upper(-z)


def number(x):
    return "0.0" if x == 0 or abs(x) < mp.mpf("2.3e-308") else mp.nstr(x, 18, min_fixed=1, max_fixed=0)


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

}  // namespace hone::test""")
