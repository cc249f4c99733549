# SPDX-License-Identifier: MIT
"""HoneSampler while a study grows: what it has read is kept, and a sampler that reads everything anew proposes the same."""

from __future__ import annotations

import pickle
import random
import warnings
from typing import Any, Callable, List

import pytest

optuna = pytest.importorskip("optuna")
from optuna.distributions import FloatDistribution, IntDistribution  # noqa: E402
from optuna.trial import TrialState, create_trial  # noqa: E402

from hone.optuna import HoneSampler  # noqa: E402
from hone.optuna._limits import Judge, judged  # noqa: E402
from hone.optuna._ranges import Ranges, nearest  # noqa: E402
from hone.optuna._shown import Sight, shown_by  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.WARNING)


def mirror_of(study: Any) -> Any:
    (proposing,) = study.sampler._proposing.values()
    return proposing._mirror


def plain(trial: Any) -> float:
    return float((trial.suggest_float("x", -5, 5) - 1) ** 2 + trial.suggest_int("n", 1, 9))


def branching(trial: Any) -> float:
    total = float(trial.suggest_float("x", -5, 5) ** 2)
    if trial.suggest_categorical("kind", ["a", "b", None]) == "b":
        total += trial.suggest_float("rate", 1e-3, 1, log=True)
    return total + sum(trial.suggest_float(f"w{layer}", 0, 1) for layer in range(trial.suggest_int("layers", 1, 3)))


def growing(trial: Any) -> float:
    total = float(trial.suggest_float("x", -5, 5) ** 2)
    if trial.number >= 6:
        total += (trial.suggest_float("dropout", 0, 0.9) - 0.3) ** 2
    if trial.number >= 12 and trial.suggest_categorical("kind", ["a", "b"]) == "b":
        total += trial.suggest_float("rate", 1e-3, 1, log=True)
    return total


def moving(trial: Any) -> float:
    first = trial.suggest_int("first", 1, 6)
    return float(first + trial.suggest_int("second", 1, first + 1) + trial.suggest_float("x", 0, first))


def erratic(trial: Any) -> float:
    x = trial.suggest_float("x", 0, 1)
    return x if x < 0.5 else x + trial.suggest_float("y", 0, 1)


def failing(trial: Any) -> float:
    x = trial.suggest_float("x", 0, 1)
    trial.report(x, 1)
    if trial.number % 5 == 1:
        raise optuna.TrialPruned()
    if trial.number % 5 == 3:
        raise KeyError("no")
    trial.suggest_float("late", 0, 1)
    return float("inf") if trial.number == 7 else x


def limited(trial: Any) -> float:
    x, y = trial.suggest_float("x", 0, 4), trial.suggest_float("y", 0, 4)
    trial.set_constraint("round", 4 - x * x - y * y)
    return float(x + y)


def two(trial: Any) -> Any:
    x, y = trial.suggest_float("x", 0, 1), trial.suggest_float("y", 0, 1)
    trial.set_constraint("sum", x + y - 1.5)
    return x**2 + y, (x - 1) ** 2 + y


def run(objective: Callable[[Any], Any], parts: List[int], method: Any, renew: bool) -> Any:
    directions = ["minimize", "minimize"] if objective is two else ["minimize"]
    study = optuna.create_study(sampler=HoneSampler(method, seed=5), directions=directions)
    for part in parts:
        if renew:
            study.sampler = pickle.loads(pickle.dumps(study.sampler))
        study.optimize(objective, n_trials=part, catch=(KeyError,))
    return study


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("method", [{"name": "hebo", "fit": {"restarts": 1}}, "tpe"])
@pytest.mark.parametrize("objective", [plain, branching, growing, moving, erratic, failing, limited, two])
def test_a_sampler_that_reads_all_anew_proposes_the_same(objective: Any, method: Any) -> None:
    whole, parts = run(objective, [24], method, False), run(objective, [1] * 24, method, True)
    assert [trial.params for trial in parts.trials] == [trial.params for trial in whole.trials]
    assert [trial.state for trial in parts.trials] == [trial.state for trial in whole.trials]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("objective", "most"), [(plain, 1), (failing, 1), (moving, 1), (branching, 8), (growing, 8), (erratic, 3)])
def test_the_mirror_is_made_once_for_a_space(objective: Any, most: int) -> None:
    study = run(objective, [30], "tpe", False)
    kept = mirror_of(study)
    study.optimize(objective, n_trials=30, catch=(KeyError,))
    assert mirror_of(study) is kept or objective in (branching, moving)
    assert mirror_of(study).made <= most
    assert len(mirror_of(study)._study) == sum(trial.state != TrialState.WAITING for trial in study.trials)


