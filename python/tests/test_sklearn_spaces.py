# SPDX-License-Identifier: MIT
"""Spaces as RandomizedSearchCV's users write them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn")
from scipy import stats  # noqa: E402
from sklearn.base import BaseEstimator, ClassifierMixin  # noqa: E402
from sklearn.datasets import load_iris  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import RandomizedSearchCV  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

import hone  # noqa: E402
from hone._sklearn_distributions import MASS  # noqa: E402
from hone._sklearn_space import Translation  # noqa: E402
from hone.sklearn import HoneSearchCV  # noqa: E402

X, y = load_iris(return_X_y=True)


class Plain(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Takes anything, costs nothing."""

    def __init__(self, a: Any = 0.0, b: Any = 0.0, c: Any = 0.0) -> None:
        self.a = a
        self.b = b
        self.c = c

    def fit(self, X: Any, y: Any) -> Plain:
        self.classes_ = np.unique(y)
        return self

    def score(self, X: Any, y: Any) -> float:
        return float(self.a) if isinstance(self.a, (int, float)) else 0.0


def search_of(space: Any, **options: Any) -> HoneSearchCV:
    return HoneSearchCV(Plain(), **{"param_distributions": space, "n_iter": 20, "cv": 2, "sampler": "random", "random_state": 1, **options})


def space_of(what: Any) -> Any:
    return Translation({"a": what}).space["a"]


# --- SciPy's distributions


@pytest.mark.parametrize(
    ("distribution", "parameter"),
    [
        (stats.uniform(), hone.Float(0, 1)),
        (stats.uniform(loc=-2, scale=5), hone.Float(-2, 3)),
        (stats.uniform, hone.Float(0, 1)),
        (stats.loguniform(1e-3, 1e3), hone.Float(1e-3, 1e3, log=True)),
        (stats.reciprocal(1, 8), hone.Float(1, 8, log=True)),
        (stats.loguniform(1e-3, 1e3, scale=10), hone.Float(1e-2, 1e4, log=True)),
        (stats.randint(2, 9), hone.Int(2, 8)),
        (stats.randint(2, 9, loc=-4), hone.Int(-2, 4)),
    ],
)
def test_what_hone_has_too_is_the_same(distribution: Any, parameter: Any) -> None:
    made = space_of(distribution)
    assert type(made) is type(parameter) and made.log == parameter.log
    assert (made.low, made.high) == pytest.approx((parameter.low, parameter.high), rel=1e-12)


@pytest.mark.parametrize(
    "distribution",
    [
        stats.norm(3, 2), stats.expon(scale=0.1), stats.lognorm(1.5), stats.gamma(2, scale=3), stats.beta(2, 5),
        stats.loguniform(1, 10, loc=5), stats.truncnorm(-1, 2), stats.poisson(4), stats.binom(10, 0.3),
        stats.rv_histogram(np.histogram([1.0, 2.0, 2.5, 7.0], bins=4), density=False),
    ],
)  # fmt: skip
def test_others_are_searched_by_their_quantiles(distribution: Any) -> None:
    translation = Translation({"a": distribution})
    parameter = translation.space["a"]
    assert isinstance(parameter, hone.Float) and (parameter.low, parameter.high) == ((1 - MASS) / 2, (1 + MASS) / 2)
    shares = np.linspace(parameter.low, parameter.high, 201)
    values = [translation.decoded({"a": float(share)})["a"] for share in shares]
    assert values == sorted(values) and np.allclose(values, distribution.ppf(shares))
    whole = hasattr(getattr(distribution, "dist", distribution), "pmf")
    assert all(type(value) is (int if whole else float) for value in values)


