# SPDX-License-Identifier: MIT
"""HoneSearchCV beside scikit-learn's own searches."""

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris, make_regression
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import FitFailedWarning, NotFittedError
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, make_scorer
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, StratifiedKFold, cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

import hone
from hone._sklearn_search import Search
from hone.sklearn import Choice, HoneSearchCV

X, Y = load_iris(return_X_y=True)
SPACE = {"C": hone.Float(1e-3, 1e3, log=True), "kernel": ["rbf", "linear"]}


def search_of(estimator=None, space=None, **options):
    base = {"n_iter": 4, "cv": 3, "sampler": "random", "random_state": 1}
    return HoneSearchCV(SVC() if estimator is None else estimator, space or SPACE, **{**base, **options})


class Moody(ClassifierMixin, BaseEstimator):
    """Fails for some settings; its score is a function of its parameter and the fold."""

    def __init__(self, level=0.0, broken=(), odd=False):
        self.level = level
        self.broken = broken
        self.odd = odd

    def fit(self, X, y, sample_weight=None, scale=1.0):
        if self.level in self.broken:
            raise RuntimeError(f"level {self.level} cannot be fitted")
        self.classes_ = np.unique(y)
        self.weight_ = sample_weight
        self.scale_ = scale
        self.n_features_in_ = X.shape[1]
        return self

    def predict(self, X):
        return np.zeros(len(X))

    def score(self, X, y=None, sample_weight=None):
        return float(self.level)


# --- scikit-learn's own checks


def known(search):
    """scikit-learn expects these of GridSearchCV as well: a ridge regression takes a column for a table of targets."""
    return {"check_supervised_y_2d": "the inner estimator does not warn"} if isinstance(search.estimator, Ridge) else {}


@parametrize_with_checks(
    [
        HoneSearchCV(LogisticRegression(), {"C": hone.Float(0.1, 10, log=True)}, n_iter=2, cv=2, sampler="random"),
        HoneSearchCV(Ridge(), {"alpha": hone.Float(0.1, 10, log=True)}, n_iter=2, cv=2, sampler="random"),
        HoneSearchCV(
            LogisticRegression(), {"C": hone.Float(0.1, 10, log=True)}, n_iter=3, cv=2, sampler="random", pruner="median",
            error_score="raise"),
    ],
    expected_failed_checks=known,
)  # fmt: skip
def test_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


# --- results


def test_it_is_the_grid_search_of_the_same_candidates():
    space = {"C": [0.1, 1.0, 10.0], "kernel": ["rbf", "linear"]}
    ours = search_of(space=space, sampler="grid", n_iter=20, return_train_score=True).fit(X, Y)
    grid = GridSearchCV(SVC(), space, cv=3, return_train_score=True).fit(X, Y)
    assert set(ours.cv_results_) - set(grid.cv_results_) == {"trial"}
    key = lambda params: (params["C"], params["kernel"])  # noqa: E731
    mine = sorted(range(6), key=lambda row: key(ours.cv_results_["params"][row]))
    theirs = sorted(range(6), key=lambda row: key(grid.cv_results_["params"][row]))
    for name, column in grid.cv_results_.items():
        if "time" in name:
            assert len(ours.cv_results_[name]) == 6 and (ours.cv_results_[name] >= 0).all()
        else:
            assert list(np.asarray(ours.cv_results_[name], dtype=object)[mine]) == list(np.asarray(column, dtype=object)[theirs]), name
            assert type(ours.cv_results_[name]) is type(column)
    assert ours.best_score_ == grid.best_score_ and ours.n_splits_ == 3
    assert ours.best_params_ == ours.cv_results_["params"][ours.best_index_]


def test_the_best_is_refitted():
    search = search_of().fit(X, Y)
    direct = clone(search.estimator).set_params(**search.best_params_).fit(X, Y)
    assert (search.predict(X) == direct.predict(X)).all() and search.score(X, Y) == direct.score(X, Y)
    assert (search.decision_function(X) == direct.decision_function(X)).all()
    assert not hasattr(search, "transform") and not hasattr(search, "predict_proba")
    assert list(search.classes_) == [0, 1, 2] and search.n_features_in_ == 4 and search.refit_time_ >= 0


