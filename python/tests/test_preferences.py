# SPDX-License-Identifier: MIT
"""Priors and costs: the same wherever they are said, and refused where they cannot be meant."""

import json
import os
import subprocess

import pytest

import hone

from test_service import service  # noqa: F401  (a fixture)

PROGRAM = os.path.join(os.path.dirname(hone.__file__), "bin", "hone")
PRIORS = {"x": {"normal": [0.2, 0.05]}, "n": {"near": 4}, "k": {"choice": {"a": 5, "c": 1}}}
FIELDS = {
    "name": "believed",
    "parameters": {
        "x": {"type": "float", "low": 0, "high": 1},
        "n": {"type": "int", "low": 1, "high": 9},
        "k": {"type": "categorical", "choices": ["a", "b", "c"]},
    },
    "sampler": "hebo",
    "seed": 5,
}


def space(priors=True):
    prior = PRIORS if priors else {"x": None, "n": None, "k": None}
    return {
        "x": hone.Float(0, 1, prior=prior["x"]),
        "n": hone.Int(1, 9, prior=prior["n"]),
        "k": hone.Categorical(["a", "b", "c"], prior=prior["k"]),
    }


def value(params):
    return (params["x"] - 0.3) ** 2 + abs(params["n"] - 5) + (params["k"] == "b")


def by_python(study, trials=10):
    study.optimize(lambda trial: value(trial.params), trials)
    return [trial.params for trial in study.trials]


def by_stdio(definition, trials=10):
    process = subprocess.Popen([PROGRAM, "stdio", "--store", "memory:"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def call(verb, **fields):
        process.stdin.write(json.dumps({"op": verb, **fields}) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert "error" not in answer, answer
        return answer

    call("create", **definition)
    seen = []
    for _ in range(trials):
        trial = call("ask")["trials"][0]
        seen.append(trial["params"])
        call("tell", results=[{"number": trial["number"], "value": value(trial["params"])}])
    process.stdin.close()
    process.wait(60)
    return seen


def test_a_prior_says_the_same_everywhere(tmp_path, service, store):  # noqa: F811
    whole = {**FIELDS, "priors": PRIORS}
    short = {**FIELDS, "parameters": {name: {**one, "prior": PRIORS[name]} for name, one in FIELDS["parameters"].items()}}
    wanted = by_python(hone.create_study(space(), sampler="hebo", seed=5, store=store))
    assert wanted[0] == {"x": pytest.approx(0.2), "n": 4, "k": "a"}
    assert wanted != by_python(hone.create_study(space(priors=False), sampler="hebo", seed=5))
    assert wanted == by_python(hone.create_study(space(priors=False), priors=PRIORS, sampler="hebo", seed=5))
    assert wanted == by_stdio(whole) == by_stdio(short)
    assert wanted == by_python(hone.create_study(space(), sampler="hebo", seed=5, store=service.url))
    file = tmp_path / "believed.yaml"
    file.write_text(json.dumps(short), encoding="utf-8")
    subprocess.run([PROGRAM, "ask", str(file), "--store", f"sqlite:{tmp_path / 'asked.db'}"], check=True, capture_output=True)
    study = hone.load_study("believed", f"sqlite:{tmp_path / 'asked.db'}")
    assert study.trials[0].params == wanted[0]
    study.tell(0, value(wanted[0]))
    assert by_python(study, 9) == wanted


def test_a_prior_is_no_part_of_the_space(store):
    hone.create_study(space(), name="s", store=store, sampler="random")
    again = hone.create_study(space(priors=False), name="s", store=store, load_if_exists=True)
    assert json.loads(again._operations.definition("s"))["priors"]["x"] == {"normal": [0.2, 0.05]}
    hone.create_study({**space(), "x": hone.Float(0, 1, prior={"near": 0.5})}, name="s", store=store, load_if_exists=True)
    stored = json.loads(again._operations.definition("s"))
    assert stored["priors"] == {**PRIORS, "x": {"near": 0.5}} and "prior" not in stored["parameters"]["x"]
    assert hone.Float(0, 1, prior={"near": 0.5}) == hone.Float(0, 1)


def test_changing_the_parameters_keeps_their_priors(store):
    study = hone.create_study(space(), name="s", store=store, sampler="random")
    wider = {**FIELDS["parameters"], "x": {"type": "float", "low": 0, "high": 2}}
    study.call("set_space", parameters=wider)
    assert json.loads(study._operations.definition("s"))["priors"] == PRIORS
    study.call("set_space", parameters={**wider, "n": {"type": "int", "low": 6, "high": 9}})
    assert "n" not in json.loads(study._operations.definition("s"))["priors"]


@pytest.mark.parametrize(
    "prior, problem",
    [
        ({"normal": [2, 0.5]}, "outside"),
        ({"normal": [0.5]}, "list of 1"),
        ({"mean": 0.5}, "normal"),
        (0.5, "give {'normal'"),
        ({"near": 0.5, "normal": [0.5, 1]}, "one member"),
    ],
)
def test_what_is_no_prior(prior, problem):
    with pytest.raises(hone.HoneError, match=problem):
        hone.create_study({"x": hone.Float(0, 1, prior=prior)})


def test_a_parameter_has_one_prior():
    with pytest.raises(hone.InvalidArgumentError, match="has a prior in the space and one in priors"):
        hone.create_study(space(), priors={"x": {"near": 0.5}})
    with pytest.raises(hone.InvalidArgumentError, match="known at the start"):
        hone.create_study(priors={"x": {"near": 0.5}})


def test_costs_are_learned_and_drawn(store):
    study = hone.create_study({"x": hone.Float(0, 1)}, cost="money", sampler="hebo", seed=1, store=store)

    def objective(trial):
        trial.set_attr("money", 10 ** (2 * trial["x"]))
        return (trial["x"] - 0.4) ** 2

    study.optimize(objective, trials=20)
    chart = study.plot_cost().data["charts"][0]
    spent = [10 ** (2 * trial.params["x"]) for trial in study.trials]
    assert chart["x"]["label"] == "money of all trials"
    assert chart["series"][-1]["marks"]["x"][-1] == pytest.approx(sum(spent))
    assert chart["series"][-1]["marks"]["y"][-1] == pytest.approx(study.best_value)
    free = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
    free.optimize(lambda trial: trial["x"], trials=1)
    with pytest.raises(hone.NotFoundError, match="nothing says what the trials"):
        free.plot_cost()
