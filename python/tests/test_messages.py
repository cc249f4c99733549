# SPDX-License-Identifier: MIT
"""Mistakes, and what is said of them."""

import os

import numpy as np
import pytest

import hone

SPACE = {"x": hone.Float(0, 1)}


@pytest.mark.parametrize(
    ("space", "words"),
    [
        ({"x": hone.Float(float("nan"), 1)}, "the parameter 'x': low is nan; give a finite number"),
        ({"x": hone.Float(0, float("inf"))}, "the parameter 'x': high is inf"),
        ({"x": [1.0, float("nan")]}, "the parameter 'x': a choice is nan|the parameter 'x': value is nan"),
        ({"x": hone.Categorical([1.0, float("nan")])}, "the parameter 'x': a choice is nan"),
        ({"x": {"a", "b"}}, "the parameter 'x' is of type set; give a list"),
        ({"x": None}, "the parameter 'x' is of type NoneType; give hone.Float"),
        ({"x": hone.Float(None, 1)}, "the parameter 'x': low is of type NoneType"),
        ({"x": [2**70, 1]}, "beyond 64 bits"),
        ({3: [1, 2]}, "a parameter is named 3"),
    ],
)
def test_a_space_that_cannot_be(space, words):
    with pytest.raises(hone.InvalidSpaceError, match=words):
        hone.create_study(space)


def test_a_range_by_run_that_cannot_be():
    with pytest.raises(hone.InvalidSpaceError, match="the parameter 'x': high is inf"):
        hone.create_study().ask().suggest_float("x", 0, float("inf"))


def test_arrays_are_choices_and_one_dict_is_one_point():
    study = hone.create_study({"x": np.array([1, 2, 3])}, enqueue={"x": 2}, sampler="random")
    assert study.space["x"] == hone.Categorical([1, 2, 3]) and study.ask()["x"] == 2


def test_no_best_trial_says_why():
    def fails(trial):
        raise RuntimeError("out of paper")

    study = hone.create_study(SPACE, sampler="random")
    study.optimize(fails, 3, catch=[RuntimeError])
    with pytest.raises(hone.NotFoundError, match="none of the 3 trials is complete; trial 2 failed: RuntimeError: out of paper"):
        study.best_value
    study = hone.create_study(SPACE, constraints_on=["memory <= 1"], sampler="random")

    def large(trial):
        trial.set_attr("memory", 2)
        return trial["x"]

    study.optimize(large, 8)
    with pytest.raises(hone.NotFoundError, match=r"8 trials are complete, and none keeps to constraints_on \(memory <= 1\)"):
        study.best_value
    with pytest.raises(hone.NotFoundError, match="no trial is complete yet; run some first"):
        hone.create_study(SPACE).best_value


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: hone.minimize(len, SPACE, trials=0), "trials is 0; give 1 or more"),
        (lambda: hone.create_study(SPACE, name=None), "the study's name is None; give a text"),
        (lambda: hone.create_study(SPACE, store=None), "the store is None; give an address"),
        (lambda: hone.create_study(SPACE, direction="maximize", directions=["minimize"]), "direction and directions are both"),
        (lambda: hone.GaussianProcess().fit(np.empty((5, 0)), np.ones(5)), "X has no columns"),
        (lambda: hone.GaussianProcess().fit([[0.0], [1.0]], [0, 1]).sample([[0.5]], -1), "count is -1; ask for 1"),
        (lambda: hone.discrepancy(np.empty((0, 2))), "there are 0 points"),
    ],
)
def test_calls_that_make_no_sense(call, words):
    with pytest.raises(hone.InvalidArgumentError, match=words):
        call()


def test_a_study_that_is_not_there(store):
    study = hone.create_study(SPACE, store=store, sampler="random")
    with pytest.raises(hone.NotFoundError, match="there is no study 'zz' in the store .*hone.db'; make it with hone.create_study.*; the store has 'study'"):
        hone.load_study("zz", store)
    study.optimize(lambda trial: trial["x"], 12)
    with pytest.raises(hone.InvalidArgumentError, match="a parameter is named twice: x, x"):
        study.plot_contour(["x", "x"])


def test_a_path_is_a_store(tmp_path):
    hone.create_study(SPACE, store=tmp_path / "a.db", sampler="random").optimize(lambda trial: trial["x"], 2)
    assert len(hone.load_study(store=f"sqlite:{tmp_path / 'a.db'}")) == 2


def test_optunas_spelling_of_a_file_here_is_pointed_out():
    with pytest.warns(UserWarning, match="is the file '/no-such-hone.db' in the root folder; .* give 'sqlite:no-such-hone.db'"):
        with pytest.raises(hone.HoneError):
            hone.load_study(store="sqlite:///no-such-hone.db")
    assert not os.path.exists("/no-such-hone.db")


def test_a_source_of_the_same_store_goes_by_its_name(store, tmp_path):
    old = hone.create_study(SPACE, name="old", store=store, sampler="random")
    old.optimize(lambda trial: trial["x"], 5)
    new = hone.create_study(SPACE, name="new", store=store, sampler="rgpe", sources=[old])
    assert new.definition["sources"] == [{"study": "old"}] and new.ask().number == 0
    other = hone.create_study(SPACE, store=f"sqlite:{tmp_path / 'other.db'}", sampler="rgpe", sources=old)
    assert other.definition["sources"] != [{"study": "old"}] and other.ask().number == 0


def test_a_folder_that_is_gone(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    study = hone.create_study(SPACE, sampler="random")
    study.optimize(lambda trial: trial["x"], 12)
    for call in (
        lambda: hone.create_study(SPACE, store="sqlite:x.db"),
        lambda: hone.create_study(SPACE, sources=["a.csv"]),
        lambda: hone.create_study(SPACE, sources=["other.db:old"]),
        lambda: study.report("r.html"),
        lambda: study.plot_history().save("a.svg"),
        lambda: hone.list_studies("sqlite:x.db"),
        lambda: hone.copy_study(study, "b", to_store="sqlite:x.db"),
    ):
        with pytest.raises(hone.StorageError, match="in the current folder, which was deleted; go to another one"):
            call()
    study.report(tmp_path / "r.html", model=False)
    study.plot_history().save(tmp_path / "a.svg")
    with pytest.raises(hone.StorageError, match="processes begin in the current folder, which was deleted"):
        hone.create_study(SPACE, store=tmp_path / "a.db").optimize(abs, 1, processes=1)
