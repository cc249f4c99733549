# SPDX-License-Identifier: MIT
"""One store, several programs: nothing lost, doubled or crossed."""

import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import time

import pytest

import hone

from mirrored_study import SPACE, mirrored, require_whole

PROGRAM = os.path.join(os.path.dirname(hone.__file__), "bin", "hone")


def slowly_mirrored(trial):
    """Leaves the others the time to get a trial, too."""
    time.sleep(0.02)
    return mirrored(trial)


def command(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def test_sixteen_threads(store):
    study = hone.create_study(SPACE, store=store, sampler="random", seed=1)
    study.optimize(mirrored, 400, n_jobs=16)
    require_whole(study, 400)


def test_four_processes(store):
    study = hone.create_study(SPACE, store=store, sampler="random", seed=1)
    study.optimize(slowly_mirrored, 200, processes=4)
    require_whole(study, 200)
    assert len({trial.worker for trial in study.trials}) > 1


def _sixteen(store, count):
    hone.load_study("study", store).optimize(mirrored, count, n_jobs=4)


def test_sixteen_threads_in_four_processes(store):
    study = hone.create_study(SPACE, store=store, sampler="random", seed=1)
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_sixteen, args=(store, 60)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(240)
        assert worker.exitcode == 0
    require_whole(study, 240)


def _breaks(trial):
    raise ValueError("in a process")


def test_an_exception_in_a_process_comes_out(store):
    study = hone.create_study(SPACE, store=store, sampler="random")
    with pytest.raises(ValueError, match="in a process"):
        study.optimize(_breaks, 20, processes=2, catch=())


def _by_run(trial):
    return trial.suggest_float("x", 0, 1) + trial.suggest_int("n", 0, 5)


def test_processes_share_a_space_that_the_objective_defines(store):
    study = hone.create_study(store=store, sampler="random")
    study.optimize(_by_run, 12, processes=2)
    assert len(study) == 12 and all(trial.state == "complete" for trial in study.trials)
    assert set(study.space) == {"x", "n"}


def test_a_forked_process_opens_the_study_anew(store):
    study = hone.create_study(SPACE, store=store, sampler="random", seed=1)
    study.tell(study.ask(), 1.0)
    child = os.fork()
    if child == 0:
        try:
            study.tell(study.ask(), 0.5)
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert study.best_value == 0.5 and len(study) == 2
    study.tell(study.ask(), 0.25)
    assert study.best_trial.number == 2


def test_a_study_can_be_pickled(store):
    study = hone.create_study(SPACE, store=store, name="kept", sampler="random")
    study.tell(study.ask(), 1.0)
    again = pickle.loads(pickle.dumps(study))
    assert again.name == "kept" and again.trials == study.trials and again.space == study.space


def test_names_are_taken_once(store):
    hone.create_study(SPACE, store=store)
    for make in (lambda: hone.create_study(SPACE, store=store), lambda: hone.create_study(store=store)):
        with pytest.raises(hone.AlreadyExistsError, match="study") as caught:
            make()
        assert caught.value.code == "already_exists"
    assert hone.create_study(SPACE, store=store, load_if_exists=True).space == SPACE
    with pytest.raises(hone.AlreadyExistsError, match=r"the parameter 'x': widened"):
        hone.create_study({"x": hone.Float(0, 2), "n": SPACE["n"]}, store=store, load_if_exists=True)


def test_the_command_line_sees_the_same_trials(store, tmp_path):
    study = hone.create_study(SPACE, store=store, name="both", sampler="random", seed=1)
    study.optimize(mirrored, 3)
    listed = json.loads(command("trials", "both", "--store", store, "--json"))
    rows = listed["trials"] if isinstance(listed, dict) else listed
    assert [row["params"] for row in rows] == [trial.params for trial in study.trials]
    asked = json.loads(command("ask", "both", "--store", store, "--json"))
    number = (asked["trials"] if isinstance(asked, dict) else asked)[0]["number"]
    command("tell", "both", str(number), "0.125", "--store", store)
    assert study.trials[3].value == 0.125


def test_the_command_is_the_packages_own():
    made = subprocess.run([sys.executable, "-m", "hone", "version"], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == f"hone {hone.__version__}"


def test_messages_are_those_of_the_command_line(store):
    hone.create_study(SPACE, store=store)
    with pytest.raises(hone.NotFoundError) as caught:
        hone.load_study("nothing", store)
    assert "there is no study 'nothing' in the store" in str(caught.value)
