# SPDX-License-Identifier: MIT
"""HoneSearchCV where fits fail, scorers name their own metrics, and a fit is not the first."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn")
from sklearn.base import BaseEstimator, ClassifierMixin  # noqa: E402
from sklearn.datasets import load_iris  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

import hone  # noqa: E402
from hone.sklearn import HoneSearchCV  # noqa: E402

X, y = load_iris(return_X_y=True)
SPACE = {"C": hone.Float(0.01, 100, log=True)}


class Fragile(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Fails when it is fitted, or when it is scored."""

    def __init__(self, p: float = 0.0, where: str = "fit") -> None:
        self.p = p
        self.where = where

    def fit(self, X: Any, y: Any) -> Fragile:
        if self.p > 0.5 and self.where == "fit":
            raise ValueError("too fragile")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Any) -> Any:
        if self.p > 0.5 and self.where == "predict":
            raise ValueError("too fragile")
        return np.full(len(X), self.classes_[0])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("where", ["fit", "predict"])
@pytest.mark.parametrize("batch", [1, 4])
def test_a_number_for_failures_does_not_hide_them(where: str, batch: int) -> None:
    search = HoneSearchCV(
        Fragile(where=where), {"p": hone.Float(0, 1)}, sampler="random", n_iter=8, cv=3, random_state=1, batch_size=batch,
        error_score=0.25,
    ).fit(X, y)  # fmt: skip
    broken = [trial["p"] > 0.5 for trial in search.study_.trials]
    assert any(broken) and not all(broken)
    for trial, fails, score in zip(search.study_.trials, broken, search.cv_results_["mean_test_score"]):
        assert trial.state == ("failed" if fails else "complete")
        assert score == pytest.approx(0.25 if fails else 1 / 3)
        if fails and where == "fit":
            assert "too fragile" in trial.error
    assert search.error_score == 0.25


def several(estimator: Any, X: Any, y: Any) -> dict[str, float]:
    return {"accuracy": estimator.score(X, y), "simplicity": -math.log(estimator.C)}


@pytest.mark.parametrize("refit", [False, lambda results: 0])
def test_a_scorer_may_name_its_metrics_itself(refit: Any, store: str) -> None:
    options: dict[str, Any] = dict(scoring=several, refit=refit, cv=3)
    search = HoneSearchCV(SVC(), SPACE, n_iter=6, random_state=1, enqueue=[{"C": 1.0}], store=store, **options).fit(X, y)
    grid = GridSearchCV(SVC(), {"C": list(search.cv_results_["param_C"])}, **options).fit(X, y)
    for metric in ("accuracy", "simplicity"):
        np.testing.assert_allclose(search.cv_results_[f"mean_test_{metric}"], grid.cv_results_[f"mean_test_{metric}"])
    trials = search.study_.trials
    assert search.study_.objectives == ["accuracy", "simplicity"] and len(trials) == 6
    assert [trial.number for trial in trials] == list(search.cv_results_["trial"]) and trials[0]["C"] == 1.0
    assert trials[3].values == pytest.approx([grid.cv_results_[f"mean_test_{metric}"][3] for metric in search.study_.objectives])
    assert len(set(search.cv_results_["param_C"])) == 6


def test_such_a_search_is_resumed(store: str) -> None:
    search = HoneSearchCV(SVC(), SPACE, n_iter=2, cv=3, scoring=several, refit=False, store=store, resume=True, sampler="random")
    for count in (2, 4):
        search.fit(X, y)
        assert len(search.study_) == count
        values = [[trial.values[0], trial["C"]] for trial in search.study_.trials[-2:]]
        np.testing.assert_allclose(values, np.c_[search.cv_results_["mean_test_accuracy"], search.cv_results_["param_C"].astype(float)])


def test_such_a_scorer_on_a_grid() -> None:
    search = HoneSearchCV(SVC(), {"C": [0.1, 1.0, 10.0]}, sampler="grid", n_iter=9, cv=3, scoring=several, refit=False)
    assert sorted(search.fit(X, y).cv_results_["param_C"]) == [0.1, 1.0, 10.0]


def test_a_second_fit_is_a_study_of_its_own(store: str) -> None:
    search = HoneSearchCV(SVC(), SPACE, n_iter=2, cv=3, sampler="random", random_state=1, store=store, study_name="svm")
    assert search.fit(X, y).study_name_ == "svm"
    with pytest.warns(UserWarning, match="this fit is 'svm-2'"):
        search.fit(X[:120], y[:120])
    assert search.study_.name == search.study_name_ == "svm-2" and len(hone.load_study("svm", store)) == 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert not np.isnan(cross_val_score(search, X, y, cv=2)).any()
    assert len(hone.load_study("svm-4", store)) == 2
    search.set_params(resume=True).fit(X, y)
    assert search.study_name_ == "svm" and len(search.study_) == 4


@pytest.mark.parametrize("count", [None, "3", 2.5])
def test_counts_are_whole_numbers(count: Any) -> None:
    with pytest.raises(hone.InvalidArgumentError, match="n_iter is .*; give a whole number"):
        HoneSearchCV(SVC(), SPACE, n_iter=count).fit(X, y)
