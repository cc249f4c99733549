# SPDX-License-Identifier: MIT
"""HoneSearchCV with a resource beside HalvingRandomSearchCV: `.venv/bin/python bench/python_halving.py`.

Three data sets, 27 candidates for everybody, by seeds. `held out` is the score of the refitted best on three tenths of the data
that no search saw, `full` the score of a cross-validation of its parameters with all the others, whatever the search had given
it; the time is the processor's, of the search without the refit. HalvingRandomSearchCV has its defaults
(min_resources="smallest", which need not end at all resources) and min_resources="exhaust", which comes nearer to them.
"""

import argparse
import os
import sys
import time
import warnings

import numpy as np
from scipy.stats import loguniform, randint, uniform
from sklearn import datasets
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import HalvingRandomSearchCV, RandomizedSearchCV, StratifiedKFold, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import hone
from hone.sklearn import HoneSearchCV

SVM = {"svc__C": loguniform(1e-3, 1e4), "svc__gamma": loguniform(1e-6, 1e1)}


def tasks():
    """By name: the data, the estimator, the distributions, and what is given out."""
    made = datasets.make_classification(
        3000, 20, n_informative=8, n_redundant=4, n_classes=3, n_clusters_per_class=2, flip_y=0.05, random_state=0
    )
    svm = make_pipeline(StandardScaler(), SVC())
    return {
        "digits, samples": (datasets.load_digits(return_X_y=True), svm, SVM, {"resource": "n_samples"}),
        "made up, samples": (made, svm, SVM, {"resource": "n_samples"}),
        "breast cancer, trees": (
            datasets.load_breast_cancer(return_X_y=True), GradientBoostingClassifier(random_state=0),
            {"learning_rate": loguniform(1e-3, 1), "max_depth": randint(1, 7), "subsample": uniform(0.3, 0.7), "max_features": uniform(0.1, 0.9)},
            {"resource": "n_estimators", "max_resources": 162},
        ),
    }  # fmt: skip


def searches(estimator, space, budget, cv, seed, count):
    common = {"cv": cv, "random_state": seed, "refit": False}
    rest = {"n_candidates": count, "factor": 3, **common, **budget}
    full = {} if budget["resource"] == "n_samples" else {budget["resource"]: [budget["max_resources"]]}
    return {
        "hone": lambda: HoneSearchCV(estimator, space, **rest),
        "hone, random": lambda: HoneSearchCV(estimator, space, sampler="random", **rest),
        "halving": lambda: HalvingRandomSearchCV(estimator, space, **rest),
        "halving, exhaust": lambda: HalvingRandomSearchCV(estimator, space, min_resources="exhaust", **rest),
        "random, all": lambda: RandomizedSearchCV(estimator, {**space, **full}, n_iter=count, **common),
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=5)
    arguments.add_argument("--candidates", type=int, default=27)
    given = arguments.parse_args()
    warnings.simplefilter("ignore")
    print(f"hone {hone.__version__}, {given.candidates} candidates, {given.seeds} seeds")
    for task, ((X, y), estimator, space, budget) in tasks().items():
        found = {}
        for seed in range(given.seeds):
            learn, held, seen, kept = train_test_split(X, y, test_size=0.3, random_state=seed, stratify=y)
            cv = StratifiedKFold(3, shuffle=True, random_state=seed)
            for name, make in searches(estimator, space, budget, cv, seed, given.candidates).items():
                start = time.process_time()
                search = make().fit(learn, seen)
                seconds = time.process_time() - start
                best = dict(search.best_params_)
                if budget["resource"] != "n_samples":
                    best[budget["resource"]] = budget["max_resources"]
                fitted = estimator.set_params(**best)
                full = cross_val_score(fitted, learn, seen, cv=cv).mean()
                found.setdefault(name, []).append((full, fitted.fit(learn, seen).score(held, kept), seconds))
        print(f"{task:<24}{'full':>10}{'held out':>10}{'seconds':>10}")
        for name, rows in found.items():
            full, held_out, seconds = np.mean(rows, axis=0)
            print(f"  {name:<22}{full:>10.4f}{held_out:>10.4f}{seconds:>10.2f}", flush=True)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
