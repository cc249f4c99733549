#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints gp_reference.hpp: a Gaussian process worked out naively with 50 digits.

Everything is written down from the definitions, one pair of points at a time: the likelihood from an explicit
inverse and determinant, gradients by numerical differentiation in high precision, leave-one-out by leaving one
out. The plain case is compared with scikit-learn before it is printed.

    python3 gp_reference.py > gp_reference.hpp      (needs mpmath, numpy, scikit-learn)
"""
import numpy as np
from mpmath import mp, mpf, matrix, exp, log, sqrt, pi, det, inverse
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

mp.dps = 50
MARGIN = mpf(10) ** -6


class Draw:
    """Numbers with four digits, so that the table holds exactly what was used."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def unit(self):
        return round(float(self.rng.uniform(0, 1)), 4)

    def normal(self, scale=1.0):
        return round(float(self.rng.normal(0, scale)), 4)

    def below(self, n):
        return int(self.rng.integers(n))


class Case:
    """columns: 'n' numeric, 'c' categorical, upper case when conditional.
    terms: each a list of factors (kind, scope), scope 'n', 'c' or 'a'."""

    def __init__(self, name, seed, n, m, columns, factors, terms, warp, offset, stretch):
        self.name, self.n, self.m, self.columns = name, n, m, columns
        self.factors, self.terms, self.warp = factors, terms, warp
        draw = Draw(seed)
        self.x, self.on = self.points(draw, n)
        self.q, self.qon = self.points(draw, m)
        self.y = [round(offset + stretch * draw.normal(), 4) for _ in range(n)]
        self.numeric = [j for j, c in enumerate(columns) if c.lower() == 'n']
        self.categorical = [j for j, c in enumerate(columns) if c.lower() == 'c']
        size = sum(len(self.scope(f)) for f in factors if f[0] != 'linear') + len(terms)
        size += 2 * len(self.numeric) if warp else 0
        self.theta = [draw.normal(0.4) for _ in range(size)] + [round(-2.5 + draw.normal(0.3), 4), draw.normal(0.2)]

    def points(self, draw, count):
        x, on = [], []
        for _ in range(count):
            x.append([draw.unit() if c.lower() == 'n' else float(draw.below(3)) for c in self.columns])
            on.append([c.islower() or draw.below(2) == 1 for c in self.columns])
        return x, on

    def scope(self, factor):
        wanted = {'n': 'n', 'c': 'c', 'a': 'nc'}[factor[1]]
        numeric = [j for j, c in enumerate(self.columns) if c.lower() == 'n' and 'n' in wanted]
        categorical = [j for j, c in enumerate(self.columns) if c.lower() == 'c' and 'c' in wanted]
        return numeric + categorical

    def unpack(self, theta):
        theta, at = [mpf(t) for t in theta], 0
        scales = []
        for f in self.factors:
            count = 0 if f[0] == 'linear' else len(self.scope(f))
            scales.append([exp(t) for t in theta[at:at + count]])
            at += count
        variances = [exp(t) for t in theta[at:at + len(self.terms)]]
        at += len(self.terms)
        a = b = None
        if self.warp:
            d = len(self.numeric)
            a, b = [exp(t) for t in theta[at:at + d]], [exp(t) for t in theta[at + d:at + 2 * d]]
            at += 2 * d
        return scales, variances, a, b, exp(theta[at]), theta[at + 1]

    def bend(self, x, a, b):
        out = [mpf(v) for v in x]
        if self.warp:
            for k, j in enumerate(self.numeric):
                u = MARGIN + (1 - 2 * MARGIN) * mpf(x[j])
                out[j] = 1 - (1 - u ** a[k]) ** b[k]
        return out

    def factor(self, f, scales, x, x_on, z, z_on):
        kind = f[0]
        if kind == 'linear':
            origin = mpf(f[2])
            return sum((x[j] - origin) * (z[j] - origin) for j in self.scope(f) if x_on[j] and z_on[j])
        r2 = mpf(0)
        for scale, j in zip(scales, self.scope(f)):
            if not x_on[j] and not z_on[j]:
                continue
            if self.columns[j].lower() == 'c':
                delta2 = mpf(0) if x_on[j] and z_on[j] and x[j] == z[j] else mpf(1)
            elif x_on[j] and z_on[j]:
                delta2 = (x[j] - z[j]) ** 2
            else:
                delta2 = ((x[j] if x_on[j] else z[j]) - mpf(1) / 2) ** 2 + mpf(1) / 4
            r2 += delta2 / scale ** 2
        if kind == 'rbf':
            return exp(-r2 / 2)
        s = sqrt((3 if kind == 'matern32' else 5) * r2)
        return (1 + s + (0 if kind == 'matern32' else s * s / 3)) * exp(-s)

    def kernel(self, theta, x, x_on, z, z_on):
        scales, variances, a, b, _, _ = self.unpack(theta)
        x, z = self.bend(x, a, b), self.bend(z, a, b)
        values = [self.factor(f, s, x, x_on, z, z_on) for f, s in zip(self.factors, scales)]
        total = mpf(0)
        for v, term in zip(variances, self.terms):
            for f in term:
                v *= values[f]
            total += v
        return total

    def covariance(self, theta, rows):
        noise = self.unpack(theta)[4]
        k = matrix(len(rows), len(rows))
        for i, p in enumerate(rows):
            for j, q in enumerate(rows):
                k[i, j] = self.kernel(theta, self.x[p], self.on[p], self.x[q], self.on[q]) + (noise if i == j else 0)
        return k

    def standardised(self):
        y = [mpf(v) for v in self.y]
        shift = sum(y) / self.n
        scale = sqrt(sum((v - shift) ** 2 for v in y) / self.n)
        return [(v - shift) / scale for v in y], shift, scale

    def log_likelihood(self, theta):
        y, _, _ = self.standardised()
        mean = self.unpack(theta)[5]
        a = self.covariance(theta, range(self.n))
        r = matrix([v - mean for v in y])
        return -(r.T * inverse(a) * r)[0] / 2 - log(det(a)) / 2 - mpf(self.n) / 2 * log(2 * pi)

    def gradient(self):
        out = []
        for k in range(len(self.theta)):
            def along(t, k=k):
                theta = [mpf(v) for v in self.theta]
                theta[k] = t
                return self.log_likelihood(theta)
            # Central differences: with 50 digits neither rounding nor truncation shows in a double.
            h = mpf(10) ** -12
            out.append((along(mpf(self.theta[k]) + h) - along(mpf(self.theta[k]) - h)) / (2 * h))
        return out

    def posterior(self, rows, x, on):
        """Standardised mean and covariance at the points x given the observations in rows."""
        y, _, _ = self.standardised()
        mean = self.unpack(self.theta)[5]
        inv = inverse(self.covariance(self.theta, rows))
        r = matrix([y[i] - mean for i in rows])
        cross = matrix(len(rows), len(x))
        for i, p in enumerate(rows):
            for j in range(len(x)):
                cross[i, j] = self.kernel(self.theta, self.x[p], self.on[p], x[j], on[j])
        prior = matrix(len(x), len(x))
        for i in range(len(x)):
            for j in range(len(x)):
                prior[i, j] = self.kernel(self.theta, x[i], on[i], x[j], on[j])
        return [mean + v for v in cross.T * inv * r], prior - cross.T * inv * cross

    def leave_one_out(self):
        y, shift, scale = self.standardised()
        noise = self.unpack(self.theta)[4]
        means, variances, densities = [], [], []
        for i in range(self.n):
            rows = [j for j in range(self.n) if j != i]
            mean, cov = self.posterior(rows, [self.x[i]], [self.on[i]])
            variance = cov[0, 0] + noise
            means.append(shift + scale * mean[0])
            variances.append(scale ** 2 * variance)
            densities.append(-(y[i] - mean[0]) ** 2 / (2 * variance) - log(2 * pi * variance) / 2 - log(scale))
        return means, variances, densities


