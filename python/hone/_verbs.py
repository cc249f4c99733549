# SPDX-License-Identifier: MIT
"""The verbs on a study that hone's service declares, for Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NoReturn, Optional, Sequence, Union, cast

from ._adopt import joining
from ._artifacts import Artifact, Source, keep, listed
from ._choices import finite, native, problem_within, written
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError, UnknownWordError, name_taken
from ._hints import refuse
from ._space import definitions, given_parameters
from ._values import problem_of

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
        text = _written(fields)
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

    def artifacts(self, trial: Optional[int] = None) -> List[Artifact]:
        """The files that trials left, or those of one trial, by trial and name. ``read()`` gives the bytes of one.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> trial = study.ask()
        >>> trial.log_artifact(b"step,loss", name="loss.csv")
        >>> study.artifacts()
        [Artifact(trial=0, name='loss.csv', type='text/csv', size=9)]
        >>> study.artifacts(0)[0].read()
        b'step,loss'
        """
        return listed(cast("Study", self), trial)

    def log_artifact(self, trial: int, source: Source, name: Optional[str] = None) -> None:
        """Adds a file to any trial, also to one that has ended; a trial that runs does it by its own log_artifact()."""
        keep(cast("Study", self), trial, source, name)

    def delete_artifact(self, trial: int, name: str) -> None:
        """Takes a file from a trial."""
        self.call("delete_trial_artefact", number=trial, name=name)

    @property
    def notes(self) -> Dict[str, Any]:
        """What people say of the study: ``text`` and ``tags``. Assign a dict to replace both."""
        return self.call("notes")

    @notes.setter
    def notes(self, notes: Mapping[str, Any]) -> None:
        self.call("set_notes", **notes)

    @property
    def attributes(self) -> Dict[str, Any]:
        """What set_attr() keeps with the study, by name. A copy."""
        study = cast("Study", self)
        with study._lock:
            if not study._known:
                return {name: written(value) for name, value in study._growth.attributes.items()}
        return cast(Dict[str, Any], self.call("notes")["attributes"])

    def set_attr(self, name: str, value: Any) -> None:
        """Keeps a remark with the study, in its store, where everybody sees it: a bool, int of 64 bits, float, str, None, or
        a list or dict of these, of at most 64 KiB as JSON. ``hone show STUDY --json`` shows it, too.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> study.set_attr("data", {"name": "penguins", "folds": [1, 2, 3]})
        >>> study.attributes
        {'data': {'name': 'penguins', 'folds': [1, 2, 3]}}
        """
        study = cast("Study", self)
        if not isinstance(name, str) or problem_of(name):
            raise InvalidArgumentError(f"the attribute's name {name!r} {problem_of(name) or 'is not a text'}; give one")
        if problem := problem_within(value):
            raise InvalidArgumentError(
                f"the attribute '{name}' {problem}; give a bool, an int, a float, a str, None, or a list or dict of these"
            )
        if finite(written(value)) != written(value):
            raise InvalidArgumentError(f"the attribute '{name}' is {value!r}, which a store cannot keep as a number; give a finite one, a text or None")
        with study._lock:
            if not study._known:
                study._growth.attributes[name] = written(value)
                return
        self.call("set_attributes", set={name: finite(written(value))})

    def remove_attr(self, name: str) -> None:
        """Takes an attribute of the study away."""
        study = cast("Study", self)
        with study._lock:
            if not study._known:
                study._growth.attributes.pop(name, None)
                return
        self.call("set_attributes", remove=[name])

    def set_space(
        self,
        space: Optional[Mapping[str, Any]] = None,
        *,
        constraints: Optional[Sequence[str]] = None,
        constraints_on: Optional[Sequence[str]] = None,
        removed: Optional[Mapping[str, Any]] = None,
        adopt: Union[bool, Mapping[str, Any]] = False,
        dry_run: bool = False,
        **other: NoReturn,
    ) -> Dict[str, Any]:
        """Gives the study another space, other constraints or other limits (``constraints_on``); what is left out stays. A
        parameter is a hone.Float, hone.Int, ..., or a dict with the fields of a study file; what was said of trials from before
        one holds on: ``{**study.space, "x": hone.Float(0, 2)}``. Trials so far lack a new one with ``adopt=True``, and count as
        what ``adopt={"y": 0.9}`` says; a dict says it itself, ``"optional": True`` or ``"default": 0.9``. ``removed`` says which value of a
        parameter that goes was meant. Returns what changed and which trials do not fit any more; with ``dry_run`` nothing is
        changed.

        >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
        >>> study.set_space({"x": hone.Float(0, 2)})["adopted"]
        True
        """
        from ._create import expressions

        refuse(Verbs.set_space, other)
        study = cast("Study", self)
        given: Dict[str, Any] = {"dry_run": dry_run}
        before: Dict[str, Any] = study.definition.get("parameters", {})
        if space is not None:
            given["parameters"] = joining(_definitions(space), space, before, adopt)
        elif adopt is not False:
            raise InvalidArgumentError("adopt says what trials so far count as in a new space, and none is given; give one")
        if constraints is not None:
            given["constraints"] = expressions(constraints, "a constraint", "x + y <= 10")
        if constraints_on is not None:
            given["constraints_on"] = expressions(constraints_on, "a limit of constraints_on", "memory_mb <= 500")
        if removed is not None:
            given["removed"] = dict(removed)
        answer = self.call("set_space", **given)
        if space is not None and not dry_run:
            study._given.update(given_parameters({name: what for name, what in space.items() if not isinstance(what, Mapping)}))
            study._declared |= space.keys() - before.keys()
        study._redefined(study.definition)
        return answer

    def change(self, *, dry_run: bool = False, **fields: Any) -> Dict[str, Any]:
        """Changes the study in its store; what is left out stays, and None takes a field back to its default. The fields are
        those of a study file: ``sampler``, ``pruner``, ``seed``, ``horizon``, ``sources``, ``constraints_on``, ``budget`` (a
        dict; what it leaves out stays, too) and so on. Who works on the study goes on with the new definition. Returns what
        set_space() does.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> answer = study.change(sampler="sobol", budget={"trials": 40})
        >>> study.definition["sampler"], study.definition["budget"]
        ('sobol', {'trials': 40})
        """
        study = cast("Study", self)
        for word in fields:
            if word in ("space", "name", "trials", "direction", "directions", "timeout"):
                raise UnknownWordError(f"change() has no {word}=; {_OTHERWISE[word]}")
        from ._create import method, sources_of

        given = {name: native(value) for name, value in fields.items()}
        for name in ("sampler", "pruner"):
            if given.get(name) is not None:
                given[name] = method(given[name], name)
        if isinstance(given.get("parameters"), Mapping):
            given["parameters"] = _definitions(given["parameters"])
        if given.get("sources") is not None:
            given["sources"] = sources_of(given["sources"], study.store)
        answer = self.call("change", **given, dry_run=dry_run)
        study._redefined(study.definition)
        return answer

    def rename(self, name: str) -> None:
        """Gives the study another name in its store. Trials that were handed out are told as ever; who opened it by the
        former name opens it by this one.

        >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", name="first")
        >>> study.rename("second")
        >>> study.name
        'second'
        """
        study = cast("Study", self)
        with study._lock:
            if study._known:
                try:
                    self.call("rename", name=name)
                except AlreadyExistsError:
                    raise name_taken(name) from None
            study._definition["name"] = study._name = str(name)

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
        """A picture as data; plot_* of hone.plots draws them. ``parameters``, ``objective``, ``log``, ``range``,
        ``most``, ``with``; of ``scatter`` also ``x``, ``y``, ``colour``, ``size``."""
        return self.call("chart", chart=name, **options)

    def pause(self) -> None:
        """Hands out nothing more, in whatever process or service, until resume(); running trials may be told."""
        self.call("stop")

    def resume(self) -> None:
        """Hands out trials again after pause()."""
        self.call("resume")


def _written(fields: Mapping[str, Any]) -> str:
    def plain(value: Any) -> Any:
        known = native(value)
        if known is value:
            raise InvalidArgumentError(f"a field holds {value!r}; give numbers, texts, booleans, lists and dicts of them")
        return known

    try:
        return json.dumps(fields, default=plain, allow_nan=False)
    except ValueError as problem:
        if isinstance(problem, InvalidArgumentError):
            raise
        raise InvalidArgumentError("a field holds NaN, an infinity or itself; give finite numbers") from None


#: What change() is not asked for.
_OTHERWISE = {
    "space": "study.set_space() gives the study another one",
    "name": "study.rename() gives the study another one",
    "trials": "give budget={'trials': 40}, or say study.extend(20)",
    "timeout": "give budget={'time': '2h'}",
    "direction": "what the values mean does not change; make another study",
    "directions": "what the values mean does not change; make another study",
}


def _definitions(space: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: dict(what) if isinstance(what, Mapping) else definitions({name: what})[name] for name, what in space.items()}


def _numbers(trials: Numbers) -> List[int]:
    return [int(trials)] if isinstance(trials, int) else [int(number) for number in trials]
