# SPDX-License-Identifier: MIT
"""Going on with a stored study keeps what the caller does not say."""

import functools
import json
import warnings

import hone
import pytest
from hone import _hone

SPACE = {"x": hone.Float(0, 1)}


@pytest.fixture
def store(tmp_path):
    return f"sqlite:{tmp_path}/hone.db"


@pytest.mark.parametrize("space", [SPACE, None])
def test_what_is_not_given_is_kept(store, space):
    hone.create_study(
        SPACE, store=store, sampler="tpe", seed=7, pruner="median", direction="maximize",
        constraints=["x <= 0.9"], constraints_on=["memory <= 5"], horizon=50,
    )  # fmt: skip
    before = hone.load_study(store=store).definition
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study = hone.create_study(space, store=store, load_if_exists=True)
    assert study.definition == before
    assert study.direction == "maximize"


@pytest.mark.parametrize(
    "given, before, now",
    [
        ({"sampler": "random"}, "'tpe'", "'random'"),
        ({"seed": 8}, "7", "8"),
        ({"pruner": "asha"}, "'median'", "'asha'"),
    ],
)
@pytest.mark.parametrize("space", [SPACE, None])
def test_what_is_given_and_differs_is_changed_with_a_warning(store, space, given, before, now):
    hone.create_study(SPACE, store=store, sampler="tpe", seed=7, pruner="median")
    (field,) = given
    with pytest.warns(UserWarning, match=f"had {field} {before}, and has {now} from now on"):
        study = hone.create_study(space, store=store, load_if_exists=True, **given)
    kept = {"sampler": "tpe", "seed": 7, "pruner": "median", **given}
    assert {name: study.definition[name] for name in kept} == kept


@pytest.mark.parametrize("space", [SPACE, None])
def test_another_direction_is_refused(store, space):
    hone.create_study(SPACE, store=store, direction="maximize")
    with pytest.raises(hone.AlreadyExistsError, match="has the direction maximize, and minimize is given"):
        hone.create_study(space, store=store, direction="minimize", load_if_exists=True)


def test_what_trials_cost_and_where_good_values_are_thought_to_be_is_told_too(store):
    given = {"priors": {"x": {"near": 0.5}}, "cost": "run_time"}
    hone.create_study(SPACE, store=store, **given)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hone.create_study(SPACE, store=store, load_if_exists=True, **given)
        study = hone.create_study(SPACE, store=store, load_if_exists=True)
        assert (study.definition["cost"], set(study.definition["priors"])) == ("run_time", {"x"})
    with pytest.warns(UserWarning, match="had cost 'run_time', and has 'seconds' from now on; leave cost out") as told:
        hone.create_study(SPACE, store=store, load_if_exists=True, cost="seconds")
    assert len(told) == 1 and told[0].filename == __file__
    with pytest.warns(UserWarning, match="""had the prior of 'x' {"near": 0.5}, and has {"near": 0.25} from now on; leave it out""") as told:
        hone.create_study({"x": hone.Float(0, 1, prior={"near": 0.25})}, store=store, load_if_exists=True)
    assert len(told) == 1 and told[0].filename == __file__


def test_the_same_again_is_no_change(store):
    given = {"sampler": {"name": "tpe"}, "seed": 7, "direction": "maximize", "pruner": "median"}
    hone.create_study(SPACE, store=store, **given)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hone.create_study(SPACE, store=store, load_if_exists=True, **given)


NAMED = {"loss": "minimize", "memory": "minimize"}


@pytest.mark.parametrize(
    ("directions", "words"),
    [
        ({"memory": "minimize", "loss": "minimize"}, "in the order loss .minimize., memory .minimize., and memory"),
        ({"accuracy": "minimize", "time": "minimize"}, "has the objectives loss .minimize., memory .minimize., and accuracy"),
        ({"loss": "minimize"}, "has the objectives loss .minimize., memory .minimize., and loss .minimize. is given"),
        ({"loss": "minimize", "memory": "maximize"}, "has the direction minimize, minimize, and minimize, maximize is given"),
        (["minimize", "maximize"], "has the direction minimize, minimize, and minimize, maximize is given"),
    ],
)
@pytest.mark.parametrize("space", [SPACE, None])
def test_other_objectives_are_refused(store, space, directions, words):
    """A list of values would be stored under the wrong names."""
    hone.create_study(SPACE, store=store, directions=NAMED)
    with pytest.raises(hone.AlreadyExistsError, match=words):
        hone.create_study(space, store=store, directions=directions, load_if_exists=True)


@pytest.mark.parametrize("directions", [NAMED, ["minimize", "minimize"], None])
def test_the_same_objectives_keep_their_names(store, directions):
    hone.create_study(SPACE, store=store, directions=NAMED)
    assert hone.create_study(SPACE, store=store, directions=directions, load_if_exists=True).objectives == ["loss", "memory"]


def test_one_objective_of_another_name_is_refused(store):
    hone.create_study(SPACE, store=store, directions={"loss": "minimize"})
    with pytest.raises(hone.AlreadyExistsError, match="has the objective loss .minimize., and energy .minimize. is given"):
        hone.create_study(SPACE, store=store, directions={"energy": "minimize"}, load_if_exists=True)
    assert hone.create_study(SPACE, store=store, direction="minimize", load_if_exists=True).objectives == ["loss"]


