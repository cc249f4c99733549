# SPDX-License-Identifier: MIT
"""HoneSearch as Ray calls it, where Ray is not installed: with stand-ins for the little that it takes from Ray."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, types, warnings

class Searcher:
    FINISHED = "FINISHED"
    def __init__(self, metric=None, mode=None):
        pass

class Never:
    pass

ray, tune, search, sample = (types.ModuleType(name) for name in ("ray", "ray.tune", "ray.tune.search", "ray.tune.search.sample"))
ray.tune, tune.search, search.sample, search.Searcher = tune, search, sample, Searcher
for name in ("Domain", "Quantized", "LogUniform", "Uniform", "Categorical", "Float", "Integer"):
    setattr(sample, name, Never)
sys.modules.update({"ray": ray, "ray.tune": tune, "ray.tune.search": search, "ray.tune.search.sample": sample})

import hone
from hone.ray import HoneSearch

warnings.simplefilter("error")

def searcher(**options):
    return HoneSearch({"x": hone.Float(-5, 5)}, sampler="random", **options)

one = searcher(metric="loss", mode="min")
for name in ("whole", "stopped", "runs"):
    one.suggest(name)
one.on_trial_result("whole", {"loss": 2.0, "training_iteration": 1, "done": False})
one.on_trial_result("whole", {"loss": 1.0, "training_iteration": 2, "done": True})
one.on_trial_complete("whole", {"loss": 1.0, "training_iteration": 2, "done": True})
one.on_trial_complete("stopped", {"loss": 4.0, "training_iteration": 1, "done": False})
one.on_trial_result("runs", {"loss": 9.0, "training_iteration": 1, "done": False})
assert [trial.state for trial in one.study.trials] == ["complete", "pruned", "running"], one.study.trials
assert [trial.reports for trial in one.study.trials] == [[(1, 2.0), (2, 1.0)], [(1, 4.0)], [(1, 9.0)]]
again = searcher(metric="loss", mode="min")
again.__setstate__(one.__getstate__())
assert [trial.reports for trial in again.study.trials] == [[(1, 2.0), (2, 1.0)], [(1, 4.0)], [(1, 9.0)]]
again.on_trial_complete("runs", {"loss": 0.5, "training_iteration": 3, "done": True})
assert again.study.best_value == 0.5

several = searcher(metric=["loss", "speed"], mode=["min", "max"])
for name in ("ended", "runs"):
    several.suggest(name)
several.on_trial_result("ended", {"loss": 1.0, "speed": 5.0, "training_iteration": 1})
several.on_trial_complete("ended", {"loss": 1.0, "speed": 5.0, "training_iteration": 2, "done": True})
several.study._report(several._numbers["runs"], 1, [2.0, 3.0])
again = searcher(metric=["loss", "speed"], mode=["min", "max"])
again.__setstate__(several.__getstate__())
assert again.study.best_trials[0].values == [1.0, 5.0] and again.study.call("trials")["trials"][1]["reports"][0]["values"] == [2.0, 3.0]
print("held")
"""


def test_results_reports_and_what_is_kept() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120)
    assert ran.stdout == "held\n", ran.stderr
