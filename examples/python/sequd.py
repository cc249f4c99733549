# SPDX-License-Identifier: MIT
"""The experiments of the SeqUD paper's sixth section on a data set that scikit-learn brings along: a support vector
machine, XGBoost and a pipeline, by the mean accuracy of five folds, for several samplers.

    python examples/python/sequd.py [--candidates 100] [--repeats 10] [--trees 500] [--tasks svm,boosting,pipeline]
                                    [--samplers sequd,random]

Yang and Zhang, Hyperparameter Optimization via Sequential Uniform Designs, JMLR 22 (2021). The spaces are the paper's,
but the parameters of a step exist only where the step is chosen, a knowledge that the paper leaves unused.

Needs: pip install 'hone-opt[sklearn]' xgboost
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.model_selection import KFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC
from xgboost import XGBClassifier

import hone
from hone.sklearn import HoneSearchCV


def svm(prefix: str, when: Any = ()) -> Dict[str, Any]:
    return {
        f"{prefix}gamma": hone.Float(2.0**-16, 2.0**6, log=True, when=when),
        f"{prefix}C": hone.Float(2.0**-6, 2.0**16, log=True, when=when),
    }


def boosting(prefix: str, trees: int, when: Any = ()) -> Dict[str, Any]:
    small = {"low": 1e-5, "high": 1.0, "log": True, "when": when}
    return {
        f"{prefix}booster": hone.Categorical(["gbtree", "gblinear"], when=when),
        f"{prefix}max_depth": hone.Int(1, 8, when=when),
        f"{prefix}n_estimators": hone.Int(max(1, trees // 5), trees, when=when),
        f"{prefix}colsample_bytree": hone.Float(0.5, 1.0, when=when),
        f"{prefix}learning_rate": hone.Float(**small),
        f"{prefix}min_split_loss": hone.Float(**small),  # XGBoost's other name for gamma, which SVC has too
        f"{prefix}reg_alpha": hone.Float(**small),
        f"{prefix}reg_lambda": hone.Float(**small),
    }


def tasks(trees: int, features: int) -> Dict[str, Tuple[Any, Dict[str, Any]]]:
    machine, trees_model = SVC(max_iter=20000), XGBClassifier(n_jobs=1, verbosity=0)
    steps = Pipeline([("scale", MinMaxScaler()), ("features", "passthrough"), ("model", machine)])
    most = min(features, 20)
    whole = {
        "scale": {"range": MinMaxScaler(), "standard": StandardScaler()},
        "features": {"all": "passthrough", "best": SelectKBest(f_classif), "components": PCA()},
        "features__k": hone.Int(1, most, when={"features": "best"}),
        "features__n_components": hone.Int(1, most, when={"features": "components"}),
        "model": {"svm": machine, "boosting": trees_model},
    }
    kinds = {**svm("model__", {"model": "svm"}), **boosting("model__", trees, {"model": "boosting"})}
    return {
        "svm": (make_pipeline(MinMaxScaler(), machine), svm("svc__")),
        "boosting": (trees_model, boosting("", trees)),
        "pipeline": (steps, {**whole, **kinds}),
    }


def measure(
    candidates: int = 100,
    repeats: int = 10,
    trees: int = 500,
    names: Optional[List[str]] = None,
    samplers: Tuple[str, ...] = ("sequd", "random"),
) -> Dict[Tuple[str, str], List[float]]:
    """The best score of each repetition, by task and sampler."""
    X, y = load_breast_cancer(return_X_y=True)
    found: Dict[Tuple[str, str], List[float]] = {}
    for task, (estimator, space) in tasks(trees, X.shape[1]).items():
        if names is not None and task not in names:
            continue
        for sampler in samplers:
            start, scores = time.perf_counter(), []
            for seed in range(repeats):
                folds = KFold(5, shuffle=True, random_state=seed)  # the same for all samplers
                search = HoneSearchCV(
                    estimator, space, sampler=sampler, n_iter=candidates, cv=folds, refit=False, random_state=seed
                )
                scores.append(search.fit(X, y).best_score_)
            found[task, sampler] = scores
            took = (time.perf_counter() - start) / repeats
            accuracy = f"{100 * np.mean(scores):6.2f} ± {100 * np.std(scores):.2f} %"
            print(f"{task:9} {sampler:8} {accuracy}  {took:6.1f} s", flush=True)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="SeqUD's experiments on a data set of scikit-learn")
    parser.add_argument("--candidates", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--trees", type=int, default=500, help="most trees of XGBoost; a fifth of it is the fewest")
    parser.add_argument("--tasks", default="svm,boosting,pipeline")
    parser.add_argument("--samplers", default="sequd,random")
    given = parser.parse_args()
    measure(given.candidates, given.repeats, given.trees, given.tasks.split(","), tuple(given.samplers.split(",")))