def test_only_new_trials_are_looked_at() -> None:
    """A trial that has ended is read once, whatever the number of trials."""
    study = run(plain, [30], "tpe", False)
    looked: List[int] = []
    (proposing,) = study.sampler._proposing.values()
    entry = proposing._entries._entry
    proposing._entries._entry = lambda trial: (looked.append(trial.number), entry(trial))[1]
    study.optimize(plain, n_trials=10)
    assert looked == list(range(29, 39))


@pytest.mark.filterwarnings("ignore")
def test_trials_of_others_that_come_late() -> None:
    """Two samplers on one study, whose trials overlap: each proposes what one that reads all anew would."""
    storage = optuna.storages.InMemoryStorage()
    first, second = (
        optuna.create_study(storage=storage, study_name="one", load_if_exists=True, sampler=HoneSampler("tpe", seed=5))
        for _ in range(2)
    )
    draws, begun, running = random.Random(1), [], []
    for _ in range(60):
        begun.append(draws.choice([first, second]).ask())  # proposes nothing before it is asked for a value
        if len(begun) < 3:
            continue
        trial = begun.pop(draws.randrange(len(begun)))
        anew = optuna.create_study(storage=storage, study_name="one", load_if_exists=True, sampler=HoneSampler("tpe", seed=5))
        proposed = trial.relative_params
        assert proposed == anew.sampler.sample_relative(anew, storage.get_trial(trial._trial_id), trial.relative_search_space)
        running.append((trial, plain(trial)))
        if len(running) > 3:
            ended, value = running.pop(draws.randrange(len(running)))
            first.tell(ended, value) if draws.random() < 0.8 else first.tell(ended, state=TrialState.FAIL)
    numbers = [trial.number for trial in storage.get_all_trials(first._study_id) if trial.state == TrialState.COMPLETE]
    assert len(numbers) > 30


def test_a_report_of_a_trial_that_runs() -> None:
    """It used to end the next trial with "a trial cannot end as 'running'"."""
    study = run(plain, [3], "tpe", False)
    first, second = study.ask(), study.ask()
    assert first.relative_params and second.relative_params
    first.report(0.5, 1)
    assert study.ask().relative_params


@pytest.mark.parametrize("jobs", [1, 3])
def test_reports_of_running_trials(jobs: int) -> None:
    def objective(trial: Any) -> float:
        x = trial.suggest_float("x", 0, 1)
        for step in range(5):
            trial.report(x + step, step)
            if trial.should_prune():
                raise optuna.TrialPruned()
        return float(x)

    study = optuna.create_study(sampler=HoneSampler("tpe", seed=1), pruner=optuna.pruners.MedianPruner(n_startup_trials=2))
    study.optimize(objective, n_trials=30, n_jobs=jobs)
    assert {trial.state for trial in study.trials} <= {TrialState.COMPLETE, TrialState.PRUNED}


def test_brackets_of_hyperband() -> None:
    """Each sees the trials of its own."""
    pruner = optuna.pruners.HyperbandPruner(min_resource=1, max_resource=9, reduction_factor=3)
    # The name decides which trial is of which bracket: of one in 300, one bracket has too few.
    study = optuna.create_study(sampler=HoneSampler("tpe", seed=1), pruner=pruner, study_name="brackets")

    def objective(trial: Any) -> float:
        x = trial.suggest_float("x", 0, 1)
        for step in range(9):
            trial.report(x, step)
            if trial.should_prune():
                raise optuna.TrialPruned()
        return float(x)

    study.optimize(objective, n_trials=40)
    mirrors = [proposing._mirror for proposing in study.sampler._proposing.values() if proposing._mirror is not None]
    assert len(mirrors) == 3 and sum(len(mirror._study) for mirror in mirrors) <= 40
    assert all(mirror.made <= 2 for mirror in mirrors)


def test_a_sampler_for_another_study() -> None:
    sampler = HoneSampler("tpe", seed=1)
    alone = [run(plain, [12], "tpe", False) for _ in range(2)]
    for study in alone:
        study.sampler = sampler
        study.optimize(plain, n_trials=4)
    assert [trial.params for trial in alone[0].trials] == [trial.params for trial in alone[1].trials]


# --- parameters that come later


