# SPDX-License-Identifier: MIT
"""Studies of a store as things: listed, copied, renamed, deleted, and given another space."""

import warnings
from datetime import datetime, timedelta, timezone

import pytest

import hone

SPACE = {"x": hone.Float(0, 10)}


def made(store, name="first", **options):
    return hone.create_study(SPACE, sampler="random", seed=1, store=store, name=name, **options)


def test_studies_are_listed(store):
    first = made(store, direction="maximize")
    first.tell(first.ask(), 2.0)
    first.tell(first.ask(), state="failed")
    first.ask()
    first.notes = {"text": "", "tags": ["old"]}
    made(store, "second").pause()
    second, listed = hone.list_studies(store)
    assert (second.name, second.stopped, second.best_value) == ("second", True, None)
    assert (listed.name, listed.sampler, listed.directions) == ("first", "random", {"value": "maximize"})
    assert (listed.trials, listed.complete, listed.failed, listed.running, listed.waiting) == (3, 1, 1, 1, 0)
    assert (listed.best_value, listed.tags) == (2.0, ("old",))
    assert abs(listed.created - datetime.now(timezone.utc)) < timedelta(minutes=10)
    assert [one.name for one in hone.list_studies(store, search="f*t")] == ["first"]


def test_a_store_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(hone.NotFoundError):
        hone.list_studies(f"sqlite:{tmp_path}/none.db")
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(hone.InvalidArgumentError, match="a store in memory is its study's alone"):
        hone.list_studies("memory:")


def test_a_study_is_deleted(store):
    made(store)
    other = made(store, "second")
    hone.delete_study("first", store)
    assert [one.name for one in hone.list_studies(store)] == ["second"]
    hone.delete_study(other)
    assert hone.list_studies(store) == []
    with pytest.raises(hone.NotFoundError):
        hone.delete_study("first", store)
    with pytest.raises(hone.NotFoundError):
        other.ask()


def test_a_renamed_study_keeps_its_trials(store):
    study = made(store)
    made(store, "second")
    trial = study.ask()
    study.rename("first")  # as it is named
    study.rename("third")
    assert study.name == "third" and study.definition["name"] == "third"
    study.tell(trial, 0.5)  # handed out under the former name
    assert hone.load_study("third", store).best_value == 0.5
    assert study.ask().number == 1
    with pytest.raises(hone.NotFoundError):
        hone.load_study("first", store)
    with pytest.raises(hone.AlreadyExistsError, match=r"hone.delete_study\('second'"):
        study.rename("second")
    assert study.name == "third" and len(study) == 2


def test_a_study_that_has_no_space_yet_is_renamed(store):
    study = hone.create_study(sampler="random", store=store, name="first")
    study.rename("second")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 2)
    assert [one.name for one in hone.list_studies(store)] == ["second"]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_copy_is_another_study(store, tmp_path, elsewhere):
    study = made(store, pruner="median", constraints=["x < 9"])
    trial = study.ask()
    trial.report(0.75, 1)
    trial.set_attr("machine", "old")
    study.tell(trial, 0.5)
    study.tell(study.ask(), state="failed", error="out of paper")
    study.ask()  # runs
    study.enqueue({"x": 2.5})
    study.notes = {"text": "about x", "tags": ["mine"]}
    copy = hone.copy_study(study, "copy", to_store=f"sqlite:{tmp_path}/other.db" if elsewhere else None)
    assert {**copy.definition, "name": "first"} == study.definition
    before, after = study.trials[:2], copy.trials
    assert [trial.state for trial in after] == ["complete", "failed", "waiting"]
    for field in ("params", "values", "reports", "attributes", "error", "worker", "created", "started", "finished"):
        assert [getattr(one, field) for one in after[:2]] == [getattr(one, field) for one in before]
    assert copy.notes["text"] == "about x" and copy.notes["tags"] == ["mine"]
    assert copy.ask()["x"] == 2.5
    copy.delete(0)
    assert study.best_value == 0.5


