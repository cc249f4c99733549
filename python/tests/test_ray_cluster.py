# SPDX-License-Identifier: MIT
"""HoneSearch on a cluster of this machine. Takes about a minute, so it has a target of its own: make test-ray."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any, Dict, Iterator

import pytest

if os.environ.get("HONE_TEST_RAY") != "1":
    pytest.skip("runs with make test-ray", allow_module_level=True)

os.environ.setdefault("RAY_worker_niceness", "0")  # otherwise workers stand behind everything else on a busy machine
import ray  # noqa: E402
from ray import tune  # noqa: E402
from ray.tune.schedulers import ASHAScheduler  # noqa: E402
from ray.tune.search import ConcurrencyLimiter  # noqa: E402

import hone  # noqa: E402
from hone.ray import HoneSearch  # noqa: E402

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "python" / "ray_tune.py"


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def run(search: Any, objective: Any, folder: pathlib.Path, samples: int, **options: Any) -> Any:
    failures = options.pop("max_failures", 0)
    tuner = tune.Tuner(
        tune.with_resources(objective, {"cpu": 1}),
        param_space=options.pop("param_space", {"x": tune.uniform(-5, 5), "fixed": 1}),
        tune_config=tune.TuneConfig(
            metric="loss", mode="min", search_alg=search, num_samples=samples, reuse_actors=True, **options
        ),
        run_config=tune.RunConfig(
            name="run", storage_path=str(folder), verbose=0, failure_config=tune.FailureConfig(max_failures=failures)
        ),
    )
    return tuner.fit()


def test_a_worker_that_is_killed(tmp_path: pathlib.Path, store: str) -> None:
    """Two run at a time; one of the two is killed in the middle. Ray runs its trial again, and no result is lost."""
    mark = tmp_path / "killed"

    def objective(config: Dict[str, Any]) -> None:
        for step in range(3):
            if step == 1 and config["x"] == 1.25 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            tune.report({"loss": (config["x"] - 2) ** 2 + 1 / (step + 1)})

    search = HoneSearch(store=store, study_name="kill", seed=1, points_to_evaluate=[{"x": 1.25}])
    results = run(ConcurrencyLimiter(search, max_concurrent=2), objective, tmp_path, 6, max_failures=1)
    assert mark.exists() and results.num_errors == 0
    trials = hone.load_study("kill", store).trials
    assert [trial.state for trial in trials] == ["complete"] * 6
    assert trials[0].value == pytest.approx(0.75**2 + 1 / 3)
    assert sorted(one.metrics["loss"] for one in results) == pytest.approx(sorted(trial.values[0] for trial in trials))


def test_a_killed_worker_without_a_second_try_is_a_failed_trial(tmp_path: pathlib.Path, store: str) -> None:
    def objective(config: Dict[str, Any]) -> None:
        if config["x"] == 1.25:
            os.kill(os.getpid(), signal.SIGKILL)
        if config["x"] == 2.25:
            raise RuntimeError("no")
        tune.report({"loss": config["x"] ** 2})

    points = [{"x": 1.25}, {"x": 2.25}]
    search = HoneSearch(store=store, study_name="fail", sampler="random", points_to_evaluate=points)
    results = run(search, objective, tmp_path, 4, max_concurrent_trials=2)
    assert results.num_errors == 2
    states = [trial.state for trial in hone.load_study("fail", store).trials]
    assert states == ["failed", "failed", "complete", "complete"]


def test_a_scheduler_stops_early(tmp_path: pathlib.Path, store: str) -> None:
    def objective(config: Dict[str, Any]) -> None:
        for step in range(8):
            tune.report({"loss": abs(config["x"]) + 1 / (step + 1)})

    points = [{"x": 0.0}, {"x": 0.1}, {"x": 4.0}, {"x": 4.5}, {"x": -4.0}]
    search = HoneSearch(store=store, study_name="asha", sampler="random", points_to_evaluate=points)
    scheduler = ASHAScheduler(max_t=8, grace_period=1, reduction_factor=2)
    run(search, objective, tmp_path, 5, scheduler=scheduler, max_concurrent_trials=1)
    trials = hone.load_study("asha", store).trials
    assert trials[0].state == "complete" and trials[0].value == pytest.approx(1 / 8)
    assert {trial.state for trial in trials[2:]} == {"pruned"}
    assert all(trial.reports for trial in trials)


def test_a_run_that_is_restored(tmp_path: pathlib.Path) -> None:
    """The process that runs the Tuner is killed; another one restores the experiment and ends it."""
    script = tmp_path / "search.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "FOLDER": str(tmp_path), "TUNE_GLOBAL_CHECKPOINT_S": "1"}
    first = subprocess.Popen([sys.executable, str(script)], env={**environment, "SLOW": "1"})
    counted = tmp_path / "count"
    end = time.monotonic() + 600
    while time.monotonic() < end and (not counted.exists() or len(counted.read_text()) < 3):
        time.sleep(0.2)
    time.sleep(2.5)  # a checkpoint of the experiment
    first.kill()
    first.wait()
    subprocess.run([sys.executable, str(script)], env={**environment, "RESTORE": "1"}, check=True, timeout=900)
    trials = hone.load_study("restored", f"sqlite:{tmp_path}/hone.db").trials
    assert len(trials) >= 8 and sum(trial.state == "complete" for trial in trials) >= 7


SCRIPT = '''
import os, time
import ray
from ray import tune
from hone.ray import HoneSearch

folder = os.environ["FOLDER"]

def objective(config):
    with open(folder + "/count", "a") as file:
        file.write(".")
    time.sleep(1.0 if os.environ.get("SLOW") else 0.0)
    tune.report({"loss": config["x"] ** 2})

ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
trainable = tune.with_resources(objective, {"cpu": 1})
space = {"x": tune.uniform(-1, 1)}
if os.environ.get("RESTORE"):
    tuner = tune.Tuner.restore(folder + "/run", trainable, param_space=space, resume_unfinished=True, restart_errored=True)
else:
    search = HoneSearch(store="sqlite:" + folder + "/hone.db", study_name="restored", sampler="random")
    tuner = tune.Tuner(
        trainable, param_space=space,
        tune_config=tune.TuneConfig(
            metric="loss", mode="min", search_alg=search, num_samples=8, max_concurrent_trials=1, reuse_actors=True),
        run_config=tune.RunConfig(name="run", storage_path=folder, verbose=0),
    )
tuner.fit()
'''


def test_the_example_runs(tmp_path: pathlib.Path) -> None:
    """Against the cluster that runs here, as on any other."""
    address = ray.get_runtime_context().gcs_address
    environment = {**os.environ, "RAY_ADDRESS": address, "TRIALS": "4", "RESULTS": str(tmp_path)}
    done = subprocess.run([sys.executable, str(EXAMPLE)], env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "best:" in done.stdout
    assert len(hone.load_study("wave", f"sqlite:{tmp_path}/hone.db")) == 4
