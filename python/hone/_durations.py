# SPDX-License-Identifier: MIT
"""Lengths of time, as people write them."""

from __future__ import annotations

import math
import re
from datetime import timedelta
from typing import Any, Optional, Union

from ._errors import InvalidArgumentError

#: Seconds, a text such as ``"90s"``, ``"5m"`` or ``"1h30m"``, or a timedelta.
Duration = Union[float, str, timedelta, None]

_SECONDS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "min": 60.0, "s": 1.0, "": 1.0}
_PART = r"(\d+(?:\.\d+)?)\s*(d|h|min|m|s|)"


def seconds(duration: Any, what: str) -> Optional[float]:
    """How long that is; None for no limit.

    >>> from hone._durations import seconds
    >>> seconds("1h30m", "timeout")
    5400.0
    """
    if duration is None:
        return None
    if isinstance(duration, timedelta):
        return duration.total_seconds()
    if isinstance(duration, str):
        text = duration.strip().lower()
        if re.fullmatch(rf"(?:{_PART}\s*)+", text):
            return sum(float(count) * _SECONDS[unit] for count, unit in re.findall(_PART, text))
    else:
        try:
            length = float(duration)
        except (TypeError, ValueError):
            length = math.nan
        if not math.isnan(length):
            return length
    raise InvalidArgumentError(f"{what} is {duration!r}; give seconds, or a text such as '90s', '5m' or '1h30m'")