def test_other_methods_are_delegated():
    steps = Pipeline([("scale", StandardScaler()), ("pca", PCA())])
    search = search_of(steps, {"pca__n_components": hone.Int(1, 3)}, scoring=lambda model, X, y=None: model["pca"].n_components).fit(X)
    assert search.best_params_ == {"pca__n_components": 3} and search.transform(X).shape == (150, 3)
    assert search.inverse_transform(search.transform(X)).shape == X.shape


def test_without_refit():
    search = search_of(refit=False).fit(X, Y)
    assert search.best_score_ > 0.8 and not hasattr(search, "best_estimator_")
    with pytest.raises((AttributeError, NotFittedError)):
        search.predict(X)


def test_not_fitted_yet():
    with pytest.raises((AttributeError, NotFittedError)):
        search_of().predict(X)


def test_the_study_has_the_same_values():
    search = search_of(n_iter=6).fit(X, Y)
    told = [trial.value for trial in search.study_.trials]
    assert told == pytest.approx(list(search.cv_results_["mean_test_score"]))
    assert search.study_.direction == "maximize" and search.study_.best_value == pytest.approx(search.best_score_)
    assert list(search.cv_results_["trial"]) == list(range(6))


# --- an estimator like others


def test_cloning_and_parameters():
    search = search_of(pruner="median", sources={"name": "old", "trials": []}, store="sqlite:x.db")
    other = clone(search)
    assert other is not search and set(other.get_params(deep=False)) == set(search.get_params(deep=False))
    assert other.get_params()["estimator__C"] == 1.0
    other.set_params(n_iter=9, estimator__degree=5)
    assert (other.n_iter, other.estimator.degree, search.n_iter) == (9, 5, 4)
    assert "HoneSearchCV" in repr(search)


def test_a_search_with_a_source_in_memory_can_be_cloned():
    old = hone.create_study({"C": hone.Float(1e-3, 1e3, log=True)}, sampler="random", name="old")
    old.optimize(lambda trial: -abs(np.log10(trial["C"]) - 1), 12)
    search = HoneSearchCV(SVC(), {"C": hone.Float(1e-3, 1e3, log=True)}, n_iter=2, cv=2, sampler="rgpe", sources=old, random_state=1)
    assert clone(search).fit(X, Y).best_score_ > 0.8


@pytest.mark.parametrize("in_file", [False, True])
def test_a_fitted_search_can_be_pickled(store, in_file):
    search = search_of(store=store if in_file else None).fit(X, Y)
    other = pickle.loads(pickle.dumps(search))
    assert (other.predict(X) == search.predict(X)).all() and other.best_params_ == search.best_params_
    assert hasattr(other, "study_") == in_file and hasattr(search, "study_")


def test_the_same_state_gives_the_same_candidates():
    def candidates(state):
        return search_of(random_state=state).fit(X, Y).cv_results_["params"]

    assert candidates(3) == candidates(3) != candidates(4)
    assert candidates(np.random.RandomState(5)) == candidates(np.random.RandomState(5))
    np.random.seed(6)
    first = candidates(None)
    assert candidates(None) != first


def test_inside_a_cross_validation():
    assert cross_val_score(search_of(n_iter=2), X, Y, cv=3).mean() > 0.8


# --- spaces


def test_steps_of_a_pipeline_and_their_own_parameters():
    steps = Pipeline([("scale", StandardScaler()), ("model", SVC())])
    space = {
        "scale": ["passthrough", StandardScaler()],
        "scale__with_mean": hone.Bool(when={"scale": "StandardScaler"}),
        "model": {"svm": SVC(), "forest": RandomForestClassifier(n_estimators=5)},
        "model__C": hone.Float(0.1, 10, when={"model": "svm"}),
        "model__kernel": hone.Categorical(["rbf", "linear"], when={"model": "svm"}),
        "model__max_depth": Choice({"any": None, "two": 2}, when={"model": "forest"}),
    }
    search = search_of(steps, space, n_iter=14, error_score="raise").fit(X, Y)
    kinds = set()
    for row, params in enumerate(search.cv_results_["params"]):
        forest = isinstance(params["model"], RandomForestClassifier)
        kinds.add((forest, isinstance(params["scale"], StandardScaler)))
        assert ("model__C" in params) == ("model__kernel" in params) == (not forest) == ("model__max_depth" not in params)
        assert ("scale__with_mean" in params) == isinstance(params["scale"], StandardScaler)
        assert search.cv_results_["param_model__C"].mask[row] == forest
    assert len(kinds) == 4 and search.best_score_ > 0.9
    assert set(search.study_.space) == set(space) and search.study_.trials[0].params["model"] in ("svm", "forest")
    assert len(steps.named_steps) == 2 and search.predict(X).shape == (150,)


