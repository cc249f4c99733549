# SPDX-License-Identifier: MIT
"""Mistakes in calls, and what is said of them in Python's words."""

from datetime import timedelta

import pytest

import hone
from hone._durations import seconds

SPACE = {"x": hone.Float(0, 1)}


class Foreign:
    pass


Foreign.__module__ = "optuna.study.study"


async def later(trial):
    return 1.0


def study():
    return hone.create_study(SPACE, sampler="random")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: hone.create_study(SPACE, constraints=[lambda p: True]), "a constraint is a function; write it as a text"),
        (lambda: hone.create_study(SPACE, constraints=lambda p: True), "a constraint is a function"),
        (lambda: hone.create_study(SPACE, constraints_on=[3]), "a limit of constraints_on is of type int"),
        (lambda: hone.create_study(SPACE, sources=Foreign()), r"optuna.study.study.Foreign; bring it in with hone.import_optuna\(\)"),
        (lambda: hone.create_study(SPACE, sources=[7]), "builtins.int; give a hone.Study, its name"),
        (lambda: study().enqueue([1, 2]), "settings to try are 1; give a dict from names to values"),
        (lambda: study().enqueue("x"), "settings to try are 'x'"),
        (lambda: study().optimize(len, 1, timeout="soon"), "timeout is 'soon'; give seconds, or a text such as '90s'"),
        (lambda: study().optimize(5, 1), "the objective is 5; give a function"),
        (lambda: study().optimize(later, 1), "the objective is an 'async def', which nobody would await"),
    ],
)
def test_a_call_that_makes_no_sense(call, words):
    with pytest.raises(hone.InvalidArgumentError, match=words):
        call()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: hone.Float(0, 1, when="k == 'a'"), r"when is the text \"k == 'a'\"; give a dict"),
        (lambda: hone.create_study({"n": hone.Int(0.5, 8)}), r"Int\(low=0.5, high=8\) has the end 0.5; give whole numbers, or use hone.Float"),
    ],
)
def test_a_parameter_that_cannot_be(make, words):
    with pytest.raises(hone.InvalidSpaceError, match=words):
        make()


def test_one_objective_has_no_front():
    with pytest.raises(hone.NotFoundError, match=r"no Pareto front; use plot_history\(\)"):
        study().plot_pareto()


def test_time_as_people_write_it():
    given = [None, 90, "90", "90s", "1.5m", "1h30m", "1h 30min", timedelta(minutes=2)]
    assert [seconds(one, "timeout") for one in given] == [None, 90, 90, 90, 90, 5400, 5400, 120]
    searched = study()
    searched.optimize(lambda trial: trial["x"], 3, timeout="1h")
    assert len(searched) == 3
