# SPDX-License-Identifier: MIT
"""What of a range is next to a value that lies outside of it."""

from __future__ import annotations

from typing import Any

from ._space import OUTSIDE, Constant, Float, Int, Parameter, fit


def overlap(declared: Parameter, asked: Parameter) -> bool:
    """Whether they are ranges of numbers that have a part in common. Where they have none, one end of the range would stand
    for every proposal."""
    one, other = _ends(declared), _ends(asked)
    return one is not None and other is not None and max(one[0], other[0]) <= min(one[1], other[1])


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
