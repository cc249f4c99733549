# SPDX-License-Identifier: MIT
"""A worker for hone that needs nothing but Python's standard library.

Reads the data once, then runs one trial after another: trials come as lines of JSON on standard input, and are told on
standard output as to `hone stdio`. What a library prints must not get among them, so print() goes to standard error.
"""
import csv
import json
import os
import sys

answers = os.fdopen(os.dup(1), "w", buffering=1)  # the real standard output, a line at a time
os.dup2(2, 1)                                     # what anybody prints from now on is a log


def read_penguins(path):
    """(species, bill length, bill depth, flipper length, body mass), each measure in standard deviations."""
    names = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if all(row[name].replace(".", "").isdigit() for name in names)]
    columns = []
    for name in names:
        values = [float(row[name]) for row in rows]
        mean = sum(values) / len(values)
        deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
        columns.append([(value - mean) / deviation for value in values])
    return [row["species"] for row in rows], list(zip(*columns))


def guess(species, points, train, point, params):
    """The commonest species among the nearest neighbours of a point."""
    weights = (1.0, params["depth"], params["flipper"], params["mass"])
    power = params["power"]

    def distance(i):
        return sum(w * abs(a - b) ** power for w, a, b in zip(weights, points[i], point))

    nearest = sorted(train, key=distance)[: params["neighbours"]]
    votes = [species[i] for i in nearest]
    return max(sorted(set(votes)), key=votes.count)


def call(op, **fields):
    """Asks hone something; the answer is the next line."""
    print(json.dumps({"op": op, **fields}), file=answers)
    return json.loads(sys.stdin.readline())


def run(trial, species, points):
    """The share of wrong guesses over five folds; after each fold hone is asked whether to go on."""
    wrong = seen = 0
    for fold in range(5):
        train = [i for i in range(len(points)) if i % 5 != fold]
        for i in range(fold, len(points), 5):
            wrong += guess(species, points, train, points[i], trial["params"]) != species[i]
            seen += 1
        if call("report", number=trial["number"], step=fold, value=wrong / seen)["prune"]:
            return {"state": "pruned"}
    return {"value": wrong / seen, "attributes": {"penguins": seen}}


def main():
    species, points = read_penguins(sys.argv[1])
    print("read", len(points), "penguins")
    for line in iter(sys.stdin.readline, ""):  # ends when hone closes the worker's standard input
        trial = json.loads(line)
        try:
            result = run(trial, species, points)
        except (ArithmeticError, ValueError) as problem:
            result = {"state": "failed", "error": str(problem)}
        call("tell", results=[{"number": trial["number"], **result}])


main()
