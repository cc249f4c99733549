# SPDX-License-Identifier: MIT
"""The reference package of HEBO for `hone bench --peer hebo`, with its defaults.

HEBO knows no conditions: every parameter is searched always, and those that do not exist are left out of the
answers. Ordered choices are integers to it, logit scales are searched on the logit. It has no seed beyond its
Sobol start, so the generators it uses are seeded here.
"""
import math
import random

import numpy
import pandas
import torch
from hebo.design_space.design_space import DesignSpace
from hebo.optimizers.hebo import HEBO

import peer_protocol as protocol


def dimension(p):
    """The parameter in HEBO's words."""
    if p.kind == "bool":
        return {"name": p.name, "type": "bool"}
    if p.kind == "categorical":
        return {"name": p.name, "type": "cat", "categories": list(range(len(p.choices)))}
    if p.kind == "ordinal":
        return {"name": p.name, "type": "int", "lb": 0, "ub": len(p.choices) - 1}
    if p.kind == "int":
        if p.scale == "log":
            return {"name": p.name, "type": "pow_int", "lb": p.low, "ub": p.high}
        if p.step not in (None, 1):
            return {"name": p.name, "type": "step_int", "lb": p.low, "ub": p.high, "step": p.step}
        return {"name": p.name, "type": "int", "lb": p.low, "ub": p.high}
    if p.step is not None:  # no such type: the number of the step
        return {"name": p.name, "type": "int", "lb": 0, "ub": math.floor((p.high - p.low) / p.step + 1e-9)}
    if p.scale == "logit":
        return {"name": p.name, "type": "num", "lb": protocol.logit(p.low), "ub": protocol.logit(p.high)}
    return {"name": p.name, "type": "pow" if p.scale == "log" else "num", "lb": p.low, "ub": p.high}


def outside(p, value):
    """HEBO's value as the study has it. Its bounds pass through single precision, so values may lie just outside."""
    if p.kind in ("categorical", "ordinal"):
        return p.choices[int(value)]
    if p.kind == "bool":
        return bool(value)
    if p.kind == "int":
        return int(protocol.inside(p, int(value)))
    if p.step is not None:
        return p.low + p.step * int(value)
    if p.scale == "logit":
        return protocol.inside(p, protocol.from_logit(float(value)))
    return protocol.inside(p, float(value))


def within(p, value):
    """The inverse of outside()."""
    if p.kind in ("categorical", "ordinal"):
        return p.index_of(value)
    if p.kind == "float" and p.step is not None:
        return round((value - p.low) / p.step)
    if p.kind == "float" and p.scale == "logit":
        return protocol.logit(value)
    return value


class HeboAdapter(protocol.Adapter):
    def create(self, study):
        seed = int(study["seed"]) % 2**32
        random.seed(seed)
        numpy.random.seed(seed)
        torch.manual_seed(seed)
        self.parameters = protocol.parameters_of(study)
        self.searched = [p for p in self.parameters if p.kind != "constant"]
        self.space = DesignSpace().parse([dimension(p) for p in self.searched])
        self.optimizer = HEBO(self.space, scramble_seed=seed)
        from importlib.metadata import version

        return f"HEBO {version('HEBO')}"

    def suggest(self, count, first):
        rows = [self.row_of(point) for point in first]
        if len(rows) < count:
            found = self.optimizer.suggest(n_suggestions=count - len(rows))
            rows += [found.iloc[i].to_dict() for i in range(len(found))]
        return [(row, self.values_of(row)) for row in rows]

    def row_of(self, point):
        """A given point in HEBO's values; what does not exist in it stands anywhere."""
        anywhere = self.space.sample(1).iloc[0].to_dict()
        return {p.name: within(p, point[p.name]) if p.name in point else anywhere[p.name] for p in self.searched}

    def values_of(self, row):
        return protocol.existing(self.parameters, {p.name: outside(p, row[p.name]) for p in self.searched})

    def observe(self, results):
        rows = pandas.DataFrame([row for row, _ in results])[[p.name for p in self.searched]]
        values = numpy.array([[math.inf if value is None else value] for _, value in results])
        self.optimizer.observe(rows, values)


if __name__ == "__main__":
    protocol.serve(HeboAdapter())
