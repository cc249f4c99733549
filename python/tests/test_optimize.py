# SPDX-License-Identifier: MIT
"""Running objectives."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import hone

SPACE = {"x": hone.Float(-5, 5)}


def square(trial):
    return (trial["x"] - 2) ** 2


def study_of(**options):
    return hone.create_study(SPACE, **{"sampler": "random", "seed": 1, **options})


def test_minimize_and_maximize():
    assert abs(hone.minimize(square, SPACE, trials=25, seed=1).params["x"] - 2) < 0.1
    found = hone.maximize(lambda p: -square(p), SPACE, trials=25, seed=1)
    assert found.value > -0.01 and len(found.trials) == 25 and found.trial.value == found.value


def test_minimize_goes_on_in_its_store(store):
    hone.minimize(square, SPACE, trials=5, store=store, sampler="random")
    assert len(hone.minimize(square, SPACE, trials=8, store=store, sampler="random").trials) == 8


def test_an_exception_is_a_failed_trial_with_its_traceback():
    study = study_of()

    def objective(trial):
        if trial.number % 2:
            raise RuntimeError("no such luck")
        return 1.0

    study.optimize(objective, 4)
    failed = study.trials[1]
    assert [trial.state for trial in study.trials] == ["complete", "failed"] * 2
    assert "no such luck" in failed.error and "in objective" in failed.error and "Traceback" in failed.error


def test_a_broken_objective_ends_the_search():
    study = study_of()
    with pytest.raises(hone.ObjectiveError, match="ZeroDivisionError") as caught:
        study.optimize(lambda trial: 1 / 0, 100)
    assert len(study) == 5 and isinstance(caught.value.__cause__, ZeroDivisionError)
    study.optimize(lambda trial: 1 / 0, 7, catch=(ZeroDivisionError,))
    assert len(study) == 12


def test_catch_says_what_is_survived():
    study = study_of()
    with pytest.raises(ZeroDivisionError):
        study.optimize(lambda trial: 1 / 0, 10, catch=())
    assert [trial.state for trial in study.trials] == ["failed"]
    with pytest.raises(ZeroDivisionError):
        study.optimize(lambda trial: 1 / 0, 10, catch=[ValueError])


@pytest.mark.parametrize("result", [None, "much", object(), [1.0, 2.0]])
def test_what_an_objective_may_not_return(result):
    study = study_of()
    with pytest.raises(hone.HoneError):
        study.optimize(lambda trial: result, 20)
    assert {trial.state for trial in study.trials} == {"failed"} and study.trials[0].error


def test_pruned_trials():
    study = study_of()

    def objective(trial):
        trial.report(1.0, 1)
        raise hone.TrialPruned("at step 1")

    study.optimize(objective, 3)
    assert {trial.state for trial in study.trials} == {"pruned"} and study.trials[0].reports == [(1, 1.0)]


def test_callbacks_and_stop():
    study, seen = study_of(), []

    def callback(of, trial):
        assert of is study and trial.state == "complete"
        seen.append(trial.number)
        if trial.number == 4:
            of.stop()

    study.optimize(square, 100, callbacks=[callback])
    assert seen == [0, 1, 2, 3, 4] and len(study) == 5
    study.optimize(square, 2)  # a stop is for one call
    assert len(study) == 7


def test_a_time_limit():
    study = study_of()
    start = time.monotonic()
    study.optimize(lambda trial: time.sleep(0.02) or 1.0, timeout=0.3)
    assert 1 <= len(study) <= 16 and time.monotonic() - start < 5


def test_a_sampler_at_its_end_ends_the_search():
    study = hone.create_study({"n": hone.Int(0, 6)}, sampler="grid")
    study.optimize(lambda trial: trial["n"], 100, n_jobs=3)
    assert sorted(trial.params["n"] for trial in study.trials) == list(range(7))


def test_threads_run_at_the_same_time():
    study, gate = study_of(), threading.Barrier(4, timeout=30)
    study.optimize(lambda trial: gate.wait() * 0.0 + trial["x"], 8, n_jobs=4)
    assert [trial.state for trial in study.trials] == ["complete"] * 8


def test_an_exception_in_a_thread_comes_out():
    with pytest.raises(ZeroDivisionError):
        study_of().optimize(lambda trial: 1 / 0, 50, n_jobs=4, catch=())


def test_other_threads_go_on_while_hone_computes():
    study = hone.create_study({f"x{i}": hone.Float(0, 1) for i in range(8)}, sampler="hebo", seed=1)
    study.optimize(lambda trial: sum(trial.values()), 25)
    counted, over = [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    study.ask()
    took, ticks = time.monotonic() - start, counted[0]
    over.set()
    thread.join()
    if took > 0.1:  # a held lock would have let it tick once or not at all
        assert ticks > 5


def test_a_progress_line(capsys):
    study_of().optimize(square, 5, show_progress_bar=True)
    assert "5/5 trials, best" in capsys.readouterr().err


def test_the_progress_line_shows_what_keeps_to_the_limits(capsys):
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1, constraints_on=["memory <= 5"])

    def objective(trial):
        trial.set_attr("memory", 9 if trial["x"] < 0.5 else 1)
        return trial["x"]

    study.optimize(objective, 12, show_progress_bar=True)
    line = capsys.readouterr().err.split("\r")[-1]
    assert f"12/12 trials, best {study.best_value:.6g}" in line and study.best_value >= 0.5



def test_what_cannot_be():
    study = study_of()
    for options in ({"n_jobs": 0}, {"processes": -1}, {"n_jobs": 2, "processes": 2}):
        with pytest.raises(ValueError):
            study.optimize(square, 1, **options)
    with pytest.raises(ValueError, match="memory"):
        study.optimize(square, 1, processes=2)


def test_processes_need_what_can_be_sent(store):
    with pytest.raises(ValueError, match="n_jobs"):
        study_of(store=store).optimize(lambda trial: 1.0, 1, processes=2)


INTERRUPTED = """
import hone, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
study = hone.create_study({"x": hone.Float(0, 1)}, store=sys.argv[1], sampler="random")
def objective(trial):
    if trial.number == 2:
        print("running", flush=True)
        time.sleep(60 if int(sys.argv[2]) == 1 else 1)
    return trial["x"]
