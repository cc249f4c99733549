# SPDX-License-Identifier: MIT
"""Objects of other libraries where a name or a parameter is wanted, and what stands for them here. The libraries are not
imported for it: an object says where it comes from."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from ._errors import HoneError
from ._hints import OF_THE_PACKAGE

#: What comes closest to a method of Optuna's.
_METHODS = {
    "TPESampler": "tpe",
    "GPSampler": "gp",
    "RandomSampler": "random",
    "QMCSampler": "sobol",
    "GridSampler": "grid",
    "BruteForceSampler": "grid",
    "MedianPruner": "median",
    "PercentilePruner": "percentile",
    "SuccessiveHalvingPruner": "asha",
    "HyperbandPruner": "hyperband",
    "PatientPruner": "patient",
    "ThresholdPruner": "threshold",
    "WilcoxonPruner": "wilcoxon",
}


def member_hint(name: str) -> Optional[str]:
    """What to write instead of ``hone.NAME``; None when other libraries have no such name either."""
    if name == "NopPruner":
        return "none at all: pruner is left out"
    if name in _METHODS:
        what = "pruner" if name.endswith("Pruner") else "sampler"
        return f"a name, {what}={_METHODS[name]!r}; hone.{what}s() lists them"
    if name.endswith(("Sampler", "Pruner")) and name != "HoneSampler":
        what = "pruner" if name.endswith("Pruner") else "sampler"
        return f"a name, {what}='...'; hone.{what}s() lists them"
    return OF_THE_PACKAGE.get(name)


def method_hint(thing: Any, what: str) -> str:
    """What to give instead of a sampler or pruner that is an object: its name here."""
    kind = thing if isinstance(thing, type) else type(thing)
    known = _METHODS.get(kind.__name__) if _library(thing) == "optuna" else None
    if known is not None:
        return f"give its name, {what}={known!r}, or a dict of 'name' and options; hone.{what}s() lists them"
    if kind.__name__ == "NopPruner":
        return f"leave {what} out"
    return f"give its name, or a dict of 'name' and options; hone.{what}s() lists them"


def parameter_hint(name: str, thing: Any) -> Optional[str]:
    """What to write instead of a distribution of another library; None when it is none."""
    describe = _DISTRIBUTIONS.get(_library(thing))
    try:
        return describe(name, thing) if describe is not None else None
    except (AttributeError, TypeError, ValueError, HoneError):  # another version, or something else of that library
        return None


def _library(thing: Any) -> str:
    kind = thing if isinstance(thing, type) else type(thing)
    return str(kind.__module__).split(".")[0]


def _optuna(name: str, thing: Any) -> Optional[str]:
    if hasattr(thing, "choices"):
        return f"give the list of its choices, {name!r}: {list(thing.choices)!r}"
    log = ", log=True" if thing.log else ""
    step = "" if thing.step in (None, 1) else f", step={thing.step!r}"
    kind = "Int" if isinstance(thing.low, int) else "Float"
    return f"write {name!r}: hone.{kind}({thing.low!r}, {thing.high!r}{log}{step})"


def _scipy(name: str, thing: Any) -> Optional[str]:
    if not hasattr(thing, "rvs"):
        return None
    from ._sklearn_distributions import exact

    known = exact(thing)
    if known is not None:
        return f"write {name!r}: hone.{known!r}"
    return "give the range that is to be searched, such as hone.Float(0, 1); HoneSearchCV takes distributions as they are"


def _skopt(name: str, thing: Any) -> Optional[str]:
    if hasattr(thing, "categories"):
        return f"give the list of its choices, {name!r}: {list(thing.categories)!r}"
    kind = "Int" if type(thing).__name__ == "Integer" else "Float"
    log = ", log=True" if thing.prior == "log-uniform" else ""
    return f"write {name!r}: hone.{kind}({thing.low!r}, {thing.high!r}{log})"


_DISTRIBUTIONS: Dict[str, Callable[[str, Any], Optional[str]]] = {"optuna": _optuna, "scipy": _scipy, "skopt": _skopt}
