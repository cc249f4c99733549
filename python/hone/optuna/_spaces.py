# SPDX-License-Identifier: MIT
"""Optuna's distributions as hone's parameters, and the space that the trials of a study show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

from .._errors import HoneError
from .._space import Categorical, Float, Int, Parameter, Value, between, compiled
from .._values import named_as_they_are
from . import _names

Distributions = Dict[str, BaseDistribution]
#: A parent's name, and the values of it for which a parameter exists: a list of choices, or the ends of a range.
Condition = Tuple[str, Union[Tuple[Any, ...], Tuple[Optional[int], Optional[int]]]]


@dataclass(frozen=True)
class Coded:
    """One distribution and its parameter. Choices that hone has no word for (None, objects, 1 beside True) stand
    there by their position."""

    distribution: BaseDistribution
    by_position: bool

    @staticmethod
    def of(distribution: BaseDistribution) -> Coded:
        choices = isinstance(distribution, CategoricalDistribution) and not named_as_they_are(distribution.choices)
        return Coded(distribution, choices)

    def parameter(self, when: Mapping[str, Any]) -> Parameter:
        made = self.distribution
        if isinstance(made, FloatDistribution):
            return Float(made.low, made.high, log=made.log, step=made.step, when=when)
        if isinstance(made, IntDistribution):
            return Int(made.low, made.high, log=made.log, step=made.step, when=when)
        assert isinstance(made, CategoricalDistribution)
        choices: Any = range(len(made.choices)) if self.by_position else made.choices
        return Categorical(choices, when=when)

    def to_hone(self, value: Any) -> Optional[Value]:
        """The value as hone has it; None when it is outside."""
        try:
            inner = self.distribution.to_internal_repr(value)
        except (ValueError, TypeError):
            return None
        if not self.distribution._contains(inner):
            return None
        if isinstance(self.distribution, CategoricalDistribution):
            return int(inner) if self.by_position else self.distribution.choices[int(inner)]
        return int(value) if isinstance(self.distribution, IntDistribution) else float(value)

    def to_optuna(self, value: Value) -> Any:
        if self.by_position:
            assert isinstance(self.distribution, CategoricalDistribution)
            return self.distribution.choices[int(value)]
        return value


def searchable(name: str, distribution: BaseDistribution) -> bool:
    """Whether hone can search it: Optuna's whole numbers are larger and its intervals wider than hone's."""
    if distribution.single() or not _names.fits(name):
        return False
    try:
        compiled("x", Coded.of(distribution).parameter({}))
    except HoneError:
        return False
    return True


@dataclass(frozen=True)
class Shown:
    """The space that trials show: distributions, parents before children, and what each exists for."""

    distributions: Distributions
    conditions: Dict[str, Condition]

    def only(self, names: Mapping[str, BaseDistribution]) -> Shown:
        """That of these parameters. One whose parent is not among them goes with it."""
        kept: Distributions = {}
        conditions: Dict[str, Condition] = {}
        for name in [*self.distributions, *(name for name in names if name not in self.distributions)]:
            if name not in names or not searchable(name, names[name]):
                continue
            condition = self.conditions.get(name)
            if condition is not None:
                if condition[0] not in kept:
                    continue
                conditions[name] = condition
            kept[name] = names[name]
        return Shown(kept, conditions)


@dataclass(frozen=True)
class Coding:
    """A space that was shown, as hone's, and configurations there and back: these have hone's names, all else
    Optuna's."""

    coded: Dict[str, Coded]
    conditions: Dict[str, Condition]

    @staticmethod
    def of(shown: Shown) -> Coding:
        return Coding({name: Coded.of(made) for name, made in shown.distributions.items()}, shown.conditions)

    def space(self) -> Dict[str, Parameter]:
        return {_names.to_hone(name): coded.parameter(self._when(name)) for name, coded in self.coded.items()}

    def configuration(self, params: Mapping[str, Any]) -> Optional[Dict[str, Value]]:
        """What exists in these settings; None when something is missing or outside."""
        made, missing = self._walk(params)
        return made if missing is None else None

    def missing(self, params: Mapping[str, Any]) -> str:
        """The first parameter that these settings lack, or have outside."""
        missing = self._walk(params)[1]
        assert missing is not None
        return missing

    def _walk(self, params: Mapping[str, Any]) -> Tuple[Dict[str, Value], Optional[str]]:
        made: Dict[str, Value] = {}
        for name, coded in self.coded.items():
            if not self._exists(name, params, made):
                continue
            value = coded.to_hone(params[name]) if name in params else None
            if value is None:
                return made, name
            made[_names.to_hone(name)] = value
        return made, None

    def params(self, configuration: Mapping[str, Value]) -> Dict[str, Any]:
        """What of these settings the space has."""
        named = ((_names.to_optuna(name), value) for name, value in configuration.items())
        return {name: self.coded[name].to_optuna(value) for name, value in named if name in self.coded}

    def _exists(self, name: str, params: Mapping[str, Any], made: Mapping[str, Value]) -> bool:
        condition = self.conditions.get(name)
        if condition is None:
            return True
        parent, values = condition
        return _names.to_hone(parent) in made and _holds(self.coded[parent].distribution, values, params[parent])

    def _when(self, name: str) -> Dict[str, Any]:
        condition = self.conditions.get(name)
        if condition is None:
            return {}
        parent, values = condition
        coded = self.coded[parent]
        if isinstance(coded.distribution, IntDistribution):
            return {_names.to_hone(parent): between(*values)}
        return {_names.to_hone(parent): [coded.to_hone(value) for value in values]}


