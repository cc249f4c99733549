# SPDX-License-Identifier: MIT
"""HoneSearch without a cluster: spaces, results, and what is kept."""

from __future__ import annotations

import pathlib
import pickle
import warnings
from typing import Any, Dict

import pytest

pytest.importorskip("ray.tune")
from ray import tune  # noqa: E402
from ray.tune.search import ConcurrencyLimiter, Searcher  # noqa: E402

import hone  # noqa: E402
from hone.ray import HoneSearch  # noqa: E402
from hone.ray._spaces import space_of  # noqa: E402


def searcher(**options: Any) -> HoneSearch:
    given: Dict[str, Any] = {"space": {"x": tune.uniform(-5, 5)}, "metric": "loss", "mode": "min", "sampler": "random"}
    return HoneSearch(**{**given, **options})


def test_ray_s_spaces() -> None:
    space = space_of({
        "a": tune.uniform(0, 1), "b": tune.loguniform(1e-4, 1), "c": tune.quniform(0, 1, 0.25), "d": tune.randint(1, 9),
        "e": tune.lograndint(1, 9), "f": tune.qrandint(2, 8, 2), "g": tune.choice(["u", "v"]), "fixed": 3,
        "deep": {"h": tune.choice([None, [1, 2]]), "i": hone.Int(2, 5, when={"g": "v"})},
    })  # fmt: skip
    assert space.parameters == {
        "a": hone.Float(0, 1), "b": hone.Float(1e-4, 1, log=True), "c": hone.Float(0, 1, step=0.25), "d": hone.Int(1, 8),
        "e": hone.Int(1, 8, log=True), "f": hone.Int(2, 8, step=2), "g": hone.Categorical(["u", "v"]),
        "deep/h": hone.Categorical([0, 1]), "deep/i": hone.Int(2, 5, when={"g": "v"}),
    }  # fmt: skip
    assert space.config({"a": 0.5, "deep/h": 1}) == {"a": 0.5, "deep": {"h": [1, 2]}}
    assert space.params({"a": 0.5, "deep": {"h": None}, "fixed": 3}) == {"a": 0.5, "deep/h": 0}


@pytest.mark.parametrize(
    "config, text",
    [
        ({"x": tune.grid_search([1, 2])}, "'x' is a grid_search"),
        ({"m": {"x": tune.randn(0, 1)}}, "'m/x' is drawn from a Normal"),
        ({"x": tune.sample_from(lambda _: 1)}, "'x' is"),
        ({"x": tune.choice([{"y": tune.uniform(0, 1)}])}, "a choice of 'x' holds a search space"),
        ({"x": 3}, "nothing in the search space"),
    ],
)
def test_what_cannot_be_searched_is_said(config: Dict[str, Any], text: str) -> None:
    with pytest.raises(hone.InvalidSpaceError, match=text):
        space_of(config)


def test_suggestions_and_results() -> None:
    search = searcher()
    config = search.suggest("t1")
    assert config is not None and -5 <= config["x"] <= 5
    search.on_trial_result("t1", {"loss": 2.0, "training_iteration": 1, "done": False})
    search.on_trial_result("t1", {"loss": 1.0, "training_iteration": 2, "done": True})
    search.on_trial_complete("t1", {"loss": 1.0, "training_iteration": 2, "done": True})
    (trial,) = search.study.trials
    assert (trial.state, trial.value, trial.reports) == ("complete", 1.0, [(1, 2.0), (2, 1.0)])
    search.on_trial_complete("t1", {"loss": 7.0})  # a second time
    assert search.study.best_value == 1.0


def test_stopped_failed_and_empty_results() -> None:
    search = searcher()
    for name in ("whole", "stopped", "broken", "empty", "nan"):
        search.suggest(name)
    search.on_trial_result("whole", {"loss": 1.0, "training_iteration": 9, "done": False})
    search.on_trial_complete("whole", {"loss": 1.0, "training_iteration": 9, "done": True})
    search.on_trial_result("stopped", {"loss": 4.0, "training_iteration": 1, "done": False})
    search.on_trial_complete("stopped", {"loss": 3.0, "training_iteration": 2, "done": True})
    search.on_trial_complete("broken", error=True)
    search.on_trial_complete("empty", {"other": 1.0})
    search.on_trial_complete("nan", {"loss": float("nan"), "training_iteration": 9})
    trials = search.study.trials
    assert [trial.state for trial in trials] == ["complete", "pruned", "failed", "failed", "failed"]
    assert trials[1].reports == [(1, 4.0), (2, 3.0)]
    assert "no 'loss'" in trials[3].error


