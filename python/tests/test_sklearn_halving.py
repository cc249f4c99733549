# SPDX-License-Identifier: MIT
"""HoneSearchCV whose candidates begin with few resources, beside scikit-learn's HalvingRandomSearchCV."""

from __future__ import annotations

import math
import pickle
from statistics import mean
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn")
from scipy.stats import loguniform, randint  # noqa: E402
from sklearn.base import BaseEstimator, ClassifierMixin, clone  # noqa: E402
from sklearn.datasets import load_digits, load_iris, make_regression  # noqa: E402
from sklearn.ensemble import RandomForestClassifier  # noqa: E402
from sklearn.experimental import enable_halving_search_cv  # noqa: E402, F401
from sklearn.linear_model import Ridge  # noqa: E402
from sklearn.model_selection import GroupKFold, HalvingRandomSearchCV, StratifiedKFold, cross_val_score  # noqa: E402
from sklearn.pipeline import Pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

import hone  # noqa: E402
from hone._sklearn_halving import Stages  # noqa: E402
from hone.sklearn import HoneSearchCV  # noqa: E402

X, Y = load_digits(return_X_y=True)
X, Y = X[:600], Y[:600]
SVM = {"C": loguniform(1e-2, 1e3), "gamma": loguniform(1e-6, 1e-1)}


