# SPDX-License-Identifier: MIT
"""None, tuples, lists and dicts: as choices, constants, settings to try, attributes."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

import hone

LAYERS = [None, (64, 64), [1, 2.5], {"kernel": "rbf", "degree": 3}, "auto"]


@pytest.fixture(params=["memory:", "sqlite:{}/hone.db"])
def store(request, tmp_path):
    return request.param.format(tmp_path)


def test_objectives_get_what_was_written(store):
    study = hone.create_study({"layers": hone.Categorical(LAYERS), "x": hone.Float(0, 1)}, sampler="random", seed=1, store=store)
    seen = []
    study.optimize(lambda trial: seen.append(trial["layers"]) or float(LAYERS.index(trial["layers"])), 40)
    assert {type(one) for one in seen} == {type(None), tuple, list, dict, str}
    assert [trial.params["layers"] for trial in study.trials] == seen
    assert study.best_params["layers"] is None
    assert study.space["layers"].choices == tuple(LAYERS)


def test_who_opens_a_study_gets_lists(tmp_path):
    store = f"sqlite:{tmp_path}/hone.db"
    study = hone.create_study({"layers": hone.Ordinal([(1, 2), (3,)])}, sampler="random", store=store)
    study.enqueue({"layers": (3,)})
    assert study.ask(hold=True)["layers"] == (3,)
    other = hone.load_study("study", store)
    assert other.trials[0].params == {"layers": [3]}
    assert pickle.loads(pickle.dumps(study)).trials[0].params == {"layers": [3]}
    joined = hone.create_study({"layers": hone.Ordinal([(1, 2), (3,)])}, store=store, load_if_exists=True)
    assert joined.trials[0].params == {"layers": (3,)}


def test_a_choice_that_is_changed_does_not_change_the_parameter():
    study = hone.create_study({"layers": hone.Categorical([[1, 2]])}, sampler="random")
    study.ask()["layers"].append(3)
    assert study.ask()["layers"] == [1, 2]


def test_true_and_one_are_told_apart_inside():
    study = hone.create_study({"x": hone.Categorical([(True,), (1,)])}, sampler="grid")
    assert {type(trial["x"][0]) for trial in study.ask(2)} == {bool, int}
    with pytest.raises(hone.InvalidSpaceError, match=r"the choice \[1.0\] is listed twice"):
        hone.create_study({"x": hone.Categorical([(1,), (1.0,)])})


def test_constants_and_conditions_hold_them():
    study = hone.create_study(
        {
            "shape": hone.Constant((3, 4)),
            "layers": [None, (8, 8)],
            "width": hone.Int(1, 4, when={"layers": [(8, 8)]}),
            "depth": hone.Int(1, 4, when={"layers": None}),
        },
        sampler="random",
        seed=2,
    )
    for trial in study.ask(10):
        assert trial["shape"] == (3, 4)
        assert ("width" in trial) == (trial["layers"] == (8, 8))
        assert ("depth" in trial) == (trial["layers"] is None)


def test_define_by_run_gives_the_very_choices(store):
    study = hone.create_study(sampler="random", seed=3, store=store)

    def objective(trial):
        layers = trial.suggest_categorical("layers", [None, (64, 64), {"a": (1,)}])
        assert layers in (None, (64, 64), {"a": (1,)})
        return 0.0 if layers is None else float(len(layers))

    study.optimize(objective, 15)
    assert {trial.state for trial in study.trials} == {"complete"}
    assert study.best_params == {"layers": None}
    assert {json.dumps(trial.params["layers"]) for trial in study.trials} == {"null", "[64, 64]", '{"a": [1]}'}


def test_a_default_may_be_none_where_it_is_a_choice():
    study = hone.create_study(sampler="random", seed=3)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 3)
    study.optimize(
        lambda trial: trial.suggest_float("x", 0, 1) + len(trial.suggest_categorical("k", [None, "a"], default=None) or ""), 3
    )
    assert study.definition["parameters"]["k"]["default"] is None
    assert study.trials[0].params["k"] is None


@pytest.mark.parametrize(
    "choice, words",
    [
        ({1: "a"}, "a choice has the key 1, which is no text"),
        ((1, {2}), "a choice holds a value that is of type set"),
        (["x" * 70000], "a choice has more than 65536 bytes as JSON"),
        ((2**70,), "a choice holds a value that is a whole number beyond 64 bits"),
    ],
)
def test_what_no_store_can_hold_is_refused(choice, words):
    with pytest.raises(hone.InvalidSpaceError, match=words):
        hone.Categorical([choice, "other"])


def test_numbers_inside_are_finite():
    with pytest.raises(hone.InvalidSpaceError, match="the parameter 'x': a choice holds a number that is not finite"):
        hone.create_study({"x": hone.Categorical([(float("inf"),), 1])})
    study = hone.create_study({"x": [1, 2]}, sampler="random")
    for one in (study, hone.create_study(sampler="random")):
        with pytest.raises(hone.InvalidArgumentError, match=r"the attribute 'odd' is \[nan, 1\], which a store cannot keep as a number"):
            one.set_attr("odd", [float("nan"), 1])
        assert one.attributes == {}


def test_depth_has_a_bound():
    deep = []
    for _ in range(20):
        deep = [deep]
    with pytest.raises(hone.InvalidSpaceError, match="nested deeper than 16"):
        hone.Categorical([deep, 1])


def test_attributes_of_trials_hold_them(store):
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", store=store)
    trial = study.ask()
    given = {"scores": [0.5, 1, None], "model": {"name": "a", "sizes": (1, 2)}, "nothing": None, "array": np.arange(2).tolist()}
    for name, value in given.items():
        trial.set_attr(name, value)
    study.tell(trial, 1.0)
    kept = study.trials[0].attributes
    assert kept == {"scores": [0.5, 1, None], "model": {"name": "a", "sizes": [1, 2]}, "nothing": None, "array": [0, 1]}
    assert [type(one) for one in kept["scores"]] == [float, int, type(None)]
    with pytest.raises(hone.InvalidArgumentError, match="the attribute 'y' holds a value that is of type object"):
        trial.set_attr("y", [object()])


def test_attributes_of_studies_are_kept_with_them(tmp_path):
    store = f"sqlite:{tmp_path}/hone.db"
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", store=store)
    study.set_attr("data", {"name": "penguins", "folds": (1, 2)})
    study.set_attr("note", None)
    study.set_attr("rate", 0.5)
    other = hone.load_study("study", store)
    assert other.attributes == {"data": {"name": "penguins", "folds": [1, 2]}, "note": None, "rate": 0.5}
    other.set_attr("rate", 1)
    other.remove_attr("note")
    assert study.attributes == {"data": {"name": "penguins", "folds": [1, 2]}, "rate": 1}
    with pytest.raises(hone.InvalidArgumentError, match="more than 65536"):
        study.set_attr("big", ["x" * 70000])
    with pytest.raises(hone.InvalidArgumentError, match="more than 65536"):
        study.set_attr("big", "x" * 70000)


def test_attributes_may_come_before_the_space():
    study = hone.create_study(sampler="random")
    study.set_attr("data", [1])
    study.set_attr("gone", 2)
    study.remove_attr("gone")
    assert study.attributes == {"data": [1]}
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 2)
    assert study.attributes == {"data": [1]}


# --- settings that say a part


def test_what_an_enqueued_point_leaves_out_is_drawn(store):
    def made():
        study = hone.create_study(
            {"C": hone.Float(1, 100, log=True), "kernel": ["rbf", "poly"], "degree": hone.Int(2, 5, when={"kernel": "poly"})},
            constraints=["kernel == 'rbf' or C < 50"], sampler="random", seed=5, store=store, name=f"s{len(names)}",
        )  # fmt: skip
        names.append(study.name)
        assert study.enqueue([{"degree": 3}, {"C": 20.0}, {"C": 20.0}]) == [0, 1, 2]
        return [trial.params for trial in study.trials]

    names = []
    first = made()
    assert first[0]["kernel"] == "poly" and first[0]["degree"] == 3 and first[0]["C"] < 50
    assert first[1]["C"] == first[2]["C"] == 20.0
    assert made() == first


def test_starting_points_may_say_a_part():
    study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, enqueue=[{"x": 0.25}], sampler="random")
    trial = study.ask()
    assert trial["x"] == 0.25 and 0 <= trial["y"] <= 1


# --- how a space and a seed are given


def test_a_pair_has_two_readings():
    with pytest.raises(hone.InvalidSpaceError) as caught:
        hone.create_study({"x": (0, 5)})
    assert str(caught.value) == (
        "the parameter 'x' is the pair (0, 5), which may be a range or two choices; for the range write hone.Float(0, 5) or "
        "hone.Int(0, 5), for the choices [0, 5]"
    )
    assert hone.create_study({"x": [0, 5], "y": ("a", "b")}).space["x"] == hone.Categorical([0, 5])


def test_a_seed_of_none_is_drawn_and_told(tmp_path, caplog):
    store = f"sqlite:{tmp_path}/hone.db"
    with caplog.at_level("INFO", logger="hone"):
        study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=None, store=store)
    assert f"the study 'study' has the seed {study.seed}, which was drawn" in caplog.messages
    assert hone.create_study({"x": hone.Float(0, 1)}, seed=None, store=store, load_if_exists=True).seed == study.seed
    again = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=study.seed)
    assert [trial.params for trial in again.ask(3)] == [trial.params for trial in study.ask(3)]
    assert len({hone.create_study({"x": [1, 2]}, seed=None).seed for _ in range(5)}) > 1
    assert hone.create_study({"x": [1, 2]}).seed == 0


# --- the compiled half


def test_trials_have_the_fields_of_frozen_trial_by_name():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    study.tell(study.ask(), 1.0)
    record = study._operations.changes(study.name, 0)["trials"][0]
    assert list(record) == [field.name for field in __import__("dataclasses").fields(hone.FrozenTrial)]
    trial = study.trials[0]
    with pytest.raises(AttributeError):
        trial.state = "failed"
    assert trial == study.best_trial and trial.value == 1.0


def test_trials_is_the_word_everywhere():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    study.optimize(lambda trial: trial["x"], trials=2)
    study.optimize(lambda trial: trial["x"], 1)
    assert len(study) == 3
    with pytest.raises(hone.UnknownWordError, match="here it is trials="):
        study.optimize(lambda trial: trial["x"], n_trials=5)
    with pytest.raises(hone.InvalidArgumentError, match="trials is -1; give 0 or more, or leave it out"):
        study.optimize(lambda trial: trial["x"], -1)