try:
    study.optimize(objective, 1000, n_jobs=int(sys.argv[2])) if int(sys.argv[2]) == 1 else study.optimize(
        lambda trial: time.sleep(0.01) or objective(trial), 100000, n_jobs=int(sys.argv[2]))
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.parametrize("jobs", [1, 3])
def test_ctrl_c_stops_cleanly(store, jobs):
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, store, str(jobs)], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert child.stdout.readline() == "running\n"
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest == "stopped\n" and child.returncode == 0
    states = [trial.state for trial in hone.load_study(store=store).trials]
    if jobs == 1:
        assert states == ["complete", "complete", "waiting"]
    else:
        assert len(states) >= 3 and set(states) == {"complete"}


IN_PROCESSES = """
import hone, signal, sys, time
def objective(trial):
    if trial.number == 2:
        print("running", flush=True)
        time.sleep(0.5)
    return trial["x"]
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    study = hone.create_study({"x": hone.Float(0, 1)}, store=sys.argv[1], sampler="random")
    try:
        study.optimize(objective, 100000, processes=2)
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


def test_ctrl_c_stops_processes_cleanly(store, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(IN_PROCESSES)
    child = subprocess.Popen([sys.executable, str(script), store], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert child.stdout.readline() == "running\n"
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest == "stopped\n" and child.returncode == 0
    assert {trial.state for trial in hone.load_study(store=store).trials} == {"complete"}


def test_nan_does_not_prune_before_there_is_a_median():
    study = study_of(pruner={"name": "median", "startup_trials": 3})
    judged = []

    def objective(trial):
        trial.report(float("nan") if trial.number in (0, 4) else 1.0, 1)
        judged.append(trial.should_prune())
        return 1.0

    study.optimize(objective, 5)
    assert judged == [False, False, False, False, True]
