# SPDX-License-Identifier: MIT
"""What hone can hold as a value: in 64 bits, finite, and as a text that other programs can be given."""

from __future__ import annotations

import math
import operator
from typing import Any, Dict, List, Mapping, Sequence

from ._errors import InvalidArgumentError


def problem_of(value: Any) -> str:
    """Why hone cannot hold a value, to stand after its name; empty when it can, infinities aside."""
    if isinstance(value, str):
        if "\0" in value:
            return "holds a zero byte"
        return "" if _is_unicode(value) else "holds half of a surrogate pair, which is not Unicode"
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return "is a whole number beyond 64 bits"
    return "" if isinstance(value, (int, float)) else f"is of type {type(value).__name__}"


def is_plain(value: Any) -> bool:
    """Whether hone can hold the value itself."""
    return not problem_of(value) and not (isinstance(value, float) and not math.isfinite(value))


def named_as_they_are(choices: Sequence[Any]) -> bool:
    """Whether hone can hold the choices themselves, and a dict can tell them apart (1 and True it cannot)."""
    return all(map(is_plain, choices)) and len(set(choices)) == len(choices)


def whole(value: Any, what: str) -> int:
    """A whole number, of NumPy's too; 3.0 is one, and 2.5 is refused instead of cut."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return operator.index(value)
    except TypeError:
        raise InvalidArgumentError(f"{what} is {value!r}; give a whole number") from None


def points_of(params: Any, what: str = "settings to try") -> List[Dict[str, Any]]:
    """The settings that are to be tried: of one dict, or of a list of them."""
    if isinstance(params, Mapping):
        return [dict(params)]
    listed = list(params) if isinstance(params, Sequence) and not isinstance(params, (str, bytes)) else [params]
    for point in listed:
        if not isinstance(point, Mapping):
            raise InvalidArgumentError(
                f"{what} {'are' if what.endswith('try') else 'is'} {point!r}; give a dict from names to values, such as {{'x': 0.5}}, or a list of them"
            )
    return [dict(point) for point in listed]


def readable(text: str) -> str:
    """A text of which the parts that hone cannot hold are written as Python writes them: ``\\x00``, ``\\udcff``."""
    if not problem_of(text):
        return text
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
