# SPDX-License-Identifier: MIT
"""Trials that end in odd ways: whatever an objective returns, raises or remarks, the search goes by its rules."""

import os
import threading
import time

import pytest

import hone

SPACE = {"x": hone.Float(0, 1)}


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def returns_two(trial):
    return [1, 2]


def raises_half_a_pair(trial):
    raise ValueError("\ud800")


def raises_zero_byte(trial):
    raise ValueError("a\0b")


def raises_mute(trial):
    raise Mute()


def large(trial):
    trial.set_attr("id", 2**64)


def not_unicode(trial):
    trial.set_attr("file", os.fsdecode(b"\xff"))


def zero_byte(trial):
    trial.set_attr("text", "a\0b")


def odd_name(trial):
    trial.set_attr("a\0b", 1)


@pytest.mark.parametrize("space", [SPACE, None], ids=["declared", "by run"])
@pytest.mark.parametrize(
    ("objective", "reason"),
    [
        (returns_two, "there are 2 values; give one"),
        (raises_half_a_pair, "ValueError: \\ud800"),
        (raises_zero_byte, "ValueError: a\\x00b"),
        (raises_mute, "Mute"),
        (large, "the attribute 'id' is a whole number beyond 64 bits; give a text"),
        (not_unicode, "the attribute 'file' holds half of a surrogate pair"),
        (zero_byte, "the attribute 'text' holds a zero byte"),
        (odd_name, "the attribute's name 'a\\x00b' holds a zero byte"),
    ],
)
def test_a_bad_end_is_a_failed_trial(objective, reason, space, store):
    def sometimes(trial):
        x = trial.suggest_float("x", 0, 1)
        return objective(trial) if trial.number % 2 == 0 else x

    study = hone.create_study(space, sampler="random", store=store)
    study.optimize(sometimes, 4, catch=(Exception,))
    assert [trial.state for trial in study.trials] == ["failed", "complete"] * 2
    assert reason in study.trials[0].error and reason in study.trials[2].error
    with pytest.raises(hone.ObjectiveError):
        hone.create_study(SPACE, sampler="random").optimize(lambda trial: objective(trial), 9)


def test_values_by_hand():
    study = hone.create_study(SPACE, directions=["minimize", "maximize"], sampler="random")
    with pytest.raises(hone.InvalidArgumentError, match="there are 1 values; give 2, for value_0, value_1"):
        study.tell(study.ask(), 1.0)
    study.tell(0, state="failed", error="a\0b")
    assert study.trials[0].error == "a\\x00b"


def test_pictures_survive_odd_errors(tmp_path):
    study = hone.create_study(SPACE, sampler="random")
    study.optimize(lambda trial: trial["x"] if trial.number % 3 else raises_zero_byte(trial), 12)
    assert "<svg" in study.plot_history()._repr_svg_()
    study.report(tmp_path / "report.html", model=False)
    assert (tmp_path / "report.html").exists()


def test_the_first_trial_of_a_space_by_run_has_a_number():
    for jobs in (1, 4):
        study, seen = hone.create_study(sampler="random"), []

        def objective(trial):
            seen.append(trial.number)
            time.sleep(0.01)
            return trial.suggest_float("x", 0, 1)

        study.enqueue({"x": 0.5})
        study.enqueue({"x": 0.25})
        study.optimize(objective, 8, n_jobs=jobs)
        assert sorted(seen) == list(range(8)) and seen[0] == 0
        assert [trial.params["x"] for trial in study.trials[:2]] == [0.5, 0.25]


def test_a_range_of_one_value():
    study = hone.create_study(sampler="random")
    study.optimize(lambda trial: trial.suggest_float("x", 2, 2) + trial.suggest_int("n", 2, 2) + trial.suggest_float("y", 0, 1), 3)
    assert [trial.params["x"] for trial in study.trials] == [2.0] * 3 and study.space["x"] == hone.Constant(2.0)


def sleepy(trial):
    time.sleep(0.05)
    return trial["x"]


def test_callbacks_of_processes_come_one_at_a_time_here(store):
    study, inside, seen = hone.create_study(SPACE, sampler="random", store=store), threading.Lock(), []

    def callback(of, trial):
        assert of is study and inside.acquire(blocking=False)
        time.sleep(0.05)
        seen.append((os.getpid(), trial.number, trial.state))
        inside.release()

    study.optimize(sleepy, 6, processes=2, callbacks=[callback])
    assert sorted(seen) == [(os.getpid(), number, "complete") for number in range(6)]

    def failing(of, trial):
        raise KeyError("callback")

    with pytest.raises(KeyError, match="callback"):
        study.optimize(sleepy, 1000, processes=2, callbacks=[failing])
    assert not [trial for trial in study.trials if trial.state == "running"]


def test_counts_are_whole_numbers():
    study = hone.create_study(SPACE, sampler="random")
    for call in (lambda: study.ask(1.5), lambda: study.optimize(sleepy, 2.5), lambda: study.optimize(sleepy, 1, n_jobs="2"),
                 lambda: hone.create_study(SPACE, seed=1.5)):
        with pytest.raises(hone.InvalidArgumentError, match="give a whole number"):
            call()
    study.optimize(sleepy, 3.0, n_jobs=-1)
    assert len(study) == 3
