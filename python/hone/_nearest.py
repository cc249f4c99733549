# SPDX-License-Identifier: MIT
"""What of a range is next to a value that lies outside of it."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ._space import OUTSIDE, Categorical, Constant, Float, Int, Ordinal, Parameter, fit


def overlap(declared: Parameter, asked: Parameter) -> bool:
    """Whether they are ranges of numbers that have a part in common. Where they have none, one end of the range would stand
    for every proposal."""
    one, other = _ends(declared), _ends(asked)
    return one is not None and other is not None and max(one[0], other[0]) <= min(one[1], other[1])


def choices_of(parameter: Parameter) -> Optional[List[Any]]:
    """As a study file has them, in which True and 1 differ; None of a parameter that is no list."""
    if not isinstance(parameter, (Categorical, Ordinal)):
        return None
    return [(type(one), one) for one in parameter.definition()["choices"]]


def holds(wide: Parameter, narrow: Parameter) -> bool:
    """Whether one is the other with more values: of the same kind, scale and step, so that every trial of the one is a trial of
    the other."""
    if type(wide) is not type(narrow) or getattr(wide, "when", None) or getattr(narrow, "when", None):
        return False
    more, fewer = choices_of(wide), choices_of(narrow)
    if more is not None and fewer is not None:
        kept = [one for one in more if one in fewer]
        return all(one in more for one in fewer) and (isinstance(wide, Categorical) or kept == fewer)
    if not isinstance(wide, (Float, Int)) or not isinstance(narrow, (Float, Int)):
        return False
    return wide.low <= narrow.low and narrow.high <= wide.high and _grid(wide) == _grid(narrow)


def _grid(parameter: Any) -> Dict[str, Any]:
    """Scale and step, and where the steps begin."""
    made = {field: value for field, value in parameter.definition().items() if field in ("scale", "step")}
    return {**made, "low": parameter.low} if made.get("step", 1) != 1 or "step" in made and isinstance(parameter, Float) else made


def nearest(name: str, parameter: Parameter, value: Any) -> Any:
    """The value of a range that is next to this one; OUTSIDE when the parameter is no range, or the value no number."""
    ends = _ends(parameter)
    if ends is None or isinstance(value, bool) or not isinstance(value, (int, float)):
        return OUTSIDE
    moved = min(max(value, ends[0]), ends[1])
    step = getattr(parameter, "step", None)
    if step is not None:
        moved = min(ends[0] + round((moved - ends[0]) / step) * step, ends[0] + int((ends[1] - ends[0]) / step + 1e-9) * step)
    return fit(name, parameter, round(moved) if isinstance(parameter, Int) else moved)


def _ends(parameter: Parameter) -> Any:
    if isinstance(parameter, (Float, Int)):
        return parameter.low, parameter.high
    if isinstance(parameter, Constant) and isinstance(parameter.value, (int, float)) and not isinstance(parameter.value, bool):
        return parameter.value, parameter.value
    return None
