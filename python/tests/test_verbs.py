# SPDX-License-Identifier: MIT
"""Every verb that the service declares is there for Python, and does what it does elsewhere."""

import json

import pytest

import hone
from hone import _hone

#: The verb in Python's words: a member of Study, or of the package.
IN_PYTHON = {
    "create": hone.create_study,
    "open": hone.load_study,
    "samplers": hone.samplers,
    **{
        verb: getattr(hone.Study, member)
        for verb, member in {
            "set_space": "set_space",
            "definition": "definition",
            "versions": "versions",
            "extend": "extend",
            "notes": "notes",
            "set_notes": "notes",
            "stop": "pause",
            "resume": "resume",
            "ask": "ask",
            "tell": "tell",
            "enqueue": "enqueue",
            "cancel": "cancel",
            "retry": "retry",
            "delete": "delete",
            "amend": "amend",
            "note": "note",
            "trials": "trials",
            "best": "best_trial",
            "front": "best_trials",
            "importance": "importance",
            "diagnosis": "diagnose",
            "sources": "sources",
            "charts": "charts",
            "chart": "chart",
        }.items()
    },
}

#: Said by study.call() alone: an objective, or the library itself, has no other word for them.
BY_CALL = {
    "change", "check", "claim", "drop", "heartbeat", "insert", "preview", "pruners", "replace", "report", "requeue",
    "show", "start", "studies", "trial",
}  # fmt: skip


@pytest.fixture
def study():
    made = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
    good, bad, _ = made.ask(3)
    made.tell(good, 1.0)
    made.tell(bad, state="failed")
    return made


def test_every_verb_is_known_here():
    assert {name for name, _, _ in _hone.verbs()} == set(IN_PYTHON) | BY_CALL


def test_verbs_tell_their_fields():
    fields = {name: json.loads(schema)["properties"] for name, schema, _ in _hone.verbs()}
    assert set(fields["retry"]) == {"numbers", "states"}


def test_call_answers_as_stdio_does(study):
    assert study.call("show")["counts"]["complete"] == 1
    assert study.call("trial", number=0)["value"] == 1.0
    with pytest.raises(hone.InvalidArgumentError, match="there is no field 'nubmer' here"):
        study.call("trial", nubmer=0)
    with pytest.raises(hone.NotFoundError, match="there is no verb 'retyr'"):
        study.call("retyr")


def test_trials_are_put_right(study):
    assert study.retry() == [1]
    assert study.trials[1].state == "waiting"
    study.amend(0, 0.5)
    assert study.best_value == 0.5
    study.note(0, "looked at", tags={"good": True})
    assert study.call("trial", number=0)["remarks"][-1]["text"].find("looked at") >= 0
    study.cancel(2)
    assert study.trials[2].state == "failed"
    study.delete([2])
    assert study.trials[2].state == "deleted"


def test_a_study_is_paused(study):
    study.pause()
    with pytest.raises(hone.InvalidArgumentError):
        study.ask()
    study.resume()
    assert study.ask().number == 3


def test_notes_are_kept(study):
    study.notes = {"text": "about x", "tags": ["mine"]}
    assert study.notes["text"] == "about x" and study.notes["tags"] == ["mine"]


def test_the_space_may_grow(study):
    told = study.set_space({"x": hone.Float(0, 2), "y": {"type": "int", "low": 1, "high": 3, "default": 2}}, dry_run=True)
    assert not told["adopted"] and list(study.space) == ["x"]
    assert study.set_space({"x": hone.Float(0, 2), "y": {"type": "int", "low": 1, "high": 3, "default": 2}})["adopted"]
    assert list(study.space) == ["x", "y"]
    assert len(study.versions()) == 2


def test_pictures_are_data(study):
    assert "history" in study.charts()
    chart = study.chart("history")["charts"][0]
    assert chart["series"]
    assert study.sources() == {"sources": [], "remarks": []}
