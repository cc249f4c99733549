#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints tests/reference/analysis_hypothesis.hpp: tests of equal variances and of paired differences.

Made with SciPy 1.10: scipy.stats.levene, fligner, ttest_1samp (what ttest_rel does with the differences).
"""
import warnings

import numpy as np
from scipy import stats

warnings.simplefilter("ignore")
rng = np.random.default_rng(20220427)


def r(values, digits=6):
    return [float(np.round(v, digits)) for v in values]


GROUPS = [
    ("equal spreads", [r(rng.normal(i, 1.0, 10)) for i in range(5)]),
    ("spread grows with the level", [r(rng.normal(2.0**i, 0.1 * 2.0**i, 10)) for i in range(6)]),
    ("50 configurations, 10 repeats, as in the paper", [r(rng.normal(0, s, 10), 4) for s in rng.uniform(0.5, 1.5, 50)]),
    ("heavy tails", [r(rng.standard_cauchy(12)), r(5 * rng.standard_cauchy(9)), r(rng.standard_cauchy(15))]),
    ("many ties", [[1, 1, 2, 2, 3], [1, 2, 2, 2, 9], [4, 4, 4, 5, 5, 5], [0, 0, 0, 7]]),
    ("sizes from one to eleven", [[3.5], [1.25, 2.5], [1, 4, 9], r(rng.normal(0, 3, 11))]),
    ("one group without spread", [[2, 2, 2], [1, 2, 4], [5, 8, 13]]),
    ("three of two, one of three", [[1, 2], [10, 40], [5, 6], [7, 8, 12]]),
    ("large offset", [r(1e6 + rng.normal(0, 1, 8), 3), r(1e6 + rng.normal(0, 4, 8), 3)]),
    ("far tail of p", [r(rng.normal(0, 0.001, 30)), r(rng.normal(0, 100, 30))]),
]
DIFFERENCES = [
    [0.1, 0.3, -0.2, 0.4, 0.25, 0.05],
    r(rng.normal(0.5, 1.0, 20)),
    r(rng.normal(-2.0, 0.5, 12)),
    [1.0, 2.0],
    [1e-3, -1e-3, 1e-3, -1e-3, 2e-3],
]


def braces(values):
    return "{" + ", ".join(repr(float(v)) for v in values) + "}"


print("// SPDX-License-Identifier: MIT")
print("// Made by analysis_hypothesis.py.")
print("// clang-format off")
print("#pragma once\n\n#include <vector>\n\nnamespace hone::analysis::reference {\n")
print("struct Groups {\n  const char* name;\n  std::vector<std::vector<double>> groups;")
print("  double levene_mean, levene_mean_p, levene_median, levene_median_p, fligner, fligner_p;\n};\n")
print("inline const std::vector<Groups> kGroups = {")
for name, groups in GROUPS:
    arrays = [np.array(g, dtype=float) for g in groups]
    values = []
    for result in (stats.levene(*arrays, center="mean"), stats.levene(*arrays, center="median"), stats.fligner(*arrays)):
        values += [repr(float(result.statistic)), repr(float(result.pvalue))]
    print('  {"%s", {%s},\n   %s},' % (name, ", ".join(braces(g) for g in groups), ", ".join(values)))
print("};\n")
print("struct Differences {\n  std::vector<double> values;\n  double t, p_two_sided, p_greater;\n};\n")
print("inline const std::vector<Differences> kDifferences = {")
for values in DIFFERENCES:
    two = stats.ttest_1samp(values, 0.0)
    greater = stats.ttest_1samp(values, 0.0, alternative="greater")
    print("  {%s, %r, %r, %r}," % (braces(values), float(two.statistic), float(two.pvalue), float(greater.pvalue)))
print("};\n\n}  // namespace hone::analysis::reference")
print("// clang-format on")
