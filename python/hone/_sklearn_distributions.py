# SPDX-License-Identifier: MIT
"""SciPy's distributions as parameters: exactly where hone has the same scale, by their quantiles otherwise."""

from __future__ import annotations

import math
from typing import Any, Callable, Optional, Tuple

from ._errors import InvalidSpaceError
from ._space import Float, Int, Parameter, Value

#: What of a distribution is searched by its quantiles: the rest, in equal halves at both ends, may be infinitely far away.
MASS = 0.999
#: From the value that hone searches to that of the distribution; None where they are the same.
Back = Optional[Callable[[Value], Value]]


def is_distribution(what: Any) -> bool:
    """Whether it is one to RandomizedSearchCV: whatever can be drawn from."""
    return hasattr(what, "rvs")


def parameter_of(name: str, distribution: Any) -> Tuple[Parameter, Back]:
    """The parameter that stands for a distribution, and the way back."""
    known = exact(distribution)
    return (known, None) if known is not None else _by_quantiles(name, distribution)


def exact(distribution: Any) -> Optional[Parameter]:
    """A uniform distribution of numbers, of their logarithms, or of whole numbers."""
    kind = getattr(getattr(distribution, "dist", distribution), "name", None)
    if kind not in ("uniform", "loguniform", "reciprocal", "randint"):
        return None
    low, high = (float(end) for end in distribution.support())
    if not (math.isfinite(low) and math.isfinite(high)):
        return None
    if kind == "randint":
        return Int(int(low), int(high))
    if kind == "uniform":
        return Float(low, high)
    # Shifted, it is not uniform on the logarithms of its values.
    return Float(low, high, log=True) if low > 0 and _is_uniform(distribution, math.log(low), math.log(high)) else None


def _is_uniform(distribution: Any, low: float, high: float) -> bool:
    middle = math.exp((low + high) / 2)
    return math.isclose(float(distribution.ppf(0.5)), middle, rel_tol=1e-9)


def _by_quantiles(name: str, distribution: Any) -> Tuple[Parameter, Back]:
    quantile: Any = getattr(distribution, "ppf", None)
    low, high = (1 - MASS) / 2, (1 + MASS) / 2
    try:
        ends = [float(quantile(share)) for share in (low, high)] if callable(quantile) else []
    except (TypeError, ValueError):  # of several dimensions
        ends = []
    if len(ends) != 2 or not all(map(math.isfinite, ends)):
        raise InvalidSpaceError(
            f"'{name}' is {_shown(distribution)}, which has no finite quantiles (ppf) to search by; give another "
            "distribution, hone.Float, Int or a list of values"
        )
    whole = _is_discrete(distribution)

    def back(share: Value) -> Value:
        value = float(quantile(float(share)))
        return int(value) if whole and value.is_integer() else value

    return Float(low, high, description=f"quantile of {_shown(distribution)}"), back


def _is_discrete(distribution: Any) -> bool:
    return hasattr(getattr(distribution, "dist", distribution), "pmf")


def _shown(distribution: Any) -> str:
    """``gamma(2, scale=3)``"""
    dist = getattr(distribution, "dist", distribution)
    name = getattr(dist, "name", None) or type(dist).__name__
    given = [f"{one!r}" for one in getattr(distribution, "args", ())]
    given += [f"{key}={one!r}" for key, one in getattr(distribution, "kwds", {}).items()]
    return f"{name}({', '.join(given)})"
