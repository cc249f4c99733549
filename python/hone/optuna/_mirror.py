# SPDX-License-Identifier: MIT
"""The trials of an Optuna study in a study of hone's that lives in memory, for its sampler to learn from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import AbstractSet, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from .._create import Method, create_study
from .._space import Value
from .._study import Study
from .._trial import LATE, UNUSED

NAME = "optuna"


@dataclass(frozen=True)
class Setup:
    """What a mirror is made with: all that its proposals depend on beside the trials."""

    space: Dict[str, Any]  #: as a study file has it
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


@dataclass
class Entry:
    """One trial as hone is to know it. It does not change; a dataclass that is frozen takes three times as long to make."""

    number: int  #: Optuna's
    state: str
    params: Dict[str, Value]
    values: Tuple[float, ...] = ()
    reports: Tuple[Tuple[int, float], ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @cached_property
    def row(self) -> str:
        """As JSON; made once, also when a mirror is made anew."""
        made: Dict[str, Any] = {
            "params": self.params,
            "state": self.state,
            "reports": [{"step": step, "value": value} for step, value in self.reports],
            "notes": dict(self.notes),
        }
        if self.state == "complete":
            made.update({"values": list(self.values)} if len(self.values) > 1 else {"value": self.values[0]})
        return json.dumps(made)


@dataclass(frozen=True)
class _Running:
    """A trial that hone holds as handed out."""

    place: int  #: hone's number of it
    entry: Entry
    noted: bool  #: hone has what the sampler wanted to remember of it


class Mirror:
    """Follows trials. hone's numbers are the ranks of Optuna's, however the trials came to be known, so that proposals
    are a function of the trials and the setup. What only grows is added to; otherwise the mirror is made anew."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.made = 0  #: how often it was made
        self._begin()

    def _begin(self) -> None:
        self._study = self.setup.study()
        self._operations = self._study._operations
        self._running: Dict[int, _Running] = {}
        self._last = -1  # the highest number that is held; all that come have higher ones
        self._ordered = True  # hone's numbers are the ranks of Optuna's
        self.made += 1

    def propose(
        self, number: int, news: Optional[Mapping[int, Optional[Entry]]], everything: Callable[[], Sequence[Entry]]
    ) -> Tuple[Optional[Dict[str, Value]], Mapping[str, Any]]:
        """Settings for the trial of that number, and the sampler's notes. ``news``: the trials that have ended since the
        last time, and all that run, without this one; None when what was told is no longer so. ``everything``: all that
        have ended or run, by number. None when the sampler has nothing left."""
        if news is None or not self._follow(number, news):
            self._begin()
            self._add(everything())
        asked = self._operations.ask(NAME, 1, True, notes=True)["trials"]
        if not asked:
            return None, {}
        place, params, notes = asked[0]["number"], asked[0]["params"], asked[0]["notes"]
        entry = Entry(number, "running", params, notes=notes)
        self._running[number] = _Running(place, entry, True)
        # Of one that comes before others, hone's number is not the rank: the next time the mirror is made anew.
        self._ordered = number > self._last
        self._last = max(self._last, number)
        return params, notes

    def _follow(self, number: int, news: Mapping[int, Optional[Entry]]) -> bool:
        """Takes in what is new. False, and nothing, when the mirror cannot become that."""
        if not self._ordered or number in self._running or not self._running.keys() <= news.keys():
            return False
        fresh: List[Entry] = []
        ended: List[Tuple[_Running, Entry]] = []
        for of, entry in sorted(news.items()):
            held = self._running.get(of)
            if entry is None:
                if held is not None:
                    return False
            elif held is None:
                if of <= self._last:
                    return False
                fresh.append(entry)
            elif held.entry != entry:
                if entry.state == "running" or (entry.notes and not held.noted):
                    return False
                if entry.params.keys() - held.entry.params.keys() or not self._may_lack(held.entry.params.keys() - entry.params.keys()):
                    return False  # hone can be told of another value, and not of one more
                ended.append((held, entry))
        self._tell(ended)
        self._add(fresh)
        return True

    def _may_lack(self, names: AbstractSet[str]) -> bool:
        """Whether hone can be told that a trial did not use what it was proposed for these."""
        return all(self.setup.space[name].get("optional") for name in names)

    def _tell(self, ended: Sequence[Tuple[_Running, Entry]]) -> None:
        if not ended:
            return
        self._operations.tell(NAME, [
            {
                "number": held.place, "state": entry.state, "values": list(entry.values),
                "attributes": _otherwise(held.entry.params, entry.params), "reports": list(entry.reports), "error": "",
            }
            for held, entry in ended
        ])  # fmt: skip
        for _, entry in ended:
            del self._running[entry.number]

    def _add(self, entries: Sequence[Entry]) -> None:
        """Finished ones in one go as far as they stand together; those that run as trials handed out."""
        together: List[Entry] = []
        for entry in entries:
            self._last = max(self._last, entry.number)
            if entry.state != "running":
                together.append(entry)
                continue
            self._insert(together)
            together = []
            self._operations.enqueue(NAME, [entry.params])
            place = self._operations.ask(NAME, 1, True)["trials"][0]["number"]
            self._running[entry.number] = _Running(place, entry, False)
        self._insert(together)

    def _insert(self, entries: Sequence[Entry]) -> None:
        if entries:
            self._operations.insert(NAME, f"[{','.join([entry.row for entry in entries])}]")


def _otherwise(proposed: Mapping[str, Value], used: Mapping[str, Value]) -> Dict[str, Value]:
    """The attributes that say what a trial used instead of its proposal, and what it did not use."""
    told: Dict[str, Value] = {LATE + name: value for name, value in used.items() if proposed[name] != value}
    if len(used) < len(proposed):
        told[UNUSED] = ",".join(name for name in proposed if name not in used)
    return told
