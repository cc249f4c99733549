# SPDX-License-Identifier: MIT
"""What all adapters share: the protocol of `hone stdio`, and the parameters of a study.

A request is one JSON object on a line of standard input, its answer one on a line of standard output:
  create   the fields of a study file; `sampler` says which of the adapter's methods
  enqueue  points that are to be tried first
  ask      the next points
  tell     their results: `value`, or `values` where the study has several objectives; `attributes` hold what the limits
           on outcomes (`constraints_on`) name
Answers carry `seconds`, the processor time spent on the request.
"""
import json
import math
import os
import re
import sys
import time


class Parameter:
    """One parameter of a study and its place on a line on which a peer may search it."""

    def __init__(self, name, spec):
        self.name = name
        self.kind = spec["type"]
        self.low = spec.get("low")
        self.high = spec.get("high")
        self.scale = spec.get("scale", "linear")
        self.step = spec.get("step")
        self.choices = [False, True] if self.kind == "bool" else spec.get("choices")
        self.value = spec.get("value")
        when = spec.get("when", [])
        self.when = when if isinstance(when, list) else [when]

    def active(self, values):
        """Whether it exists, given the values of its parents (those that exist)."""
        for condition in self.when:
            for parent, wanted in condition.items():
                if parent not in values or not passes(values[parent], wanted):
                    return False
        return True

    def index_of(self, value):
        """Position of a value in a list of choices; true is not 1 here."""
        for index, choice in enumerate(self.choices):
            if choice == value and isinstance(choice, bool) == isinstance(value, bool):
                return index
        raise ValueError(f"{value!r} is not a choice of {self.name}")


def passes(value, wanted):
    """A condition's test: one value, a list of them, or {min, max} for numbers."""
    if isinstance(wanted, list):
        return any(passes(value, one) for one in wanted)
    if isinstance(wanted, dict):
        return wanted.get("min", -math.inf) <= value <= wanted.get("max", math.inf)
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def parameters_of(study):
    if study.get("constraints") or study.get("candidates"):
        raise ValueError("peers know no constraints and no pools of candidates")
    parameters = [Parameter(name, spec) for name, spec in study["parameters"].items()]
    return parents_first(parameters)


def directions_of(study):
    """"minimize" or "maximize" for each objective."""
    objectives = study.get("objectives") or [study.get("objective") or "minimize"]
    return [o if isinstance(o, str) else o.get("direction", "minimize") for o in objectives]


class Limit:
    """A limit on an outcome, as `bench multi` writes them: an attribute beside a number."""

    def __init__(self, text):
        found = re.fullmatch(r"\s*(\w+)\s*(<=|>=)\s*(\S+)\s*", text)
        if not found:
            raise ValueError(f"peers know limits such as 'c1 <= 0', not {text!r}")
        self.name, self.sign, self.bound = found[1], 1 if found[2] == "<=" else -1, float(found[3])

    def excess(self, attributes):
        """Above 0 where the limit is broken."""
        return self.sign * (float(attributes[self.name]) - self.bound)


def limits_of(study):
    return [Limit(text) for text in study.get("constraints_on", [])]


class Result:
    """What became of a point: a value for each objective, none when it failed, and what limits need."""

    def __init__(self, told, limits):
        values = told["values"] if "values" in told else [told.get("value")]
        self.failed = told.get("state", "complete") != "complete" or None in values
        self.values = None if self.failed else [float(v) for v in values]
        self.excess = None if self.failed else [limit.excess(told.get("attributes", {})) for limit in limits]


def parents_first(parameters):
    ordered, names = [], set()
    while len(ordered) < len(parameters):
        ready = [p for p in parameters if p not in ordered and all(set(c) <= names for c in p.when)]
        if not ready:
            raise ValueError("the conditions have a cycle")
        ordered += ready
        names |= {p.name for p in ready}
    return ordered


def existing(parameters, values):
    """The values of the parameters that exist, parents first; constants are added."""
    result = {}
    for parameter in parameters:
        if not parameter.active(result):
            continue
        result[parameter.name] = parameter.value if parameter.kind == "constant" else values[parameter.name]
    return result


def logit(value):
    return math.log(value / (1 - value))


def from_logit(value):
    return 1 / (1 + math.exp(-value))


def inside(parameter, value):
    """The value, moved back over a bound that rounding carried it across."""
    return min(max(value, parameter.low), parameter.high)


class Adapter:
    """A peer under way. Adapters give create(), suggest() and observe()."""

    def __init__(self):
        self.queue = []
        self.running = {}
        self.count = 0
        self.limits = []

    def create(self, study):
        """Prepares for a study; returns the version of what runs."""
        raise NotImplementedError

    def suggest(self, count, first):
        """(handle, values) for each of the next points; `first` are points that must come first."""
        raise NotImplementedError

    def observe(self, results):
        """Learns (handle, value) pairs; None for a failed evaluation. For adapters that know one objective."""
        raise NotImplementedError

    def observe_results(self, results):
        """Learns (handle, Result) pairs. Adapters that know several objectives or limits override it."""
        self.observe([(handle, None if r.failed else r.values[0]) for handle, r in results])

    def check(self, study):
        """Refuses what only adapters with observe_results() know."""
        if type(self).observe_results is Adapter.observe_results:
            if len(directions_of(study)) > 1 or self.limits:
                raise ValueError("this peer knows one objective, and no limits on outcomes")

    def answer(self, request):
        op = request["op"]
        if op == "create":
            self.limits = limits_of(request)
            self.check(request)
            return {"ok": True, "version": self.create(request)}
        if op == "enqueue":
            self.queue += request["points"]
            return {"ok": True}
        if op == "ask":
            return {"trials": self.ask(request["count"])}
        if op == "tell":
            self.observe_results([(self.running.pop(r["number"]), Result(r, self.limits)) for r in request["results"]])
            return {"ok": True}
        raise ValueError(f"unknown op {op!r}")

    def ask(self, count):
        first, self.queue = self.queue[:count], self.queue[count:]
        trials = []
        for handle, values in self.suggest(count, first):
            self.running[self.count] = handle
            trials.append({"number": self.count, "params": values})
            self.count += 1
        return trials


def serve(adapter):
    """Answers requests until the input ends. Libraries that print do not disturb the answers."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        start = time.process_time()
        try:
            answer = adapter.answer(json.loads(line))
            answer["seconds"] = time.process_time() - start
        except Exception as error:  # pylint: disable=broad-except
            answer = {"error": {"code": "internal", "message": f"{type(error).__name__}: {error}"}}
        print(json.dumps(answer), file=out, flush=True)
