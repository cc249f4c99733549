# SPDX-License-Identifier: MIT
"""The trials of an Optuna study in a study of hone's that lives in memory, for its sampler to learn from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from .._create import Method, create_study
from .._space import Parameter, Value
from .._study import Study

NAME = "optuna"


@dataclass(frozen=True)
class Setup:
    """What a mirror is made with: all that its proposals depend on beside the trials."""

    space: Dict[str, Parameter]
    directions: List[str]
    sampler: Method
    seed: int
    horizon: Optional[int]
    sources: Tuple[Any, ...]

    def study(self) -> Study:
        one, several = (None, self.directions) if len(self.directions) > 1 else (self.directions[0], None)
        return create_study(
            self.space, name=NAME, sampler=self.sampler, seed=self.seed, horizon=self.horizon,
            sources=list(self.sources), direction=one, directions=several,
        )  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One trial as hone is to know it."""

    number: int  #: Optuna's
    state: str
    params: Dict[str, Value]
    values: Tuple[float, ...] = ()
    reports: Tuple[Tuple[int, float], ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def row(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {
            "params": self.params,
            "state": self.state,
            "reports": [{"step": step, "value": value} for step, value in self.reports],
            "notes": dict(self.notes),
        }
        if self.state == "complete":
            made.update({"values": list(self.values)} if len(self.values) > 1 else {"value": self.values[0]})
        return made


@dataclass(frozen=True)
class _Held:
    place: int  #: hone's number of the trial
    entry: Entry
    noted: bool  #: hone has what the sampler wanted to remember of it


class Mirror:
    """Follows a list of trials. hone's numbers are the ranks of Optuna's, however the trials came to be known, so
    that proposals are a function of the trials and the setup. What only grows is added to; otherwise the
    mirror is made anew."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._begin()

    def _begin(self) -> None:
        self._study = self.setup.study()
        self._operations = self._study._operations
        self._held: Dict[int, _Held] = {}
        self._last = -1

    def propose(self, number: int, entries: Sequence[Entry]) -> Tuple[Optional[Dict[str, Value]], Mapping[str, Any]]:
        """Settings for the trial of that number, and the sampler's notes, when these are the other trials that
        ended or run, by number. None when the sampler has nothing left."""
        self._follow(entries)
        asked = self._operations.ask(NAME, 1, True)[0]
        if not asked:
            return None, {}
        place, params = asked[0]
        notes = self._study.trials[place].notes
        self._hold(place, Entry(number, "running", params, notes=notes), True)
        return params, notes

    def _follow(self, entries: Sequence[Entry]) -> None:
        if not self._fits(entries):
            self._begin()
        told: List[Tuple[int, str, List[float], Dict[str, Value], List[Tuple[int, float]], str]] = []
        fresh: List[Entry] = []
        for entry in entries:
            held = self._held.get(entry.number)
            if held is None:
                fresh.append(entry)
            elif held.entry != entry:
                for step, value in entry.reports:
                    self._operations.report(NAME, held.place, step, value)
                told.append((held.place, entry.state, list(entry.values), {}, [], ""))
                self._held[entry.number] = _Held(held.place, entry, held.noted)
        if told:
            self._operations.tell(NAME, told)
        self._add(fresh)

    def _fits(self, entries: Sequence[Entry]) -> bool:
        """Whether what is held can become these entries."""
        if self._last < 0 and not self._held:
            return True
        numbers = {entry.number for entry in entries}
        if not self._held.keys() <= numbers:
            return False
        if any(later.number <= earlier.number for earlier, later in zip(self._order(), self._order()[1:])):
            return False
        for entry in entries:
            held = self._held.get(entry.number)
            if held is None:
                if entry.number < self._last:
                    return False
            elif held.entry != entry:
                same = held.entry.state == "running" and held.entry.params == entry.params
                if not same or (entry.notes and not held.noted):
                    return False
        return True

    def _order(self) -> List[Entry]:
        return [held.entry for held in sorted(self._held.values(), key=lambda held: held.place)]

    def _add(self, entries: Sequence[Entry]) -> None:
        """Finished ones in one go as far as they stand together; those that run as trials handed out."""
        together: List[Entry] = []
        for entry in entries:
            if entry.state != "running":
                together.append(entry)
                continue
            self._insert(together)
            together = []
            self._operations.enqueue(NAME, [entry.params])
            place = self._operations.ask(NAME, 1, True)[0][0][0]
            self._hold(place, entry, False)
        self._insert(together)

    def _insert(self, entries: Sequence[Entry]) -> None:
        if entries:
            first = self._operations.insert(NAME, json.dumps([entry.row() for entry in entries]))
            for offset, entry in enumerate(entries):
                self._hold(first + offset, entry, True)

    def _hold(self, place: int, entry: Entry, noted: bool) -> None:
        self._held[entry.number] = _Held(place, entry, noted)
        self._last = max(self._last, entry.number)