def test_choices_that_are_objects():
    search = search_of(RandomForestClassifier(n_estimators=3), {"max_depth": [None, 2], "max_features": [1, "sqrt"]}, n_iter=8).fit(X, Y)
    assert {params["max_depth"] for params in search.cv_results_["params"]} == {None, 2}
    array = search_of(space={"C": np.array([1.0, 2.0])}).fit(X, Y)
    assert {params["C"] for params in array.cv_results_["params"]} == {1.0, 2.0}


@pytest.mark.parametrize(
    ("space", "words"),
    [
        ({"C": [SVC(), SVC()]}, r"both named 'SVC\(\)'"),
        ({"C": {1: SVC()}}, "named 1"),
        ({"C": object()}, "of type object"),
        ({"C": hone.Float(2, 1)}, "C"),
        ({"nothing": hone.Float(0, 1)}, "nothing"),
    ],
)
def test_spaces_that_are_refused(space, words):
    with pytest.raises(ValueError, match=words):
        search_of(space=space).fit(X, Y)


def test_arguments_that_are_refused():
    for options in ({"n_iter": 0}, {"batch_size": 0}, {"n_iter": 1.5}, {"objective": []}, {"sampler": 3}, {"study_name": None}):
        with pytest.raises(ValueError):
            search_of(**options).fit(X, Y)
    with pytest.raises(KeyError, match="hebo"):
        search_of(sampler="hbo").fit(X, Y)
    with pytest.raises(ValueError, match="list of such dicts"):
        HoneSearchCV(SVC(), [SPACE, "C"]).fit(X, Y)


def test_settings_of_ones_own_come_first():
    space = {"C": hone.Float(1e-3, 1e3, log=True), "shrinking": Choice({"yes": True, "no": False})}
    search = search_of(space=space, enqueue=[{"C": 2.0, "shrinking": "no"}, {"C": 3.0, "shrinking": True}]).fit(X, Y)
    assert search.cv_results_["params"][:2] == [{"C": 2.0, "shrinking": False}, {"C": 3.0, "shrinking": True}]
    with pytest.raises(ValueError, match="yes, no"):
        search_of(space=space, enqueue=[{"C": 2.0, "shrinking": "maybe"}]).fit(X, Y)


def test_constraints():
    search = search_of(n_iter=12, constraints=["kernel == 'rbf' or C < 1"]).fit(X, Y)
    assert all(params["kernel"] == "rbf" or params["C"] < 1 for params in search.cv_results_["params"])


# --- metrics


def test_several_metrics_and_one_that_leads():
    search = search_of(scoring=["accuracy", "f1_macro"], refit="f1_macro", n_iter=5).fit(X, Y)
    assert search.multimetric_ and search.best_score_ == max(search.cv_results_["mean_test_f1_macro"])
    assert [trial.value for trial in search.study_.trials] == pytest.approx(list(search.cv_results_["mean_test_f1_macro"]))
    assert "split2_test_accuracy" in search.cv_results_ and "mean_test_score" not in search.cv_results_


def test_several_metrics_are_several_objectives():
    scoring = {"good": "accuracy", "small": lambda model, X, y: -float(model.C)}
    search = search_of(scoring=scoring, refit=False, n_iter=6).fit(X, Y)
    assert search.study_.objectives == ["good", "small"] and search.study_.directions == ["maximize"] * 2
    assert [trial.values[1] for trial in search.study_.trials] == pytest.approx(list(search.cv_results_["mean_test_small"]))
    chosen = search_of(scoring=scoring, refit=lambda results: int(np.argmax(results["mean_test_small"])), objective="small").fit(X, Y)
    assert chosen.study_.objectives == ["value"] and chosen.best_params_["C"] == min(p["C"] for p in chosen.cv_results_["params"])
    assert not hasattr(chosen, "best_score_") and chosen.predict(X).shape == (150,)


