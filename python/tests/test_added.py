# SPDX-License-Identifier: MIT
"""Results that were measured elsewhere."""

import math
from datetime import datetime, timedelta, timezone

import pytest

import hone


@pytest.fixture
def study():
    return hone.create_study({"x": hone.Float(0, 10), "kind": ["a", "b"]}, sampler="sobol", seed=1)


def test_a_trial_has_all_that_was_said(study):
    began = datetime(2024, 5, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
    number = study.add_trial(
        {"x": 2.5, "kind": "a"}, 0.25, reports={2: 0.3, 1: 0.5}, attributes={"machine": "old", "slots": 3},
        started=began, finished=began + timedelta(minutes=90),
    )  # fmt: skip
    trial = study.trials[number]
    assert (trial.state, trial.params, trial.value) == ("complete", {"x": 2.5, "kind": "a"}, 0.25)
    assert (trial.reports, trial.attributes) == ([(1, 0.5), (2, 0.3)], {"machine": "old", "slots": 3})
    assert (trial.started, trial.duration) == (began, 5400.0)
    assert study.best_trial.number == number


@pytest.mark.parametrize("state", ["failed", "pruned", "timed_out", "infeasible"])
def test_a_trial_that_ended_without_a_value(study, state):
    number = study.add_trial({"x": 1, "kind": "b"}, state=state, error="why", reports=[(1, 0.5)])
    trial = study.trials[number]
    assert (trial.state, trial.error, trial.values, trial.reports) == (state, "why", None, [(1, 0.5)])


def test_a_value_that_is_not_finite_is_a_failure(study):
    study.add_trial({"x": 1, "kind": "b"}, float("nan"))
    trial = study.trials[0]
    assert trial.state == "failed" and "nan" in trial.error


def test_a_report_that_is_not_finite_is_kept(study):
    study.add_trial({"x": 1, "kind": "b"}, state="pruned", reports={1: 0.5, 2: float("nan"), 3: -float("inf")})
    (one, value), (_, nan), last = study.trials[0].reports
    assert (one, value, last) == (1, 0.5, (3, -float("inf"))) and math.isnan(nan)
    assert study.add_trials(study.trials) == [1]


def test_several_objectives_by_name_and_in_their_order():
    study = hone.create_study({"x": hone.Float(0, 1)}, directions={"loss": "minimize", "speed": "maximize"}, sampler="random")
    study.add_trial({"x": 0.5}, {"speed": 2.0, "loss": 1.0})
    study.add_trial({"x": 0.5}, [0.5, 1.0])
    study.add_trial({"x": 0.5}, [2.0, 0.5])
    assert [trial.values for trial in study.best_trials] == [[1.0, 2.0], [0.5, 1.0]]


def test_trials_of_another_study_are_added(study):
    study.optimize(lambda trial: trial["x"], 3)
    study.tell(study.ask(), state="pruned")
    other = hone.create_study(study.space, sampler="random")
    assert other.add_trials(study.trials) == [0, 1, 2, 3]
    fields = ("params", "values", "state", "started", "finished")
    assert [[getattr(trial, field) for field in fields] for trial in other.trials] == [
        [getattr(trial, field) for field in fields] for trial in study.trials
    ]


def test_samplers_learn_from_what_was_added():
    study = hone.create_study({"x": hone.Float(-5, 5)}, sampler="gp", seed=1)
    study.add_trials([{"params": {"x": x / 2}, "value": (x / 2 - 2) ** 2} for x in range(-10, 11)])
    assert abs(study.ask()["x"] - 2) < 0.5


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"value": 1.0}], r"trials\[0\] is .*; give a trial, or a dict with 'params' and 'value'"),
        ([7], r"trials\[0\] is 7; give a trial"),
        ([{"params": [1]}], r"params are \[1\]; give a dict"),
        ([{"params": {"x": 1, "kind": "a"}}], r"neither a value nor a state; give one, such as state='failed'"),
        ([{"params": {"x": 1, "kind": "a"}, "state": "complete"}], "a complete trial has a value"),
        ([{"params": {"x": 1, "kind": "a"}, "value": [1, 2]}], "there are 2 values; give one"),
        ([{"params": {"x": 1, "kind": "a"}, "value": 1, "started": "noon"}], r"trials\[0\]: started is 'noon'; give a datetime"),
        ([{"params": {"x": 1, "kind": "a"}, "value": 1, "user_attrs": {}}], "has no user_attrs=; here it is attributes="),
        ([{"params": {"x": 1}, "value": 1}], "kind"),
        ([{"params": {"x": 11, "kind": "a"}, "value": 1}], "x"),
    ],
)
def test_what_is_no_result_is_refused_with_all_others(study, rows, words):
    good = {"params": {"x": 1, "kind": "a"}, "value": 1.0}
    with pytest.raises(hone.HoneError, match=words):
        study.add_trials([*rows, good])
    assert len(study) == 0


def test_what_runs_is_not_added(study):
    study.ask()
    with pytest.raises(hone.InvalidArgumentError, match="trial 0 is running; add trials that have ended"):
        study.add_trials(study.trials)


def test_a_study_without_a_space_takes_none():
    study = hone.create_study(sampler="random")
    with pytest.raises(hone.InvalidArgumentError, match="does not know its space yet"):
        study.add_trial({"x": 1}, 1)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 1)
    assert study.add_trial({"x": 1}, 1) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"reports": [1, 2]}, r"trials\[0\]: reports are \[1, 2\]; give a dict by step, or a list of \(step, value\)"),
        ({"reports": {"a": 1}}, "a step is 'a'; give a whole number"),
        ({"attributes": [3]}, r"trials\[0\]: attributes are \[3\]; give a dict"),
        ({"attributes": {3: 1}}, "the attribute's name 3 is not a text"),
        ({"attributes": {"a": {1, 2}}}, "the attribute 'a' .*give a bool"),
        ({"attributes": {"param:x": 1}}, "hone's own"),
    ],
)
def test_reports_and_attributes_are_those_that_a_trial_may_have(given, words):
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    with pytest.raises(hone.InvalidArgumentError, match=words):
        study.add_trial({"x": 0.5}, 1.0, **given)
    assert len(study) == 0


def test_reports_of_several_objectives_are_copied():
    study = hone.create_study({"x": hone.Float(0, 1)}, directions=["minimize", "maximize"], sampler="random")
    trial = study.ask()
    trial.report([0.5, 2.0], 1)
    study.tell(trial, [0.25, 3.0])
    study.add_trial({"x": 0.5}, [1.0, 2.0], reports={2: [0.5, 1.0], 1: [0.75, 0.5]})
    copy = hone.create_study({"x": hone.Float(0, 1)}, directions=["minimize", "maximize"], sampler="random")
    copy.add_trials(study.trials)
    assert [trial.reports for trial in copy.trials] == [[(1, [0.5, 2.0])], [(1, [0.75, 0.5]), (2, [0.5, 1.0])]]


def test_a_value_that_is_none_is_a_failure_that_is_said():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    with pytest.warns(UserWarning, match="trial 0 ends as failed: its value is nan") as told:
        study.tell(study.ask(), float("nan"))
    assert told[0].filename == __file__
    with pytest.warns(UserWarning, match=r"trials\[1\] is added as failed: its value is inf") as told:
        study.add_trials([{"params": {"x": 0.5}, "value": 1.0}, {"params": {"x": 0.5}, "value": float("inf")}])
    assert told[0].filename == __file__
    assert [trial.state for trial in study.trials] == ["failed", "complete", "failed"]
