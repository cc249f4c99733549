# SPDX-License-Identifier: MIT
"""Trials a second of Optuna's ask and tell with its random sampler on the space of bench/throughput.cpp, as JSON."""
import json
import os
import statistics
import sys
import time

import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)


def rate(storage, trials):
    study = optuna.create_study(storage=storage, sampler=optuna.samplers.RandomSampler(seed=1))
    begin = time.perf_counter()
    for _ in range(trials):
        trial = study.ask()
        a = trial.suggest_float("a", 0, 1)
        trial.suggest_float("b", 1e-5, 1, log=True)
        trial.suggest_int("c", 1, 1000)
        trial.suggest_categorical("d", ["x", "y", "z"])
        trial.suggest_float("e", -5, 5)
        trial.suggest_categorical("f", [False, True])
        study.tell(trial, a)
    return trials / (time.perf_counter() - begin)


def fresh_sqlite(folder, trials):
    path = os.path.join(folder, "optuna.db")
    if os.path.exists(path):
        os.remove(path)
    return rate("sqlite:///" + path, trials)


folder = sys.argv[1]
print(json.dumps({
    "version": optuna.__version__,
    "memory": statistics.median(rate(None, 2000) for _ in range(3)),
    "sqlite": statistics.median(fresh_sqlite(folder, 100) for _ in range(3)),
}))
