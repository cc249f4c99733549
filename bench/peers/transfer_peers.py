# SPDX-License-Identifier: MIT
"""Samplers that learn from earlier studies, beside those of other systems, on the same draws of the same tasks.

    python bench/peers/transfer_peers.py DATA/adaboost_g.csv --hone build/release/bin/hone --out runs.csv \
        --methods hone:hebo,hone:rgpe,cold:hebo,openbox:rgpe,random --targets 5 --seeds 3

Each target is left out, and 50 random settings of every other task, drawn for the repetition, are known to all methods
alike. A line of the run file is a run: method, target, seed, processor seconds of all suggestions, and the best value
after each evaluation as a share of the task's range. Runs that are there are not made again. At the end the means are
printed.

  hone:NAME      hone's sampler NAME with the earlier studies as sources, through `hone stdio`
  cold:NAME      the same without them
  openbox:rgpe   OpenBox with its defaults: RGPE of Gaussian processes, expected improvement, warm start from the best
  syne:NAME      Syne Tune's schedulers: quantile, zero_shot (which fails in 0.16.0), and box, BORE where the best settings
                 of earlier studies lie; RUSH stops trials early, and has no place here
  random         settings in random order

Grids are searched by the places of their values. Settings that a system proposes again are told again, and count.
"""
import argparse
import collections
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import time

KNOWN = 50


class Task:
    """A complete grid of settings, and what each was worth."""

    def __init__(self, name, rows, columns, value):
        self.name = name
        self.levels = {c: sorted({float(r[c]) for r in rows}) for c in columns}
        self.values = {self.places(r): float(r[value]) for r in rows}
        self.least = min(self.values.values())
        self.range = (max(self.values.values()) - self.least) or 1.0

    def places(self, row):
        return tuple(self.levels[c].index(float(row[c])) for c in self.levels)

    def regret(self, value):
        return (value - self.least) / self.range


