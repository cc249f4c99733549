# SPDX-License-Identifier: MIT
"""check_peer.py NAME: asks a peer for a few batches on a small mixed study and prints what it is.

Peers that know several objectives and limits on outcomes are asked with two and one."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STUDY = {
    "parameters": {
        "x": {"type": "float", "low": -5, "high": 10},
        "rate": {"type": "float", "low": 1e-4, "high": 1, "scale": "log"},
        "part": {"type": "float", "low": 0.01, "high": 0.99, "scale": "logit"},
        "half": {"type": "float", "low": 0, "high": 2, "step": 0.5},
        "n": {"type": "int", "low": 1, "high": 9},
        "units": {"type": "int", "low": 8, "high": 512, "scale": "log"},
        "kind": {"type": "categorical", "choices": ["a", "b", 3]},
        "size": {"type": "ordinal", "choices": [1, 10, 100]},
        "flag": {"type": "bool"},
        "fixed": {"type": "constant", "value": 7},
        "depth": {"type": "int", "low": 1, "high": 4, "when": {"kind": "a"}},
    },
    "seed": 1,
}


SCRIPTS = {"hebo": "hebo_peer.py", "botorch-qlogehvi": "botorch_peer.py"}
BATCHES = {"botorch-qlogehvi": 7}  # its model comes after 26 points
ONE_OBJECTIVE = ("hebo",)
NO_CONDITIONS = ("botorch-qlogehvi",)


def study_for(name):
    study = dict(STUDY, parameters=dict(STUDY["parameters"]))
    if name not in ONE_OBJECTIVE:
        study["objectives"] = [{"name": "f1", "direction": "minimize"}, {"name": "f2", "direction": "maximize"}]
        study["constraints_on"] = ["c1 <= 0"]
    if name in NO_CONDITIONS:
        del study["parameters"]["depth"]
    return study


def result_of(name, number, params):
    if name in ONE_OBJECTIVE:
        return {"number": number, "value": value(params)}
    return {"number": number, "values": [value(params), params["x"]], "attributes": {"c1": params["x"] - 8}}


def value(params):
    return params["x"] ** 2 + params["n"] + params.get("depth", 3) + (params["kind"] != "b")


def main(name):
    script = SCRIPTS.get(name, "optuna_peer.py")
    peer = subprocess.Popen([sys.executable, os.path.join(HERE, script)], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True)

    def request(**message):
        peer.stdin.write(json.dumps(message) + "\n")
        peer.stdin.flush()
        answer = json.loads(peer.stdout.readline())
        if "error" in answer:
            sys.exit(f"{name}: {answer['error']['message']}")
        return answer

    created = request(op="create", sampler={"name": name}, **study_for(name))
    start = {"x": 1.5, "rate": 0.01, "part": 0.5, "half": 1.5, "n": 2, "units": 64, "kind": "a", "size": 10,
             "flag": True, "fixed": 7, "depth": 2}
    if name in NO_CONDITIONS:
        del start["depth"]
    request(op="enqueue", points=[start])
    seconds = 0.0
    for batch in range(BATCHES.get(name, 5)):
        asked = request(op="ask", count=4)
        points = [t["params"] for t in asked["trials"]]
        assert len(points) == 4, f"{len(points)} points instead of 4"
        if batch == 0:
            assert points[0] == start, f"the given start came back as {points[0]}"
        for p in points:
            assert ("depth" in p) == (p["kind"] == "a" and name not in NO_CONDITIONS), f"wrong existence: {p}"
            assert p["fixed"] == 7, f"wrong constant: {p}"
        results = [result_of(name, t["number"], t["params"]) for t in asked["trials"]]
        results[-1] = {"number": results[-1]["number"], "state": "failed"}
        seconds = asked["seconds"]
        request(op="tell", results=results)
    peer.stdin.close()
    peer.wait()
    print(f"{name}: {created['version']} works; the last batch of 4 took {seconds:.3f} s of processor time")


if __name__ == "__main__":
    main(sys.argv[1])