class Counting(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Its score is its level, as far as its resource shows it; it remembers what it was fitted with."""

    fits: list[tuple[float, int, int]] = []

    def __init__(self, level: float = 0.0, rounds: int = 1, fails_at: int = 10**9) -> None:
        self.level = level
        self.rounds = rounds
        self.fails_at = fails_at

    def fit(self, X: Any, y: Any) -> Counting:
        Counting.fits.append((self.level, self.rounds, len(X)))
        if self.rounds >= self.fails_at:
            raise RuntimeError("too many rounds")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Any) -> Any:
        return np.zeros(len(X))

    def score(self, X: Any, y: Any = None) -> float:
        return self.level


def search_of(estimator: Any = None, space: Any = None, **options: Any) -> HoneSearchCV:
    base: dict[str, Any] = {"n_iter": 20, "cv": 3, "random_state": 1, "sampler": "random", "resource": "n_samples", "min_resources": "smallest"}
    return HoneSearchCV(SVC() if estimator is None else estimator, space or SVM, **{**base, **options})


def levels(**options: Any) -> HoneSearchCV:
    Counting.fits = []
    given = {"resource": "rounds", "max_resources": 27, "n_iter": 27, "cv": 2, **options}
    return search_of(Counting(), {"level": hone.Float(0, 1)}, **given).fit(X[:40], Y[:40] % 2)


@pytest.mark.parametrize("class_", [HoneSearchCV, HalvingRandomSearchCV])
@pytest.mark.parametrize(
    "estimator, space, options",
    [
        (SVC(), SVM, {"resource": "n_samples"}),
        (RandomForestClassifier(random_state=0), {"max_depth": randint(1, 40)}, {"resource": "n_estimators", "max_resources": 27}),
    ],
)
def test_a_program_changes_the_name_of_the_class(class_: Any, estimator: Any, space: Any, options: Any) -> None:
    search = class_(
        estimator, param_distributions=space, n_candidates=18, factor=3, cv=StratifiedKFold(3), random_state=1, **options
    ).fit(X, Y)
    table = search.cv_results_
    assert list(search.n_resources_) == sorted({int(one) for one in table["n_resources"]})
    assert [int((table["iter"] == stage).sum()) for stage in range(search.n_iterations_)] == list(search.n_candidates_)
    assert search.n_candidates_[0] == 18
    last = table["n_resources"] == table["n_resources"].max()
    assert last[search.best_index_] and search.best_score_ == table["mean_test_score"][last].max()
    assert search.best_params_ == table["params"][search.best_index_]
    if options["resource"] != "n_samples":
        assert search.best_params_["n_estimators"] == search.n_resources_[-1]
    assert search.score(X, Y) > 0.6


def test_the_better_go_on() -> None:
    search = levels()
    assert search.n_resources_ == [1, 3, 9, 27]
    table = search.cv_results_
    for stage in range(3):
        here, above = table["iter"] == stage, table["iter"] == stage + 1
        reached = dict(zip(table["trial"][here], table["mean_test_score"][here]))
        went_on = set(table["trial"][above])
        assert went_on <= set(reached) and 0 < len(went_on)
    assert search.n_candidates_[0] == 27 and 3 <= search.n_candidates_[1] <= 15
    first = [score for score, number in zip(table["mean_test_score"][table["iter"] == 0], range(9))]
    assert max(first) in table["mean_test_score"][table["iter"] == 3]  # of the first round the best goes all the way
    # The best candidate of all is found, as its score is the same at every stage.
    assert search.best_params_ == {"level": max(table["mean_test_score"]), "rounds": 27}
    # What was fitted: each row twice (two folds), and the refit.
    assert len(Counting.fits) == 2 * len(table["iter"]) + 1
    assert sum(rounds for _, rounds, _ in Counting.fits) < 0.5 * 2 * 27 * 27


def test_who_goes_on() -> None:
    stages = Stages("n", [1, 3, 9], 1, 3)
    assert stages.round == 9
    assert stages.chosen([1.0, 5.0, 3.0, 2.0, 4.0, 0.0], []) == [1, 4]
    assert stages.chosen([1.0], []) == [0]  # the first one
    assert stages.chosen([1.0], [2.0]) == []
    assert stages.chosen([1.0], [2.0, 0.5, 0.0]) == [0]  # two of four
    assert stages.chosen([3.0, 4.0, 5.0], [1.0, 2.0, 0.5]) == [1, 2]  # a third of the six
    assert stages.chosen([1.0, 1.0, 1.0], [1.0, 1.0, 1.0]) == []  # equals are not better
    assert stages.chosen([math.nan, 2.0, math.nan], [math.nan]) == [1]
    assert stages.chosen([math.nan], []) == []


def test_the_study_knows_of_every_stage() -> None:
    search = levels()
    table, trials = search.cv_results_, search.study_.trials
    assert {trial.state for trial in trials} == {"complete", "pruned"} and len(trials) == 27
    for trial in trials:
        rows = table["trial"] == trial.number
        assert trial.reports == list(zip(table["n_resources"][rows], table["mean_test_score"][rows]))
        assert (trial.state == "complete") == (27 in table["n_resources"][rows])
    assert search.study_.best_trial.number == table["trial"][search.best_index_]


def test_few_candidates_and_one_at_a_time() -> None:
    search = levels(n_iter=2)
    assert search.n_candidates_ == [2, 1, 1, 1] and search.best_params_["rounds"] == 27
    search = levels(n_iter=6, batch_size=1)
    assert search.n_candidates_[0] == 6 and search.cv_results_["iter"][:4].tolist() == [0, 1, 2, 3]


def test_all_resources_from_the_start_is_a_plain_search() -> None:
    options: dict[str, Any] = {"n_iter": 5, "random_state": 3}
    plain = search_of(resource=None, min_resources="exhaust", **options).fit(X, Y)
    staged = search_of(min_resources=len(X), **options).fit(X, Y)
    assert staged.n_resources_ == [len(X)]
    assert np.array_equal(plain.cv_results_["mean_test_score"], staged.cv_results_["mean_test_score"])


def test_a_full_stage_is_the_cross_validation() -> None:
    search = search_of(n_iter=9).fit(X, Y)
    alone = cross_val_score(SVC(**search.best_params_), X, Y, cv=StratifiedKFold(3))
    assert search.best_score_ == pytest.approx(alone.mean(), abs=1e-12)


def test_few_samples_are_parts_of_more() -> None:
    class Spy(Counting):
        seen: list[set[Any]] = []

        def fit(self, X: Any, y: Any) -> Any:
            Spy.seen.append(set(X[:, 0]))
            return super().fit(X, y)

    features, labels = load_iris(return_X_y=True)
    numbered = np.arange(len(labels))[:, None]
    search = search_of(Spy(), {"level": hone.Float(0, 1)}, n_iter=1, cv=3, refit=False).fit(numbered, labels)
    assert search.n_resources_ == [50, 150]  # from 150 downwards, and no less than 2 * 3 folds * 3 classes
    for fold in range(3):
        few, more = Spy.seen[fold], Spy.seen[3 + fold]
        assert few < more and len(few) == 33 and len(more) == 100


def test_no_more_stages_than_candidates_need() -> None:
    assert search_of(n_iter=9, min_resources="exhaust").fit(X, Y).n_resources_ == [66, 200, 600]
    assert search_of(n_iter=8, min_resources="exhaust").fit(X, Y).n_resources_ == [200, 600]
    assert search_of(n_iter=2, min_resources="exhaust").fit(X, Y).n_resources_ == [600]


def test_regression_and_the_least_resources() -> None:
    data, target = make_regression(n_samples=200, n_features=5, noise=5.0, random_state=0)
    search = search_of(Ridge(), {"alpha": loguniform(1e-3, 1e3)}, cv=4, factor=2).fit(data, target)
    assert search.min_resources_ == 8 and search.n_resources_ == [12, 25, 50, 100, 200]
    search = search_of(Ridge(), {"alpha": loguniform(1e-3, 1e3)}, cv=4, min_resources=60, max_resources=180).fit(data, target)
    assert search.n_resources_ == [60, 180]


def test_the_same_state_gives_the_same() -> None:
    tables = [search_of(sampler=None, n_iter=12).fit(X, Y).cv_results_ for _ in range(2)]
    for column in ("n_resources", "trial", "mean_test_score"):
        assert np.array_equal(tables[0][column], tables[1][column])


def test_workers_change_nothing() -> None:
    alone, together = (search_of(n_iter=9, n_jobs=jobs).fit(X, Y).cv_results_ for jobs in (1, 2))
    assert np.array_equal(alone["mean_test_score"], together["mean_test_score"])


def test_it_is_cloned_and_pickled() -> None:
    search = search_of(n_iter=9)
    assert clone(search).get_params()["resource"] == "n_samples"
    fitted = pickle.loads(pickle.dumps(search.fit(X, Y)))
    assert fitted.n_candidates_ == search.n_candidates_ and fitted.best_params_ == search.best_params_


def test_failures_do_not_go_on() -> None:
    class Broken(Counting):
        def score(self, X: Any, y: Any = None) -> float:
            return math.nan if 0.3 < self.level < 0.9 else self.level

    search = search_of(Broken(), {"level": hone.Float(0, 1)}, resource="rounds", max_resources=9, n_iter=18, cv=2)
    with pytest.warns(UserWarning, match="non-finite"):
        search.fit(X[:40], Y[:40] % 2)
    states = {trial.number: trial.state for trial in search.study_.trials}
    for row, params in enumerate(search.cv_results_["params"]):
        if 0.3 < params["level"] < 0.9:
            assert params["rounds"] == 1 and states[search.cv_results_["trial"][row]] == "failed"
    assert math.isfinite(search.best_score_)


def test_nobody_gets_through() -> None:
    search = search_of(Counting(fails_at=9), {"level": hone.Float(0, 1)}, resource="rounds", max_resources=9, n_iter=9, cv=2)
    with pytest.raises(ValueError, match="fits failed"):
        search.fit(X[:40], Y[:40] % 2)
    assert all(trial.state in ("failed", "pruned") for trial in search.study_.trials)


def test_several_metrics_and_one_that_leads() -> None:
    search = search_of(scoring=["accuracy", "f1_macro"], refit="f1_macro", n_iter=9).fit(X, Y)
    full = search.cv_results_["n_resources"] == search.max_resources_
    assert search.best_score_ == search.cv_results_["mean_test_f1_macro"][full].max()
    with pytest.raises(hone.InvalidArgumentError, match=r"candidates go on by one metric, and there are accuracy, f1_macro"):
        search_of(scoring=["accuracy", "f1_macro"], refit=False).fit(X, Y)


def test_a_refit_that_chooses() -> None:
    search = search_of(refit=lambda table: int(np.argmax(table["n_resources"])), n_iter=9).fit(X, Y)
    assert search.cv_results_["n_resources"][search.best_index_] == search.max_resources_
    with pytest.raises(hone.InvalidArgumentError, match="refit chose candidate 0, which had 66 n_samples of 600"):
        search_of(refit=lambda table: 0, n_iter=9, batch_size=9).fit(X, Y)


def test_what_is_printed(capsys: Any) -> None:
    search_of(n_iter=9, verbose=1).fit(X, Y)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Fitting 3 folds for each of 9 candidates, totalling up to 81 fits"
    assert lines[1:4] == [
        "iter: 0, n_candidates: 9, n_resources: 66", "iter: 1, n_candidates: 3, n_resources: 200", "iter: 2, n_candidates: 1, n_resources: 600",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "options, text",
    [
        ({"resource": "trees"}, "the resource 'trees' is no parameter of SVC"),
        ({"resource": "max_iter"}, "of 'max_iter' say how much there is: max_resources=200"),
        ({"resource": "C", "max_resources": 9}, "'C' is the resource and in the space"),
        ({"factor": 1}, "factor is 1; give a number above 1"),
        ({"min_resources": 500, "max_resources": 400}, "min_resources is 500, and max_resources 400"),
        ({"max_resources": 601}, "max_resources is 601, and there are 600 samples"),
        ({"min_resources": 0}, "min_resources is 0; give a whole number from 1 on, or 'smallest'"),
        ({"min_resources": "least"}, "min_resources is 'least'"),
        ({"pruner": "median"}, "resource and pruner are both given"),
        ({"resource": None, "factor": 2, "min_resources": "exhaust"}, "factor is given, and no resource"),
        ({"resource": None, "min_resources": "exhaust", "n_candidates": "exhaust"}, "n_candidates='exhaust' asks for as many"),
        ({"min_resources": "exhaust", "n_candidates": "exhaust"}, "n_candidates and min_resources cannot both be 'exhaust'"),
        ({"n_candidates": 0}, "n_candidates is 0; give 1 or more"),
    ],
)
def test_what_is_refused(options: dict[str, Any], text: str) -> None:
    with pytest.raises(hone.InvalidArgumentError, match=text):
        search_of(**options).fit(X, Y)


def test_as_many_candidates_as_the_resources_allow() -> None:
    search = search_of(n_candidates="exhaust").fit(X, Y)
    assert search.n_candidates_[0] == 600 // 60


@pytest.mark.parametrize("sampler", ["hebo", "tpe"])
def test_models_learn_from_every_stage(sampler: str) -> None:
    """Beside candidates that are drawn, those of a model get further."""

    def best(name: str, seed: int) -> float:
        return float(levels(sampler=name, random_state=seed, n_iter=36, cv=2).best_score_)

    assert mean(best(sampler, seed) for seed in range(3)) > mean(best("random", seed) for seed in range(3))


def test_a_file_as_a_path(tmp_path: Any) -> None:
    search = search_of(store=tmp_path / "hone.db", n_iter=9).fit(X, Y)
    assert len(hone.load_study(search.study_name_, tmp_path / "hone.db").trials) == 9


def test_groups_weights_pipelines_and_grids() -> None:
    groups = np.arange(len(Y)) % 5
    search = search_of(cv=GroupKFold(3), n_iter=9).fit(X, Y, groups=groups)
    assert search.n_splits_ == 3 and search.n_resources_ == [66, 200, 600]
    weighted = search_of(n_iter=9).fit(X, Y, sample_weight=np.ones(len(Y)))
    assert weighted.best_params_ == search_of(n_iter=9).fit(X, Y).best_params_
    pipeline = Pipeline([("scale", StandardScaler()), ("model", RandomForestClassifier(random_state=0))])
    search = search_of(
        pipeline, {"model__max_depth": [1, 2, 4, 8, None]}, n_iter=5, sampler="grid", resource="model__n_estimators", max_resources=9
    ).fit(X, Y)
    assert search.n_candidates_[0] == 5 and search.best_params_["model__n_estimators"] == 9
    assert len(search.best_estimator_["model"].estimators_) == 9
