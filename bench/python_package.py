# SPDX-License-Identifier: MIT
"""What the Python package costs: `.venv/bin/python bench/python_package.py`.

- import: processor time (which other programs do not lengthen) and memory of `import numpy, hone` above those of
  `import numpy`, the best time and the worst memory of several runs
- ask: everything but the sampler, measured as a whole ask of `random` (driver, store and conversion included), as a
  share of an ask of `hebo`, both at 100 trials in 10 dimensions. Python's own part is less than that.
- trials: 1,000 of a trivial objective in a second, in memory and in a file, with `random`; and of Optuna's random sampler
  in the same run when that is installed

Exits with 1 when a limit is exceeded.
"""

import importlib.util
import subprocess
import sys
import tempfile
import time

import hone

MOST_MILLISECONDS, MOST_MEGABYTES, MOST_SHARE = 50.0, 30.0, 0.10
LEAST_TIMES = 5.0, 10.0

MEASURE = """
import time, sys
import numpy
def memory():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
before, start = memory(), time.process_time()
import hone
print((time.process_time() - start) * 1e3, (memory() - before) / 1e6)
"""


def imports():
    runs = [subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True) for _ in range(9)]
    pairs = [tuple(map(float, run.stdout.split())) for run in runs]
    return min(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


def ask_seconds(sampler, trials=100, dimensions=10, repeats=5):
    space = {f"x{i}": hone.Float(0, 1) for i in range(dimensions)}
    times = []
    for seed in range(repeats):
        study = hone.create_study(space, sampler="random", seed=seed)
        for _ in range(trials):
            trial = study.ask()
            study.tell(trial, sum((value - 0.3) ** 2 for value in trial.values()))
        rows = [(trial.params, trial.value) for trial in study.trials]
        study = hone.create_study(space, sampler=sampler, seed=seed, enqueue=[params for params, _ in rows])
        for trial, (_, value) in zip(study.ask(trials), rows):
            study.tell(trial, value)
        start = time.perf_counter()
        study.ask()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def trials_per_second(store, count=1000):
    study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, store=store, sampler="random")
    start = time.perf_counter()
    study.optimize(lambda trial: trial["x"] + trial["y"], count)
    return count / (time.perf_counter() - start)


def optuna_trials_per_second(storage, count=1000):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(storage=storage, sampler=optuna.samplers.RandomSampler(seed=0))
    start = time.perf_counter()
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1) + trial.suggest_float("y", 0, 1), trials=count)
    return count / (time.perf_counter() - start)


def beside_optuna(folder):
    """How much faster hone is, in memory and in a file; None without Optuna."""
    own = trials_per_second("memory:"), trials_per_second(f"sqlite:{folder}/hone.db")
    print(f"trials: {own[0]:.0f} a second in memory, {own[1]:.0f} in a file")
    if importlib.util.find_spec("optuna") is None:
        print("Optuna is not installed here: not compared")
        return None
    peer = optuna_trials_per_second(None), optuna_trials_per_second(f"sqlite:///{folder}/optuna.db")
    times = own[0] / peer[0], own[1] / peer[1]
    print(f"Optuna: {peer[0]:.0f} in memory, {peer[1]:.0f} in a file: hone is {times[0]:.1f} and {times[1]:.1f} times "
          f"as fast (at least {LEAST_TIMES[0]:.0f} and {LEAST_TIMES[1]:.0f})")
    return times


def main():
    milliseconds, megabytes = imports()
    print(f"import: {milliseconds:.1f} ms (at most {MOST_MILLISECONDS:.0f}), {megabytes:.1f} MB (at most {MOST_MEGABYTES:.0f})")
    plain, model = ask_seconds("random"), ask_seconds("hebo")
    print(f"ask: hebo {model * 1e3:.2f} ms, all but the sampler {plain * 1e3:.3f} ms: {plain / model:.2%} (at most {MOST_SHARE:.0%})")
    with tempfile.TemporaryDirectory() as folder:
        times = beside_optuna(folder)
    slow = times is not None and (times[0] < LEAST_TIMES[0] or times[1] < LEAST_TIMES[1])
    return slow or milliseconds > MOST_MILLISECONDS or megabytes > MOST_MEGABYTES or plain / model > MOST_SHARE


if __name__ == "__main__":
    sys.exit(main())
