#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints baselines_ablr.hpp: Bayesian linear regression on a network's features, worked out as a Gaussian process.

Nothing is shared with the program's formulas: a task's values are Gaussian with the n x n covariance
Phi Phi^T / alpha + I / beta, the evidence follows from its explicit inverse and determinant, predictions from
conditioning, and gradients from numerical differentiation with 60 digits.

    python3 baselines_ablr.py > baselines_ablr.hpp      (needs mpmath)
"""
import random
from mpmath import mp, mpf, matrix, log, pi, det, inverse, tanh, eye, exp

mp.dps = 60
INPUTS, LAYERS, WIDTH = 2, 3, 3
SIZES = [5, 3]
QUERIES = 3
rng = random.Random(5)


def number(low, high):
    """With four digits, so that the table holds exactly what was used."""
    return round(rng.uniform(low, high), 4)


def shapes():
    return [(WIDTH, INPUTS if layer == 0 else WIDTH) for layer in range(LAYERS)]


PARAMETERS = sum(rows * (columns + 1) for rows, columns in shapes())
theta = [number(-1.2, 1.2) for _ in range(PARAMETERS)]
for _ in SIZES:
    theta += [number(-1, 1), number(1, 4)]  # log alpha, log beta
points = [[number(0, 1) for _ in range(INPUTS)] for _ in range(sum(SIZES))]
values = [number(-2, 2) for _ in range(sum(SIZES))]
queries = [[number(0, 1) for _ in range(INPUTS)] for _ in range(QUERIES)]


def features(parameters, x):
    """One point through the network: each layer's weights column by column, then its biases."""
    at, units = 0, [mpf(u) for u in x]
    for rows, columns in shapes():
        sums = [mpf(parameters[at + rows * columns + i]) for i in range(rows)]
        for j in range(columns):
            for i in range(rows):
                sums[i] += mpf(parameters[at + j * rows + i]) * units[j]
        at += rows * (columns + 1)
        units = [tanh(s) for s in sums]
    return matrix(units)


def task_rows(task):
    first = sum(SIZES[:task])
    return range(first, first + SIZES[task])


def kernel(parameters, task, a, b):
    alpha = exp(mpf(parameters[PARAMETERS + 2 * task]))
    return [[(features(parameters, p).T * features(parameters, q))[0] / alpha for q in b] for p in a]


def noisy(parameters, task):
    x = [points[i] for i in task_rows(task)]
    beta = exp(mpf(parameters[PARAMETERS + 2 * task + 1]))
    return matrix(kernel(parameters, task, x, x)) + eye(len(x)) / beta


def loss(parameters):
    total = mpf(0)
    for task, size in enumerate(SIZES):
        k = noisy(parameters, task)
        y = matrix([mpf(values[i]) for i in task_rows(task)])
        total += ((y.T * inverse(k) * y)[0] + log(det(k)) + size * log(2 * pi)) / 2
    return total


def slope(i):
    h = mpf(10) ** -20
    up, down = [list(map(mpf, theta)) for _ in range(2)]
    up[i] += h
    down[i] -= h
    return (loss(up) - loss(down)) / (2 * h)


def predictions(task):
    x = [points[i] for i in task_rows(task)]
    y = matrix([mpf(values[i]) for i in task_rows(task)])
    cross = matrix(kernel(theta, task, queries, x))
    inverted = inverse(noisy(theta, task))
    return cross * inverted * y, matrix(kernel(theta, task, queries, queries)) - cross * inverted * cross.T


def show(name, numbers):
    print(f"inline const std::vector<double> k{name} = {{{', '.join(repr(x) if isinstance(x, float) else mp.nstr(x, 17) for x in numbers)}}};")


print("""// SPDX-License-Identifier: MIT
// Printed by baselines_ablr.py; do not edit.
#pragma once

#include <vector>

/// Two tasks that share a network. Points are behind each other, matrices row by row.
namespace hone::test::ablr {

// clang-format off""")
print(f"inline constexpr int kInputs = {INPUTS}, kLayers = {LAYERS}, kWidth = {WIDTH}, kQueries = {QUERIES};")
print(f"inline const std::vector<int> kSizes = {{{', '.join(map(str, SIZES))}}};")
show("Theta", theta)
show("Points", [c for p in points for c in p])
show("Values", values)
show("QueryPoints", [c for q in queries for c in q])
print(f"inline constexpr double kLoss = {mp.nstr(loss(theta), 17)};")
show("Gradient", [slope(i) for i in range(len(theta))])
mean, covariance = predictions(0)
show("Mean", list(mean))
show("Covariance", list(covariance))
print("""// clang-format on

}  // namespace hone::test::ablr""")
