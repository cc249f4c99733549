# SPDX-License-Identifier: MIT
"""Studies of a `hone serve`."""

import os
import socket
import subprocess
import time
import threading

import pytest

import hone

PROGRAM = os.path.join(os.path.dirname(hone.__file__), "bin", "hone")
SPACE = {"x": hone.Float(0, 1)}


class Service:
    """One that can be taken away and brought back."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [PROGRAM, "serve", "-q", "--store", str(folder / "served.db"), "-p", str(self.port)]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the service does not start")

    def kill(self):
        self._process.kill()
        self._process.wait()


@pytest.fixture
def service(tmp_path):
    made = Service(tmp_path)
    yield made
    made.kill()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_goes_through_a_restart(service, jobs):
    study = hone.create_study(SPACE, store=service.url, sampler="random")

    def restart():
        time.sleep(0.5)
        service.kill()
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