def read_tasks(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [c for c in rows[0] if c != "task"]
    by_task = collections.defaultdict(list)
    for row in rows:
        by_task[row["task"]].append(row)
    return [Task(name, its, columns[:-1], columns[-1]) for name, its in by_task.items()]


def earlier(tasks, target, seed):
    """(name, [(setting, value), ...]) of each other task."""
    for task in tasks:
        if task is not target:
            draw = random.Random(f"{seed} {target.name} {task.name}").sample(sorted(task.values), KNOWN)
            yield task.name, [(places, task.values[places]) for places in draw]


class Hone:
    """`hone stdio`, one study."""

    def __init__(self, program, sampler, target, sources, seed, budget):
        self.names = list(target.levels)
        self.process = subprocess.Popen([program, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        parameters = {n: {"type": "ordinal", "choices": list(range(len(target.levels[n])))} for n in self.names}
        known = [
            {"name": name, "trials": [{"params": dict(zip(self.names, p)), "value": v} for p, v in trials]}
            for name, trials in sources
        ]
        request = {"op": "create", "parameters": parameters, "sampler": sampler, "seed": seed, "horizon": budget}
        self.call({**request, "sources": known} if known else request)

    def call(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def suggest(self):
        trial = self.call({"op": "ask", "count": 1})["trials"][0]
        return trial["number"], tuple(trial["params"][n] for n in self.names)

    def observe(self, number, _places, value):
        self.call({"op": "tell", "results": [{"number": number, "value": value}]})

    def seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class InProcess:
    """A method that lives in this process."""

    def __init__(self):
        self.start = time.process_time()

    def seconds(self):
        return time.process_time() - self.start

    def close(self):
        pass


class Random(InProcess):
    def __init__(self, target, seed):
        super().__init__()
        self.order = sorted(target.values)
        random.Random(f"{seed} {target.name} random").shuffle(self.order)

    def suggest(self):
        return None, self.order.pop()

    def observe(self, _handle, _places, _value):
        pass


class OpenBox(InProcess):
    def __init__(self, target, sources, seed):
        from openbox import Advisor, History, Observation, space as sp

        super().__init__()
        self.observation = Observation
        self.names = list(target.levels)
        space = sp.Space()
        space.add_variables([sp.Int(n, 0, len(target.levels[n]) - 1) for n in self.names])
        known = []
        for name, trials in sources:
            history = History(task_id=name, config_space=space)
            for places, value in trials:
                configuration = sp.Configuration(space, values=dict(zip(self.names, places)))
                history.update_observation(Observation(config=configuration, objectives=[value]))
            known.append(history)
        self.advisor = Advisor(
            space,
            transfer_learning_history=known,
            surrogate_type="tlbo_rgpe_gp",
            random_state=seed,
            output_dir=None,
            logger_kwargs={"stream": None, "level": "ERROR"},
        )

    def suggest(self):
        configuration = self.advisor.get_suggestion()
        values = configuration.get_dictionary()
        return configuration, tuple(int(values[n]) for n in self.names)

    def observe(self, handle, _places, value):
        self.advisor.update_observation(self.observation(config=handle, objectives=[value]))


class SyneTune(InProcess):
    def __init__(self, kind, target, sources, seed):
        import datetime

        import numpy
        import pandas
        from syne_tune.backend.trial_status import Trial
        from syne_tune.config_space import randint
        from syne_tune.optimizer.schedulers.transfer_learning.transfer_learning_task_evaluation import (
            TransferLearningTaskEvaluations,
        )

        super().__init__()
        self.names = list(target.levels)
        self.trial = lambda number, values: Trial(number, values, datetime.datetime.now())
        self.count = 0
        space = {n: randint(0, len(target.levels[n]) - 1) for n in self.names}
        known = {
            name: TransferLearningTaskEvaluations(
                configuration_space=space,
                hyperparameters=pandas.DataFrame([dict(zip(self.names, p)) for p, _ in trials]),
                objectives_names=["value"],
                objectives_evaluations=numpy.array([v for _, v in trials]).reshape(-1, 1, 1, 1),
            )
            for name, trials in sources
        }
        self.scheduler = syne_scheduler(kind, space, known, seed)

    def suggest(self):
        values = self.scheduler.suggest().config
        trial = self.trial(self.count, values)
        self.count += 1
        self.scheduler.on_trial_add(trial)
        return trial, tuple(int(values[n]) for n in self.names)

    def observe(self, handle, _places, value):
        self.scheduler.on_trial_complete(handle, {"value": value})


def syne_scheduler(kind, space, known, seed):
    from syne_tune.optimizer.baselines import BORE
    from syne_tune.optimizer.schedulers.single_objective_scheduler import SingleObjectiveScheduler
    from syne_tune.optimizer.schedulers.transfer_learning.bounding_box import BoundingBox
    from syne_tune.optimizer.schedulers.transfer_learning.quantile_based import quantile_based_searcher
    from syne_tune.optimizer.schedulers.transfer_learning.zero_shot import ZeroShotTransfer

    common = {"config_space": space, "transfer_learning_evaluations": known, "metric": "value", "random_seed": seed}
    if kind == "box":

        def inside(box, metric, minimise, its_seed):
            return BORE(box, metric=metric, do_minimize=minimise, random_seed=its_seed)

        return BoundingBox(inside, **common)
    if kind == "zero_shot":  # other tasks were tried elsewhere, which its surrogates are for
        return ZeroShotTransfer(use_surrogates=True, **common)
    if kind == "quantile":
        searcher = quantile_based_searcher.QuantileBasedSurrogateSearcher(space, known, random_seed=seed)
        return SingleObjectiveScheduler(space, metric="value", searcher=searcher, random_seed=seed)
    raise ValueError(f"Syne Tune has no scheduler {kind!r} here")


def make(method, arguments, target, tasks, seed):
    kind, _, name = method.partition(":")
    known = list(earlier(tasks, target, seed))
    if method == "random":
        return Random(target, seed)
    if kind == "hone":
        return Hone(arguments.hone, name, target, known, seed, arguments.budget)
    if kind == "cold":
        return Hone(arguments.hone, name, target, [], seed, arguments.budget)
    if kind == "openbox":
        return OpenBox(target, known, seed)
    if kind == "syne":
        return SyneTune(name, target, known, seed)
    raise ValueError(f"unknown method {method!r}")


def run(method, arguments, target, tasks, seed):
    contestant = make(method, arguments, target, tasks, seed)
    before = contestant.seconds()
    curve, best = [], float("inf")
    for _ in range(arguments.budget):
        handle, places = contestant.suggest()
        value = target.values[places]
        contestant.observe(handle, places, value)
        best = min(best, target.regret(value))
        curve.append(best)
    seconds = contestant.seconds() - before
    contestant.close()
    return seconds, curve


def report(path, methods, at):
    runs = collections.defaultdict(dict)
    with open(path, newline="", encoding="utf-8") as file:
        for method, target, seed, seconds, curve in csv.reader(file):
            runs[method][target, seed] = (float(seconds), [float(v) for v in curve.split()])
    shared = set.intersection(*(set(runs[m]) for m in methods))
    print(f"{len(shared)} runs that all methods have; mean regret in per cent of the range after {at}; ms a suggestion")
    for method in methods:
        curves = [runs[method][key] for key in sorted(shared)]
        means = [100 * statistics.mean(c[n - 1] for _, c in curves) for n in at]
        cost = 1000 * statistics.mean(s / len(c) for s, c in curves)
        print(f"{method:20}" + "".join(f"{m:8.2f}" for m in means) + f"{cost:10.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="a CSV file: task, settings, value; every task a complete grid")
    parser.add_argument("--hone", default="build/release/bin/hone")
    parser.add_argument("--methods", default="hone:hebo,cold:hebo,openbox:rgpe,random")
    parser.add_argument("--targets", type=int, default=5, help="so many tasks, evenly over the file")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--budget", type=int, default=50)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    tasks = read_tasks(arguments.table)
    targets = [tasks[i * len(tasks) // arguments.targets] for i in range(arguments.targets)]
    methods = arguments.methods.split(",")
    done = set()
    if os.path.exists(arguments.out):
        with open(arguments.out, newline="", encoding="utf-8") as file:
            done = {tuple(row[:3]) for row in csv.reader(file)}
    for seed in range(1, arguments.seeds + 1):
        for target in targets:
            for method in methods:
                if (method, target.name, str(seed)) in done:
                    continue
                seconds, curve = run(method, arguments, target, tasks, seed)
                with open(arguments.out, "a", newline="", encoding="utf-8") as file:
                    line = [method, target.name, seed, f"{seconds:.4g}", " ".join(f"{v:.6g}" for v in curve)]
                    csv.writer(file).writerow(line)
                print(f"{target.name}, {method}, seed {seed}: {100 * curve[-1]:.3f} in {seconds:.1f} s", file=sys.stderr)
    report(arguments.out, methods, [n for n in (10, 20, 30, 40, 50) if n <= arguments.budget])


if __name__ == "__main__":
    main()
