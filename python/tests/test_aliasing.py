# SPDX-License-Identifier: MIT
"""What is taken from a study may be changed: the study has its own."""

import dataclasses
import pickle

import hone
import pytest


@pytest.fixture
def study():
    made = hone.create_study({"x": hone.Float(0, 1)}, sampler="hebo", seed=1)
    trial = made.ask()
    trial.report(0.5, 1)
    trial.set_attr("mark", "m")
    made.tell(trial, 2.0)
    return made


@pytest.mark.parametrize("field", ["params", "attributes", "notes", "reports", "values"])
def test_a_change_does_not_reach_the_study(study, field):
    before = pickle.dumps(study.trials[0])
    trial = study.trials[0]
    getattr(trial, field).clear()
    getattr(study.best_trial, field).clear()
    assert pickle.dumps(study.trials[0]) == before and pickle.dumps(trial) == before
    assert study.trials[0].params and study.trials[0].values == [2.0] and study.trials[0].reports == [(1, 0.5)]


def test_a_trial_is_a_value_all_the_same(study):
    trial = study.trials[0]
    assert trial == study.best_trial == pickle.loads(pickle.dumps(trial)) == dataclasses.replace(trial)
    assert dataclasses.asdict(trial)["attributes"] == {"mark": "m"}
    assert trial.value == 2.0 and trial["x"] == trial.params["x"]


def test_settings_found_may_be_taken_apart():
    found = hone.minimize(lambda trial: trial["x"], {"x": hone.Float(0, 1)}, trials=3, sampler="random")
    found.params.pop("x")
    assert set(found.study.best_params) == set(found.trial.params) == {"x"}


def test_what_a_study_was_made_of_stays_its_own():
    space, start = {"x": hone.Float(0, 1)}, {"x": 0.5}
    study = hone.create_study(space, enqueue=[start], sampler="random")
    space.clear()
    start.clear()
    study.space.clear()
    study.definition.clear()
    assert list(study.space) == ["x"] and study.ask()["x"] == 0.5
