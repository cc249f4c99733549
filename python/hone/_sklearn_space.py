# SPDX-License-Identifier: MIT
"""Spaces as scikit-learn's users write them: dicts of parameters, distributions, lists and objects, and lists of such dicts."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any, Dict, Hashable, List, Mapping, Optional, Sequence, Set, Tuple

from ._errors import InvalidArgumentError, InvalidSpaceError
from ._choices import native
from ._sklearn_choice import Choice, distinct, in_order, is_plain
from ._sklearn_distributions import Back, is_distribution, parameter_of
from ._space import OUTSIDE, Bool, Categorical, Constant, Float, Int, Ordinal, Parameter, Value, fit

#: What says which dict of a list a candidate is of.
WHICH = "subspace"


class _Knob:
    """One parameter of the estimator as hone has it."""

    def __init__(self, name: str, what: Any) -> None:
        self.objects: Optional[Dict[str, Any]] = None
        self.back: Back = None
        self.parameter: Parameter = self._made(name, what)

    def decoded(self, value: Value) -> Any:
        if self.objects is not None:
            return self.objects[str(value)]
        return value if self.back is None else self.back(value)

    def encoded(self, name: str, value: Any) -> Any:
        """What hone is given for a value of the user's, which may be an object or its name."""
        if self.back is not None:
            raise InvalidArgumentError(
                f"'{name}' is searched by the quantiles of a distribution, and enqueue gives {value!r}; leave it out, or "
                "give its range as hone.Float or hone.Int"
            )
        return value if self.objects is None else _name_of(name, self.objects, value)

    def fits(self, name: str, value: Any) -> bool:
        try:
            return fit(name, self.parameter, self.encoded(name, value)) is not OUTSIDE
        except InvalidArgumentError:
            return False

    def _made(self, name: str, what: Any) -> Parameter:
        if isinstance(what, Parameter):
            return what
        if is_distribution(what):
            parameter, self.back = parameter_of(name, what)
            return parameter
        if hasattr(what, "tolist") and getattr(what, "ndim", 0) == 1:  # an array of NumPy
            what = what.tolist()
        if isinstance(what, (list, tuple, range)) and is_plain(what):
            _tell_of_pair(name, what)
            values = distinct(what)
            return Ordinal(values) if in_order(values) else Categorical(values)
        if isinstance(what, (Mapping, list, tuple)):
            what = Choice(what)
        if isinstance(what, Choice):
            self.objects = what.options
            return Categorical(list(what.options), when=what.when or ())
        if isinstance(native(what), (bool, int, float, str)):
            return Constant(native(what))
        raise InvalidSpaceError(
            f"'{name}' is of type {type(what).__name__}; use hone.Float, Int, Categorical, a distribution of SciPy's, a "
            "list or a dict"
        )


