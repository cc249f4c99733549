# SPDX-License-Identifier: MIT
"""Values of parameters that hone cannot search, drawn by themselves."""

from __future__ import annotations

import math
import random
from typing import Any

from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution


def drawn(distribution: BaseDistribution, key: str) -> Any:
    """A value that depends on the key alone, in whatever process."""
    source = random.Random(key.encode("utf-8", "surrogatepass"))
    if isinstance(distribution, CategoricalDistribution):
        return distribution.choices[source.randrange(len(distribution.choices))]
    if isinstance(distribution, IntDistribution):
        return _whole(distribution, source)
    assert isinstance(distribution, FloatDistribution)
    return _real(distribution, source)


def _whole(range_: IntDistribution, source: random.Random) -> int:
    if range_.log:
        chosen = round(_between(math.log(range_.low), math.log(range_.high), source, math.exp))
        return min(range_.high, max(range_.low, chosen))
    return range_.low + range_.step * source.randrange((range_.high - range_.low) // range_.step + 1)


def _real(range_: FloatDistribution, source: random.Random) -> float:
    if range_.log:
        chosen = _between(math.log(range_.low), math.log(range_.high), source, math.exp)
    else:
        chosen = _between(range_.low, range_.high, source, float)
    if range_.step is not None:
        chosen = range_.low + range_.step * round((chosen - range_.low) / range_.step)
    return min(range_.high, max(range_.low, chosen))


def _between(low: float, high: float, source: random.Random, back: Any) -> float:
    """Without the difference of the two, which may be too large for a number."""
    share = source.random()
    return float(back(low * (1 - share) + high * share))
