# SPDX-License-Identifier: MIT
"""What HoneSampler adds to an ask: `.venv/bin/python bench/python_optuna_ask.py`.

Processor time of an ask after so many trials in five dimensions, the median of several: of a hone study that knows the same
trials (the ask in C++), of HoneSampler within Optuna, and of TPESampler. What Optuna takes for a trial itself is measured with
a sampler that has its values ready and keeps them with the trial, as each that proposes relative to trials has to; the net ratio
is of what HoneSampler takes beyond that to the ask in C++. Then of whole trials where more happens between them: constraints,
two objectives, a range that depends on a value, a parameter that comes and goes, a file of SQLite. `made` says how often
HoneSampler's mirror was made.

Exits with 1 when the net ratio is above 1.2 with tpe or hebo, or HoneSampler takes more than TPESampler with tpe.
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
import warnings

import optuna
from optuna.distributions import FloatDistribution

import hone
from hone.optuna import HoneSampler

optuna.logging.set_verbosity(optuna.logging.ERROR)
NAMES = [f"x{i}" for i in range(5)]
MOST = 1.2
SPACE = {name: FloatDistribution(0, 1) for name in NAMES}
MIDDLE = dict.fromkeys(NAMES, 0.5)


def rows(count):
    draws = random.Random(1)
    points = [{name: draws.random() for name in NAMES} for _ in range(count)]
    return [(point, value_of(point.values())) for point in points]


def value_of(values):
    return sum((value - 0.3) ** 2 for value in values)


class Ready(optuna.samplers.BaseSampler):
    """Proposes nothing, at no cost: what is left is Optuna's own."""

    def infer_relative_search_space(self, study, trial):
        return SPACE

    def sample_relative(self, study, trial, search_space):
        study._storage.set_trial_system_attr(trial._trial_id, "ready", {"params": MIDDLE, "notes": {}})
        return MIDDLE

    def sample_independent(self, study, trial, param_name, param_distribution):
        raise AssertionError("all parameters are proposed")


def filled(sampler, count, kind="plain", storage=None):
    """An Optuna study with so many trials."""
    study = optuna.create_study(sampler=sampler, storage=storage, directions=["minimize"] * (2 if kind == "two" else 1))
    study.add_trials(
        optuna.trial.create_trial(
            params=point, distributions=SPACE, values=[value] * len(study.directions),
            system_attrs={"constraints": (point["x0"] - 0.5,)} if kind == "constraints" else {},
        )
        for point, value in rows(count)
    )  # fmt: skip
    return study


def asks(makes, count, repeats):
    """Milliseconds of each, by turns: make() returns how to ask, and how to tell."""
    made = [make(count) for make in makes]
    times = [[] for _ in makes]
    for turn in range(repeats + 1):  # the first makes what the others keep
        for (ask, tell), taken in zip(made, times):
            start = time.process_time()
            asked = ask()
            taken.append(1e3 * (time.process_time() - start))
            tell(asked)
    return [statistics.median(taken[1:]) for taken in times]


def native(name):
    def make(count):
        study = hone.create_study({one: hone.Float(0, 1) for one in NAMES}, sampler=name, seed=1)
        given = [{"params": point, "state": "complete", "value": value} for point, value in rows(count)]
        study._operations.insert(study.name, json.dumps(given))
        return study.ask, lambda trial: study.tell(trial, value_of(trial.values()))

    return make


def within_optuna(sampler):
    def make(count):
        study = filled(sampler(), count)

        def ask():
            trial = study.ask()
            for name in NAMES:
                trial.suggest_float(name, 0, 1)
            return trial

        return ask, lambda trial: study.tell(trial, value_of(trial.params.values()))

    return make


def trials(sampler, kind, count, repeats):
    """Milliseconds for a whole trial of one kind."""
    with tempfile.TemporaryDirectory() as folder:
        study = filled(sampler, count, kind, f"sqlite:///{folder}/study.db" if kind == "sqlite" else None)

        def objective(trial):
            values = [trial.suggest_float(name, 0, 1) for name in NAMES]
            if kind == "range":
                values.append(trial.suggest_float("z", 0, values[0] + 0.1))
            if kind == "comes and goes" and values[0] > 0.3:
                values.append(trial.suggest_float("y", 0, 1))
            if kind == "constraints":
                trial.set_constraint("limit", values[0] - 0.5)
            return [value_of(values)] * 2 if kind == "two" else value_of(values)

        study.optimize(objective, n_trials=2)
        start = time.process_time()
        study.optimize(objective, n_trials=repeats)
        return 1e3 * (time.process_time() - start) / repeats


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--trials", type=int, default=1000)
    arguments.add_argument("--repeats", type=int, default=10)
    given = arguments.parse_args()
    warnings.simplefilter("ignore")
    too_much = False
    print(f"milliseconds of an ask after {given.trials} trials")
    for name in ("random", "tpe", "hebo"):
        turns = [native(name), within_optuna(lambda: HoneSampler(name, seed=1)), within_optuna(Ready)]
        alone, inside, empty = asks(turns, given.trials, given.repeats * (1 if name == "hebo" else 10))
        net = (inside - empty) / alone
        print(f"{name:<16}hone alone {alone:9.3f}   HoneSampler {inside:9.3f}   Optuna with an empty sampler {empty:6.3f}   net ratio {net:.2f}")
        too_much = too_much or (name != "random" and net > MOST)
        if name == "tpe":
            (peer,) = asks([within_optuna(lambda: optuna.samplers.TPESampler(seed=1))], given.trials, given.repeats)
            print(f"{'':<16}TPESampler {peer:9.3f}")
            too_much = too_much or inside > peer
    print("milliseconds of a trial, with tpe")
    for kind in ("plain", "constraints", "two", "range", "comes and goes", "sqlite"):
        sampler = HoneSampler("tpe", seed=1)
        ours = trials(sampler, kind, given.trials, 5 * given.repeats)
        peer = trials(optuna.samplers.TPESampler(seed=1), kind, given.trials, 5 * given.repeats)
        made = sum(one._mirror.made for one in sampler._proposing.values())
        print(f"{kind:<16}HoneSampler {ours:8.2f}   TPESampler {peer:8.2f}   made {made}")
    return 1 if too_much else 0


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
