# SPDX-License-Identifier: MIT
"""The progress of a search, as one line on standard error."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Optional

from ._errors import NotFoundError
from ._logging import TERMINAL

if TYPE_CHECKING:
    from ._study import Study
    from ._trial import FrozenTrial


class Progress:
    """One line on standard error."""

    def __init__(self, total: Optional[int]) -> None:
        self._total = "" if total is None else f"/{total}"
        self._ended = 0
        self._shown = 0.0
        TERMINAL.bars += 1

    def note(self, study: Study, trial: FrozenTrial) -> None:
        self._ended += 1
        self.show(study, self._ended)

    def show(self, study: Study, ended: int) -> None:
        now = time.monotonic()
        if now - self._shown < 0.1 and f"/{ended}" != self._total:
            return
        self._shown = now
        best = ""
        if len(study.directions) == 1:
            try:
                best = f", best {study.best_value:.6g}"
            except NotFoundError:
                best = ""  # none is complete, or none keeps to the limits
        sys.stderr.write(f"\r{ended}{self._total} trials{best}\x1b[K")
        sys.stderr.flush()

    @staticmethod
    def end() -> None:
        TERMINAL.bars -= 1
        sys.stderr.write("\n")
