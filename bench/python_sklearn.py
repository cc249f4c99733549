# SPDX-License-Identifier: MIT
"""HoneSearchCV beside OptunaSearchCV and RandomizedSearchCV: `.venv/bin/python bench/python_sklearn.py`.

- score: six data sets that scikit-learn brings along, each with an estimator and SciPy's distributions of its parameters,
  by seeds. All searches of a seed have the same folds. For every data set and seed they are ranked by the best score of the
  cross-validation (1 is best, equal ones share); the gap is to the best that any of them found on the data set in the seed,
  in parts of the gap that a random search leaves on average.
- cost: processor time of a search of 100 candidates with an estimator that costs nothing, by turns, the least of each; with
  scores that are all alike (as of a DummyClassifier), that are noisy, and that are smooth.

Exits with 1 when hone's mean rank is above Optuna's or not below that of the random search, or its cost above Optuna's.
Needs optuna-integration.
"""

import argparse
import os
import sys
import time
import warnings

import numpy as np
import optuna
from optuna_integration import OptunaSearchCV
from scipy.stats import loguniform, randint, uniform
from sklearn import datasets
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.decomposition import PCA
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import KFold, RandomizedSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR

import hone
from hone.sklearn import HoneSearchCV

optuna.logging.set_verbosity(optuna.logging.ERROR)
SCALE = {"svc__C": loguniform(1e-3, 1e4), "svc__gamma": loguniform(1e-6, 1e1)}


def tasks():
    """By name: the data, the estimator, the distributions, and whether classes are to be guessed."""
    digits = datasets.load_digits(return_X_y=True)
    return {
        "iris": (datasets.load_iris(return_X_y=True), make_pipeline(StandardScaler(), SVC()),
                 {**SCALE, "svc__kernel": ["rbf", "poly", "sigmoid"], "svc__coef0": uniform(-1, 2), "svc__degree": randint(2, 6)}, True),
        "wine": (datasets.load_wine(return_X_y=True), ExtraTreesClassifier(20, random_state=0),
                 {"max_depth": randint(1, 16), "min_samples_leaf": randint(1, 20), "max_features": uniform(0.05, 0.95),
                  "ccp_alpha": loguniform(1e-5, 0.1)}, True),
        "breast_cancer": (datasets.load_breast_cancer(return_X_y=True), make_pipeline(StandardScaler(), PCA(), SVC()),
                          {**SCALE, "pca__n_components": randint(2, 31)}, True),
        "digits": (tuple(part[:500] for part in digits), make_pipeline(StandardScaler(), SVC()), SCALE, True),
        "diabetes": (datasets.load_diabetes(return_X_y=True), make_pipeline(StandardScaler(), SVR()),
                     {"svr__C": loguniform(1e-2, 1e4), "svr__gamma": loguniform(1e-6, 1e1), "svr__epsilon": loguniform(1e-3, 1e2)}, False),
        "linnerud": (datasets.load_linnerud(return_X_y=True), make_pipeline(StandardScaler(), KernelRidge()),
                     {"kernelridge__alpha": loguniform(1e-4, 1e2), "kernelridge__gamma": loguniform(1e-4, 1e1),
                      "kernelridge__kernel": ["rbf", "laplacian", "polynomial"]}, False),
    }  # fmt: skip


def for_optuna(what):
    """The same parameter."""
    made = optuna.distributions
    if isinstance(what, list):
        return made.CategoricalDistribution(what)
    low, high = what.support()
    if what.dist.name == "randint":
        return made.IntDistribution(int(low), int(high))
    return made.FloatDistribution(float(low), float(high), log=what.dist.name == "loguniform")


def searches(estimator, space, count, cv, seed):
    """One of each kind."""
    common = {"cv": cv, "random_state": seed, "refit": True}
    given = {name: for_optuna(what) for name, what in space.items()}
    return {
        "hone": lambda: HoneSearchCV(estimator, space, n_iter=count, **common),
        "optuna": lambda: OptunaSearchCV(estimator, given, n_trials=count, **common),
        "random": lambda: RandomizedSearchCV(estimator, space, n_iter=count, **common),
    }


def ranks(values):
    """1 for the highest; equal ones share the mean of their places."""
    return [1 + sum(other > value for other in values) + (sum(other == value for other in values) - 1) / 2 for value in values]


def scores(seeds, count):
    """Prints ranks and gaps; returns the mean ranks."""
    names, total, gaps, seconds = ["hone", "optuna", "random"], np.zeros(3), np.zeros(3), np.zeros(3)
    print(f"score after {count} candidates, {seeds} seeds: mean rank")
    print(f"{'':<16}" + "".join(f"{name:>10}" for name in names))
    for task, ((X, y), estimator, space, classes) in tasks().items():
        found = np.zeros((seeds, 3))
        for seed in range(seeds):
            cv = (StratifiedKFold if classes else KFold)(3, shuffle=True, random_state=seed)
            for column, (name, make) in enumerate(searches(estimator, space, count, cv, seed).items()):
                start = time.process_time()
                found[seed, column] = make().fit(X, y).best_score_
                seconds[column] += time.process_time() - start
        ranked = np.array([ranks(list(row)) for row in found])
        gap = (found.max(axis=1, keepdims=True) - found).mean(axis=0)
        total += ranked.mean(axis=0)
        gaps += gap / max(gap[2], 1e-12)
        print(f"{task:<16}" + "".join(f"{one:>10.2f}" for one in ranked.mean(axis=0)))
    print(f"{'all':<16}" + "".join(f"{one / 6:>10.2f}" for one in total))
    print(f"{'gap':<16}" + "".join(f"{one / 6:>10.2f}" for one in gaps))
    print(f"{'seconds':<16}" + "".join(f"{one / 6 / seeds:>10.2f}" for one in seconds))
    return dict(zip(names, total / 6))


class Free(ClassifierMixin, BaseEstimator):
    """Costs nothing, and has a score of the kind."""

    def __init__(self, kind="alike", x=0.0, y=0.0):
        self.kind = kind
        self.x = x
        self.y = y

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def score(self, X, y):
        smooth = 0.9 - (self.x - 0.3) ** 2 - (self.y - 0.6) ** 2
        noise = 0.02 * np.random.default_rng(int(self.x * 1e9)).random()
        return {"alike": 0.9, "noisy": round(smooth + noise, 3), "smooth": smooth}[self.kind]


def costs(turns):
    """Prints processor time; returns whether hone's is at most Optuna's."""
    X, y = datasets.load_iris(return_X_y=True)
    level = True
    print("seconds of processor time for 100 candidates that cost nothing, three folds")
    for kind in ("alike", "noisy", "smooth"):
        seconds = {}
        for _ in range(turns):
            for name, make in searches(Free(kind), {"x": uniform(), "y": uniform()}, 100, 3, 1).items():
                start = time.process_time()
                make().fit(X, y)
                seconds.setdefault(name, []).append(time.process_time() - start)
        least = {name: min(several) for name, several in seconds.items()}
        level = level and least["hone"] <= least["optuna"]
        print(f"{kind:<16}" + "".join(f"{name} {one:.3f}   " for name, one in least.items()))
    return level


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=5)
    arguments.add_argument("--candidates", type=int, default=40)
    arguments.add_argument("--turns", type=int, default=5)
    given = arguments.parse_args()
    warnings.simplefilter("ignore")
    print(f"hone {hone.__version__}, Optuna {optuna.__version__}")
    level = costs(given.turns)
    mean = scores(given.seeds, given.candidates)
    return 0 if level and mean["hone"] <= mean["optuna"] and mean["hone"] < mean["random"] else 1


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
