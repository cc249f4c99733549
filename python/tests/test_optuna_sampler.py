# SPDX-License-Identifier: MIT
"""HoneSampler inside Optuna: what its own test cases do not look at."""

from __future__ import annotations

import pathlib
import pickle
import subprocess
import sys
import threading
from typing import Any, Dict, List

import pytest

optuna = pytest.importorskip("optuna")
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution  # noqa: E402
from optuna.trial import TrialState, create_trial  # noqa: E402

import hone  # noqa: E402
from hone.optuna import HoneSampler  # noqa: E402
from hone.optuna._limits import judged  # noqa: E402
from hone.optuna._shown import shown_by  # noqa: E402
from hone.optuna._spaces import Coding  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.WARNING)


def branches(trial: Any) -> float:
    """Which parameters there are depends on a choice and on a number."""
    kind = trial.suggest_categorical("kind", ["a", "b", None])
    layers = trial.suggest_int("layers", 1, 3)
    total = float(trial.suggest_float("x", -5, 5) ** 2)
    for layer in range(layers):
        total += trial.suggest_float(f"width{layer}", 0, 1)
    if kind == "b":
        total += trial.suggest_float("rate", 1e-3, 1, log=True)
        total += trial.suggest_int("steps", 0, 8, step=2)
    return total


def bowl(trial: Any) -> float:
    return float((trial.suggest_float("x", -5, 5) - 1) ** 2 + (trial.suggest_float("y", 1e-3, 10, log=True) - 1) ** 2)


def study_of(sampler: Any = None, **options: Any) -> Any:
    return optuna.create_study(sampler=sampler or HoneSampler("random", seed=1), **options)


def mirror_of(study: Any) -> Any:
    (proposing,) = study.sampler._proposing.values()
    return proposing._mirror


# --- spaces


def test_conditions_are_seen() -> None:
    study = study_of()
    study.optimize(branches, n_trials=40)
    shown = shown_by(study.trials)
    assert shown.conditions == {
        "width1": ("layers", (2, None)), "width2": ("layers", (3, None)), "rate": ("kind", ("b",)), "steps": ("kind", ("b",)),
    }  # fmt: skip
    assert list(shown.distributions)[:4] == ["kind", "layers", "width0", "x"]
    coding = Coding.of(shown)
    assert coding.configuration({"kind": None, "layers": 1, "x": 0.0, "width0": 0.5}) == {
        "kind": 2, "layers": 1, "x": 0.0, "width0": 0.5,
    }  # fmt: skip
    assert coding.configuration({"kind": "b", "layers": 1, "x": 0.0, "width0": 0.5}) is None  # no rate


def test_proposals_have_what_exists_and_no_more() -> None:
    study = study_of(HoneSampler("tpe", seed=2))
    study.optimize(branches, n_trials=40)
    for number in range(10):
        trial = study.ask()
        proposed = trial.relative_params
        assert ("rate" in proposed) == (proposed["kind"] == "b")
        assert ("width2" in proposed) == (proposed["layers"] == 3)


def made(params: Dict[str, Any], distributions: Dict[str, Any], value: float = 0.0) -> Any:
    return create_trial(params=params, distributions=distributions, value=value)


def test_what_nothing_explains_is_left_out() -> None:
    x, y = FloatDistribution(0, 1), FloatDistribution(0, 1)
    kind = CategoricalDistribution(["a", "b"])
    trials = [
        made({"x": 0.1, "kind": "a"}, {"x": x, "kind": kind}),
        made({"x": 0.2, "kind": "a", "y": 0.5}, {"x": x, "kind": kind, "y": y}),
        made({"x": 0.3, "kind": "b"}, {"x": x, "kind": kind}),
    ]
    shown = shown_by(trials)
    assert set(shown.distributions) == {"x", "kind"} and shown.conditions == {}


def test_ranges_that_change() -> None:
    def of(*ranges: Any) -> Any:
        trials = [made({"n": low}, {"n": IntDistribution(low, high)}) for low, high in ranges]
        found = shown_by(trials).distributions["n"]
        return found.low, found.high

    assert of((0, 5), (0, 5), (2, 9)) == (0, 9)  # until it is clear that the range has moved
    assert of((0, 5), (2, 9), (2, 9), (2, 9)) == (2, 9)
    steps = [made({"n": 0}, {"n": IntDistribution(0, 8, step=2)}), made({"n": 0}, {"n": IntDistribution(0, 9, step=3)})]
    assert shown_by(steps).distributions == {"n": IntDistribution(0, 9)}


def test_a_range_that_depends_on_a_value() -> None:
    def objective(trial: Any) -> float:
        first = trial.suggest_int("first", 1, 9)
        second = trial.suggest_int("second", 1, first + 1)
        assert 1 <= second <= first + 1
        return float(first + second)

    study = study_of(HoneSampler("tpe", seed=1))
    study.optimize(objective, n_trials=25)
    assert all(trial.state == TrialState.COMPLETE for trial in study.trials)


