# SPDX-License-Identifier: MIT
"""HoneSampler beside Optuna's own samplers, inside Optuna: `.venv/bin/python bench/python_optuna.py`.

Each sampler runs the same ten functions with the same seeds and numbers of trials, in a storage of the same kind. For
every function and seed the samplers are ranked by the best value they found (1 is best, equal ones share);
printed are the mean ranks over everything and by function. Exits with 1 when hone's is not the lowest.

--seeds 20 --trials 100 is the full measurement; --storage sqlite keeps each study in a file. With --output it can be stopped
and resumed. GPSampler takes part when
torch and scipy are installed.
"""

import argparse
import importlib.util
import json
import math
import os
import sys
import tempfile
import time

import optuna

from hone.optuna import HoneSampler

optuna.logging.set_verbosity(optuna.logging.ERROR)


def floats(trial, low, high, count):
    return [trial.suggest_float(f"x{i}", low, high) for i in range(count)]


def branin(trial):
    x, y = trial.suggest_float("x", -5, 10), trial.suggest_float("y", 0, 15)
    bend = y - 5.1 / (4 * math.pi**2) * x**2 + 5 / math.pi * x - 6
    return bend**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10


def sphere(trial):
    return sum((x - 0.7) ** 2 for x in floats(trial, -5, 5, 6))


def rosenbrock(trial):
    x = floats(trial, -2, 2, 4)
    return sum(100 * (b - a * a) ** 2 + (1 - a) ** 2 for a, b in zip(x, x[1:]))


def ackley(trial):
    x = [value - 1.3 for value in floats(trial, -10, 10, 5)]
    mean, wave = sum(v * v for v in x) / 5, sum(math.cos(2 * math.pi * v) for v in x) / 5
    return 20 + math.e - 20 * math.exp(-0.2 * math.sqrt(mean)) - math.exp(wave)


def rastrigin(trial):
    x = [value - 0.4 for value in floats(trial, -5, 5, 3)]
    return 30 + sum(v * v - 10 * math.cos(2 * math.pi * v) for v in x)


A6 = ((10, 3, 17, 3.5, 1.7, 8), (0.05, 10, 17, 0.1, 8, 14), (3, 3.5, 1.7, 10, 17, 8), (17, 8, 0.05, 10, 0.1, 14))
P6 = ((1312, 1696, 5569, 124, 8283, 5886), (2329, 4135, 8307, 3736, 1004, 9991), (2348, 1451, 3522, 2883, 3047, 6650),
      (4047, 8828, 8732, 5743, 1091, 381))  # fmt: skip


def hartmann(trial):
    x = floats(trial, 0, 1, 6)
    weights = (1.0, 1.2, 3.0, 3.2)
    return -sum(
        weight * math.exp(-sum(a * (v - p / 10000) ** 2 for a, p, v in zip(row, centre, x)))
        for weight, row, centre in zip(weights, A6, P6)
    )


def learning_rate(trial):
    """As a network would answer: a valley on logarithmic scales, with whole numbers and steps."""
    rate, decay = trial.suggest_float("rate", 1e-6, 1, log=True), trial.suggest_float("decay", 1e-8, 1e-1, log=True)
    width, dropout = trial.suggest_int("width", 8, 1024, log=True), trial.suggest_float("dropout", 0, 0.9, step=0.05)
    off = (math.log10(rate) + 2.7) ** 2 + 0.1 * (math.log10(decay) + 4) ** 2
    return off + 0.3 * (math.log2(width) - 7.5) ** 2 / 4 + (dropout - 0.25) ** 2


def mixed(trial):
    kind, order = trial.suggest_categorical("kind", list("abcd")), trial.suggest_int("order", 1, 12)
    x, y = trial.suggest_float("x", -3, 3), trial.suggest_float("y", -3, 3)
    shift = {"a": 0.0, "b": 1.0, "c": -1.5, "d": 2.0}[kind]
    return (x - shift) ** 2 + (y + shift / 2) ** 2 + 0.2 * abs(order - 7) + {"a": 1.0, "b": 0.3, "c": 0.0, "d": 0.8}[kind]


def branches(trial):
    if trial.suggest_categorical("model", ["linear", "trees", "kernel"]) == "linear":
        return 0.5 + (math.log10(trial.suggest_float("penalty", 1e-5, 1e3, log=True)) - 1) ** 2 / 10
    if trial.params["model"] == "trees":
        depth, rate = trial.suggest_int("depth", 1, 12), trial.suggest_float("rate", 1e-3, 1, log=True)
        return 0.2 + 0.01 * (depth - 6) ** 2 + (math.log10(rate) + 1.2) ** 2 / 5
    c, gamma = trial.suggest_float("C", 1e-3, 1e4, log=True), trial.suggest_float("gamma", 1e-6, 10, log=True)
    return (math.log10(c) - 1.5) ** 2 / 8 + (math.log10(gamma) + 2.4) ** 2 / 8


