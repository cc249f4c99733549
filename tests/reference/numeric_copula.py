#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints numeric_copula.hpp: values of a sample after the Gaussian copula, with SciPy's empirical distribution and normal quantile.

Salinas, Shen and Perrone (2020): z = Phi^-1(clip(F, d, 1 - d)), d = 1 / (4 n^(1/4) sqrt(pi ln n)); F is the share of the
sample below a value, and ties share the mean of theirs (rankdata(...) - 1 over n).

    python3 numeric_copula.py > numeric_copula.hpp      (needs SciPy)
"""
import math
import random

from scipy.special import ndtri
from scipy.stats import rankdata

rng = random.Random(12)
SAMPLES = [
    [2.0, 1.0],
    [3.0, 1.0, 3.0],
    [5.0, 1e300, 4.0, -2.0, 4.0, 1e-300, 0.0],
    [round(rng.gauss(0, 1), 3) for _ in range(20)],
    [round(math.exp(3 * rng.gauss(0, 1)), 4) for _ in range(80)],
    [0.0] + [1.0] * 30,
]


def copula(sample):
    n = len(sample)
    margin = 1 / (4 * n**0.25 * math.sqrt(math.pi * math.log(n)))
    shares = (rankdata(sample) - 1) / n
    return [float(ndtri(min(max(share, margin), 1 - margin))) for share in shares]


def listed(numbers):
    return "{" + ", ".join(repr(float(x)) for x in numbers) + "}"


print("// SPDX-License-Identifier: MIT")
print("// Made by numeric_copula.py.")
print("#pragma once\n\n#include <vector>\n\nnamespace hone::test {\n")
print("struct CopulaSample {\n  std::vector<double> y, z;\n};\n")
print("// clang-format off\ninline const std::vector<CopulaSample> kCopulaSamples = {")
for sample in SAMPLES:
    print(f"    {{{listed(sample)},\n     {listed(copula(sample))}}},")
print("};\n// clang-format on\n\n}  // namespace hone::test")
