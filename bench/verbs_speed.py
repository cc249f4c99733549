#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two builds of hone by turns: what a request costs on every surface.

    bench/verbs_speed.py BEFORE AFTER [--rounds 7] [--load PROGRAM] [--python BEFORE AFTER] [--only NAME,...]

BEFORE and AFTER are programs `hone`. --load is bench/service_load (preset `bench`), for HTTP with 200 workers; --python are two
interpreters that have the package of each build. Each round runs both, and every second round in the other order. Printed are the
medians of all rounds, their quotient, and the spread of each (lowest and highest). Less is better everywhere.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

CREATE = {"op": "create", "name": "s", "parameters": {"x": {"type": "float", "low": 0, "high": 1}, "c": ["a", "b"]}, "sampler": "random", "seed": 1}
PYTHON_ASK = """
import time, hone
study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
for _ in range(200):
    study.tell(study.ask(), 0.5)
begin = time.perf_counter()
for _ in range(%d):
    study.ask()
print((time.perf_counter() - begin) / %d * 1e6)
"""
PYTHON_ASKS = 5000


def stdio(hone, folder, asks, store=None):
    """Microseconds of an ask with its tell, one line after the other, as a program sends them."""
    words = [hone, "stdio"] + (["--store", os.path.join(folder, store)] if store else [])
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def said(request):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            if "error" in answer:
                sys.exit(f"{hone}: {answer}")
            return answer

        said(CREATE)
        begin = time.perf_counter()
        for number in range(asks):
            said({"op": "ask"})
            said({"op": "tell", "results": [{"number": number, "value": 0.5}]})
        spent = time.perf_counter() - begin
        process.stdin.close()
    return {"": spent / asks * 1e6}


def tune(hone, folder):
    """Seconds for 300 trials of echo, two at a time."""
    study = os.path.join(folder, "study.yaml")
    with open(study, "w") as file:
        file.write(
            "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nobjective: {name: y, direction: minimize}\nsampler: random\n"
            "command: [/bin/echo, '{x}']\nbudget: {trials: 300, parallel: 2}\n"
        )
    begin = time.perf_counter()
    subprocess.run([hone, "tune", study, "-q", "--store", os.path.join(folder, "tune.db")], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    return {"": time.perf_counter() - begin}


def http(hone, folder, load, seconds):
    """Milliseconds of asks and tells, p50 and p99, of 200 workers that work 50 ms each."""
    words = [hone, "serve", "--store", os.path.join(folder, "serve.db"), "--port", "0", "-q"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = re.search(r":(\d+)", server.stdout.readline().split("//", 1)[1]).group(1)
            told = subprocess.run([load, port, "200", str(seconds), "0.05"], check=True, capture_output=True, text=True).stdout
        finally:
            server.terminate()
    found = re.findall(r"(ask|tell)\s+p50 ([\d.]+) ms\s+p99 ([\d.]+) ms", told)
    return {f" {verb} {what}": float(value) for verb, p50, p99 in found for what, value in (("p50", p50), ("p99", p99))}


def python_ask(interpreter):
    """Microseconds of study.ask()."""
    program = PYTHON_ASK % (PYTHON_ASKS, PYTHON_ASKS)
    return {"": float(subprocess.run([interpreter, "-c", program], check=True, capture_output=True, text=True).stdout)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--asks", type=int, default=5000, help="of a conversation in memory; a tenth of them with SQLite")
    parser.add_argument("--load", help="bench/service_load")
    parser.add_argument("--seconds", type=int, default=10, help="of HTTP")
    parser.add_argument("--python", nargs=2, metavar=("BEFORE", "AFTER"), help="interpreters with the package")
    parser.add_argument("--only", help="names of measurements, with commas between")
    options = parser.parse_args()
    sides = [os.path.realpath(options.before), os.path.realpath(options.after)]

    measurements = {
        "stdio-memory": ("stdio, ask and tell, memory, us", lambda side, folder: stdio(sides[side], folder, options.asks)),
        "stdio-sqlite": ("stdio, ask and tell, SQLite, us", lambda side, folder: stdio(sides[side], folder, options.asks // 10, "hone.db")),
        "tune": ("hone tune, 300 of echo, s", lambda side, folder: tune(sides[side], folder)),
    }
    if options.load:
        load = os.path.realpath(options.load)
        measurements["http"] = ("HTTP, 200 workers, ms,", lambda side, folder: http(sides[side], folder, load, options.seconds))
    if options.python:
        measurements["python"] = ("Python, study.ask(), us", lambda side, folder: python_ask(options.python[side]))
    wanted = options.only.split(",") if options.only else list(measurements)
    if unknown := set(wanted) - set(measurements):
        parser.error(f"there is no measurement {', '.join(sorted(unknown))} here; there are {', '.join(measurements)}")

    rows = {}
    for turn in range(options.rounds):
        for name in wanted:
            title, measure = measurements[name]
            for side in (0, 1) if turn % 2 == 0 else (1, 0):
                with tempfile.TemporaryDirectory(prefix="verbs-speed-") as folder:
                    for part, value in measure(side, folder).items():
                        rows.setdefault(title + part, ([], []))[side].append(value)
    print(f"{'':42} {'before':>9} {'after':>9} {'quotient':>9}   lowest to highest, of {options.rounds} rounds")
    for title, (before, after) in rows.items():
        low, high = statistics.median(before), statistics.median(after)
        spread = "; ".join(f"{min(side):.3g} to {max(side):.3g}" for side in (before, after))
        print(f"{title:42} {low:9.3g} {high:9.3g} {high / low:9.3f}   {spread}")


if __name__ == "__main__":
    main()
