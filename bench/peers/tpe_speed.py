# SPDX-License-Identifier: MIT
"""Processor seconds of 1,000 asks and tells of Optuna's and Rustuna's TPE, one at a time, in memory: 40 floats, then the
space of bench/tpe_speed.cpp with categories.

    python3 tpe_speed.py [optuna] [optuna-univariate] [rustuna] [rustuna-univariate]     (trials: TPE_TRIALS)
"""
import os
import sys
import time

TRIALS = int(os.environ.get("TPE_TRIALS", "1000"))


def study_of(name):
    kind, _, univariate = name.partition("-")
    if kind == "optuna":
        import optuna as module

        module.logging.set_verbosity(module.logging.ERROR)
    else:
        import rustuna as module
    sampler = module.samplers.TPESampler(seed=1, multivariate=not univariate)
    return module.create_study(sampler=sampler)


def floats(trial):
    return sum((trial.suggest_float(f"x{j}", 0, 1) - 0.3) ** 2 for j in range(40))


def mixed(trial):
    total = sum((trial.suggest_float(f"x{j}", 0, 1) - 0.3) ** 2 for j in range(20))
    total += sum((trial.suggest_int(f"n{j}", 0, 9) / 9 - 0.3) ** 2 for j in range(10))
    return total + sum(trial.suggest_categorical(f"c{j}", ["a", "b", "c"]) != "b" for j in range(10))


for name in sys.argv[1:]:
    for space in (floats, mixed):
        study = study_of(name)
        best = float("inf")
        begin = time.process_time()
        for _ in range(TRIALS):
            trial = study.ask()
            value = space(trial)
            study.tell(trial.number, value)
            best = min(best, value)
        seconds = time.process_time() - begin
        print(f"{name:20s} {space.__name__:7s} {seconds:8.2f} s   best {best:.4f}", flush=True)
