# SPDX-License-Identifier: MIT
"""What is done to the studies of a service, and trials of a service on executors and asyncio."""

import asyncio
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import hone

from test_service import service  # noqa: F401

SPACE = {"x": hone.Float(0, 1)}


def square(trial):
    return trial["x"] ** 2


def reports(trial):
    trial.report(trial["x"], 1)
    return trial["x"]


@pytest.fixture
def study(service):  # noqa: F811
    return hone.create_study(SPACE, store=service.url, name="first", sampler="random", seed=1)


def test_studies_of_a_service_are_renamed_copied_listed_and_deleted(study, store):
    trial = study.ask()
    study.rename("first")  # as it is named
    study.rename("second")
    study.tell(trial, 0.5)  # handed out under the former name
    study.add_trial({"x": 0.25}, 0.25)
    with pytest.raises(hone.NotFoundError):
        hone.load_study("first", study.store)
    copy = hone.copy_study("second", "third", store=study.store)
    away = hone.copy_study("second", "third", store=study.store, to_store=store)
    for one in (copy, away):
        assert [trial.value for trial in one.trials] == [0.5, 0.25]
    assert [one.name for one in hone.list_studies(study.store)] == ["third", "second"]
    hone.delete_study(copy)
    assert [one.name for one in hone.list_studies(study.store)] == ["second"]
    with pytest.raises(hone.AlreadyExistsError):
        hone.copy_study(away, "second", to_store=study.store)


def test_another_space_is_taken_over(study):
    study.tell(study.ask(), 1.0)
    again = hone.create_study(
        {**SPACE, "y": hone.Int(1, 3)}, store=study.store, name="first", load_if_exists=True, adopt={"y": 2}
    )
    assert again.trials[0].params["y"] == 2 and set(again.ask()) == {"x", "y"}


def test_trials_run_on_executors_and_on_asyncio(study):
    with ThreadPoolExecutor(2) as executor:
        study.optimize(reports, 4, executor=executor)
    with ProcessPoolExecutor(2) as executor:
        study.optimize(square, 4, executor=executor)
        study.optimize(reports, 1, executor=executor, catch=(Exception,))
    asyncio.run(study.optimize_async(reports, 4, parallel=2))
    assert [trial.state for trial in study.trials] == ["complete"] * 8 + ["failed"] + ["complete"] * 4
    assert "to which a trial reports from the program that asked for it" in study.trials[8].error