def test_points_and_rewards() -> None:
    first = searcher(points_to_evaluate=[{"x": 1.5}, {"x": 2.5}])
    assert [first.suggest("a"), first.suggest("b")] == [{"x": 1.5}, {"x": 2.5}]
    known = searcher(points_to_evaluate=[{"x": 1.5}], evaluated_rewards=[0.25])
    assert known.study.best_params == {"x": 1.5} and known.study.best_value == 0.25
    with pytest.raises(hone.InvalidArgumentError, match="1 points and 2 rewards"):
        searcher(points_to_evaluate=[{"x": 1.5}], evaluated_rewards=[1, 2])


def test_a_grid_ends() -> None:
    search = searcher(space={"x": hone.Int(0, 1)}, sampler="grid")
    assert {search.suggest("a")["x"], search.suggest("b")["x"]} == {0, 1}  # type: ignore[index]
    assert search.suggest("c") is None  # others run
    for name in "ab":
        search.on_trial_complete(name, {"loss": 1.0})
    assert search.suggest("c") == Searcher.FINISHED


def test_several_objectives() -> None:
    search = searcher(metric=["loss", "speed"], mode=["min", "max"])
    search.suggest("a")
    search.on_trial_complete("a", {"loss": 1.0, "speed": 5.0})
    assert search.study.directions == ["minimize", "maximize"]
    assert search.study.best_trials[0].values == [1.0, 5.0]


def test_what_is_left_out_stays_as_a_stored_study_has_it(tmp_path: pathlib.Path) -> None:
    store = tmp_path / "hone.db"
    made = hone.create_study({"x": hone.Float(-5, 5)}, name="ray", store=store, directions={"loss": "minimize"}, sampler="tpe", seed=7)
    before = made.definition
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        joined = searcher(store=store, sampler=None)
    assert joined.study.definition == before and joined.study.seed == 7
    with pytest.warns(UserWarning, match="had sampler 'tpe', and has 'random' from now on"):
        changed = searcher(store=store, sampler="random")
    assert changed.study.definition["seed"] == 7
    with pytest.raises(hone.AlreadyExistsError, match="has the direction minimize, and maximize is given"):
        searcher(store=store, mode="max")
    fresh = HoneSearch({"x": tune.uniform(0, 1)}, "loss", "min")
    assert (fresh.study.definition["sampler"], fresh.study.seed) == ("hebo", 0)


def test_properties_come_from_the_tuner() -> None:
    search = HoneSearch(sampler="random")
    with pytest.raises(hone.InvalidArgumentError, match="no search space"):
        search.suggest("a")
    assert search.set_search_properties("loss", "max", {"x": tune.uniform(0, 1), "fixed": 2})
    assert search.study.direction == "maximize" and set(search.suggest("a") or {}) == {"x"}
    assert not searcher().set_search_properties("loss", "max", {"x": tune.uniform(0, 1)})


@pytest.mark.parametrize("place", ["memory", "file"])
def test_saved_and_restored(place: str, store: str, tmp_path: pathlib.Path) -> None:
    options = {"store": store} if place == "file" else {}
    search = searcher(points_to_evaluate=[{"x": 1.0}], seed=4, **options)
    search.suggest("a")
    search.on_trial_complete("a", {"loss": 1.0})
    search.suggest("b")
    search.on_trial_result("b", {"loss": 9.0, "training_iteration": 1})
    limited = ConcurrencyLimiter(search, max_concurrent=2)
    limited.save(str(tmp_path / "state.pkl"))
    again = searcher(seed=4, **options)
    limited_again = ConcurrencyLimiter(again, max_concurrent=2)
    limited_again.restore(str(tmp_path / "state.pkl"))
    again = limited_again.searcher
    again.on_trial_complete("b", {"loss": 0.5})
    assert [trial.value for trial in again.study.trials] == [1.0, 0.5]
    assert again.study.trials[1].reports == [(1, 9.0)]
    assert len(pickle.loads(pickle.dumps(again)).study) == 2
