# SPDX-License-Identifier: MIT
"""Every verb that the service declares is there for Python, and does what it does elsewhere."""

import json
import os
import pathlib
import subprocess

import pytest

import hone
from hone import _hone
from hone._words import in_pythons_words

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(hone.__file__)), "bin", "hone")
#: What every surface is asked (tests/server/surfaces_test.cpp).
REQUESTS = json.loads((pathlib.Path(__file__).parents[2] / "tests/surfaces/requests.json").read_text())

#: The verb in Python's words: a member of Study, or of the package.
IN_PYTHON = {
    "create": hone.create_study,
    "open": hone.load_study,
    "samplers": hone.samplers,
    "pruners": hone.pruners,
    "studies": hone.list_studies,
    "drop": hone.delete_study,
    **{
        verb: getattr(hone.Study, member)
        for verb, member in {
            "set_space": "set_space",
            "change": "change",
            "definition": "definition",
            "versions": "versions",
            "extend": "extend",
            "rename": "rename",
            "insert": "add_trials",
            "notes": "notes",
            "set_notes": "notes",
            "set_attributes": "set_attr",
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
            "trial_artefacts": "artifacts",
            "keep_trial_artefact": "log_artifact",
            "delete_trial_artefact": "delete_artifact",
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
    "check", "claim", "fetch_trial_artefact", "heartbeat", "preview", "replace", "report", "requeue", "show", "start",
    "trial",
}  # fmt: skip


@pytest.fixture
def study():
    made = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
    good, bad, _ = made.ask(3)
    made.tell(good, 1.0)
    made.tell(bad, state="failed")
    return made


def test_every_verb_is_known_here():
    assert {verb["name"] for verb in _hone.verbs()} == set(IN_PYTHON) | BY_CALL


def test_verbs_tell_their_fields():
    fields = {verb["name"]: json.loads(verb["request"])["properties"] for verb in _hone.verbs()}
    assert set(fields["retry"]) == {"numbers", "states"}


def test_call_answers_as_stdio_does(study):
    assert study.call("show")["counts"]["complete"] == 1
    assert study.call("trial", number=0)["value"] == 1.0
    with pytest.raises(hone.InvalidArgumentError, match="there is no field 'nubmer' here"):
        study.call("trial", nubmer=0)
    with pytest.raises(hone.InvalidArgumentError, match="there is no verb 'retyr' .did you mean 'retry'?"):
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


def test_a_study_is_changed(study):
    told = study.change(sampler={"name": "tpe"}, pruner="median", budget={"trials": 40, "parallel": 2}, seed=9, dry_run=True)
    assert not told["adopted"] and study.definition["sampler"] == "random"
    study.change(sampler={"name": "tpe"}, pruner="median", budget={"trials": 40, "parallel": 2}, seed=9)
    study.change(budget={"trials": 60}, pruner=None)
    now = study.definition
    assert (now["sampler"], now["seed"], now["budget"]) == ("tpe", 9, {"trials": 60, "parallel": 2})
    assert "pruner" not in now and study.seed == 9 and study.trials[0].value == 1.0
    study.change(parameters={"x": hone.Float(0, 3)})
    assert study.space == {"x": hone.Float(0, 3)}
    old = hone.create_study({"x": hone.Float(0, 1)}, name="old", sampler="random")
    old.optimize(lambda trial: trial["x"], 3)
    study.change(sources=[old])
    assert study.definition["sources"][0]["name"] == "old"
    with pytest.raises(hone.HoneError, match="^sampelr: there is no field 'sampelr' here .did you mean 'sampler'"):
        study.change(sampelr="tpe")
    with pytest.raises(hone.HoneError, match="^budget must be a dict, not the number 5; give a dict from names to values"):
        study.change(budget=5)


def test_the_pruners_are_listed():
    asha = {pruner["name"]: pruner for pruner in hone.pruners()}["asha"]
    assert "halving" in asha["summary"] and asha["options"]


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


class Conversation:
    """`hone stdio` about the study of REQUESTS."""

    def __init__(self, store):
        self._process = subprocess.Popen(
            [PROGRAM, "stdio", "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()

    def call(self, request):
        about = {"study": REQUESTS["study"]} if ABOUT_STUDY[request["verb"]] else {}
        self._process.stdin.write(json.dumps({"op": request["verb"], **about, **request["fields"]}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


ABOUT_STUDY = {verb["name"]: verb["about_study"] for verb in _hone.verbs()}


def comparable(answer):
    """Without what differs between two stores and between two moments."""
    if isinstance(answer, list):
        return [comparable(part) for part in answer]
    if not isinstance(answer, dict):
        return answer
    return {name: comparable(part) for name, part in answer.items() if name not in REQUESTS["moments"]}


@pytest.fixture
def both(tmp_path):
    """The same study for Python and in a conversation."""
    with Conversation(f"{tmp_path}/spoken.db") as spoken:
        operations = _hone.Operations(f"sqlite:{tmp_path}/called.db", True)
        for request in REQUESTS["begin"]:
            assert "error" not in spoken.call(request)
            operations.call(request["verb"], REQUESTS["study"], json.dumps(request["fields"]))
        yield hone.load_study(REQUESTS["study"], f"sqlite:{tmp_path}/called.db"), spoken


def test_call_answers_what_a_conversation_answers(both):
    study, spoken = both
    for request in REQUESTS["requests"]:
        answer = study.call(request["verb"], **request["fields"])
        assert comparable(answer) == comparable(spoken.call(request)), request["verb"]


def test_call_refuses_what_a_conversation_refuses(both):
    study, spoken = both
    for request in REQUESTS["refused"]:
        refused = spoken.call(request)["error"]
        assert refused["code"] == request["code"], refused
        with pytest.raises(hone.HoneError) as raised:
            study.call(request["verb"], **request["fields"])
        assert raised.value.code == refused["code"], request
        assert str(raised.value) == in_pythons_words(refused["message"]), request
