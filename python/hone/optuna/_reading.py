# SPDX-License-Identifier: MIT
"""What a sampler has read of an Optuna study, so that at each trial only what is new is looked at: trials that have ended
never change."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

from optuna.trial import FrozenTrial, TrialState

from ._shown import Sight, shown_by
from ._spaces import Shown


class Reading:
    """The trials of one list that grows. read() says whether it was the same list, as it is not in another bracket of
    Hyperband's, which shows a part of a study each."""

    def __init__(self) -> None:
        self.ended: List[FrozenTrial] = []  #: by the order in which that was seen
        self.running: List[FrozenTrial] = []  #: by number
        self._pruned: List[FrozenTrial] = []
        self._sight = Sight(optional=True)
        self._complete: List[FrozenTrial] = []
        self._open: Dict[int, int] = {}  # places in the list to numbers, of what has not ended
        self._count = 0
        self._last = -1

    def read(self, trials: Sequence[FrozenTrial]) -> bool:
        if len(trials) < self._count or (self._count and trials[self._count - 1].number != self._last):
            return False
        if any(trials[place].number != number for place, number in self._open.items()):
            return False
        places = [*self._open, *range(self._count, len(trials))]
        running: List[FrozenTrial] = []
        for place in places:
            trial = trials[place]
            if trial.state.is_finished():
                self._open.pop(place, None)
                self._end(trial)
            else:
                self._open[place] = trial.number
                if trial.state == TrialState.RUNNING:
                    running.append(trial)
        self.running = sorted(running, key=lambda trial: trial.number)
        if trials:
            self._count, self._last = len(trials), trials[-1].number
        return True

    @property
    def shown(self) -> Shown:
        """The space of complete trials; of pruned ones while there are no others, as these may have ended before they
        came to a parameter."""
        return self._sight.shown if self._complete else shown_by(self._pruned, optional=False)

    def _end(self, trial: FrozenTrial) -> None:
        self.ended.append(trial)
        if trial.state == TrialState.PRUNED:
            self._pruned.append(trial)
        if trial.state != TrialState.COMPLETE:
            return
        late = bool(self._complete) and trial.number < self._complete[-1].number
        self._complete.append(trial)
        if not late:
            self._sight.add(trial)
            return
        self._complete.sort(key=_number)
        if self._sight.in_any_order:
            self._sight.add(trial)
            if self._sight.in_any_order:
                return
        self._sight = Sight(optional=True)
        for one in self._complete:
            self._sight.add(one)


def _number(trial: Any) -> int:
    return int(trial.number)