def _holds(parent: BaseDistribution, values: Sequence[Any], value: Any) -> bool:
    if isinstance(parent, IntDistribution):
        low, high = values
        return (low is None or value >= low) and (high is None or value <= high)
    return any(value is one or (type(value) is type(one) and value == one) for one in values)


# --- what trials show

#: A range that changes is followed when so many trials agree on the new one; until then the widest is searched.
AGREED = 3


def shown_by(trials: Sequence[Any]) -> Shown:
    """The space of finished trials, by number. A parameter that some trials lack is taken in when one other
    parameter explains where it exists: a choice, or a whole number from or up to a limit; otherwise left out."""
    distributions: Dict[str, List[BaseDistribution]] = {}
    present: Dict[str, List[int]] = {}
    for index, trial in enumerate(trials):
        for name, distribution in trial.distributions.items():
            distributions.setdefault(name, []).append(distribution)
            present.setdefault(name, []).append(index)
    agreed = {name: _agreed(several) for name, several in sorted(distributions.items())}
    usable: Distributions = {
        name: made for name, made in agreed.items() if made is not None and searchable(name, made)
    }
    kept: Distributions = {name: made for name, made in usable.items() if len(present[name]) == len(trials)}
    conditions: Dict[str, Condition] = {}
    rows = {name: frozenset(present[name]) for name in usable}
    left = [name for name in usable if name not in kept]
    while left:
        found = {name: parent for name in left if (parent := _parent(name, kept, conditions, rows, trials)) is not None}
        if not found:
            break  # nothing explains the rest
        for name, parent in found.items():
            kept[name] = usable[name]
            conditions[name] = parent
        left = [name for name in left if name not in found]
    return Shown(kept, conditions)


def _agreed(several: List[BaseDistribution]) -> Optional[BaseDistribution]:
    last = several[-1]
    if isinstance(last, CategoricalDistribution) or all(one == last for one in several):
        return last
    if len(several) >= AGREED and all(one == last for one in several[-AGREED:]):
        return last
    return _widest(several)


def _widest(several: List[BaseDistribution]) -> Optional[BaseDistribution]:
    """The range that holds all of them; None where their steps do not match."""
    low: Any = min(one.low for one in several)  # type: ignore[attr-defined]
    high: Any = max(one.high for one in several)  # type: ignore[attr-defined]
    first = several[0]
    if isinstance(first, IntDistribution):
        steps = {one.step for one in several}  # type: ignore[attr-defined]
        offsets = {(one.low - low) % first.step for one in several}  # type: ignore[attr-defined]
        matching = len(steps) == 1 and offsets == {0}
        return IntDistribution(low, high, log=first.log, step=first.step) if matching else None
    assert isinstance(first, FloatDistribution)
    if any(one.step is not None for one in several):  # type: ignore[attr-defined]
        return None
    return FloatDistribution(low, high, log=first.log)


def _parent(
    name: str,
    kept: Distributions,
    conditions: Mapping[str, Condition],
    rows: Mapping[str, frozenset[int]],
    trials: Sequence[Any],
) -> Optional[Condition]:
    """The first parameter, those that always exist before others, whose value says where `name` exists."""
    for candidate, distribution in kept.items():
        if isinstance(distribution, FloatDistribution) or not rows[name] <= rows[candidate]:
            continue
        if rows[name] == rows[candidate]:
            # It comes and goes with that one, under the same condition.
            if candidate in conditions:
                return conditions[candidate]
            continue
        among = _condition(candidate, distribution, rows[name], rows[candidate], trials)
        if among is not None:
            return among
    # A number, too, may be what it comes and goes with.
    twins = [other for other in kept if other in conditions and rows[other] == rows[name]]
    return conditions[twins[0]] if twins else None


def _condition(
    candidate: str,
    distribution: BaseDistribution,
    here: frozenset[int],
    all_rows: frozenset[int],
    trials: Sequence[Any],
) -> Optional[Condition]:
    inner = {row: distribution.to_internal_repr(trials[row].params[candidate]) for row in all_rows}
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