def test_draws_by_quantiles_are_distributed_so() -> None:
    search = search_of({"a": stats.gamma(2, scale=3)}, n_iter=300).fit(X, y)
    drawn = [params["a"] for params in search.cv_results_["params"]]
    assert stats.kstest(drawn, stats.gamma(2, scale=3).cdf).pvalue > 0.01
    # The study holds the quantile, and the value beside it.
    assert [trial.attributes["a"] for trial in search.study_.trials] == drawn
    assert search.best_params_["a"] == max(drawn) and "gamma(2, scale=3)" in search.study_.space["a"].description


class OnlyDraws:
    def rvs(self, random_state: Any = None) -> float:
        return 0.5


@pytest.mark.parametrize("distribution", [OnlyDraws(), stats.multivariate_normal([0, 0]), stats.uniform(loc=np.nan)])
def test_what_has_no_quantiles_is_refused(distribution: Any) -> None:
    with pytest.raises(hone.InvalidSpaceError, match="'a' is .*no finite quantiles .ppf."):
        search_of({"a": distribution}).fit(X, y)


def test_a_quantile_cannot_be_enqueued() -> None:
    with pytest.raises(hone.InvalidArgumentError, match="quantiles"):
        search_of({"a": stats.norm()}, enqueue=[{"a": 1.0}]).fit(X, y)


# --- lists


def test_numbers_in_order_resemble_their_neighbours() -> None:
    assert space_of([0.1, 1, 10]) == hone.Ordinal([0.1, 1, 10])
    assert space_of(range(1, 9, 2)) == hone.Ordinal([1, 3, 5, 7])
    assert space_of(np.logspace(2, 0, 3)) == hone.Ordinal([100.0, 10.0, 1.0])
    assert space_of([1, 10]) == hone.Categorical([1, 10]) and space_of([1, 3, 2]) == hone.Categorical([1, 3, 2])
    assert space_of([False, True]) == hone.Categorical([False, True])
    assert space_of(["a", "b", "a"]) == hone.Categorical(["a", "b"])


def test_estimators_of_one_class_are_named_by_their_arguments() -> None:
    translation = Translation({"a": [SVC(C=2), SVC(kernel="linear"), LogisticRegression()]})
    assert list(translation.space["a"].choices) == ["SVC(C=2)", "SVC(kernel='linear')", "LogisticRegression"]


# --- lists of dicts

LINEAR, CURVED = {"a": ["linear"], "b": stats.loguniform(1, 100)}, {"a": ["rbf", "poly"], "b": stats.loguniform(1, 10), "c": [1, 2]}


def test_a_list_of_dicts() -> None:
    search = search_of([LINEAR, CURVED], n_iter=60).fit(X, y)
    seen = set()
    for params in search.cv_results_["params"]:
        linear = params["a"] == "linear"
        seen.add(params["a"])
        assert set(params) == ({"a", "b"} if linear else {"a", "b", "c"}) and 1 <= params["b"] <= (100 if linear else 10)
    assert seen == {"linear", "rbf", "poly"} and search.cv_results_["param_c"].mask.any()
    assert max(params["b"] for params in search.cv_results_["params"]) > 10
    assert set(search.study_.space) == {"subspace", "a", "b", "a@2", "b@2", "c"}


def test_what_dicts_have_alike_is_one_parameter() -> None:
    translation = Translation([{"a": [1], "b": stats.uniform()}, {"b": stats.uniform(), "subspace": ["x"]}, {}])
    assert list(translation.space) == ["subspace_", "a", "b", "subspace"]
    assert dict(translation.space["b"].when) == {"subspace_": [1, 2]}  # type: ignore[attr-defined]
    assert translation.decoded({"subspace_": 3}) == {}
    assert Translation([{"a": [1, 2]}]).space == Translation({"a": [1, 2]}).space


def test_conditions_within_a_dict() -> None:
    inner = {"a": ["x", "y"], "b": hone.Float(0, 1, when={"a": "y"})}
    search = search_of([{"a": ["z"]}, inner], n_iter=60).fit(X, y)
    assert all(("b" in params) == (params["a"] == "y") for params in search.cv_results_["params"])