def test_a_scorer_that_returns_several():
    def scoring(model, X, y):
        return {"a": accuracy_score(y, model.predict(X)), "b": 0.5}

    search = search_of(scoring=scoring, refit="a").fit(X, Y)
    assert search.study_.best_value == pytest.approx(search.best_score_)
    assert search_of(scoring=scoring, refit=False).fit(X, Y).study_.objectives == ["a", "b"]
    with pytest.raises(ValueError, match="a, b"):
        search_of(scoring=scoring, refit=False, pruner="median").fit(X, Y)
    with pytest.raises(ValueError, match="accuracy, f1_macro"):
        search_of(scoring=["accuracy", "f1_macro"], refit="accuracy", objective="recall").fit(X, Y)


def test_a_refit_that_chooses():
    search = search_of(refit=lambda results: 2).fit(X, Y)
    assert search.best_index_ == 2 and search.best_params_ == search.cv_results_["params"][2]
    for wrong, kind in ((lambda results: "2", TypeError), (lambda results: 99, IndexError)):
        with pytest.raises(kind):
            search_of(refit=wrong).fit(X, Y)


def test_train_scores():
    assert not any("train" in name for name in search_of().fit(X, Y).cv_results_)
    results = search_of(return_train_score=True).fit(X, Y).cv_results_
    assert {"split0_train_score", "mean_train_score", "std_train_score"} <= set(results)


# --- failures


def levels(*values):
    return [{"level": value} for value in values]


def test_a_candidate_that_cannot_be_fitted_does_not_end_the_search():
    """Also alone in its batch, and also the first and the last one."""
    order = levels(0.5, 0.1, 0.9, 0.2, 0.7)
    search = search_of(Moody(broken=(0.5, 0.7)), {"level": [0.1, 0.2, 0.5, 0.7, 0.9]}, n_iter=5, enqueue=order)
    with pytest.warns(UserWarning):
        search.fit(X, Y)
    means = search.cv_results_["mean_test_score"]
    assert [params["level"] for params in search.cv_results_["params"]] == [0.5, 0.1, 0.9, 0.2, 0.7]
    assert list(means[1:4]) == pytest.approx([0.1, 0.9, 0.2]) and np.isnan(means[[0, 4]]).all()
    assert search.best_params_ == {"level": 0.9} and list(search.cv_results_["rank_test_score"]) == [4, 3, 1, 2, 4]
    assert [trial.state for trial in search.study_.trials] == ["failed", "complete", "complete", "complete", "failed"]
    assert "cannot be fitted" in search.study_.trials[0].error


def test_failures_beside_others_in_a_batch():
    search = search_of(Moody(broken=(0.5,)), {"level": [0.1, 0.5, 0.9]}, n_iter=3, sampler="grid", batch_size=3)
    with pytest.warns(FitFailedWarning):
        search.fit(X, Y)
    assert sorted(trial.state for trial in search.study_.trials) == ["complete", "complete", "failed"]


@pytest.mark.parametrize("pruner", [None, "median"])
def test_a_score_for_failures(pruner):
    search = search_of(Moody(broken=(0.5,)), {"level": [0.1, 0.5]}, n_iter=2, sampler="grid", error_score=-1.0, pruner=pruner)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search.fit(X, Y)
    assert sorted(search.cv_results_["mean_test_score"]) == pytest.approx([-1.0, 0.1])
    assert sorted((trial.state, trial.value) for trial in search.study_.trials)[0] == ("complete", pytest.approx(0.1))
    assert [trial.value for trial in search.study_.trials if trial.state == "failed"] == [None]


def test_failures_that_are_raised():
    search = search_of(Moody(broken=(0.5,)), {"level": [0.5]}, error_score="raise")
    with pytest.raises(RuntimeError, match="cannot be fitted"):
        search.fit(X, Y)
    assert [trial.state for trial in search.study_.trials] == ["failed"] and "RuntimeError" in search.study_.trials[0].error


def test_an_estimator_that_never_works():
    search = search_of(Moody(broken=(0.1, 0.2, 0.5, 0.7, 0.9, 1.0)), {"level": [0.1, 0.2, 0.5, 0.7, 0.9, 1.0]}, n_iter=6)
    with pytest.raises(ValueError, match="fits failed"):
        search.fit(X, Y)
    assert len(search.study_) == 5


# --- batches and pruning


