# SPDX-License-Identifier: MIT
"""What an objective may return."""

from __future__ import annotations

from typing import List, Mapping, Sequence, Union

from ._errors import InvalidArgumentError

#: A number; with several objectives a list in their order, or a dict by their names.
Result = Union[float, Sequence[float], Mapping[str, float], None]


def numbers(value: Result, objectives: List[str]) -> List[float]:
    """One value for each objective."""
    if isinstance(value, Mapping):
        if set(value) != set(objectives):
            raise InvalidArgumentError(
                f"the values are named {', '.join(map(str, value))}; give one for each of: {', '.join(objectives)}"
            )
        return [float(value[name]) for name in objectives]
    if isinstance(value, (str, bytes)):
        raise InvalidArgumentError(f"the value is a text, {value!r}; give a number")
    given = _listed(value)
    if len(given) != len(objectives):
        wanted = "one" if len(objectives) == 1 else f"{len(objectives)}, for {', '.join(objectives)}"
        raise InvalidArgumentError(f"there are {len(given)} values; give {wanted}")
    return given


def _listed(value: Result) -> List[float]:
    try:
        return [float(value)]  # type: ignore[arg-type]
    except TypeError:
        pass
    try:
        return [float(one) for one in value]  # type: ignore[union-attr]
    except TypeError:
        raise InvalidArgumentError(
            f"the value is of type {type(value).__name__}; give a number, or one for each objective"
        ) from None
