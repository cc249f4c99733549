# SPDX-License-Identifier: MIT
"""A search that begins with what earlier searches found, on data sets that resemble each other.

    python examples/python/warm_start.py [trials]

The objective stands for a model whose best settings shift a little from one data set to the next.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from typing import Callable, Dict

import hone

SPACE = {
    "rate": hone.Float(1e-4, 1.0, log=True),
    "depth": hone.Int(1, 12),
    "kind": hone.Categorical(["a", "b"]),
}


def problem(shift: float) -> Callable[[hone.Trial], float]:
    def loss(trial: hone.Trial) -> float:
        rate = (math.log10(trial["rate"]) + 2 + shift) ** 2
        depth = ((trial["depth"] - 6 - 2 * shift) / 4) ** 2
        return rate + depth + (0.5 if trial["kind"] == "a" else 0.0)

    return loss


def main(trials: int = 6) -> Dict[str, float]:
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{os.path.join(folder, 'hone.db')}"
        for number, shift in enumerate((-0.3, 0.1, 0.4)):
            earlier = hone.create_study(SPACE, name=f"data-{number}", store=store, sampler="random", seed=number)
            earlier.optimize(problem(shift), 30)
        for name, sampler, sources in (("cold", "hebo", []), ("warm", "rgpe", ["data-0", "data-1", "data-2"])):
            study = hone.create_study(SPACE, name=name, store=store, sampler=sampler, sources=sources, seed=1)
            study.optimize(problem(0.0), trials)
            found[name] = study.best_value
            print(f"{name}: best loss after {trials} trials {study.best_value:.4f}")
            if sources:
                study.plot_weights().save(os.path.join(folder, "weights.svg"))  # how much each source counted
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
