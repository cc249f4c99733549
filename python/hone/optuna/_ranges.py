# SPDX-License-Identifier: MIT
"""The ranges in which one parameter was asked for, trial after trial."""

from __future__ import annotations

import math
from typing import Any, Optional, Set

from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

#: A range that has moved is followed when so many trials agree on the new one; until then the widest is searched.
AGREED = 3


class Ranges:
    """What of several ranges is searched: the only one; a new one that trials have agreed on; the one that holds all of
    them, also for good once a range comes back, since then it depends on something that changes."""

    def __init__(self) -> None:
        self._seen: Set[BaseDistribution] = set()
        self._last: Optional[BaseDistribution] = None
        self._widest: Optional[BaseDistribution] = None
        self._run = 0  # how often the last was asked for in a row
        self._new = True  # it was not asked for before that

    def add(self, made: BaseDistribution) -> None:
        if made == self._last:
            self._run += 1
            return
        self._new = made not in self._seen
        self._widest = made if self._widest is None else _both(self._widest, made)
        self._seen.add(made)
        self._last, self._run = made, 1

    @property
    def one(self) -> bool:
        """Whether there was only one."""
        return len(self._seen) == 1

    @property
    def searched(self) -> BaseDistribution:
        assert self._last is not None and self._widest is not None
        if self.one or (self._new and self._run >= AGREED):
            return self._last
        return self._widest


def _both(one: Any, other: Any) -> BaseDistribution:
    """The least range that holds both. Steps that do not match are searched as if there were none."""
    if isinstance(one, CategoricalDistribution):
        return other  # Optuna refuses other choices
    low, high = min(one.low, other.low), max(one.high, other.high)
    if isinstance(one, IntDistribution):
        matching = one.step == other.step and (one.low - other.low) % one.step == 0
        return IntDistribution(low, high, log=one.log, step=one.step if matching else 1)
    step = one.step if one.step is not None and one.step == other.step and _is_multiple(one.low - other.low, one.step) else None
    return FloatDistribution(low, high, log=one.log, step=step)


def _is_multiple(offset: float, step: float) -> bool:
    return math.isclose(offset / step, round(offset / step), abs_tol=1e-9)


def nearest(made: BaseDistribution, value: Any) -> Any:
    """What of a range of numbers is nearest to a value; the value itself when it is inside."""
    assert isinstance(made, (IntDistribution, FloatDistribution))
    value = min(max(value, made.low), made.high)
    if made.step is not None and not made.log:
        steps = round((value - made.low) / made.step)
        value = min(made.low + steps * made.step, made.high)
    return int(value) if isinstance(made, IntDistribution) else float(value)
