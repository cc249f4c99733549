# SPDX-License-Identifier: MIT
"""What an objective may return."""

from __future__ import annotations

import math
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


def unusable(values: List[float]) -> str:
    """What keeps a trial with these values from being complete; an empty text when nothing does."""
    if all(map(math.isfinite, values)):
        return ""
    return f"its value is {values[0]}" if len(values) == 1 else f"its values are {values}"


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


def in_json(values: List[float]) -> List[Union[float, str]]:
    """Numbers that JSON lacks as the words that hone reads."""
    return [value if math.isfinite(value) else str(value) for value in values]


def reported(value: Union[float, Sequence[float], Mapping[str, float]], step: int, objectives: List[str]) -> List[float]:
    """What a trial reports at a step: a value for each objective, or the first objective's alone."""
    try:
        return [float(value)]  # type: ignore[arg-type]
    except (TypeError, ValueError):
        if len(objectives) == 1 or isinstance(value, (str, bytes)) or value is None:
            raise InvalidArgumentError(f"step {step} reports {value!r}; give a number") from None
    try:
        return numbers(value, objectives)
    except InvalidArgumentError as error:
        raise InvalidArgumentError(f"step {step}: {error}") from None
