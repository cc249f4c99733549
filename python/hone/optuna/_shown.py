# SPDX-License-Identifier: MIT
"""The space that the trials of a study show."""

from __future__ import annotations

from typing import AbstractSet, Any, Dict, List, Mapping, Optional, Sequence, Set

from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution

from ._ranges import Ranges
from ._spaces import Condition, Distributions, Shown, searchable


def shown_by(trials: Sequence[Any], optional: bool = False) -> Shown:
    """The space of finished trials, by number. A parameter that some trials lack is taken in when one other parameter
    explains where it exists: a choice, or a whole number from or up to a limit. Otherwise it is left out; with
    ``optional`` it is taken in as one that trials may lack, and what explains it may do so only since it came."""
    sight = Sight(optional)
    for trial in trials:
        sight.add(trial)
    return sight.shown


class Sight:
    """The same while trials come one by one, at the cost of the new one as long as it shows what was known."""

    def __init__(self, optional: bool) -> None:
        self._optional = optional
        self._trials: List[Any] = []
        self._ranges: Dict[str, Ranges] = {}
        self._rows: Dict[str, Set[int]] = {}
        self._shown: Optional[Shown] = None
        self._erratic: Set[str] = set()  # what comes and goes for reasons of its own

    @property
    def shown(self) -> Shown:
        if self._shown is None:
            self._shown = self._look()
        return self._shown

    @property
    def in_any_order(self) -> bool:
        """Whether the trials show the same in whatever order they come."""
        return not self.shown.optional and all(ranges.one for ranges in self._ranges.values())

    def add(self, trial: Any) -> None:
        """The next trial, by number."""
        distributions, place = trial.distributions, len(self._trials)
        expected = self._shown is not None and distributions.keys() <= self._ranges.keys()
        for name, made in distributions.items():
            if name not in self._ranges:
                self._ranges[name], self._rows[name] = Ranges(), set()
            self._ranges[name].add(made)
            self._rows[name].add(place)
        self._trials.append(trial)
        if not (expected and self._keeps(distributions, trial.params)):
            self._shown = None

    def _keeps(self, distributions: Distributions, params: Mapping[str, Any]) -> bool:
        """Whether a trial shows nothing new. What explained nothing so far does not begin to."""
        shown = self._shown
        assert shown is not None
        for name in distributions:
            made, ranges = shown.distributions.get(name), self._ranges[name]
            if made is None:
                if not ranges.one:
                    return False
            elif ranges.searched is not made and ranges.searched != made:
                return False
        for name in shown.distributions:
            expected = name not in shown.conditions or shown.exists(name, params)
            if (name in params) != expected and name not in self._erratic:
                return False
        return True

    def _look(self) -> Shown:
        searched = {name: ranges.searched for name, ranges in sorted(self._ranges.items())}
        usable: Distributions = {name: made for name, made in searched.items() if searchable(name, made)}
        found = _Finding(self._trials, usable, self._rows)
        found.explain(0)
        if not self._optional:
            return Shown(found.kept, found.conditions)
        always = set(found.kept)
        for name in sorted(found.left, key=lambda name: (min(self._rows[name]), name)):
            if name in found.left:
                found.explain(min(self._rows[name]))
        self._erratic = set(found.left)
        for name in found.left:
            found.kept[name] = usable[name]
        return Shown(found.kept, found.conditions, frozenset(found.kept.keys() - always))


class _Finding:
    """Parameters that are explained so far, parents before children."""

    def __init__(self, trials: Sequence[Any], usable: Distributions, rows: Mapping[str, Set[int]]) -> None:
        self._trials = trials
        self._usable = usable
        self._rows = rows
        self.kept: Distributions = {}
        self.conditions: Dict[str, Condition] = {}

    @property
    def left(self) -> List[str]:
        return [name for name in self._usable if name not in self.kept]

    def explain(self, first: int) -> None:
        """Takes in what the trials from that one on explain."""
        rows = {name: {row for row in self._rows[name] if row >= first} for name in self._usable}
        for name in self.left:
            if len(rows[name]) == len(self._trials) - first and min(self._rows[name], default=-1) >= first:
                self.kept[name] = self._usable[name]
        while True:
            late = [name for name in self.left if min(self._rows[name]) >= first]
            found = {name: parent for name in late if (parent := self._parent(name, rows)) is not None}
            if not found:
                return
            for name, parent in found.items():
                self.kept[name] = self._usable[name]
                self.conditions[name] = parent

    def _parent(self, name: str, rows: Mapping[str, AbstractSet[int]]) -> Optional[Condition]:
        """The first parameter, those that always exist before others, whose value says where `name` exists."""
        for candidate, distribution in self.kept.items():
            if isinstance(distribution, FloatDistribution) or not rows[name] <= rows[candidate]:
                continue
            if rows[name] == rows[candidate]:
                # It comes and goes with that one, under the same condition.
                if candidate in self.conditions:
                    return self.conditions[candidate]
                continue
            among = self._condition(candidate, distribution, rows[name], rows[candidate])
            if among is not None:
                return among
        # A number, too, may be what it comes and goes with.
        twins = [other for other in self.kept if other in self.conditions and rows[other] == rows[name]]
        return self.conditions[twins[0]] if twins else None

    def _condition(
        self, candidate: str, distribution: BaseDistribution, here: AbstractSet[int], all_rows: AbstractSet[int]
    ) -> Optional[Condition]:
        inner = {row: distribution.to_internal_repr(self._trials[row].params[candidate]) for row in all_rows}
        inside = {inner[row] for row in here}
        outside = {inner[row] for row in all_rows - here}
        if inside & outside:
            return None
        if isinstance(distribution, CategoricalDistribution):
            return candidate, tuple(distribution.choices[int(position)] for position in sorted(inside))
        if min(inside) > max(outside):
            return candidate, (int(min(inside)), None)
        if max(inside) < min(outside):
            return candidate, (None, int(max(inside)))
        return None
