# SPDX-License-Identifier: MIT
"""Optuna's trials as a mirror is to know them."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from optuna.trial import FrozenTrial, TrialState

from ._limits import Judge, Judgement, violation_of
from ._mirror import Entry
from ._reading import Reading
from ._spaces import Coding

#: The system attribute of an Optuna trial that keeps what was proposed and the sampler's notes.
PROPOSAL = "hone:proposal"
_STATES = {TrialState.COMPLETE: "complete", TrialState.PRUNED: "pruned", TrialState.FAIL: "failed"}


class Entries:
    """Those of one reading in one space. A trial that has ended is looked at once, unless a constraint changes what it is
    told as."""

    def __init__(self, reading: Reading, coding: Coding, directions: Sequence[str]) -> None:
        self._reading = reading
        self._coding = coding
        self._judge = Judge(directions)
        self._objectives = len(directions)
        self._read = 0
        self._ended: Dict[int, Optional[Entry]] = {}
        self._judged: Dict[int, Judgement] = {}  # of complete trials

    def news(self, number: int) -> Optional[Dict[int, Optional[Entry]]]:
        """What has ended since, and all that runs, by number, without the trial of that number; None for those that hone
        is not told of. None when what was told before is no longer so."""
        new = self._reading.ended[self._read :]
        self._read = len(self._reading.ended)
        verdict = self._judge.verdict
        for trial in new:
            if trial.state == TrialState.COMPLETE:
                judged = self._judged[trial.number] = _judgement(trial)
                self._judge.add(judged)
        if self._judge.verdict != verdict:
            self._ended = {trial.number: self._entry(trial) for trial in self._reading.ended}
            return None
        made = {trial.number: self._entry(trial) for trial in new}
        self._ended.update(made)
        made.update(self._running(number))
        return made

    def all(self, number: int) -> List[Entry]:
        """By number."""
        known = {**self._ended, **self._running(number)}
        return [entry for _, entry in sorted(known.items()) if entry is not None]

    def _running(self, number: int) -> Dict[int, Optional[Entry]]:
        return {one.number: self._entry(one) for one in self._reading.running if one.number != number}

    def _entry(self, trial: FrozenTrial) -> Optional[Entry]:
        kept = trial.system_attrs.get(PROPOSAL) or {}
        params = trial.params
        if trial.state != TrialState.COMPLETE:  # they may not have come to all of them
            params = {**self._coding.params(kept.get("params", {})), **trial.system_attrs.get("fixed_params", {}), **params}
        configuration = self._coding.configuration(params)
        if configuration is None:
            return None
        notes: Mapping[str, Any] = kept.get("notes") or {}
        if trial.state == TrialState.RUNNING:
            return Entry(trial.number, "running", configuration, notes=notes)
        state, values = self._told(trial) if trial.state == TrialState.COMPLETE else (_STATES[trial.state], ())
        return Entry(trial.number, state, configuration, values, self._reports(trial), notes)

    def _told(self, trial: FrozenTrial) -> Tuple[str, Tuple[float, ...]]:
        told = self._judge.verdict.values(self._judged[trial.number])
        if told is None:
            return "infeasible", ()
        return ("complete", told) if all(map(math.isfinite, told)) else ("failed", ())

    def _reports(self, trial: FrozenTrial) -> Tuple[Tuple[int, float], ...]:
        """Of several objectives a report cannot say which it is of."""
        if self._objectives > 1 or not trial.intermediate_values:
            return ()
        steps = sorted(trial.intermediate_values.items())
        return tuple((int(step), float(value)) for step, value in steps if math.isfinite(value))


def _judgement(trial: FrozenTrial) -> Judgement:
    return tuple(trial.values or ()), violation_of(trial.system_attrs)
