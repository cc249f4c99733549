# SPDX-License-Identifier: MIT
"""A store that does not answer for a while: a service that restarts, a file that another program holds."""

from __future__ import annotations

import time
from typing import Callable, TypeVar

from ._errors import StorageError

#: Seconds that a search waits for a store, as `hone tune` does.
LIMIT = 120.0
_PAUSE = 0.2
T = TypeVar("T")


def patiently(action: Callable[[], T], stopped: Callable[[], bool] = lambda: False) -> T:
    """What the action returns, as soon as the store answers. Raises what it said when it never does, or when the search
    is to end meanwhile."""
    since = time.monotonic()
    while True:
        try:
            return action()
        except StorageError as problem:
            if problem.code != "storage_busy" or stopped() or time.monotonic() - since > LIMIT:
                raise
            time.sleep(_PAUSE)
