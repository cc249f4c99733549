# SPDX-License-Identifier: MIT
"""Tunes a small network on many machines. Alone it starts Ray on this one; on a cluster, say where:

    python ray_tune.py
    RAY_ADDRESS=auto python ray_tune.py

Workers run train(); the process that started the search asks hone, and it alone opens the store.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any, Dict

import numpy as np
import ray
from ray import tune
from ray.tune.schedulers import ASHAScheduler

from hone.ray import HoneSearch


def train(config: Dict[str, Any]) -> None:
    """A network with one hidden layer learns a wave; the loss is reported after each epoch."""
    random = np.random.default_rng(0)
    x = random.uniform(-2, 2, (256, 1))
    y = np.sin(3 * x) + 0.05 * random.normal(size=x.shape)
    width, rate = config["width"], config["optimiser"]["rate"]
    inner, bias, outer = random.normal(size=(1, width)), random.normal(size=width), np.zeros((width, 1))
    for _ in range(8):
        for _ in range(20):
            hidden = np.tanh(x @ inner + bias)
            error = hidden @ outer - y
            back = error @ outer.T * (1 - hidden**2)
            outer -= rate * hidden.T @ error / len(x)
            inner -= rate * x.T @ back / len(x)
            bias -= rate * back.mean(axis=0)
        tune.report({"loss": float(np.mean(error**2))})


def main() -> None:
    trials = int(os.environ.get("TRIALS", "16"))
    folder = os.environ.get("RESULTS", tempfile.mkdtemp())
    ray.init(address=os.environ.get("RAY_ADDRESS"), include_dashboard=False, log_to_driver=False)
    search = HoneSearch(store=f"sqlite:{folder}/hone.db", study_name="wave", seed=1)
    tuner = tune.Tuner(
        tune.with_resources(train, {"cpu": 1}),
        param_space={"width": tune.lograndint(2, 65), "optimiser": {"rate": tune.loguniform(1e-3, 1.0)}},
        tune_config=tune.TuneConfig(
            metric="loss", mode="min", search_alg=search, num_samples=trials, max_concurrent_trials=2,
            scheduler=ASHAScheduler(max_t=8, grace_period=2),
        ),
        run_config=tune.RunConfig(storage_path=folder, verbose=0),
    )  # fmt: skip
    best = tuner.fit().get_best_result()
    print("best:", best.config, best.metrics["loss"])
    print(f"the same trials: hone show wave --store {folder}/hone.db")


if __name__ == "__main__":
    main()