# --- a function of the trials


@pytest.mark.parametrize("name", ["hebo", "tpe", "sequd"])
def test_same_seed_same_proposals_after_any_interruption(name: str) -> None:
    whole = study_of(HoneSampler(name, seed=5))
    whole.optimize(bowl, n_trials=24)
    storage = optuna.storages.InMemoryStorage()
    for part in (5, 1, 12, 6):
        study = optuna.create_study(storage=storage, study_name="parts", load_if_exists=True, sampler=HoneSampler(name, seed=5))
        study.optimize(bowl, n_trials=part)
    assert [trial.params for trial in study.trials] == [trial.params for trial in whole.trials]
    other = study_of(HoneSampler(name, seed=6))
    other.optimize(bowl, n_trials=24)
    assert [trial.params for trial in other.trials] != [trial.params for trial in whole.trials]


def test_same_seed_same_proposals_with_branches() -> None:
    whole, parts = study_of(HoneSampler(seed=5)), study_of(HoneSampler(seed=5))
    whole.optimize(branches, n_trials=20)
    for _ in range(4):
        parts.optimize(branches, n_trials=5)
        parts.sampler = pickle.loads(pickle.dumps(parts.sampler))
    assert [trial.params for trial in parts.trials] == [trial.params for trial in whole.trials]


def test_the_mirror_is_kept_while_it_fits() -> None:
    study = study_of(HoneSampler(seed=1))
    study.optimize(bowl, n_trials=5)
    mirror = mirror_of(study)
    kept = mirror._study
    study.optimize(bowl, n_trials=5)
    assert mirror_of(study) is mirror and mirror._study is kept
    assert len(kept.trials) == 10 and [trial.value for trial in kept.trials[:9]] == [t.value for t in study.trials[:9]]


def test_reseeding_changes_what_comes() -> None:
    first, second = study_of(), study_of()
    second.sampler.reseed_rng()
    first.optimize(bowl, n_trials=3)
    second.optimize(bowl, n_trials=3)
    assert [trial.params for trial in first.trials] != [trial.params for trial in second.trials]


# --- what trials tell


def test_running_trials_are_not_proposed_again() -> None:
    study = study_of(HoneSampler(seed=1))
    space = {"x": IntDistribution(0, 40)}
    for x in (0, 20, 40):
        study.add_trial(made({"x": x}, space, value=float(abs(x - 20))))
    asked = [study.ask(space).params["x"] for _ in range(8)]
    assert len(set(asked)) == 8 and not {0, 20, 40} & set(asked)
    other = optuna.create_study(study_name=study.study_name, storage=study._storage, load_if_exists=True, sampler=HoneSampler(seed=1))
    assert other.ask(space).params["x"] not in set(asked) | {0, 20, 40}  # as another worker


def test_states_reports_and_infinite_values_reach_hone() -> None:
    study = study_of(HoneSampler("random", seed=1))

    def objective(trial: Any) -> float:
        x = trial.suggest_float("x", 0, 1)
        trial.report(x, 1)
        trial.report(float("nan"), 2)
        if trial.number == 1:
            raise optuna.TrialPruned()
        if trial.number == 2:
            raise KeyError("no")
        return float("inf") if trial.number == 3 else x

    study.optimize(objective, n_trials=6, catch=(KeyError,))
    told = mirror_of(study)._study.trials
    assert [trial.state for trial in told] == ["complete", "pruned", "failed", "failed", "complete", "running"]
    assert told[1].reports == [(1, study.trials[1].params["x"])]


def test_fixed_and_enqueued_parameters() -> None:
    study = study_of(HoneSampler(seed=1))
    study.optimize(bowl, n_trials=3)
    study.enqueue_trial({"x": 4.5})
    study.optimize(bowl, n_trials=2)
    assert study.trials[3].params["x"] == 4.5
    mirror = mirror_of(study)._study.trials
    assert mirror[3].params["x"] == 4.5 and mirror[3].params["y"] == study.trials[3].params["y"]


def test_several_objectives_spread_out() -> None:
    def objective(trial: Any) -> Any:
        x, y = trial.suggest_float("x", 0, 1), trial.suggest_float("y", 0, 1)
        return x**2 + y, (x - 1) ** 2 + y

    study = study_of(HoneSampler(seed=1), directions=["minimize", "minimize"])
    study.optimize(objective, n_trials=30)
    front = [trial.params["x"] for trial in study.best_trials]
    assert len(front) >= 5 and min(front) < 0.3 and max(front) > 0.7


# --- constraints


