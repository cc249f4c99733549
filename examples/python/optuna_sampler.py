# SPDX-License-Identifier: MIT
"""hone proposes, Optuna keeps: a study of Optuna's with its own storage, pruner and define-by-run objective.

    python optuna_sampler.py
"""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np
import optuna

from hone.optuna import HoneSampler


def objective(trial: Any) -> float:
    """Fits noisy points with polynomials or with waves; the error on points held out, a step at a time."""
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0, 1, 120))
    y = np.sin(7 * x) + 0.1 * random.normal(size=x.size)
    if trial.suggest_categorical("features", ["powers", "waves"]) == "powers":
        columns = x[:, None] ** np.arange(trial.suggest_int("degree", 1, 12) + 1)
    else:  # parameters of this branch only: the sampler sees that they belong to it
        turns = trial.suggest_float("frequency", 0.5, 20, log=True) * np.arange(1, trial.suggest_int("waves", 1, 6) + 1)
        columns = np.hstack([np.ones((x.size, 1)), np.sin(x[:, None] * turns), np.cos(x[:, None] * turns)])
    penalty = trial.suggest_float("penalty", 1e-8, 10, log=True)
    error = float("inf")
    for step, share in enumerate((0.25, 0.5, 1.0)):
        rows = np.arange(0, x.size, 2)[: int(60 * share)]
        left = columns[rows].T @ columns[rows] + penalty * np.eye(columns.shape[1])
        weights = np.linalg.solve(left, columns[rows].T @ y[rows])
        error = float(np.mean((columns[1::2] @ weights - y[1::2]) ** 2))
        trial.report(error, step)
        if trial.should_prune():
            raise optuna.TrialPruned()
    return error


def main(trials: int = 40) -> Any:
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(f"{folder}/study.log"))
        study = optuna.create_study(
            storage=storage, sampler=HoneSampler(seed=1), pruner=optuna.pruners.MedianPruner(n_startup_trials=8)
        )
        study.optimize(objective, n_trials=trials)
        print(f"{study.best_value:.4f} with {study.best_params}")
        return study


if __name__ == "__main__":
    main()