learning = functools.partial(hone.create_study, SPACE, name="new", sampler="rgpe", load_if_exists=True)


def test_other_sources_are_taken_over_with_a_warning(store):
    for name in ("old", "older"):
        hone.create_study(SPACE, name=name, store=store, sampler="random").optimize(lambda trial: trial["x"], 4)
    learning(store=store, sources=["old"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        learning(store=store, sources="old")
        assert learning(store=store).definition["sources"] == [{"study": "old"}]
    with pytest.warns(UserWarning, match="the study 'new' had sources 'old', and has 'older' from now on; leave sources out") as told:
        assert learning(store=store, sources="older").definition["sources"] == [{"study": "older"}]
    assert told[0].filename == __file__
    rows = {"name": "rows", "trials": [{"params": {"x": 0.5}, "value": 1.0}]}
    with pytest.warns(UserWarning, match="had sources 'older', and has 'rows' from now on"):
        learning(store=store, sources=rows)
    with pytest.warns(UserWarning, match="had sources 'rows', and has 'rows' with other rows from now on"):
        learning(store=store, sources={**rows, "trials": rows["trials"] * 2})


@pytest.mark.parametrize(
    ("given", "words"),
    [({}, "the source 'old' has no complete trial to learn from"), ({"directions": ["minimize"] * 2}, "has several objectives; give")],
)
def test_a_source_in_memory_from_which_nothing_is_learned(given, words):
    source = hone.create_study(SPACE, name="old", sampler="random", **given)
    with pytest.raises(hone.InvalidArgumentError, match=words):
        hone.create_study(SPACE, sampler="rgpe", sources=source)


@pytest.mark.parametrize("space", [SPACE, None])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"constraints_on": ["memory <= 5"]}, {"constraints_on": ["memory <= 9"]}),
        ({"constraints": ["x <= 0.9"]}, {"constraints": ["x <= 0.5"]}),
        ({}, {"constraints_on": ["memory <= 9"]}),
        ({}, {"constraints": ["x <= 0.5"]}),
    ],
)
def test_other_constraints_need_adopt(store, space, before, after):
    hone.create_study(SPACE, store=store, sampler="random", **before)
    with pytest.raises(hone.AlreadyExistsError, match="give it this one with adopt=True"):
        hone.create_study(space, store=store, load_if_exists=True, **after)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study = hone.create_study(space, store=store, load_if_exists=True, adopt=True, **after)
        (field,) = after
        assert study.definition[field] == after[field]
        assert hone.create_study(space, store=store, load_if_exists=True, **after).definition == study.definition


def test_limits_are_changed_in_a_study(store):
    study = hone.create_study(SPACE, store=store, sampler="random", constraints_on=["memory <= 5"])
    trial = study.ask()
    trial.set_attr("memory", 7)
    study.tell(trial, 1.0)
    with pytest.raises(hone.NotFoundError):
        study.best_trial
    assert study.set_space(constraints_on=["memory <= 9"])["adopted"]
    assert study.definition["constraints_on"] == ["memory <= 9"] and study.best_value == 1.0
    with pytest.raises(hone.UnknownWordError, match="set_space.. has no constrains_on=; did you mean constraints_on="):
        study.set_space(constrains_on=["memory <= 9"])


@pytest.mark.parametrize("space", [SPACE, None])
def test_points_that_were_not_tried_are_tried(store, space):
    hone.create_study(SPACE, store=store, sampler="random", enqueue=[{"x": 0.25}]).optimize(lambda trial: trial["x"], 1)
    for _ in range(2):  # as when a program is run again
        study = hone.create_study(space, store=store, load_if_exists=True, enqueue=[{"x": 0.25}, {"x": 0.75}])
        assert [(trial["x"], trial.state) for trial in study.trials] == [(0.25, "complete"), (0.75, "waiting")]


def test_minimize_keeps_what_the_study_has(store):
    hone.create_study(SPACE, store=store, sampler="random", seed=7, pruner="median")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study = hone.minimize(lambda trial: trial["x"], SPACE, trials=2, store=store).study
    kept = {"sampler": "random", "seed": 7, "pruner": "median"}
    assert {name: study.definition[name] for name in kept} == kept


def test_a_request_to_make_a_study_keeps_what_it_leaves_out():
    """What stdio and the service do: the operation as they call it."""
    operations = _hone.Operations("memory:", True)

    def make(**more):
        request = {"name": "a", "parameters": {"x": {"type": "float", "low": 0, "high": 1}}, **more}
        return json.loads(operations.call("create", "", json.dumps(request)))

    make(sampler="tpe", seed=7, pruner="median", objective={"direction": "maximize"})
    before = operations.definition("a")
    assert "warnings" not in make() and operations.definition("a") == before
    told = make(sampler="random", seed=7)["warnings"]
    assert told == ["the study 'a' had sampler 'tpe', and has 'random' from now on; leave sampler out to keep what a study has"]
    assert json.loads(operations.definition("a"))["pruner"] == "median"
    make(budget={"trials": 40, "parallel": 2}, command=["./train", "{x}"])
    assert "warnings" not in make(budget={"trials": 60})
    now = json.loads(operations.definition("a"))
    assert now["budget"] == {"trials": 60, "parallel": 2} and now["command"] == ["./train", "{x}"]
    with pytest.raises(hone.AlreadyExistsError, match="with another objective"):
        make(objective={"direction": "minimize"})