def test_settings_of_ones_own_in_a_list_of_dicts() -> None:
    search = search_of([LINEAR, CURVED], enqueue=[{"a": "poly", "b": 3.0, "c": 2}, {"a": "linear", "b": 50.0}]).fit(X, y)
    first, second = search.cv_results_["params"][:2]
    assert first == {"a": "poly", "b": 3.0, "c": 2} and second == {"a": "linear", "b": 50.0}
    with pytest.raises(hone.InvalidArgumentError, match="none of the dicts"):
        search_of([LINEAR, CURVED], enqueue=[{"a": "poly", "b": 50.0}]).fit(X, y)


@pytest.mark.parametrize("space", [[], "a", [{"a": [1]}, 3]])
def test_spaces_that_are_no_dicts(space: Any) -> None:
    with pytest.raises(ValueError, match="list of such dicts|must be"):
        search_of(space).fit(X, y)


# --- as RandomizedSearchCV


def test_it_stands_where_a_randomized_search_stood() -> None:
    given: Any = [{"kernel": ["linear"], "C": stats.loguniform(0.1, 10)}, {"kernel": ["rbf"], "gamma": [0.1, 1.0]}]
    options: Any = {"param_distributions": given, "n_iter": 12, "cv": 3, "random_state": 1, "return_train_score": True}
    ours = HoneSearchCV(SVC(), **options).fit(X, y)
    theirs = RandomizedSearchCV(SVC(), **options).fit(X, y)
    assert set(ours.cv_results_) - set(theirs.cv_results_) == {"trial"} and set(theirs.cv_results_) <= set(ours.cv_results_)
    for name, column in theirs.cv_results_.items():
        assert type(ours.cv_results_[name]) is type(column) and np.shape(ours.cv_results_[name]) == np.shape(column)
    assert ours.best_score_ > 0.9 and set(ours.best_params_) in ({"kernel", "C"}, {"kernel", "gamma"})


def test_a_space_is_given_once() -> None:
    with pytest.raises(hone.InvalidArgumentError, match="both given"):
        HoneSearchCV(Plain(), {"a": [1, 2]}, param_distributions={"a": [1, 2]}).fit(X, y)
    with pytest.raises(hone.InvalidArgumentError, match="both left out"):
        HoneSearchCV(Plain()).fit(X, y)


@pytest.mark.parametrize("sampler", [None, "random", "tpe"])
def test_more_candidates_than_there_are(sampler: Any) -> None:
    space = {"a": [1, 2, 3], "b": ["x", "y"], "c": hone.Int(0, 1, when={"b": "y"})}
    search = search_of(space, sampler=sampler, constraints=["a < 3 or b == 'x'"])
    with pytest.warns(UserWarning, match="has 7 candidates, fewer than n_iter=20"):
        search.fit(X, y)
    assert len({tuple(params.items()) for params in search.cv_results_["params"]}) == len(search.cv_results_["params"]) == 7


@pytest.mark.parametrize("space", [{"a": [1, 2]}, {"a": hone.Int(1, 100)}, {"a": hone.Float(0, 1)}, {"a": hone.Float(0, 8, step=0.1)}])
def test_no_word_of_what_suffices(space: Any) -> None:
    sampler = "grid" if space["a"] == [1, 2] else "random"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search_of(space, sampler=sampler).fit(X, y)


# --- what is printed


def printed(capsys: Any, **options: Any) -> list[str]:
    search_of({"a": stats.uniform()}, n_iter=3, **options).fit(X, y)
    return capsys.readouterr().out.splitlines()  # type: ignore[no-any-return]