def test_batches_keep_the_jobs_busy(monkeypatch):
    asked = []

    evaluate = Search._evaluate
    monkeypatch.setattr(Search, "_evaluate", lambda self, study, trials: (asked.append(len(trials)), evaluate(self, study, trials)))
    HoneSearchCV(Moody(), {"level": hone.Float(0, 1)}, n_iter=5, cv=2, n_jobs=4, sampler="random", random_state=1).fit(X, Y)
    assert sum(asked) == 5 and max(asked[1:]) == 2  # four workers, two folds each
    asked.clear()
    HoneSearchCV(Moody(), {"level": hone.Float(0, 1)}, n_iter=5, cv=2, batch_size=3, sampler="random", random_state=1).fit(X, Y)
    assert asked == [3, 2]


@pytest.mark.parametrize("pruner", [None, {"name": "median", "startup_trials": 100}])
def test_workers_in_processes(store, pruner):
    space = {"C": [0.1, 1.0, 10.0, 100.0]}
    alone = search_of(space=space, sampler="grid").fit(X, Y)
    shared = search_of(space=space, sampler="grid", n_jobs=2, batch_size=2, store=store, pruner=pruner).fit(X, Y)
    assert sorted(shared.cv_results_["mean_test_score"]) == sorted(alone.cv_results_["mean_test_score"])
    assert len(hone.load_study("search", store)) == 4


def test_what_workers_are_sent_has_no_study(store, monkeypatch):
    sent = []

    evaluate = Search._evaluate
    monkeypatch.setattr(Search, "_evaluate", lambda self, *rest: (sent.append(self._owner.__getstate__()), evaluate(self, *rest)))
    search = HoneSearchCV(Moody(), {"level": hone.Float(0, 1)}, n_iter=1, cv=2, sampler="random", store=store).fit(X, Y)
    assert not {"study_", "_search"} & set(sent[0]) and "study_" in search.__getstate__()


def test_pruning_between_folds():
    fitted = []

    class Counting(Moody):
        def score(self, X, y=None, sample_weight=None):
            fitted.append(self.level)
            return super().score(X, y)

    order = levels(0.9, 0.8, 0.7, 0.1, 0.95)
    search = HoneSearchCV(
        Counting(), {"level": [0.1, 0.7, 0.8, 0.9, 0.95]}, n_iter=5, cv=4, sampler="random", enqueue=order,
        pruner={"name": "median", "startup_trials": 2}, return_train_score=False)  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search.fit(X, Y)
    results = search.cv_results_
    row = 3
    assert results["pruned"][row] and fitted.count(0.1) < 4
    assert results["split0_test_score"][row] == pytest.approx(0.1) and np.isnan(results["split3_test_score"][row])
    assert np.isnan(results["mean_test_score"][row]) and results["rank_test_score"][row] == 5 - results["pruned"].sum() + 1
    assert search.best_params_ == {"level": 0.95} and search.n_splits_ == 4 and search.cv == 4
    trial = search.study_.trials[row]
    assert trial.state == "pruned" and trial.reports == [(step, pytest.approx(0.1)) for step in range(1, fitted.count(0.1) + 1)]
    assert (results["mean_fit_time"] >= 0).all()


def test_a_pruner_that_stops_nothing_changes_nothing():
    space = {"C": [0.1, 1.0, 10.0]}
    pruned = search_of(space=space, sampler="grid", cv=StratifiedKFold(3), batch_size=2, return_train_score=True,
                       pruner={"name": "median", "startup_trials": 100}).fit(X, Y)  # fmt: skip
    plain = search_of(space=space, sampler="grid", cv=StratifiedKFold(3), return_train_score=True).fit(X, Y)
    assert set(pruned.cv_results_) - set(plain.cv_results_) == {"pruned"} and not pruned.cv_results_["pruned"].any()
    for name in plain.cv_results_:
        if "time" not in name and name != "params" and not name.startswith("param_"):
            assert list(pruned.cv_results_[name]) == list(plain.cv_results_[name]), name
    assert pruned.cv_results_["params"] == plain.cv_results_["params"]


