#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints numeric_power.hpp: Box-Cox and Yeo-Johnson by SciPy, and the standardised transform of y / std(y) by
scikit-learn, which is the published choice. Needs numpy, scipy, scikit-learn and mpmath.

Far from zero SciPy's Yeo-Johnson likelihood is lost to cancellation; there its search runs on the likelihood at 60
digits instead."""
import warnings

import mpmath as mp
import numpy as np
from scipy import optimize, stats
from sklearn.preprocessing import power_transform

warnings.simplefilter("ignore")
rng = np.random.default_rng(20240601)
DATA = {
    "log-normal": np.exp(rng.normal(size=20)),
    "log-normal over many decades": np.exp(8 * rng.normal(size=25)),
    "exponential": rng.exponential(size=15),
    "far from zero": 1000 + rng.normal(size=20),
    "far from zero and skewed": 100 + np.exp(rng.normal(size=20)),
    "one large outlier": np.append(rng.uniform(1, 2, size=11), 6e3),
    "normal": rng.normal(size=30),
    "heavy tails": rng.standard_t(2, size=30),
    "all negative": -np.exp(rng.normal(size=12)) - 0.5,
    "skewed with a zero": np.append(rng.exponential(size=15) ** 2, 0.0),
    "three values": np.array([0.1, 0.2, 5.0]),
}
LAMBDAS = [-3.0, -1.0, -1e-3, -1e-12, 0.0, 1e-12, 0.5, 1.0, 1.999999, 2.0, 3.7]
X = [-50.0, -3.0, -0.2, -1e-9, 0.0, 1e-9, 0.3, 1.0, 7.0, 1e4]


def row(values):
    return ", ".join(repr(float(v)) for v in values)


def exact_yeo_johnson(y):
    mp.mp.dps = 60
    logs = [mp.log1p(mp.mpf(float(v))) for v in y]  # all y > 0 here

    def likelihood(lam):
        lam = mp.mpf(float(lam))
        t = [mp.exp(lam * v) / lam for v in logs]  # a constant less: the variance does not see it
        mean = sum(t) / len(t)
        variance = sum((v - mean) ** 2 for v in t) / len(t)
        return (lam - 1) * sum(logs) - len(t) * mp.log(variance) / 2

    lam = optimize.brent(lambda v: -float(likelihood(v)), brack=(-2, 2.001))
    return lam, float(likelihood(lam))


def published(x):
    """What the paper's program makes of y / std(y): a result that is constant up to rounding has deviation 0."""
    for method in ("box-cox", "yeo-johnson"):
        if method == "box-cox" and x.min() <= 0:
            continue
        z = power_transform(x, method=method).ravel()
        if z.std(ddof=1) >= 0.5:
            return z, method
    return ((x - x.mean()) / x.std()).ravel(), "plain"


print("""// SPDX-License-Identifier: MIT
// Made by numeric_power.py (SciPy and scikit-learn).
#pragma once

#include <cmath>
#include <vector>

namespace hone::test {

struct PowerValue {
  double lambda, x, box_cox, yeo_johnson;  // box_cox only for x > 0
};

inline const std::vector<PowerValue> kPowerValues = {""")
for lam in LAMBDAS:
    for x in X:
        bc = stats.boxcox(np.array([x]), lam)[0] if x > 0 else 0.0
        print(f"    {{{row([lam, x, bc, stats.yeojohnson(np.array([x]), lam)[0]])}}},")
print("""};

struct PowerSample {
  const char* name;
  std::vector<double> y;
  double box_cox_lambda, box_cox_log_likelihood;  // NaN when some y <= 0
  double yeo_johnson_lambda, yeo_johnson_log_likelihood;
  const char* shape;
  std::vector<double> standardised;  // the published choice applied to y / std(y)
};

inline const std::vector<PowerSample> kPowerSamples = {""")
for name, y in DATA.items():
    positive = y.min() > 0
    bc = stats.boxcox_normmax(y, method="mle") if positive else None
    yj = stats.yeojohnson_normmax(y)
    yj, yj_llf = exact_yeo_johnson(y) if name.startswith("far") else (yj, stats.yeojohnson_llf(yj, y))
    bc_llf = stats.boxcox_llf(bc, y) if positive else None
    x = (y / y.std()).reshape(-1, 1)
    z, shape = published(x)
    numbers = [f"{float(v)!r}" if v is not None else "NAN" for v in (bc, bc_llf, yj, yj_llf)]
    print(f'    {{"{name}",\n     {{{row(y)}}},\n     {", ".join(numbers)},\n     "{shape}",\n     {{{row(z)}}}}},')
print("""};

}  // namespace hone::test""")