def test_how_violations_are_told() -> None:
    nothing = judged([((3.0,), 0.0)], ["minimize"])
    assert nothing.values(((3.0,), 0.0)) == (3.0,)
    none_yet = judged([((3.0,), 2.0), ((1.0,), 5.0)], ["maximize"])
    assert none_yet.values(((3.0,), 2.0)) == (-2.0,)
    some = judged([((3.0,), 0.0), ((1.0,), 0.5)], ["minimize"])
    assert some.values(((1.0,), 0.5)) == (1.0 + 2 * (2.0 / 0.5) * 0.5,)  # worse than the best that keeps to it
    harmless = judged([((3.0,), 0.0), ((4.0,), 0.5)], ["minimize"])
    assert harmless.values(((4.0,), 0.5)) == (4.0,)
    several = judged([((3.0, 1.0), 0.0), ((1.0, 1.0), 0.5)], ["minimize", "minimize"])
    assert several.values(((1.0, 1.0), 0.5)) is None


def test_the_best_on_the_border_is_found() -> None:
    """Minimise x + y outside a circle of radius 2 around 0, for x, y >= 0: 2 at (2, 0) and (0, 2)."""

    def objective(trial: Any) -> float:
        x, y = trial.suggest_float("x", 0, 4), trial.suggest_float("y", 0, 4)
        trial.set_user_attr("limit", 4 - x * x - y * y)
        return float(x + y)

    study = study_of(HoneSampler(seed=1, constraints_func=lambda trial: (trial.user_attrs["limit"],)))
    study.optimize(objective, n_trials=40)
    kept = [trial for trial in study.trials if trial.system_attrs["constraints"][0] <= 0]
    assert min(trial.value for trial in kept) < 2.1
    assert study.best_trial in kept


def test_nan_constraints_are_refused() -> None:
    study = study_of(HoneSampler("random", constraints_func=lambda trial: (float("nan"),)))
    with pytest.raises(ValueError, match="NaN"):
        study.optimize(bowl, n_trials=1)
    assert study.trials[0].system_attrs["constraints"] is None


# --- around it


def test_threads_share_a_sampler() -> None:
    study = study_of(HoneSampler(seed=1))
    study.optimize(bowl, n_trials=16, n_jobs=4)
    points = [tuple(trial.params.values()) for trial in study.trials]
    assert len(set(points)) == 16 and threading.active_count() < 50


WORKER = """
import sys, optuna
from hone.optuna import HoneSampler
optuna.logging.set_verbosity(optuna.logging.ERROR)
storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(sys.argv[1]))
study = optuna.create_study(study_name="shared", storage=storage, sampler=HoneSampler("tpe"), load_if_exists=True)
study.optimize(lambda trial: trial.suggest_float("x", -5, 5) ** 2, n_trials=8)
"""


def test_processes_share_a_storage(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "journal.log")
    workers = [subprocess.Popen([sys.executable, "-c", WORKER, path]) for _ in range(2)]
    assert [worker.wait(120) for worker in workers] == [0, 0]
    study = hone.import_optuna(path)
    assert len(study) == 16 and len({trial["x"] for trial in study.trials}) == 16


def test_another_sampler_for_what_is_independent() -> None:
    asked: List[str] = []

    class Noting(optuna.samplers.RandomSampler):
        def sample_independent(self, study: Any, trial: Any, param_name: str, param_distribution: Any) -> Any:
            asked.append(param_name)
            return super().sample_independent(study, trial, param_name, param_distribution)

    study = study_of(HoneSampler("random", seed=1, independent_sampler=Noting(seed=1)))
    study.optimize(bowl, n_trials=3)
    assert asked == ["x", "y"]  # of the first trial


def test_earlier_studies_as_sources() -> None:
    earlier = study_of(HoneSampler("random", seed=3), study_name="earlier")
    earlier.optimize(bowl, n_trials=20)
    study = study_of(HoneSampler("rgpe", seed=1, sources=[earlier]))
    study.optimize(bowl, n_trials=6)
    again = pickle.loads(pickle.dumps(study.sampler))
    assert again._sources == study.sampler._sources and again._sources[0]["name"] == "earlier"


def test_what_is_wrong_is_said_at_once() -> None:
    with pytest.raises(hone.NotFoundError, match="nothing-such"):
        HoneSampler("nothing-such")
    with pytest.raises(hone.InvalidOptionError):
        HoneSampler({"name": "hebo", "colour": "blue"})


def test_a_grid_that_is_at_its_end_says_so() -> None:
    study = study_of(HoneSampler("grid", seed=1))
    with pytest.warns(UserWarning, match="nothing left to propose"):
        study.optimize(lambda trial: trial.suggest_int("n", 0, 2), n_trials=6)
    assert {trial.params["n"] for trial in study.trials} == {0, 1, 2}


def test_the_example_runs(capsys: Any) -> None:
    import importlib.util

    path = pathlib.Path(__file__).parents[2] / "examples" / "python" / "optuna_sampler.py"
    spec = importlib.util.spec_from_file_location("optuna_sampler", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(14)
    assert float(capsys.readouterr().out.split()[0]) < 0.1