@pytest.mark.parametrize("method", ["hebo", "tpe"])
def test_a_parameter_that_appears_is_learned(method: str) -> None:
    """It used to be drawn at random for ever."""

    def objective(trial: Any) -> float:
        value = (trial.suggest_float("x", -5, 5) - 2) ** 2
        return float(value if trial.number < 15 else value + 30 * (trial.suggest_float("dropout", 0, 0.9) - 0.3) ** 2)

    for seed in range(3):
        study = optuna.create_study(sampler=HoneSampler(method, seed=seed))
        study.optimize(objective, n_trials=55)
        assert min(trial.value for trial in study.trials[15:]) < 0.1
        late = [abs(trial.params["dropout"] - 0.3) for trial in study.trials[35:]]
        assert sorted(late)[len(late) // 2] < 0.15
        assert "dropout" in study.ask().relative_params
        space = mirror_of(study).setup.space
        assert space["dropout"]["optional"] is True and "optional" not in space["x"]


def test_what_explains_a_parameter_since_it_came() -> None:
    study = optuna.create_study(sampler=HoneSampler("random", seed=1))
    study.optimize(growing, n_trials=30)
    shown = shown_by(study.trials, optional=True)
    assert shown.conditions == {"rate": ("kind", ("b",))} and shown.optional == {"dropout", "kind", "rate"}
    assert shown_by(study.trials).conditions == {} and set(shown_by(study.trials).distributions) == {"x"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("objective", [plain, branching, growing, moving, erratic])
def test_the_space_is_the_same_however_it_is_seen(objective: Any) -> None:
    trials = [trial for trial in run(objective, [40], "random", False).trials]
    for optional in (False, True):
        sight = Sight(optional)
        for count, trial in enumerate(trials, 1):
            sight.add(trial)
            assert sight.shown == shown_by(trials[:count], optional), count


# --- ranges


def test_which_of_several_ranges_is_searched() -> None:
    def of(*ends: Any) -> Any:
        ranges = Ranges()
        for low, high in ends:
            ranges.add(IntDistribution(low, high))
        return ranges.searched.low, ranges.searched.high  # type: ignore[attr-defined]

    a, b = (0, 5), (2, 9)
    assert of(a, a) == a and of(a, b, b) == (0, 9) and of(a, b, b, b) == b
    assert of(a, b, a, a, a) == (0, 9)  # it comes back, so it depends on something
    assert of(a, a, a, b, b, b, a, a, a, a) == (0, 9)


def test_steps_that_do_not_match() -> None:
    ranges = Ranges()
    ranges.add(FloatDistribution(0, 1, step=0.25))
    ranges.add(FloatDistribution(0.5, 1.5, step=0.25))
    assert ranges.searched == FloatDistribution(0, 1.5, step=0.25)
    ranges.add(FloatDistribution(0.1, 1, step=0.25))
    assert ranges.searched == FloatDistribution(0, 1.5)


def test_the_nearest_value() -> None:
    assert nearest(IntDistribution(2, 8, step=3), 7) == 8 and nearest(IntDistribution(2, 8, step=3), 0) == 2
    assert nearest(IntDistribution(1, 100, log=True), 3.4) == 3
    assert nearest(FloatDistribution(0, 1, step=0.25), 0.6) == 0.5 and nearest(FloatDistribution(1, 2), 5) == 2.0


def test_a_range_that_depends_on_a_value_is_told_and_searched() -> None:
    """The best has both at their ends: y = x = 9."""

    def objective(trial: Any) -> float:
        x = trial.suggest_int("x", 1, 9)
        return float(-x - trial.suggest_int("y", 1, x))

    study = optuna.create_study(sampler=HoneSampler(seed=1))
    with pytest.warns(UserWarning, match="asks for 'y' from 1 to ., and trials before asked for other ranges"):
        study.optimize(objective, n_trials=30)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study.optimize(objective, n_trials=5)  # once is enough
    assert study.best_value == -18
    # What was proposed too large was moved to the end, and hone knows.
    known = {trial.number: trial for trial in mirror_of(study)._study.trials}
    for trial in study.trials[:-1]:
        assert known[trial.number].params == trial.params


def test_grids_of_two_kinds_are_searched() -> None:
    def objective(trial: Any) -> float:
        return float(abs(trial.suggest_int("n", 0, 96, step=4 if trial.number % 2 else 6) - 48))

    study = optuna.create_study(sampler=HoneSampler(seed=1))
    with pytest.warns(UserWarning, match="from 0 to 96 in steps of [46], and .* moved to the nearest value"):
        study.optimize(objective, n_trials=25)
    assert study.best_value == 0 and all(trial.state == TrialState.COMPLETE for trial in study.trials)


# --- constraints


def test_a_judge_says_what_it_would_have_said_of_all() -> None:
    draws = random.Random(3)
    for directions in (["minimize"], ["maximize"], ["minimize", "maximize"]):
        judge, seen = Judge(directions), []
        for _ in range(60):
            values = tuple(draws.choice([draws.gauss(0, 1), float("inf")] if draws.random() < 0.1 else [draws.gauss(0, 1)]) for _ in directions)
            seen.append((values, max(0.0, draws.gauss(0, 1))))
            judge.add(seen[-1])
            assert judge.verdict == judged(seen, directions)


def test_trials_added_by_hand() -> None:
    space = {"x": FloatDistribution(0, 1)}
    study = optuna.create_study(sampler=HoneSampler("tpe", seed=1))
    for x in (0.1, 0.5, 0.9):
        study.add_trial(create_trial(params={"x": x}, distributions=space, value=x))
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=2)
    study.add_trial(create_trial(params={"x": 0.3}, distributions=space, value=0.3))
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=2)
    assert len(mirror_of(study)._study) == 8 and mirror_of(study).made == 1
