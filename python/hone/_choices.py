# SPDX-License-Identifier: MIT
"""Choices that are no scalars: None, tuples, lists and dicts.

hone holds them as JSON, which knows no tuples. Whoever wrote a parameter in this process gets back what was written.
"""

from __future__ import annotations

import copy
import json
import math
from typing import Any, Dict, Iterable

from ._values import problem_of

#: How deep lists and dicts may be inside each other, and how many bytes one may have as JSON. hone's core refuses more.
MOST_DEPTH = 16
MOST_BYTES = 65536


def native(value: Any) -> Any:
    """NumPy's scalars as Python's own; everything else as it is."""
    return value.item() if hasattr(value, "item") and hasattr(value, "dtype") and not value.shape else value


def problem_within(value: Any, depth: int = 0) -> str:
    """problem_of() for what may be None, a list, a tuple or a dict as well."""
    value = native(value)
    if value is None:
        return ""
    if not isinstance(value, (list, tuple, dict)):
        return problem_of(value)
    if depth == MOST_DEPTH:
        return f"has lists and dicts nested deeper than {MOST_DEPTH}"
    if isinstance(value, dict):
        for name in value:
            if not isinstance(name, str) or not name:
                return f"has the key {name!r}, which is no text" if name != "" else "has an empty key"
    inside = value.values() if isinstance(value, dict) else value
    problem = next(filter(None, (problem_within(one, depth + 1) for one in inside)), "")
    if problem:
        return problem if problem.startswith("holds a value that") else f"holds a value that {problem}"
    if depth == 0 and len(json.dumps(written(value), ensure_ascii=False).encode()) > MOST_BYTES:
        return f"has more than {MOST_BYTES} bytes as JSON"
    return ""


def written(value: Any) -> Any:
    """As JSON has it: tuples are lists, and NumPy's scalars are Python's. A copy."""
    value = native(value)
    if isinstance(value, (list, tuple)):
        return [written(one) for one in value]
    if isinstance(value, dict):
        return {name: written(one) for name, one in value.items()}
    return value


def finite(value: Any) -> Any:
    """As JSON writes it, which lacks NaN and the infinities."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, list):
        return [finite(one) for one in value]
    return {name: finite(one) for name, one in value.items()} if isinstance(value, dict) else value


class Originals:
    """The lists, tuples and dicts among the choices of a parameter, as its writer gave them."""

    def __init__(self, choices: Iterable[Any]) -> None:
        self._by_text: Dict[str, Any] = {
            _text(choice): choice for choice in choices if isinstance(choice, (list, tuple, dict))
        }

    def __bool__(self) -> bool:
        return bool(self._by_text)

    def of(self, value: Any) -> Any:
        """The choice that a value of the core is. Nobody can change the parameter through it."""
        if not isinstance(value, (list, dict)):
            return value
        return copy.deepcopy(self._by_text.get(_text(value), value))


def _text(value: Any) -> str:
    """In which True, 1 and 1.0 differ, and the order of a dict's keys does not matter."""
    return json.dumps(written(value), sort_keys=True)