def layers(trial):
    count = trial.suggest_int("layers", 1, 4)
    widths = [trial.suggest_int(f"width{i}", 4, 256, log=True) for i in range(count)]
    return abs(count - 3) * 0.5 + sum((math.log2(width) - 6 + i) ** 2 for i, width in enumerate(widths)) / (4 * count)


FUNCTIONS = (branin, sphere, rosenbrock, ackley, rastrigin, hartmann, learning_rate, mixed, branches, layers)


def samplers(names):
    made = {
        "hone": lambda seed: HoneSampler(seed=seed),
        "tpe": lambda seed: optuna.samplers.TPESampler(seed=seed),
        "gp": lambda seed: optuna.samplers.GPSampler(seed=seed),
    }
    if importlib.util.find_spec("torch") is None or importlib.util.find_spec("scipy") is None:
        print("gp is left out, as torch or scipy is not installed", file=sys.stderr)
        made.pop("gp")
    return {name: make for name, make in made.items() if not names or name in names}


def run(function, make, seed, trials, storage, folder):
    place = f"sqlite:///{folder}/{function.__name__}-{seed}-{time.time_ns()}.db" if storage == "sqlite" else None
    study = optuna.create_study(sampler=make(seed), storage=place)
    start = time.process_time()
    study.optimize(function, n_trials=trials)
    return study.best_value, time.process_time() - start


def ranks(values):
    """1 for the lowest; equal ones share the mean of their places."""
    return [1 + sum(other < value for other in values) + (sum(other == value for other in values) - 1) / 2 for value in values]


def known(path):
    """What an earlier run has written: values and seconds by function, seed and sampler."""
    if not path or not os.path.exists(path):
        return {}
    with open(path) as file:
        rows = [json.loads(line) for line in file]
    return {(row["function"], row["seed"], row["trials"], row["sampler"]): (row["value"], row["seconds"]) for row in rows}


def measure(given, chosen, done):
    """Fills `done` seed by seed, so that whenever it is stopped all functions have been run about as often."""
    end = time.monotonic() + 60 * given.minutes if given.minutes else math.inf
    with tempfile.TemporaryDirectory() as folder:
        for seed, function in ((seed, function) for seed in range(given.seeds) for function in FUNCTIONS):
            for name, make in chosen.items():
                key = (function.__name__, seed, given.trials, name)
                if key in done or time.monotonic() > end:
                    continue
                done[key] = run(function, make, seed, given.trials, given.storage, folder)
                if given.output:
                    fields = dict(zip(("function", "seed", "trials", "sampler", "value", "seconds"), (*key, *done[key])))
                    with open(given.output, "a") as file:
                        print(json.dumps(fields), file=file)


def report(given, names, done):
    """Prints the mean ranks over what all samplers have run; returns those over everything."""
    total, seconds, count = [0.0] * len(names), [0.0] * len(names), 0
    print(f"mean rank after {given.trials} trials, {given.seeds} seeds, in {given.storage}")
    print(f"{'function':<16}" + "".join(f"{name:>10}" for name in names) + f"{'seeds':>10}")
    for function in FUNCTIONS:
        rows = [[done.get((function.__name__, seed, given.trials, name)) for name in names] for seed in range(given.seeds)]
        rows = [row for row in rows if None not in row]
        ranked = [ranks([value for value, _ in row]) for row in rows]
        sums = [sum(row[i] for row in ranked) for i in range(len(names))]
        seconds = [old + sum(row[i][1] for row in rows) for i, old in enumerate(seconds)]
        total, count = [old + new for old, new in zip(total, sums)], count + len(rows)
        print(f"{function.__name__:<16}" + "".join(f"{one / max(1, len(rows)):>10.2f}" for one in sums) + f"{len(rows):>10}")
    print(f"{'all':<16}" + "".join(f"{one / max(1, count):>10.2f}" for one in total) + f"{count:>10}")
    print(f"{'s per study':<16}" + "".join(f"{one / max(1, count):>10.2f}" for one in seconds))
    return total


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=20)
    arguments.add_argument("--trials", type=int, default=100)
    arguments.add_argument("--storage", choices=["memory", "sqlite"], default="memory")
    arguments.add_argument("--samplers", nargs="*", default=[])
    arguments.add_argument("--minutes", type=float, default=0, help="start no study after so long")
    arguments.add_argument("--output", help="keep every run as JSON lines; those that stand there are not run again")
    given = arguments.parse_args()
    chosen, done = samplers(given.samplers), known(given.output)
    measure(given, chosen, done)
    names = list(chosen)
    total = report(given, names, done)
    return 0 if "hone" not in names or total[names.index("hone")] == min(total) else 1


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
