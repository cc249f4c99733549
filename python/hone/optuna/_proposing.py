# SPDX-License-Identifier: MIT
"""Proposals for the trials of one Optuna study, from what its trials show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from optuna.distributions import BaseDistribution
from optuna.trial import FrozenTrial

from ._entries import Entries
from ._mirror import Mirror, Setup
from ._reading import Reading
from ._spaces import Coding, Distributions, Shown


@dataclass(frozen=True)
class Proposal:
    params: Dict[str, Any]
    kept: Optional[Dict[str, Any]]  #: what the trial is to keep of it; None when the sampler has nothing left


class Proposing:
    """What a sampler keeps between two trials. All of it can be had from the study again."""

    def __init__(
        self, study: Any, directions: List[str], setup: Callable[[Mapping[str, Any]], Setup]
    ) -> None:
        self._storage, self._study_id = study._storage, study._study_id
        self._directions = directions
        self._setup = setup
        self._reading = Reading()
        self._space: Optional[Tuple[Shown, Distributions, Coding]] = None
        self._entries: Optional[Entries] = None
        self._mirror: Optional[Mirror] = None

    def is_of(self, study: Any) -> bool:
        return study._storage is self._storage and study._study_id == self._study_id

    def space(self, trials: Sequence[FrozenTrial]) -> Mapping[str, BaseDistribution]:
        """Reads the trials, and returns what they show."""
        if not self._reading.read(trials):
            self._reading, self._space = Reading(), None
            self._reading.read(trials)
        return self._reading.shown.distributions

    def propose(self, number: int, wanted: Mapping[str, BaseDistribution]) -> Optional[Proposal]:
        """Settings of what is wanted, from the trials that space() was given last; None when hone can search nothing of it."""
        coding = self._coding(wanted)
        if not coding.coded:
            return None
        if self._entries is None or self._mirror is None:
            self._entries = Entries(self._reading, coding, self._directions)
            setup = self._setup(coding.definitions())
            if self._mirror is None or self._mirror.setup != setup:
                self._mirror = Mirror(setup)
        entries = self._entries
        proposed, notes = self._mirror.propose(number, entries.news(number), lambda: entries.all(number))
        if proposed is None:
            return Proposal({}, None)
        return Proposal(coding.params(proposed), {"params": proposed, "notes": notes})

    def _coding(self, wanted: Mapping[str, BaseDistribution]) -> Coding:
        """The one of the last trial, as long as it is of the same space."""
        shown = self._reading.shown
        if self._space is None or self._space[0] is not shown or self._space[1] != wanted:
            self._space = shown, dict(wanted), Coding.of(shown.only(wanted))
            self._entries = None
        return self._space[2]
