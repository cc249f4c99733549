# SPDX-License-Identifier: MIT
"""Prints tests/reference/designs_sobol.csv: points of SciPy's unscrambled Sobol sequence, in units of 2^-30.

Each line is: index, sum over the first 1000 coordinates, coordinates 1-10, then every 90th up to the 1000th.
Made with SciPy 1.17.
"""
from scipy.stats import qmc

INDICES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, 255, 1000, 1023, 1024, 12345, 65535, 1048577]
COLUMNS = list(range(10)) + list(range(99, 1000, 90))

print("# index,sum of 1000 coordinates," + ",".join(f"x{j + 1}" for j in COLUMNS))
for index in INDICES:
    engine = qmc.Sobol(1000, scramble=False)
    if index:
        engine.fast_forward(index)
    row = [int(v * 2**30) for v in engine.random(1)[0]]
    print(",".join(str(v) for v in [index, sum(row)] + [row[j] for j in COLUMNS]))