def test_what_is_printed(capsys: Any) -> None:
    assert printed(capsys) == []
    assert printed(capsys, verbose=1) == ["Fitting 2 folds for each of 3 candidates, totalling 6 fits"]
    assert printed(capsys, verbose=1, pruner="median") == ["Fitting 2 folds for each of 3 candidates, totalling up to 6 fits"]
    two = printed(capsys, verbose=2)
    assert len(two) == 7 and all("[CV] END" in line for line in two[1:])
    assert [line for line in printed(capsys, verbose=10, batch_size=2) if line.startswith("Cand")] == [
        "Candidates 1 to 2 of 3", "Candidates 3 to 3 of 3",
    ]  # fmt: skip
    RandomizedSearchCV(Plain(), {"a": stats.uniform()}, n_iter=3, cv=2, verbose=1).fit(X, y)
    assert capsys.readouterr().out.splitlines() == ["Fitting 2 folds for each of 3 candidates, totalling 6 fits"]


# --- folds


def test_all_candidates_meet_the_same_folds() -> None:
    """Also when the splitter draws them and has no seed, as in a search of scikit-learn's."""
    from sklearn.model_selection import ShuffleSplit

    seen = []

    class Noting(Plain):
        def score(self, X: Any, y: Any) -> float:
            seen.append(tuple(X[:, 0]))
            return 0.5

    data = np.arange(40.0).reshape(20, 2)
    HoneSearchCV(Noting(), {"a": stats.uniform()}, n_iter=4, cv=ShuffleSplit(3), sampler="random", refit=False).fit(data, np.arange(20) % 2)
    assert len(seen) == 12 and len(set(seen)) == 3


def test_what_a_resumed_study_has_is_kept(store: str) -> None:
    options: Any = {"store": store, "resume": True, "random_state": None}
    search_of({"a": stats.uniform()}, sampler={"name": "tpe", "startup": 3}, **options).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = search_of({"a": stats.uniform()}, **{**options, "sampler": None}).fit(X, y)
    assert again.study_.definition["sampler"]["name"] == "tpe" and len(again.study_) == 40
    with pytest.warns(UserWarning, match="had seed .*, and has 7 from now on"):
        search_of({"a": stats.uniform()}, **{**options, "sampler": None, "random_state": 7}).fit(X, y)


# --- with the rest


LISTS: Any = [{"kernel": ["linear"], "C": stats.expon(scale=10)}, {"kernel": ["rbf", "poly"], "C": stats.loguniform(0.1, 10)}]


def test_scorers_that_name_their_metrics_and_quantiles() -> None:
    """The first candidates are proposed before the study of these metrics is made, and told to it as they were."""

    def scoring(model: Any, X: Any, y: Any) -> dict[str, float]:
        return {"good": model.score(X, y), "small": -float(model.C)}

    options: Any = {"n_iter": 6, "cv": 3, "scoring": scoring, "random_state": 1, "enqueue": [{"kernel": "poly", "C": 3.0}]}
    search = HoneSearchCV(SVC(), LISTS, refit=lambda results: int(np.argmax(results["mean_test_good"])), **options).fit(X, y)
    assert search.cv_results_["params"][0] == {"kernel": "poly", "C": 3.0} and search.study_.objectives == ["good", "small"]
    for trial, params in zip(search.study_.trials, search.cv_results_["params"]):
        assert trial.values is not None and trial.values[1] == pytest.approx(-params["C"])
        assert trial.attributes.get("C", params["C"]) == params["C"]
    assert search.best_params_ == search.cv_results_["params"][search.best_index_]


