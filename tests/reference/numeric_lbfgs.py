#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the minima that lbfgs_test.cpp compares with, found by SciPy's L-BFGS-B. Needs numpy and scipy."""
import numpy as np
from scipy.optimize import minimize


def show(name, f, start, bounds):
    r = minimize(f, start, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 5000})
    print(name, f"value {r.fun:.15g}", "x", np.array2string(r.x, precision=10), "evaluations", r.nfev)


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def tilted(x):
    """Convex, not separable, with a minimum against several bounds."""
    k = np.arange(1, len(x) + 1)
    return np.log(np.sum(np.exp(x * k / 4))) + 0.5 * np.sum((x - np.roll(x, 1)) ** 2) - 0.3 * np.sum(x)


show("rosenbrock, 2 variables, box [-1.5, 0.8] x [-1, 2]:", rosenbrock, [-1.2, 1.0], [(-1.5, 0.8), (-1, 2)])
show("rosenbrock, 10 variables, box [-2, 0.5]^5 x [-2, 2]^5:", rosenbrock, np.full(10, -1.0), [(-2, 0.5)] * 5 + [(-2, 2)] * 5)
show("tilted, 8 variables, box [-1, 0.5]:", tilted, np.zeros(8), [(-1, 0.5)] * 8)
