# SPDX-License-Identifier: MIT
"""Optuna's distributions as hone's parameters, and configurations there and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Dict, FrozenSet, Mapping, Optional, Sequence, Tuple, Union

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
        made = self.distribution
        if type(value) is float and type(made) is FloatDistribution and made.step is None:
            return value if made.low <= value <= made.high else None
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
    optional: FrozenSet[str] = frozenset()  #: what a trial may lack where it exists, as those from before it came

    def exists(self, name: str, params: Mapping[str, Any]) -> bool:
        """Whether a trial with these settings is expected to have the parameter, when it has what that depends on."""
        condition = self.conditions.get(name)
        if condition is None:
            return True
        parent, values = condition
        return parent in params and _holds(self.distributions[parent], values, params[parent])

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
        return Shown(kept, conditions, frozenset(self.optional & kept.keys()))


@dataclass(frozen=True)
class Coding:
    """A space that was shown, as hone's, and configurations there and back: these have hone's names, all else
    Optuna's."""

    coded: Dict[str, Coded]
    conditions: Dict[str, Condition]
    optional: FrozenSet[str] = frozenset()

    @staticmethod
    def of(shown: Shown) -> Coding:
        coded = {name: Coded.of(made) for name, made in shown.distributions.items()}
        return Coding(coded, shown.conditions, shown.optional)

    @cached_property
    def _named(self) -> Dict[str, str]:
        """hone's names of the parameters."""
        return {name: _names.to_hone(name) for name in self.coded}

    def space(self) -> Dict[str, Parameter]:
        return {_names.to_hone(name): coded.parameter(self._when(name)) for name, coded in self.coded.items()}

    def definitions(self) -> Dict[str, Any]:
        """The same as a study file has it, with what trials may lack."""
        made = {name: parameter.definition() for name, parameter in self.space().items()}
        for name in self.optional:
            made[_names.to_hone(name)]["optional"] = True
        return made

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
        named = self._named
        for name, coded in self.coded.items():
            if name in self.conditions and not self._exists(name, params, made):
                continue
            if name not in params:
                if name in self.optional:
                    continue
                return made, name
            value = coded.to_hone(params[name])
            if value is None:
                return made, name
            made[named[name]] = value
        return made, None

    def params(self, configuration: Mapping[str, Value]) -> Dict[str, Any]:
        """What of these settings the space has."""
        return {
            name: coded.to_optuna(configuration[self._named[name]])
            for name, coded in self.coded.items()
            if self._named[name] in configuration
        }

    def _exists(self, name: str, params: Mapping[str, Any], made: Mapping[str, Value]) -> bool:
        parent, values = self.conditions[name]
        return self._named[parent] in made and _holds(self.coded[parent].distribution, values, params[parent])

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
