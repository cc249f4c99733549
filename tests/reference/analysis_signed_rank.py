#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints tests/reference/analysis_signed_rank.hpp: Wilcoxon's signed-rank test, one-sided against greater.

Small lists, with ties and zeros, by going through all 2^n signs of the ranks; large ones by SciPy's exact
distribution, or its normal approximation without a correction for continuity.
"""
import itertools

import numpy as np
from scipy import stats

rng = np.random.default_rng(32)


def by_signs(differences):
    ranks = stats.rankdata(np.abs(differences))
    zeros = sum(r for r, d in zip(ranks, differences) if d == 0) / 2
    observed = zeros + sum(r for r, d in zip(ranks, differences) if d > 0)
    moving = [r for r, d in zip(ranks, differences) if d != 0]
    sums = [zeros + np.dot(signs, moving) for signs in itertools.product((0, 1), repeat=len(moving))]
    return float(np.mean([s >= observed - 1e-9 for s in sums]))


def by_scipy(method):
    if method == "exact":
        return lambda d: float(stats.wilcoxon(d, alternative="greater", method="exact").pvalue)
    return lambda d: float(stats.wilcoxon(d, alternative="greater", method="approx", correction=False).pvalue)


def r(values):
    return [float(np.round(v, 4)) for v in values]


CASES = [
    ([1.0], by_signs),
    ([-1.0], by_signs),
    ([0.0, 0.0], by_signs),
    ([0.3, 0.1, 0.7, 0.2], by_signs),
    ([1.0, 1.0, -1.0, 2.0, 2.0, -3.0, 4.0], by_signs),
    ([0.0, 0.0, 1.0, 1.0, -1.0, 2.0, 5.0, -0.5], by_signs),
    (r(rng.normal(0.4, 1, 14)), by_signs),
    (r(rng.normal(0.2, 1, 60)), by_scipy("exact")),
    (r(rng.normal(-0.2, 1, 100)), by_scipy("exact")),
    (r(rng.normal(0.1, 1, 150)), by_scipy("approx")),
]

print("""// SPDX-License-Identifier: MIT
// Made by analysis_signed_rank.py.
// clang-format off
#pragma once

#include <vector>

namespace hone::analysis::reference {

struct SignedRank {
  std::vector<double> differences;
  double p;
};

inline const std::vector<SignedRank> kSignedRanks = {""")
for differences, method in CASES:
    print("  {{" + ", ".join(repr(d) for d in differences) + "}, " + repr(method(differences)) + "},")
print("""};

}  // namespace hone::analysis::reference""")