class Translation:
    """A space as scikit-learn's users write it, and as hone searches it.

    Of a list of dicts one is chosen by a parameter of its own, under which those of the dict exist. What stands in several
    of them alike is one parameter; what differs is ``NAME@2`` in the second.
    """

    def __init__(self, space: Any) -> None:
        dicts = [space] if isinstance(space, Mapping) else space
        if not isinstance(dicts, (list, tuple)) or not all(isinstance(one, Mapping) for one in dicts) or not dicts:
            raise InvalidArgumentError(
                f"the space is of type {type(space).__name__}; give a dict from names to hone.Float, lists, "
                "distributions, ..., or a list of such dicts"
            )
        knobs = [{name: _Knob(name, what) for name, what in one.items()} for one in dicts]
        self._subspaces: List[Dict[str, _Knob]] = knobs
        self._which = _free(WHICH, knobs)
        self._called: List[Dict[str, str]] = [{} for _ in knobs]  # the estimator's names to hone's
        self._knobs: Dict[str, Tuple[str, _Knob]] = {}  # by hone's name: the estimator's, and what it is
        self.space: Dict[str, Parameter] = {}
        if len(knobs) == 1:
            self._take(knobs[0])
        else:
            self._join(knobs)

    def by_values(self, params: Mapping[str, Value]) -> Dict[str, Value]:
        """What of these, which are hone's, is searched by its quantiles, as the estimator is given it."""
        knobs = ((called, value, self._knobs.get(called, ("", None))[1]) for called, value in params.items())
        return {called: knob.back(value) for called, value, knob in knobs if knob is not None and knob.back is not None}

    @property
    def names(self) -> Set[str]:
        """What of the estimator is searched."""
        return {name for knobs in self._subspaces for name in knobs}

    @property
    def finite(self) -> bool:
        """Whether there are only so many candidates."""
        return all(
            isinstance(one, (Int, Categorical, Ordinal, Bool, Constant)) or (isinstance(one, Float) and one.step is not None)
            for one in self.space.values()
        )

    def decoded(self, params: Mapping[str, Value]) -> Dict[str, Any]:
        """What the estimator is given."""
        return {
            self._knobs[called][0]: self._knobs[called][1].decoded(value)
            for called, value in params.items()
            if called in self._knobs
        }

    def encoded(self, params: Mapping[str, Any]) -> Dict[str, Any]:
        """What hone is given for a setting of the user's, whose objects may stand there by name or themselves."""
        if len(self._subspaces) == 1:
            knobs = self._subspaces[0]
            return {name: knobs[name].encoded(name, value) if name in knobs else value for name, value in params.items()}
        index = self._subspace_of(params)
        called, knobs = self._called[index], self._subspaces[index]
        made = {called[name]: knobs[name].encoded(name, value) for name, value in params.items() if name in called}
        return {self._which: index + 1, **made}

    # --- behind it

    def _take(self, knobs: Dict[str, _Knob]) -> None:
        for name, knob in knobs.items():
            self.space[name], self._knobs[name], self._called[0][name] = knob.parameter, (name, knob), name

    def _join(self, subspaces: List[Dict[str, _Knob]]) -> None:
        self.space[self._which] = Categorical(list(range(1, len(subspaces) + 1)), description="which dict of the list")
        members: Dict[str, List[int]] = {}
        for index, knobs in enumerate(subspaces):
            for name, knob in knobs.items():
                called = self._shared(name, knob) or _free(name if name not in self._knobs else f"{name}@{index + 1}", subspaces, name)
                self._knobs.setdefault(called, (name, knob))
                self._called[index][name] = called
                members.setdefault(called, []).append(index + 1)
        for index, called in ((index, called) for index, names in enumerate(self._called) for called in names.values()):
            if called not in self.space:
                parameter = self._knobs[called][1].parameter
                when = {self._called[index].get(parent, parent): test for parent, test in dict(parameter.when).items()}  # type: ignore[attr-defined]
                self.space[called] = replace(parameter, when={**when, self._which: members[called]})  # type: ignore[call-arg]

    def _shared(self, name: str, knob: _Knob) -> Optional[str]:
        """What another dict has alike. Conditions may mean other parents there, so with one it is not shared."""
        for called, (known, other) in self._knobs.items():
            plain = not knob.parameter.when and knob.objects is None and knob.back is None and other.back is None  # type: ignore[attr-defined]
            if known == name and plain and other.objects is None and other.parameter == knob.parameter:
                return called
        return None

    def _subspace_of(self, params: Mapping[str, Any]) -> int:
        for index, knobs in enumerate(self._subspaces):
            if params.keys() <= knobs.keys() and all(knobs[name].fits(name, value) for name, value in params.items()):
                return index
        raise InvalidArgumentError(f"enqueue gives {dict(params)!r}, which is in none of the dicts of the space; give values of one of them")


def _tell_of_pair(name: str, what: Any) -> None:
    """Two numbers as a tuple are a range to some searches, and two choices to scikit-learn's."""
    if not isinstance(what, tuple) or len(what) != 2 or any(isinstance(one, bool) or not isinstance(one, (int, float)) for one in what):
        return
    kind = "Int" if all(isinstance(one, int) for one in what) else "Float"
    warnings.warn(
        f"'{name}' is the pair {what!r}, of which these two values are tried; for the range write hone.{kind}{what!r}, for two "
        f"choices the list {list(what)!r}", stacklevel=2,
    )  # fmt: skip


def _free(wanted: str, subspaces: List[Dict[str, _Knob]], own: Optional[str] = None) -> str:
    """The name, or one like it that no parameter of the estimator has."""
    taken = {name for knobs in subspaces for name in knobs if name != own}
    while wanted in taken:
        wanted += "_"
    return wanted


def _name_of(parameter: str, options: Mapping[str, Any], value: Any) -> str:
    if isinstance(value, Hashable) and value in options:
        return str(value)
    for name, one in options.items():
        if one is value or (type(one) is type(value) and not hasattr(one, "get_params") and one == value):
            return name
    raise InvalidArgumentError(f"'{parameter}' has no choice {value!r}; use one of: {', '.join(options)}")
