#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints learners_reference.hpp: trees by XGBoost and scikit-learn, splits of categories by trying all subsets,
LFBO's weights from duplicated rows, logistic regression with 50 digits, a density of mixed points.

    python3 learners_reference.py > learners_reference.hpp     (needs numpy, scipy, mpmath, scikit-learn, xgboost)
"""
import itertools

import numpy as np
import xgboost as xgb
from mpmath import mp, mpf
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.tree import DecisionTreeRegressor

mp.dps = 50
rng = np.random.default_rng(7)


def array(name, values, digits=17):
    text = ', '.join('kAbsent' if np.isnan(v) else f'{float(v):.{digits}g}' for v in np.ravel(values))
    print(f'inline constexpr double {name}[] = {{{text}}};')


# XGBoost keeps single precision, so inputs are multiples of 1/1024 and far enough apart for equal decisions.
def numbers(n, d):
    x = np.stack([rng.permutation(1024)[:n] for _ in range(d)], axis=1) / 1024.0
    return x


def boosted():
    n, m, d = 60, 15, 4
    x, q = numbers(n, d), numbers(m, d)
    x[rng.random(n) < 0.3, 2] = np.nan
    q[rng.random(m) < 0.3, 2] = np.nan
    z = 3 * x[:, 0] - 2 * np.nan_to_num(x[:, 2], nan=1.5) + np.sin(7 * x[:, 1]) + 0.3 * rng.normal(size=n)
    label = (z > np.median(z)).astype(float)
    weight = np.round(rng.uniform(0.2, 3, n), 3)
    initial = np.round(rng.normal(size=n), 3)
    start = np.round(rng.normal(size=m), 3)
    target = np.round(z, 3)
    print(f'inline constexpr int kBoostRows = {n}, kBoostQueries = {m}, kBoostColumns = {d};')
    array('kBoostX', x)
    array('kBoostQuery', q)
    for name, values in [('Label', label), ('Weight', weight), ('Initial', initial), ('Start', start),
                         ('Target', target)]:
        array('kBoost' + name, values)
    for name, objective, y, lam, child, depth in [('Logistic', 'binary:logistic', label, 1.0, 1.0, 3),
                                                  ('Squared', 'reg:squarederror', target, 0.5, 2.0, 4)]:
        train = xgb.DMatrix(x, y, weight=weight, base_margin=initial)
        # Small nodes can be parted alike by several columns, and who takes which differs; the rows that were learned
        # from tell the parts, whatever column parted them.
        test = xgb.DMatrix(q, base_margin=start) if name == 'Logistic' else train
        model = xgb.train({'objective': objective, 'tree_method': 'exact', 'max_depth': depth, 'eta': 0.3,
                           'lambda': lam, 'min_child_weight': child, 'nthread': 1}, train, 20)
        array('kXgb' + name, model.predict(test, output_margin=True), 9)
    # scikit-learn has no second-order gain for log loss; for squared loss the definitions coincide.
    full = np.nan_to_num(x, nan=0.5)
    model = GradientBoostingRegressor(n_estimators=15, learning_rate=0.2, max_depth=3)
    model.fit(full, target, sample_weight=weight)
    array('kSklearnBoosted', model.predict(full))
    tree = DecisionTreeRegressor(min_samples_leaf=3)
    tree.fit(full, target, sample_weight=weight)
    array('kSklearnTree', tree.predict(full))


# The best of all ways to part categories (and those that are missing) in two, by trying them all.
def categories():
    n, cells = 40, 7
    c = rng.integers(cells, size=n).astype(float)
    c[rng.random(n) < 0.2] = np.nan
    y = np.round(rng.normal(size=n) + np.nan_to_num(c, nan=9.0) % 3, 3)
    weight = np.round(rng.uniform(0.5, 2, n), 3)
    groups = [np.isnan(c)] + [c == k for k in range(cells)]
    worth = lambda rows: (weight[rows] @ y[rows]) ** 2 / (weight[rows].sum() + 1.0)
    best = (-1, None)
    for size in range(1, cells + 1):
        for chosen in itertools.combinations(range(cells + 1), size):
            rows = np.any([groups[k] for k in chosen], axis=0)
            if rows.any() and not rows.all():
                best = max(best, (worth(rows) + worth(~rows), chosen))
    left = best[1]
    value = lambda rows: (weight[rows] @ y[rows]) / (weight[rows].sum() + 1.0)
    rows = np.any([groups[k] for k in left], axis=0)
    array('kCategoryX', c)
    array('kCategoryY', y)
    array('kCategoryWeight', weight)
    # Missing first, then the categories.
    array('kCategoryValue', [value(rows) if k in left else value(~rows) for k in range(cells + 1)])


# The data of the papers' programs: positives once more, with label 1.
def labels():
    y = np.round(rng.normal(size=17), 3)
    y[5] = y[11]
    tau = np.quantile(y, 1 / 3)
    good = y < tau
    weight = np.concatenate([(tau - y[good]) / np.mean(tau - y[good]), np.ones(len(y))])
    label = np.concatenate([np.ones(good.sum()), np.zeros(len(y))])
    size = len(label)
    for k in (0, 1):
        weight[label == k] *= size / 2 / weight[label == k].sum()
    array('kLabelY', y)
    array('kLabelTau', [tau])
    as_good = np.zeros(len(y))
    as_good[good] = weight[label == 1]
    array('kLabelGood', as_good)
    array('kLabelPoor', weight[label == 0])


def logistic():
    n, d, m = 9, 3, 4
    draw = lambda *shape: np.round(rng.normal(size=shape), 3)
    phi, query = draw(n, d), draw(m, d)
    k = np.round(rng.random(n), 2)
    w = np.round(rng.uniform(0.2, 3, n), 2)
    offset, at = draw(n), draw(m)
    alpha = mpf('0.7')
    f = [[mpf(float(v)) for v in row] for row in phi]
    exact = lambda v: [mpf(float(u)) for u in v]
    K, W, O = exact(k), exact(w), exact(offset)

    def gradient(*z):
        p = [1 / (1 + mp.exp(-(O[i] + sum(f[i][j] * z[j] for j in range(d))))) for i in range(n)]
        return [alpha * z[j] + sum(W[i] * (p[i] - K[i]) * f[i][j] for i in range(n)) for j in range(d)]

    z = mp.findroot(gradient, [mpf(0)] * d)
    p = [1 / (1 + mp.exp(-(O[i] + sum(f[i][j] * z[j] for j in range(d))))) for i in range(n)]
    hessian = mp.matrix(d, d)
    for a in range(d):
        for b in range(d):
            hessian[a, b] = sum(W[i] * p[i] * (1 - p[i]) * f[i][a] * f[i][b] for i in range(n)) + (alpha if a == b else 0)
    covariance = hessian ** -1
    odds, variance = [], []
    for r in range(m):
        q = mp.matrix([mpf(float(v)) for v in query[r]])
        v = (q.T * covariance * q)[0]
        variance.append(v)
        odds.append((mpf(float(at[r])) + (q.T * z)[0]) / mp.sqrt(1 + mp.pi / 8 * v))
    for name, values in [('Features', phi), ('Label', k), ('Weight', w), ('Offset', offset), ('Query', query),
                         ('QueryOffset', at), ('Mode', [float(v) for v in z]),
                         ('Variance', [float(v) for v in variance]), ('Odds', [float(v) for v in odds]),
                         ('Covariance', [float(covariance[i, j]) for i in range(d) for j in range(d)])]:
        array('kLogistic' + name, values)


# Written down from the definition, one bump and one column at a time: two numbers, five ordered cells, four categories.
def parzen():
    from scipy.stats import truncnorm
    n, m = 6, 5
    def draw(count):
        return np.stack([np.round(rng.random(count), 3), np.round(rng.random(count), 3),
                         (rng.integers(5, size=count) + 0.5) / 5, rng.integers(4, size=count).astype(float)], axis=1)
    x, q = draw(n), draw(m)
    w = np.round(rng.uniform(0.5, 2, n), 2)
    prior = 0.8
    count = w.sum() ** 2 / (w ** 2).sum()
    share = w / w.sum()
    sigma = []
    for j in range(3):
        mean = share @ x[:, j]
        square = share @ (x[:, j] - mean) ** 2
        deviation = np.sqrt((count * square + prior / 12) / (count + prior))
        sigma.append(min(max(1.06 * deviation * count ** (-1 / 8), 0.01, 0.5 / 5 if j == 2 else 0), 1))
    rest = prior / (1 + count)
    density = np.full(m, prior / (w.sum() + prior))
    for i in range(n):
        bump = np.ones(m)
        for j in range(3):
            a, b = (0 - x[i, j]) / sigma[j], (1 - x[i, j]) / sigma[j]
            bump *= truncnorm.pdf(q[:, j], a, b, loc=x[i, j], scale=sigma[j])
        bump *= 4 * np.where(q[:, 3] == x[i, 3], 1 + rest, rest) / (1 + 4 * rest)
        density += w[i] / (w.sum() + prior) * bump
    array('kParzenX', x)
    array('kParzenWeight', w)
    array('kParzenQuery', q)
    array('kParzenLog', np.log(density))


print('// SPDX-License-Identifier: MIT')
print(f'// Printed by learners_reference.py with XGBoost {xgb.__version__}; do not edit.')
print('#pragma once\n\n#include <limits>\n\nnamespace hone::reference {\n')
print('inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();')
boosted()
categories()
labels()
logistic()
parzen()
print('\n}  // namespace hone::reference')
