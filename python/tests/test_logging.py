# SPDX-License-Identifier: MIT
"""The logger ``hone``: what a search says of its trials."""

import asyncio
import functools
import io
import logging
import os
import subprocess
import sys
import warnings
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import hone
import pytest
from hone._logging import LOGGER, TERMINAL, Terminal

SPACE = {"x": hone.Float(0, 1)}


def first(trial):
    return trial["x"]


def breaks(trial):
    raise RuntimeError("out of paper")


class WontTravel(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def breaks_oddly(trial):
    raise WontTravel("paper", "ink")


def study_of(**options):
    return hone.create_study(SPACE, **{"sampler": "random", "seed": 1, **options})


@pytest.fixture(autouse=True)
def verbosity():
    before = LOGGER.level
    yield
    LOGGER.setLevel(before)


@pytest.fixture
def told(caplog):
    hone.set_verbosity("info")
    return caplog


def test_a_line_for_each_trial_and_the_best_marked(told):
    study = study_of()
    values = iter([3.0, 5.0, 2.0])
    study.optimize(lambda trial: trial["x"] * 0 + next(values), 3)
    lines = [record.getMessage() for record in told.records]
    xs = [f"x={trial.params['x']:.6g}" for trial in study.trials]
    assert lines == [
        f"trial 0 of 'study': 3, the best so far; {xs[0]}",
        f"trial 1 of 'study': 5, best 3 of trial 0; {xs[1]}",
        f"trial 2 of 'study': 2, the best so far; {xs[2]}",
    ]
    assert [record.hone_improved for record in told.records] == [True, False, True]
    assert {(record.name, record.levelname) for record in told.records} == {("hone", "INFO")}


def test_what_was_best_before_the_search_counts(told):
    study = study_of(direction="maximize")
    study.tell(study.ask(), 9.0)
    study.optimize(lambda trial: 1.0, 1)
    assert "trial 1 of 'study': 1, best 9 of trial 0; " in told.text


def test_ends_without_a_value_and_with_several(told):
    study = hone.create_study(SPACE, directions={"loss": "minimize", "speed": "maximize"}, sampler="random")

    def objective(trial):
        if trial.number:
            raise hone.TrialPruned()
        return {"loss": 0.5, "speed": 12.0}

    study.optimize(objective, 2)
    assert "trial 0 of 'study': loss 0.5, speed 12; x=" in told.text
    assert "trial 1 of 'study' pruned; x=" in told.text


def test_failures_are_warned_of_once_and_counted(told):
    study = study_of()

    def objective(trial):
        return breaks(trial) if trial.number % 2 else 1.0

    study.optimize(objective, 9)
    warned = [record.getMessage() for record in told.records if record.levelno == logging.WARNING]
    assert warned == [
        "trial 1 of 'study' failed: RuntimeError: out of paper",
        "4 of 9 trials failed, the last one with RuntimeError: out of paper",
    ]
    assert told.text.count("failed: RuntimeError") == 4  # a line for each trial all the same


@pytest.mark.parametrize("result", [float("nan"), float("-inf")])
def test_nothing_but_nan_is_an_error_that_says_so(result, told):
    study = study_of()
    with pytest.raises(hone.ObjectiveError, match=f"first 5 trials all failed, the last one with the objective returned {result}"):
        study.optimize(lambda trial: result, 50)
    assert len(study) == 5
    study.optimize(lambda trial: result, 7, catch=())  # no exception was raised that it would have to survive
    assert len(study) == 12
    assert told.records[-1].levelname == "ERROR"


def test_an_error_when_all_trials_of_a_short_search_fail():
    with pytest.raises(hone.ObjectiveError, match="all 3 trials failed, the last one with RuntimeError: out of paper") as caught:
        study_of().optimize(breaks, 3)
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(hone.ObjectiveError, match="the only trial failed with RuntimeError: out of paper"):
        study_of().optimize(breaks, 1)


def test_a_study_that_has_results_goes_on_with_a_line(told):
    study = study_of()
    study.optimize(first, 2)
    study.optimize(breaks, 1)
    assert told.records[-1].getMessage() == "the only trial failed with RuntimeError: out of paper"
    assert told.records[-1].levelname == "ERROR"


class Later:
    async def __call__(self, trial):
        return 1.0


async def later(trial, more):
    return 1.0


@pytest.mark.parametrize("objective", [Later(), functools.partial(later, more=1)])
def test_an_async_objective_is_refused(objective):
    study = study_of()
    with pytest.raises(hone.InvalidArgumentError, match="'async def', which nobody would await"):
        study.optimize(objective, 1)
    assert len(study) == 0


@pytest.mark.filterwarnings("error")  # "coroutine was never awaited"
def test_a_coroutine_behind_a_function_says_so():
    with pytest.raises(hone.ObjectiveError, match="the objective returned a coroutine, which nobody awaits"):
        study_of().optimize(lambda trial: later(trial, 1), 1)


def test_levels_and_names():
    hone.set_verbosity("warning")
    assert hone.get_verbosity() == logging.WARNING
    hone.set_verbosity(logging.ERROR)
    assert hone.get_verbosity() == logging.ERROR
    for wrong in ("loud", None, True, 1.5):
        with pytest.raises(hone.InvalidArgumentError, match="the verbosity is .*; give 'debug', 'info'"):
            hone.set_verbosity(wrong)


@pytest.mark.parametrize("tty, no_color, coloured", [(True, "", True), (True, "1", False), (False, "", False)])
def test_colours_are_for_terminals(tty, no_color, coloured, monkeypatch):
    stream = io.StringIO()
    stream.isatty = lambda: tty
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm")
    record = logging.LogRecord("hone", logging.WARNING, __file__, 1, "careful", (), None)
    Terminal().emit(record)
    assert "careful" in stream.getvalue() and ("\x1b[33m" in stream.getvalue()) == coloured


SEARCH = """
import hone
study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
def objective(trial):
    if trial.number == 1:
        raise RuntimeError("out of paper")
    return trial["x"]
"""


def run(before, after="study.optimize(objective, 3)"):
    made = subprocess.run(
        [sys.executable, "-c", before + SEARCH + after], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return made.stdout, made.stderr.splitlines()


def test_it_is_on_by_default_and_nothing_is_said_before():
    out, lines = run("", "")
    assert (out, lines) == ("", [])
    out, lines = run("")
    assert out == "" and len(lines) == 3 and all("] trial " in line for line in lines)
    assert "trial 1 of 'study' failed: RuntimeError: out of paper" in lines[1]


@pytest.mark.parametrize(
    "before, count",
    [
        ("import logging; logging.basicConfig(level=logging.INFO)\n", 3),  # no line twice
        ("import logging; logging.basicConfig()\n", 1),  # the application's level: warnings
        ("import logging; logging.getLogger('hone').addHandler(logging.NullHandler())\n", 0),
        ("import logging; logging.getLogger('hone').setLevel(logging.WARNING)\n", 1),
        ("import logging; logging.disable(logging.CRITICAL)\n", 0),
        ("import logging; logging.basicConfig()\nimport hone; hone.set_verbosity('info')\n", 3),
        ("import hone; hone.set_verbosity('error')\n", 0),
        ("import logging; logging.getLogger('hone').addFilter(lambda record: 'failed' in record.getMessage())\n", 1),
    ],
)
def test_an_applications_own_logging_is_respected(before, count):
    assert len(run(before)[1]) == count


def test_a_progress_line_stands_for_the_lines_of_trials():
    _, lines = run("", "study.optimize(objective, 3, show_progress_bar=True)")
    text = "\n".join(lines)
    assert "of 'study': " not in text and "trial 1 of 'study' failed" in text and "3/3 trials" in text


def test_trials_of_processes_are_told_by_the_parent_once(store, told, capfd):
    study = study_of(store=store)
    study.optimize(first, 6, processes=2)
    numbers = sorted(record.getMessage().split()[1] for record in told.records)
    assert numbers == [str(number) for number in range(6)]
    assert capfd.readouterr().err == ""


def search(study, objective, trials, way, **options):
    """In each way that has a program of its own tell of trials that run elsewhere."""
    if way == "asyncio":
        asyncio.run(study.optimize_async(objective, trials, parallel=2, **options))
        return
    with (ThreadPoolExecutor if way == "threads" else ProcessPoolExecutor)(2) as executor:
        study.optimize(objective, trials, executor=executor, **options)


ELSEWHERE = pytest.mark.parametrize("way", ["threads", "processes", "asyncio"])


@ELSEWHERE
def test_trials_that_run_elsewhere_are_told_like_any_other(way, told):
    study = study_of()
    search(study, first, 5, way)
    assert sorted(record.getMessage().split()[1] for record in told.records) == ["0", "1", "2", "3", "4"]
    values = [trial.value for trial in study.trials]
    best = [record.getMessage() for record in told.records if record.hone_improved][-1]
    assert f": {min(values):.6g}, the best so far; x=" in best


def breaks_at_odd(trial):
    return breaks(trial) if trial.number % 2 else 1.0


@ELSEWHERE
def test_failures_elsewhere_are_warned_of_once_and_counted(way, told):
    search(study_of(), breaks_at_odd, 6, way)
    warned = [record.getMessage() for record in told.records if record.levelno == logging.WARNING]
    assert len(warned) == 2 and warned[0].endswith("failed: RuntimeError: out of paper")
    assert warned[1] == "3 of 6 trials failed, the last one with RuntimeError: out of paper"


@ELSEWHERE
def test_a_short_search_elsewhere_of_which_all_trials_fail_is_an_error(way, told):
    with pytest.raises(hone.ObjectiveError, match="all 3 trials failed, the last one with RuntimeError: out of paper") as caught:
        search(study_of(), breaks, 3, way)
    assert isinstance(caught.value.__cause__, RuntimeError)
    search(study_of(), breaks, 3, way, catch=(RuntimeError,))
    assert told.records[-1].levelname == "ERROR"


def test_an_exception_of_an_executor_that_cannot_be_sent_is_told_as_it_was(told):
    search(study_of(), breaks_oddly, 2, "processes", catch=(Exception,))
    assert [record.getMessage().rpartition(": ")[2] for record in told.records[:2]] == ["paper and ink"] * 2
    assert "failed: test_logging.WontTravel: paper and ink" in told.text


class Loses:
    def submit(self, function):
        future = Future()
        future.set_exception(RuntimeError("killed"))
        return future


def test_a_trial_that_was_lost_too_often_is_told(told):
    study = study_of()
    for _ in range(2):  # five times each
        with pytest.raises(hone.SystemRefusedError, match="loses what it is given"):
            study.optimize(first, 1, executor=Loses(), parallel=1)
    assert [trial.state for trial in study.trials] == ["failed"]
    assert told.messages == ["trial 0 of 'study' failed: its worker was lost: RuntimeError: killed"]


@pytest.mark.parametrize("way", ["threads", "processes"])
def test_a_coroutine_behind_a_function_of_an_executor_says_so(way):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(hone.ObjectiveError, match="returned a coroutine, which nobody awaits; .*optimize_async"):
            search(study_of(), later_by_name, 1, way)


def later_by_name(trial):
    return later(trial, 1)


def test_a_search_that_is_refused_leaves_no_progress_line():
    study = study_of()
    with pytest.raises(hone.InvalidArgumentError):
        study.optimize(first, 1, callbacks=[3], show_progress_bar=True)
    with pytest.raises(hone.InvalidArgumentError):
        asyncio.run(study.optimize_async(first, 1, callbacks=[3], show_progress_bar=True))
    with pytest.raises(hone.InvalidArgumentError):
        study.optimize(first, 1, executor=3, show_progress_bar=True)
    assert TERMINAL.bars == 0


def test_failures_in_processes_are_one_error(store):
    with pytest.raises(hone.ObjectiveError, match="all 3 trials failed, the last one with RuntimeError: out of paper") as caught:
        study_of(store=store).optimize(breaks, 3, processes=2)
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert "in breaks" in str(caught.value.__cause__.__cause__)  # where it was raised


def test_an_exception_that_cannot_travel_is_told(store):
    with pytest.raises(hone.ObjectiveError) as caught:
        study_of(store=store).optimize(breaks_oddly, 20, processes=1)
    assert "WontTravel: paper and ink" in str(caught.value.__cause__)
    with pytest.raises(hone.SystemRefusedError, match="WontTravel: paper and ink"):
        study_of(store=store, name="other").optimize(breaks_oddly, 20, processes=1, catch=())


def test_an_exception_of_several_lines_is_one_line(told):
    study = study_of()

    def objective(trial):
        problem = ValueError("\n  no convergence\nin 100 steps\n" + "x" * 1000)
        if hasattr(problem, "add_note"):
            problem.add_note("a note of several\nlines")
        raise problem

    study.optimize(objective, 2, catch=(ValueError,))
    lines = [record.getMessage() for record in told.records]
    assert lines and not [line for line in lines if "\n" in line or len(line) > 600]
    assert lines[0].startswith("trial 0 of 'study' failed: ValueError: no convergence in 100 steps xxx") and lines[0].endswith("x…")
    assert "no convergence\nin 100 steps" in study.trials[0].error and "x" * 1000 in study.trials[0].error


def test_exceptions_by_their_kind_and_text():
    from hone._telling import said

    class OfAProgram(Exception):
        pass

    assert said(ValueError("a: b")) == "ValueError: a: b" and said(OfAProgram()).endswith("OfAProgram")
    assert said(KeyError("k")) == "KeyError: 'k'" and said(SyntaxError("bad", ("f.py", 1, 1, "x =", 1, 2))) == "SyntaxError: bad"
