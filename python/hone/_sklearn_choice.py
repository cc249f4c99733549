# SPDX-License-Identifier: MIT
"""Choices among objects: estimators, None, tuples. hone searches their names."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._errors import InvalidSpaceError
from ._choices import native


class Choice:
    """One of several objects, by name, with a condition if need be; in a space, a plain dict is short for one without.

    ``options``: a dict from names to objects, or a list, whose members are named by what they print or, when they are
    estimators, by their class, with its arguments when two of a class differ. The names stand in conditions, constraints
    and the study.

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


def is_plain(values: Sequence[Any]) -> bool:
    """Whether hone can hold the values themselves."""
    return all(isinstance(native(value), (bool, int, float, str)) for value in values)


def _named(objects: Sequence[Any]) -> Dict[str, Any]:
    short = [_short(one) for one in objects]
    made: Dict[str, Any] = {}
    for one, name in zip(objects, short):
        if short.count(name) > 1 and _is_estimator(one):
            name = " ".join(repr(one).split())
        if name in made:
            raise InvalidSpaceError(f"two choices are both named '{name}'; give a dict from names of your own to them")
        made[name] = one
    return made


def _short(one: Any) -> str:
    return type(one).__name__ if _is_estimator(one) else str(one)


def _is_estimator(one: Any) -> bool:
    return hasattr(one, "get_params") and not isinstance(one, type)


def distinct(values: Sequence[Any]) -> List[Any]:
    """Each value once, in their order; 1, 1.0 and True are three."""
    made = {(type(native(value)), native(value)): native(value) for value in values}
    return list(made.values())


def in_order(values: Sequence[Any]) -> bool:
    """Whether they are three or more numbers that rise or fall, and so resemble their neighbours."""
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    pairs = list(zip(values, values[1:]))
    return numbers and len(pairs) > 1 and (all(a < b for a, b in pairs) or all(a > b for a, b in pairs))
