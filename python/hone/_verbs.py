# SPDX-License-Identifier: MIT
"""The verbs on a study that hone's service declares, for Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Union, cast

from ._errors import NotFoundError
from ._space import definitions, native

if TYPE_CHECKING:
    from ._study import Study

Numbers = Union[int, Sequence[int]]


class Verbs:
    """What a study inherits for whoever puts things right in it."""

    def call(self, verb: str, **fields: Any) -> Dict[str, Any]:
        """Any verb that ``hone stdio`` and the service have, with its fields; returns the answer as they write it
        (docs/guide/stdio.md has them all). The methods of a study are these verbs in Python's words.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> study.call("show")["counts"]["total"]
        0
        """
        study = cast("Study", self)
        if not study._known:
            raise NotFoundError("no trial has ended yet; run some first")
        text = json.dumps(fields, default=native, allow_nan=False)
        return json.loads(study._operations.call(verb, study.name, text))  # type: ignore[no-any-return]

    def retry(self, trials: Optional[Numbers] = None, *, states: Optional[Sequence[str]] = None) -> List[int]:
        """Has trials that ended without a result run again, with the settings they had: these, or all in one of the
        ``states`` (``failed`` and ``timed_out`` when nothing is given). Returns their numbers.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> study.tell(study.ask(), state="failed")
        >>> study.retry()
        [0]
        """
        given: Dict[str, Any] = {}
        if trials is not None:
            given["numbers"] = _numbers(trials)
        if states is not None:
            given["states"] = list(states)
        return cast(List[int], self.call("retry", **given)["numbers"])

    def amend(self, trial: int, value: Union[float, Sequence[float], Mapping[str, float]]) -> None:
        """Makes a trial that has ended complete with this value; with several objectives a list, or a dict by name."""
        name = "value" if isinstance(native(value), (int, float)) else "values"
        self.call("amend", number=trial, **{name: value})

    def delete(self, trials: Numbers) -> None:
        """Takes trials out: they keep their numbers, but are counted nowhere and learned from by nobody."""
        self.call("delete", numbers=_numbers(trials))

    def cancel(self, trials: Numbers, *, requeue: bool = False) -> None:
        """Ends running trials as failed, whoever runs them, or puts them back into the queue."""
        self.call("cancel", numbers=_numbers(trials), requeue=requeue)

    def note(self, trial: int, note: str = "", *, tags: Optional[Mapping[str, bool]] = None) -> None:
        """Leaves a note in a trial; ``tags`` puts tags on it (True) or takes them off (False)."""
        self.call("note", number=trial, note=note, tags=dict(tags or {}))

    @property
    def notes(self) -> Dict[str, Any]:
        """What people say of the study: ``text`` and ``tags``. Assign a dict to replace both."""
        return self.call("notes")

    @notes.setter
    def notes(self, notes: Mapping[str, Any]) -> None:
        self.call("set_notes", **notes)

    def set_space(
        self,
        space: Optional[Mapping[str, Any]] = None,
        *,
        constraints: Optional[Sequence[str]] = None,
        removed: Optional[Mapping[str, Any]] = None,
        dry_run: bool = False,
    ) -> Dict[str, Any]:
        """Gives the study another space; what is left out stays. A parameter is a hone.Float, hone.Int, ..., or a dict
        with the fields of a study file: a new one needs a ``default``, which the trials so far count as. ``removed`` says
        which value of a parameter that goes was meant. Returns what changed and which trials do not fit any more; with
        ``dry_run`` nothing is changed.

        >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
        >>> study.set_space({"x": hone.Float(0, 2)})["adopted"]
        True
        """
        study = cast("Study", self)
        given: Dict[str, Any] = {"dry_run": dry_run}
        if space is not None:
            given["parameters"] = _definitions(space)
        if constraints is not None:
            given["constraints"] = list(constraints)
        if removed is not None:
            given["removed"] = dict(removed)
        answer = self.call("set_space", **given)
        study._redefined(study.definition)
        return answer

    def extend(self, trials: int) -> int:
        """Adds so many trials to the study's budget, and returns the budget then; workers and services go on.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> study.extend(20)
        20
        """
        return int(self.call("extend", trials=trials)["budget"])

    def versions(self) -> List[Dict[str, Any]]:
        """The definitions that the study had, the oldest first."""
        return cast(List[Dict[str, Any]], self.call("versions")["versions"])

    def sources(self) -> Dict[str, Any]:
        """What the study learns from, and how much that counted."""
        return self.call("sources")

    def charts(self) -> List[str]:
        """The names of the pictures that the study has something for."""
        return cast(List[str], self.call("charts")["charts"])

    def chart(self, name: str, **options: Any) -> Dict[str, Any]:
        """A picture as data; plot_* of hone.plots draws them. ``parameters``, ``objective``, ``log``, ``most``, ``with``."""
        return self.call("chart", chart=name, **options)

    def pause(self) -> None:
        """Hands out nothing more, in whatever process or service, until resume(); running trials may be told."""
        self.call("stop")

    def resume(self) -> None:
        """Hands out trials again after pause()."""
        self.call("resume")


def _definitions(space: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: dict(what) if isinstance(what, Mapping) else definitions({name: what})[name] for name, what in space.items()}


def _numbers(trials: Numbers) -> List[int]:
    return [int(trials)] if isinstance(trials, int) else [int(number) for number in trials]
