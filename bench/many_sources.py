#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What learning from very many earlier studies costs: the first ask, which fits a model of each, and later ones.

Makes a store with as many studies as asked for, each of some trials of a function of five parameters whose optimum
lies elsewhere in each, and asks for trials of one more study. Time and memory are those of the whole program,
`hone ask`, as the system counts them. usage: many_sources.py HONE [--studies 1000] [--trials 100] [--store FILE]
A store that is there already is used as it is.
"""
import argparse
import json
import math
import os
import random
import subprocess
import tempfile
import time

SPACE = {
    "objective": {"name": "loss", "direction": "minimize"},
    "parameters": {
        "rate": {"type": "float", "low": 0.0001, "high": 1, "scale": "log"},
        "depth": {"type": "int", "low": 1, "high": 12},
        "subsample": {"type": "float", "low": 0.1, "high": 1},
        "penalty": {"type": "float", "low": 0.001, "high": 1000, "scale": "log"},
        "booster": {"type": "categorical", "choices": ["tree", "dart", "linear"]},
    },
}


def draw(rng):
    return {
        "rate": 10 ** rng.uniform(-4, 0),
        "depth": rng.randint(1, 12),
        "subsample": rng.uniform(0.1, 1),
        "penalty": 10 ** rng.uniform(-3, 3),
        "booster": rng.choice(["tree", "dart", "linear"]),
    }


def task(seed):
    """A valley whose bottom differs from study to study, with noise."""
    rng = random.Random(seed)
    at = [rng.gauss(-1.5, 0.4), rng.gauss(6, 1.5), rng.gauss(0.7, 0.1), rng.gauss(0.5, 0.8)]
    worse = {"tree": 0.0, "dart": rng.uniform(0, 0.1), "linear": rng.uniform(0.2, 0.6)}
    scale = 10 ** rng.uniform(-2, 2)

    def loss(x):
        distance = (
            (math.log10(x["rate"]) - at[0]) ** 2
            + ((x["depth"] - at[1]) / 3) ** 2
            + 4 * (x["subsample"] - at[2]) ** 2
            + ((math.log10(x["penalty"]) - at[3]) / 2) ** 2
        )
        return scale * (distance + worse[x["booster"]] + rng.gauss(0, 0.02))

    return loss


def run(arguments, folder):
    """Standard output, seconds by the clock, processor seconds and the largest memory in MB."""
    begun = time.monotonic()
    with tempfile.TemporaryFile(mode="w+") as out:
        child = subprocess.Popen(arguments, cwd=folder, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise SystemExit(f"{' '.join(arguments)} ended with {child.returncode}")
        out.seek(0)
        return out.read(), time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def make_store(hone, store, studies, trials):
    """In one process, as one for each study would take most of the time."""
    with subprocess.Popen(
        [hone, "stdio", "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:

        def say(**request):
            server.stdin.write(json.dumps(request) + "\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
            if "error" in answer:
                raise SystemExit(answer["error"]["message"])
            return answer

        for i in range(studies):
            rng = random.Random(1_000_000 + i)
            points = [draw(rng) for _ in range(trials)]
            loss = task(i)
            say(op="create", name=f"old-{i:04}", sampler="random", **SPACE)
            say(op="enqueue", points=points)
            asked = say(op="ask", count=trials)["trials"]
            say(op="tell", results=[{"number": t["number"], "value": loss(t["params"])} for t in asked])
        server.stdin.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hone")
    parser.add_argument("--studies", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--own", type=int, default=10, help="trials of the new study before the last ask")
    parser.add_argument("--store", help="to keep it, or one that was kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hone = os.path.abspath(options.hone)
        store = os.path.abspath(options.store) if options.store else os.path.join(folder, "many.db")
        if not os.path.exists(store):
            begun = time.monotonic()
            make_store(hone, store, options.studies, options.trials)
            print(f"made {options.studies} studies of {options.trials} trials in {time.monotonic() - begun:.0f} s")
        with open(os.path.join(folder, "new.json"), "w", encoding="utf-8") as out:
            json.dump({"name": "new", "sources": ["all"], **SPACE}, out)
        loss = task(-1)
        print(f"store: {os.path.getsize(store) / 2**20:.0f} MB")
        print(f"{'':28}{'s':>9}{'cpu s':>9}{'MB':>8}")
        for number in range(options.own + 1):
            asked, clock, cpu, memory = run([hone, "ask", "new.json", "--json", "--store", store], folder)
            trial = json.loads(asked)["trials"][0]
            if number in (0, 1, options.own):
                name = "first ask, models fitted" if number == 0 else f"ask after {number} of its own trials"
                print(f"{name:28}{clock:9.2f}{cpu:9.2f}{memory:8.0f}", flush=True)
            told = loss(trial["params"])
            run([hone, "tell", "new", str(trial["number"]), str(told), "--store", store], folder)
        print(f"store with the models: {os.path.getsize(store) / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
