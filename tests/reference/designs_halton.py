# SPDX-License-Identifier: MIT
"""Prints the table of tests/designs/halton_test.cpp: unscrambled Halton points from SciPy 1.17."""
from scipy.stats import qmc

for index in [1, 2, 10, 1234567]:
    engine = qmc.Halton(20, scramble=False)
    engine.fast_forward(index)
    row = engine.random(1)[0]
    print("{%d, {%s}}," % (index, ", ".join(repr(float(row[j])) for j in (0, 1, 2, 9, 19))))
