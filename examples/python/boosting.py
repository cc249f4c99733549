# SPDX-License-Identifier: MIT
"""XGBoost on a data set of scikit-learn, with hone.sklearn.HoneSearchCV.

    python examples/python/boosting.py [candidates]

Needs: pip install 'hone-opt[sklearn]' xgboost
"""

from __future__ import annotations

import sys

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from xgboost import XGBClassifier

import hone
from hone.sklearn import HoneSearchCV

SPACE = {
    "max_depth": hone.Int(1, 8),
    "n_estimators": hone.Int(20, 80),
    "learning_rate": hone.Float(1e-2, 1.0, log=True),
    "colsample_bytree": hone.Float(0.5, 1.0),
    "reg_lambda": hone.Float(1e-5, 10.0, log=True),
}


def main(candidates: int = 12) -> HoneSearchCV:
    X, y = load_breast_cancer(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, random_state=1, stratify=y)
    search = HoneSearchCV(
        XGBClassifier(n_jobs=1), SPACE, n_iter=candidates, cv=3, scoring="neg_log_loss", random_state=1,
        # The settings that the library comes with are a candidate like any other, and the first.
        enqueue=[
            {"max_depth": 6, "n_estimators": 80, "learning_rate": 0.3, "colsample_bytree": 1.0, "reg_lambda": 1.0}
        ],
    )  # fmt: skip
    search.fit(X_train, y_train)
    usual = search.cv_results_["mean_test_score"][0]
    print(f"log loss with the usual settings {-usual:.4f}, with those found {-search.best_score_:.4f}")
    print("found:", search.best_params_)
    print(f"accuracy on data not seen: {search.best_estimator_.score(X_test, y_test):.3f}")
    return search


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