def compare_with_scikit_learn(case):
    theta = case.theta
    d = len(case.columns)
    kernel = ConstantKernel(np.exp(theta[d])) * Matern(np.exp(theta[:d]), nu=1.5) + WhiteKernel(np.exp(theta[d + 1]))
    y, shift, scale = case.standardised()
    y = np.array([float(v) for v in y]) - theta[d + 2]
    gp = GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None).fit(np.array(case.x), y)
    value, gradient = gp.log_marginal_likelihood(gp.kernel_.theta, eval_gradient=True)
    assert abs(value - float(case.log_likelihood(theta))) < 1e-9
    ours = case.gradient()
    order = [d] + list(range(d)) + [d + 1]  # scikit-learn has the constant first
    assert np.allclose(gradient, [float(ours[k]) for k in order], rtol=1e-9, atol=1e-9)
    mean, cov = gp.predict(np.array(case.q), return_cov=True)
    ours_mean, ours_cov = case.posterior(range(case.n), case.q, case.qon)
    assert np.allclose(mean + theta[d + 2], [float(v) for v in ours_mean], rtol=1e-9, atol=1e-9)
    cov -= np.exp(theta[d + 1]) * np.eye(case.m)  # scikit-learn's prediction holds the noise
    assert np.allclose(cov.ravel(), [float(v) for v in ours_cov], rtol=1e-8, atol=1e-9)