def test_a_copy_has_the_attributes_of_the_study(store):
    study = hone.create_study({"x": hone.Int(0, 9)}, store=store, sampler="random")
    study.set_attr("data", {"name": "penguins", "folds": [1, 2]})
    copy = hone.copy_study(study, "copy")
    assert copy.attributes == hone.load_study("copy", store).attributes == {"data": {"name": "penguins", "folds": [1, 2]}}


def test_a_name_that_is_taken_is_not_copied_over(store):
    made(store)
    made(store, "second")
    with pytest.raises(hone.AlreadyExistsError, match="there is a study named 'second' already"):
        hone.copy_study("first", "second", store=store)
    assert len(hone.list_studies(store)) == 2


def test_a_copy_says_what_it_leaves_behind(store):
    study = made(store)
    study.add_trials([{"params": {"x": 1.0}, "value": 1.0}, {"params": {"x": 9.0}, "value": 9.0}])
    study.set_space({"x": hone.Float(0, 5)})
    with pytest.warns(UserWarning, match="1 trials of the study 'first' do not fit"):
        copy = hone.copy_study(study, "copy")
    assert [trial.params for trial in copy.trials] == [{"x": 1.0}]


def test_what_cannot_be_copied_leaves_nothing(store, monkeypatch):
    study = made(store)
    study.tell(study.ask(), 1.0)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("hone._admin._copy_trials", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hone.copy_study(study, "copy")
    assert [one.name for one in hone.list_studies(store)] == ["first"]


# --- another space


def again(store, space, **options):
    return hone.create_study(space, name="first", store=store, load_if_exists=True, **options)


def test_another_space_is_taken_over_when_that_is_said(store):
    study = made(store)
    study.add_trials([{"params": {"x": 1.0}, "value": 1.0}, {"params": {"x": 9.0}, "value": 0.0}])
    narrower = {"x": hone.Float(0, 5)}
    with pytest.raises(hone.AlreadyExistsError, match=r"the parameter 'x': narrowed from \[0, 10\] to \[0, 5\].*adopt=True \(1 trial so far does not fit"):
        again(store, narrower)
    assert study.space == SPACE
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert again(store, narrower, adopt=True).space == narrower
        again(store, narrower)  # which it has now
        again(store, narrower, adopt=True)
    assert study.space == narrower and len(study.versions()) == 2
    assert study.best_value == 1.0


def test_a_new_parameter_counts_as_what_is_said_or_is_lacking(store):
    study = made(store)
    study.add_trial({"x": 1.0}, 1.0)
    larger = {**SPACE, "y": hone.Int(1, 5), "z": hone.Int(1, 5)}
    grown = again(store, larger, adopt={"y": 3})
    assert grown.trials[0].params == {"x": 1.0, "y": 3}
    assert set(grown.ask()) == {"x", "y", "z"}
    again(store, larger)  # without a word: it is the space that the study has
    with pytest.raises(hone.InvalidSpaceError, match="has the parameter 'z', the space given does not.*adopt={'z': 'any'} for all"):
        again(store, SPACE, adopt={"y": 3})
    smaller = again(store, SPACE, adopt={"y": 3, "z": "any"})
    assert smaller.trials[0].params == {"x": 1.0} and list(smaller.space) == ["x"]
    with pytest.raises(hone.InvalidArgumentError, match="adopt names 'w', which is a parameter neither"):
        again(store, SPACE, adopt={"w": 3})


@pytest.mark.parametrize(
    ("space", "options", "words"),
    [
        (SPACE, {"adopt": True}, "give load_if_exists=True with it"),
        (None, {"adopt": True, "load_if_exists": True}, "and none is given; give one"),
        (SPACE, {"adopt": 3, "load_if_exists": True}, "adopt is 3; give True, or a dict"),
    ],
)
def test_nothing_to_adopt_is_said(store, space, options, words):
    with pytest.raises(hone.InvalidArgumentError, match=words):
        hone.create_study(space, store=store, **options)


def test_a_study_that_is_new_has_nothing_to_adopt(store):
    assert again(store, SPACE, adopt=True).space == SPACE
