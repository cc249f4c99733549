# SPDX-License-Identifier: MIT
"""Prints the table of tests/acquisition/volume_gain_test.cpp: log EHVI of two objectives by integrating
P(Y1 <= x) P(Y2 <= y) over what is not dominated, step by step of the staircase, with mpmath at 30 digits."""
from mpmath import mp, mpf, quad, ncdf, log, inf

mp.dps = 30

FRONT = [(mpf("0.1"), mpf("0.8")), (mpf("0.3"), mpf("0.5")), (mpf("0.7"), mpf("0.2"))]
REFERENCE = (mpf(1), mpf("1.1"))
CASES = [  # means, deviations
    ("0.4", "0.4", "0.1", "0.2"),
    ("0.05", "0.1", "0.3", "0.02"),
    ("0.9", "0.95", "0.05", "0.05"),
    ("2", "1.5", "0.1", "0.1"),
    ("-3", "-2", "0.5", "0.25"),
    ("5", "4", "0.01", "0.02"),
]


def below(mean, deviation):
    return lambda z: ncdf((z - mean) / deviation)


def area(m1, m2, s1, s2):
    p1, p2 = below(m1, s1), below(m2, s2)
    lefts = [-inf] + [x for x, _ in FRONT]
    rights = [x for x, _ in FRONT] + [REFERENCE[0]]
    tops = [REFERENCE[1]] + [y for _, y in FRONT]
    total = mpf(0)
    for left, right, top in zip(lefts, rights, tops):
        def cuts(low, high, mean, deviation):
            low = max(low, min(high, mean) - 40 * deviation)
            marks = [mean + k * deviation for k in range(-40, 41)] + [high - deviation / 2**k for k in range(9)]
            return [low] + sorted(one for one in marks if low < one < high) + [high]
        total += quad(p1, cuts(left, right, m1, s1)) * quad(p2, cuts(-inf, top, m2, s2))
    return total


for case in CASES:
    print("    {" + ", ".join(case) + ", " + mp.nstr(log(area(*map(mpf, case))), 17) + "},")
