# SPDX-License-Identifier: MIT
"""`store="http://..."`: a study of a service is used as one of a file."""

import os
import pickle
import re
import signal
import subprocess
import threading
import time

import pytest

import hone

from mirrored_study import SPACE, mirrored, require_whole

PROGRAM = os.path.join(os.path.dirname(hone.__file__), "bin", "hone")


class Service:
    """`hone serve` on a store of its own; it comes back on the port that it had."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, "0", None
        self.start()

    def start(self):
        words = [PROGRAM, "serve", "--store", str(self.folder / "served.db"), "--port", self.port, "--quiet"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.process.stdout.readline()).group()
        self.port = self.url.rsplit(":", 1)[1]

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(60)
        self.process.stdout.close()


@pytest.fixture
def service(tmp_path):
    service = Service(tmp_path)
    yield service
    if service.process.poll() is None:
        service.stop()


@pytest.mark.parametrize("sampler", ["random", "sobol", "gp"])
def test_one_worker_gets_what_a_file_would_give(service, store, sampler):
    near = hone.create_study(SPACE, store=store, sampler=sampler, seed=7)
    far = hone.create_study(SPACE, store=service.url, sampler=sampler, seed=7)
    for study in (near, far):
        study.optimize(mirrored, 14)
        require_whole(study, 14)
    assert [trial.params for trial in far.trials] == [trial.params for trial in near.trials]
    assert far.best_params == near.best_params and far.best_value == near.best_value


def test_threads_and_processes(service):
    study = hone.create_study(SPACE, store=service.url, sampler="random", seed=1)
    study.optimize(mirrored, 60, n_jobs=8)
    require_whole(study, 60)
    study.optimize(mirrored, 20, processes=2)
    require_whole(study, 80)


def test_ask_and_tell_one_by_one(service):
    study = hone.create_study(SPACE, store=service.url, name="by hand", sampler="random")
    study.enqueue({"x": 0.25, "n": 3})
    first = study.ask()
    assert first.params == {"x": 0.25, "n": 3}
    study.tell(first, 2.0)
    second = study.ask()
    second.report(1.0, 1)
    study.tell(second, state="failed")
    study.tell(study.ask(), 1.0)
    seen = hone.load_study("by hand", service.url)
    assert [trial.state for trial in seen.trials] == ["complete", "failed", "complete"]
    assert seen.trials[1].reports == [(1, 1.0)] and seen.best_trial.number == 2
    again = pickle.loads(pickle.dumps(study))
    assert again.trials == study.trials and again.space == study.space
    with pytest.raises(hone.HoneError, match="ended already"):
        study.tell(0, 5.0)


def test_names_and_messages_are_those_of_other_stores(service):
    hone.create_study(SPACE, store=service.url)
    with pytest.raises(hone.AlreadyExistsError, match="study") as caught:
        hone.create_study(SPACE, store=service.url)
    assert caught.value.code == "already_exists"
    assert hone.create_study(SPACE, store=service.url, load_if_exists=True).space == SPACE
    with pytest.raises(hone.NotFoundError, match="there is no study 'nothing'"):
        hone.load_study("nothing", service.url)


def test_a_space_that_the_objective_defines(service):
    study = hone.create_study(store=service.url, sampler="random")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1) + trial.suggest_int("n", 0, 5), 6)
    assert set(study.space) == {"x", "n"} and len(study) == 6


def test_a_service_that_is_killed_comes_back_with_everything(service):
    study = hone.create_study(SPACE, store=service.url, sampler="random", seed=1)
    study.optimize(mirrored, 5)
    held = study.ask()
    service.stop(signal.SIGKILL)
    with pytest.raises(hone.HoneError, match="does not answer"):
        study.ask()
    service.start()
    time.sleep(1.0)  # a service that was away is not knocked at at once
    held.set_attr("n", held["n"])
    study.tell(held, held["x"])
    study.optimize(mirrored, 4)
    require_whole(study, 10)


def test_a_service_with_tokens(service, monkeypatch):
    store = str(service.folder / "served.db")
    made = subprocess.run([PROGRAM, "token", "create", "admin", "--store", store], capture_output=True, text=True)
    service.stop()
    service.start()
    with pytest.raises(hone.HoneError, match="token"):
        hone.create_study(SPACE, store=service.url)
    monkeypatch.setenv("HONE_TOKEN", made.stdout.strip())
    study = hone.create_study(SPACE, store=service.url, sampler="random")
    study.optimize(mirrored, 3)
    require_whole(study, 3)


def test_one_watches_while_another_works(service):
    study = hone.create_study(SPACE, store=service.url, sampler="random", seed=1)
    worker = threading.Thread(target=lambda: hone.load_study("study", service.url).optimize(mirrored, 30))
    worker.start()
    lengths = []
    while worker.is_alive():
        lengths.append(len(study.trials))
    worker.join()
    assert lengths == sorted(lengths)
    require_whole(study, 30)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_goes_through_a_restart(service, jobs):
    study = hone.create_study(SPACE, name="through", store=service.url, sampler="random")

    def restart():
        time.sleep(0.5)
        service.stop(signal.SIGKILL)
        time.sleep(1.5)
        service.start()

    def objective(trial):
        time.sleep(0.1)
        trial.report(trial["x"], 1)
        return trial["x"]

    thread = threading.Thread(target=restart)
    thread.start()
    study.optimize(objective, 20 * jobs, n_jobs=jobs, catch=())
    thread.join()
    assert [trial.state for trial in study.trials] == ["complete"] * (20 * jobs)


def test_a_source_on_the_same_service(service):
    old = hone.create_study(SPACE, name="old", store=service.url, sampler="random")
    old.optimize(lambda trial: trial["x"], 5)
    new = hone.create_study(SPACE, name="new", store=service.url + "/", sampler="rgpe", sources=[old])
    assert 0 <= new.ask()["x"] <= 1
