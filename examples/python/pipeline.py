# SPDX-License-Identifier: MIT
"""A pipeline whose steps are chosen, each with parameters that exist for it alone.

    python examples/python/pipeline.py [candidates]

Needs: pip install 'hone-opt[sklearn]'
"""

from __future__ import annotations

import sys

from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC

import hone
from hone.sklearn import HoneSearchCV

PIPELINE = Pipeline([("scale", StandardScaler()), ("features", "passthrough"), ("model", SVC())])

# Objects are chosen by name, and the names stand in the conditions.
SPACE = {
    "scale": {"standard": StandardScaler(), "range": MinMaxScaler()},
    "features": {"all": "passthrough", "best": SelectKBest(), "components": PCA(random_state=1)},
    "features__k": hone.Int(2, 12, when={"features": "best"}),
    "features__n_components": hone.Int(2, 12, when={"features": "components"}),
    "model": {"svm": SVC(), "forest": RandomForestClassifier(n_estimators=30, random_state=1)},
    "model__C": hone.Float(1e-2, 1e3, log=True, when={"model": "svm"}),
    "model__gamma": hone.Float(1e-4, 1.0, log=True, when={"model": "svm"}),
    "model__max_depth": hone.Int(1, 10, when={"model": "forest"}),
}


def main(candidates: int = 16) -> HoneSearchCV:
    X, y = load_wine(return_X_y=True)
    search = HoneSearchCV(PIPELINE, SPACE, n_iter=candidates, cv=4, random_state=1).fit(X, y)
    for row in search.cv_results_["rank_test_score"].argsort()[:3]:
        params = {name: getattr(value, "__class__", type(value)).__name__ if hasattr(value, "fit") else value
                  for name, value in search.cv_results_["params"][row].items()}  # fmt: skip
        print(f"{search.cv_results_['mean_test_score'][row]:.4f}  {params}")
    return search


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
