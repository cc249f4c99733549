# SPDX-License-Identifier: MIT
"""Spaces whose choices are objects: estimators, None, tuples. hone searches their names."""

from __future__ import annotations

from typing import Any, Dict, Hashable, Mapping, Optional, Sequence, Union

from ._errors import InvalidArgumentError, InvalidSpaceError
from ._space import Categorical, Parameter, Value, native


class Choice:
    """One of several objects, by name, with a condition if need be; in a space, a plain dict is short for one without.

    ``options``: a dict from names to objects, or a list, whose members are named by what they print or, when they are
    estimators, by their class. The names stand in conditions, constraints and the study.

    >>> from hone.sklearn import Choice
    >>> Choice({"small": (10,), "deep": (10, 10)}, when={"model": "net"})
    Choice({'small': (10,), 'deep': (10, 10)}, when={'model': 'net'})
    """

    def __init__(
        self, options: Union[Mapping[str, Any], Sequence[Any]], when: Optional[Mapping[str, Any]] = None
    ) -> None:
        self.options: Dict[str, Any] = dict(options) if isinstance(options, Mapping) else _named(options)
        self.when = when
        for name in self.options:
            if not isinstance(name, str):
                raise InvalidSpaceError(f"a choice is named {name!r}; name it by a text")

    def __repr__(self) -> str:
        return f"Choice({self.options!r}{f', when={self.when!r}' if self.when else ''})"


def _named(objects: Sequence[Any]) -> Dict[str, Any]:
    made: Dict[str, Any] = {}
    for one in objects:
        name = type(one).__name__ if hasattr(one, "get_params") and not isinstance(one, type) else str(one)
        if name in made:
            raise InvalidSpaceError(f"two choices are both named '{name}'; give a dict from names of your own to them")
        made[name] = one
    return made


def _plain(values: Sequence[Any]) -> bool:
    return all(isinstance(native(value), (bool, int, float, str)) for value in values)


class Translation:
    """A space as scikit-learn's users write it, and as hone searches it."""

    def __init__(self, space: Mapping[str, Any]) -> None:
        if not isinstance(space, Mapping):
            raise InvalidArgumentError(
                f"the space is of type {type(space).__name__}; give a dict from names to hone.Float, lists, ..."
            )
        self._objects: Dict[str, Dict[str, Any]] = {}
        self.space: Dict[str, Any] = {name: self._parameter(name, what) for name, what in space.items()}

    def decoded(self, params: Mapping[str, Value]) -> Dict[str, Any]:
        """What the estimator is given."""
        return {name: self._objects[name][str(value)] if name in self._objects else value
                for name, value in params.items()}  # fmt: skip

    def encoded(self, params: Mapping[str, Any]) -> Dict[str, Any]:
        """What hone is given for a setting of the user's, whose objects may stand there by name or themselves."""
        return {name: self._name(name, value) if name in self._objects else value for name, value in params.items()}

    def _parameter(self, name: str, what: Any) -> Any:
        if isinstance(what, Parameter):
            return what
        if hasattr(what, "tolist") and getattr(what, "ndim", 0) == 1:  # an array of NumPy
            what = what.tolist()
        if isinstance(what, (list, tuple)) and _plain(what):
            return list(what)
        if isinstance(what, (Mapping, list, tuple)):
            what = Choice(what)
        if isinstance(what, Choice):
            self._objects[name] = what.options
            return Categorical(list(what.options), when=what.when or ())
        if isinstance(native(what), (bool, int, float, str)):
            return native(what)
        distribution = hasattr(what, "rvs")  # of SciPy
        hint = "use hone.Float or hone.Int" if distribution else "use hone.Float, Int, Categorical, a list or a dict"
        raise InvalidSpaceError(f"'{name}' is of type {type(what).__name__}; {hint}")

    def _name(self, parameter: str, value: Any) -> str:
        options = self._objects[parameter]
        if isinstance(value, Hashable) and value in options:
            return str(value)
        for name, one in options.items():
            if one is value or (type(one) is type(value) and not hasattr(one, "get_params") and one == value):
                return name
        raise InvalidArgumentError(f"'{parameter}' has no choice {value!r}; use one of: {', '.join(options)}")
