# SPDX-License-Identifier: MIT
"""A parameter that appears mid-study: `.venv/bin/python bench/python_appearing.py`.

The objective defines the space. 15 trials know `x` alone, of which 2 is best; 40 more have `x` and `dropout`, of which 0.3 is best and
0, the program without it, costs 2.7. Printed is how far from the optimum the best of these 40 is, for each seed. `default`: the
objective says that trials before count as 0. The last part has two branches with a parameter each, of which a trial asks for
one: how far from the optimum the best of 40 trials is.

Exits with 1 when `hebo` is not ahead of the random search in the median, or is behind its worst seed in any.
"""

import argparse
import statistics
import sys

import hone

hone.set_verbosity("error")
SAMPLERS = ["random", "hebo", "gp", "tpe", "rf", "lfbo"]


def appearing(sampler, seed, **said):
    def before(trial):
        return (trial.suggest_float("x", -10, 10) - 2) ** 2 + 2.7

    def after(trial):
        return (trial.suggest_float("x", -10, 10) - 2) ** 2 + 30 * (trial.suggest_float("dropout", 0, 0.9, **said) - 0.3) ** 2

    study = hone.create_study(sampler=sampler, seed=seed)
    study.optimize(before, trials=15)
    study.optimize(after, trials=40)
    return min(trial.value for trial in study.trials[15:])


def branches(sampler, seed):
    def objective(trial):
        x = trial.suggest_float("x", -5, 5)
        kind = trial.suggest_categorical("kind", ["a", "b", "c"])
        if kind == "a":
            return (x - 1) ** 2 + (trial.suggest_float("depth", 0, 9) - 4) ** 2 / 4 + 0.5
        return (x + 2) ** 2 + (trial.suggest_float("rate", 0, 1) - 0.8) ** 2 * 20 + (kind == "c")

    study = hone.create_study(sampler=sampler, seed=seed)
    study.optimize(objective, trials=40)
    return study.best_value


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=8)
    given = arguments.parse_args()
    found = {}

    def show(name, run):
        found[name] = sorted(run(seed) for seed in range(1, given.seeds + 1))
        print(f"{name:<24} median {statistics.median(found[name]):.4f}   " + " ".join(f"{one:.4f}" for one in found[name]), flush=True)

    print(f"hone {hone.__version__}, {given.seeds} seeds")
    for sampler in SAMPLERS:
        show(sampler, lambda seed: appearing(sampler, seed))
    show("hebo, default=0", lambda seed: appearing("hebo", seed, default=0.0))
    print("branches")
    for sampler in SAMPLERS:
        show(f"{sampler}, branches", lambda seed: branches(sampler, seed))
    good = statistics.median(found["hebo"]) < statistics.median(found["random"]) and found["hebo"][-1] <= found["random"][-1]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
