# SPDX-License-Identifier: MIT
"""What hone can hold as a choice."""

from __future__ import annotations

import math
from typing import Any, Sequence


def named_as_they_are(choices: Sequence[Any]) -> bool:
    """Whether hone can hold the choices themselves, and a dict can tell them apart (1 and True it cannot)."""
    kinds = all(
        isinstance(choice, (bool, int, str)) or (isinstance(choice, float) and math.isfinite(choice))
        for choice in choices
    )
    return kinds and len(set(choices)) == len(choices)