def numbers(values):
    return '{' + ', '.join(repr(float(v)) for v in values) + '}'


def flat(rows):
    return [v for row in rows for v in row]


def show(case):
    y, shift, scale = case.standardised()
    mean, cov = case.posterior(range(case.n), case.q, case.qon)
    loo = case.leave_one_out()
    print(f'    {{.name = "{case.name}",')
    print(f'     .columns = "{case.columns}",')
    print(f'     .warp = {"true" if case.warp else "false"},')
    print(f'     .n = {case.n},')
    print(f'     .m = {case.m},')
    for field, values in (
            ('x', flat(case.x)), ('active', flat(case.on)), ('y', case.y), ('theta', case.theta),
            ('query', flat(case.q)), ('query_active', flat(case.qon))):
        print(f'     .{field} = {numbers(values)},')
    print(f'     .log_likelihood = {float(case.log_likelihood(case.theta))!r},')
    print(f'     .gradient = {numbers(case.gradient())},')
    print(f'     .mean = {numbers([shift + scale * v for v in mean])},')
    print(f'     .covariance = {numbers([scale ** 2 * v for v in cov])},')
    print(f'     .loo_mean = {numbers(loo[0])},')
    print(f'     .loo_variance = {numbers(loo[1])},')
    print(f'     .loo_log_density = {numbers(loo[2])}}},')


CASES = [
    Case('matern32', 1, 8, 3, 'nn', [('matern32', 'n')], [[0]], False, 3.0, 2.0),
    Case('matern52 + linear', 2, 9, 3, 'nnn', [('matern52', 'n'), ('linear', 'n', 0.25)], [[0], [1]], True, -50.0, 0.01),
    Case('rbf * overlap', 3, 9, 4, 'nNcC', [('rbf', 'n'), ('rbf', 'c')], [[0, 1]], True, 0.0, 1.0),
    Case('(matern32 + linear) * overlap', 4, 10, 4, 'nNcCN',
         [('matern32', 'n'), ('linear', 'n', 0.0), ('rbf', 'c')], [[0, 2], [1, 2]], True, 1e6, 1e5),
    Case('matern52 over all', 5, 8, 3, 'NcnC', [('matern52', 'a')], [[0]], False, 0.0, 1.0),
]

if __name__ == '__main__':
    compare_with_scikit_learn(CASES[0])
    print('''// SPDX-License-Identifier: MIT
// Printed by gp_reference.py; do not edit.
#pragma once

#include <string>
#include <vector>

namespace hone::test {

/// A Gaussian process with fixed hyper-parameters and what follows from them. Matrices are row by row.
struct GpReference {
  std::string name;     ///< the kernel
  std::string columns;  ///< n numeric, c categorical, upper case when conditional
  bool warp;
  int n;
  int m;
  std::vector<double> x;
  std::vector<double> active;
  std::vector<double> y;
  std::vector<double> theta;
  std::vector<double> query;
  std::vector<double> query_active;
  double log_likelihood;  ///< of the standardised observations
  std::vector<double> gradient;
  std::vector<double> mean;
  std::vector<double> covariance;
  std::vector<double> loo_mean;
  std::vector<double> loo_variance;
  std::vector<double> loo_log_density;
};

// clang-format off
inline const std::vector<GpReference>& gp_references() {
  static const std::vector<GpReference> kCases = {''')
    for case in CASES:
        show(case)
    print('''  };
  return kCases;
}
// clang-format on

}  // namespace hone::test''')