def test_folds_that_are_drawn_are_drawn_once():
    """A splitter without a seed would give every fold of a pruned search another partition."""
    seen = []

    class Noting(Moody):
        def score(self, X, y=None, sample_weight=None):
            seen.append(tuple(X[:, 0]))
            return super().score(X, y)

    data = np.arange(40.0).reshape(20, 2)
    search = HoneSearchCV(Noting(), {"level": [0.5]}, n_iter=1, cv=KFold(4, shuffle=True), sampler="grid", pruner="median", refit=False)
    search.fit(data, np.arange(20) % 2)
    assert sorted(sum(seen, ())) == list(data[:, 0])


# --- groups, weights, routing


@pytest.mark.parametrize("pruner", [None, "median"])
def test_groups(pruner):
    groups = np.repeat(np.arange(10), 15)
    search = search_of(cv=GroupKFold(5), pruner=pruner)
    assert search.fit(X, Y, groups=groups).n_splits_ == 5
    with pytest.raises(ValueError, match="groups"):
        search.fit(X, Y)


def test_weights_and_other_arguments_of_fit():
    weights = np.linspace(0, 1, len(Y))
    search = search_of(Moody(), {"level": hone.Float(0, 1)}).fit(X, Y, sample_weight=weights, scale=3.0)
    assert (search.best_estimator_.weight_ == weights).all() and search.best_estimator_.scale_ == 3.0


@pytest.mark.parametrize("pruner", [None, "median"])
def test_metadata_routing(pruner):
    weights = np.linspace(0.1, 1, len(Y))
    groups = np.repeat(np.arange(10), 15)
    seen = []

    def weighted(truth, guess, sample_weight=None):
        seen.append(None if sample_weight is None else len(sample_weight))
        return accuracy_score(truth, guess, sample_weight=sample_weight)

    with sklearn.config_context(enable_metadata_routing=True):
        model = LogisticRegression(max_iter=500).set_fit_request(sample_weight=True)
        scorer = make_scorer(weighted).set_score_request(sample_weight=True)
        search = HoneSearchCV(
            model, {"C": hone.Float(0.1, 10, log=True)}, n_iter=3, cv=GroupKFold(5), scoring=scorer, sampler="random", pruner=pruner)
        search.fit(X, Y, sample_weight=weights, groups=groups)
        assert search.n_splits_ == 5 and set(seen) == {30}
        routes = search.get_metadata_routing()
        assert {"estimator", "scorer", "splitter"} <= set(routes._route_mappings)


# --- stores


def test_a_search_in_a_store(store):
    search = search_of(store=store, study_name="svc").fit(X, Y)
    kept = hone.load_study("svc", store)
    assert kept.best_value == pytest.approx(search.best_score_) and len(kept) == 4
    with pytest.warns(UserWarning, match="svc-2"):
        search_of(store=store, study_name="svc").fit(X, Y)
    again = search_of(store=store, study_name="svc", resume=True).fit(X, Y)
    assert len(kept) == 8 and len(again.cv_results_["params"]) == 4 and list(again.cv_results_["trial"]) == [4, 5, 6, 7]


def test_the_sampler_of_the_sequd_paper():
    search = HoneSearchCV(SVC(), {"C": hone.Float(2**-6, 2**16, log=True), "gamma": hone.Float(2**-16, 2**6, log=True)},
                          sampler="sequd", n_iter=20, cv=3, random_state=1).fit(X, Y)  # fmt: skip
    assert {trial.notes["stage"] for trial in search.study_.trials} >= {1, 2} and search.best_score_ > 0.95


def test_the_default_sampler_finds_the_best():
    X, y = make_regression(60, 3, noise=5, random_state=1)
    search = HoneSearchCV(Ridge(), {"alpha": hone.Float(1e-3, 1e3, log=True)}, n_iter=8, cv=3, random_state=1).fit(X, y)
    assert "hebo" in str(search.study_.definition["sampler"])
    grid = GridSearchCV(Ridge(), {"alpha": np.logspace(-3, 3, 60)}, cv=3).fit(X, y)
    assert search.best_score_ >= grid.best_score_ - 0.01


# --- the package


def test_without_scikit_learn_it_says_what_to_install():
    code = (
        "import sys; sys.modules['sklearn'] = None; sys.modules['sklearn.base'] = None\n"
        "try: import hone.sklearn\n"
        "except ImportError as missing: print(missing)"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "hone-opt[sklearn]" in made.stdout


def test_importing_hone_imports_no_scikit_learn():
    code = "import sys, hone; print('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "False"