@pytest.mark.parametrize("pruner", [None, "median"])
def test_groups_metrics_and_workers(pruner: Any) -> None:
    from sklearn.model_selection import GroupKFold

    groups = np.repeat(np.arange(10), 15)
    options: Any = {"n_iter": 4, "random_state": 1, "pruner": pruner, "return_train_score": True, "n_jobs": 2}
    search = HoneSearchCV(SVC(), param_distributions=LISTS, cv=GroupKFold(5), scoring=["accuracy", "f1_macro"], refit="f1_macro", **options)
    search.fit(X, y, groups=groups)
    assert search.n_splits_ == 5 and {"mean_train_accuracy", "split4_test_f1_macro"} <= set(search.cv_results_)
    assert isinstance(search.cv, GroupKFold) and search.best_score_ == np.nanmax(search.cv_results_["mean_test_f1_macro"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("failed", [np.nan, 0.0])
def test_what_cannot_be_fitted(failed: float) -> None:
    search = HoneSearchCV(SVC(), {"C": stats.uniform(-1, 2)}, n_iter=12, cv=3, error_score=failed, random_state=1, sampler="random").fit(X, y)
    below = [params["C"] < 0 for params in search.cv_results_["params"]]
    assert any(below) and [trial.state == "failed" for trial in search.study_.trials] == below
    np.testing.assert_array_equal(search.cv_results_["mean_test_score"][below], failed)
    with pytest.raises(ValueError, match="C"):
        search.set_params(error_score="raise").fit(X, y)


def test_inside_a_pipeline_and_a_nested_cross_validation() -> None:
    from sklearn.model_selection import cross_validate
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    inner = HoneSearchCV(SVC(), param_distributions=LISTS, n_iter=3, cv=2, random_state=1)
    found = cross_validate(make_pipeline(StandardScaler(), inner), X, y, cv=3, return_estimator=True, n_jobs=2)
    assert found["test_score"].min() > 0.85 and all(hasattr(one[-1], "best_params_") for one in found["estimator"])


def test_an_interrupted_search_is_as_it_was() -> None:
    class Stopping(Plain):
        def fit(self, X: Any, y: Any) -> Plain:
            raise KeyboardInterrupt

    search = HoneSearchCV(Stopping(), {"a": stats.uniform()}, cv=3, error_score=0.0, sampler="random")
    with pytest.raises(KeyboardInterrupt):
        search.fit(X, y)
    assert (search.cv, search.error_score, search.verbose) == (3, 0.0, 0) and not hasattr(search, "_search")
    assert [trial.state for trial in search.study_.trials] == ["waiting"]


@pytest.mark.parametrize(("batch", "pruner"), [(1, None), (3, None), (2, "median")])
def test_an_interrupted_search_goes_on_with_what_it_was_at(tmp_path: Any, batch: int, pruner: Any) -> None:
    store, fits = tmp_path / "hone.db", []

    class Stopping(Plain):
        def fit(self, X: Any, y: Any) -> Plain:
            fits.append(self.a)
            if len(fits) == 8:
                raise KeyboardInterrupt
            return super().fit(X, y)

    search = HoneSearchCV(
        Stopping(), {"a": stats.uniform()}, n_iter=6, cv=3, sampler="random", random_state=1, store=store, resume=True,
        batch_size=batch, pruner=pruner, refit=False,
    )  # fmt: skip
    with pytest.raises(KeyboardInterrupt):
        search.fit(X, y)
    states = [trial.state for trial in search.study_.trials]
    assert "waiting" in states and not {"failed", "running"} & set(states)
    left = [trial["a"] for trial in search.study_.trials if trial.state == "waiting"]
    search.fit(X, y)
    assert [float(one) for one in search.cv_results_["param_a"][: len(left)]] == left
    assert not {"waiting", "running", "failed"} & {trial.state for trial in search.study_.trials}


def test_a_pair_of_numbers_is_told_with_its_two_readings() -> None:
    with pytest.warns(UserWarning, match=r"'C' is the pair \(0.1, 10\), .* write hone.Float\(0.1, 10\), for two choices the list \[0.1, 10\]"):
        Translation({"C": (0.1, 10)})
    with pytest.warns(UserWarning, match=r"for the range write hone.Int\(1, 9\)"):
        Translation({"n": (1, 9)})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Translation({"C": [0.1, 10], "a": ("x", "y"), "b": (True, False), "d": (1, 2, 3), "e": (64, None)})
