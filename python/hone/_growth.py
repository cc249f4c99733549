# SPDX-License-Identifier: MIT
"""Spaces that are seen while they are used.

The first trial of a study without a space is a rehearsal: it draws its values independently, and the study is made when
it ends. A parameter that is first seen later is added to the study's space at once. Trials that are older than it lack it
(``optional`` in study files) or count as the default that the objective names. Whoever was handed out before draws a value
of its own, which is told with its result: what the store reads for a trial is what its objective was given.
"""

from __future__ import annotations

import json
import math
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Sequence, Set, Tuple

from ._artifacts import keep
from ._errors import AlreadyExistsError, HoneError, InvalidArgumentError, NotFoundError
from ._choices import finite, written
from ._join import joined, tell_other_sources
from ._nearest import choices_of, holds, overlap
from ._results import in_json
from ._space import OUTSIDE, Parameter, Value, draw, fit
from ._trial import LATE, Trial
from ._values import readable

if TYPE_CHECKING:
    from ._study import Study


#: A range or list of choices that holds the study's is taken over when so many trials in a row ask for it.
AGREED = 3


class Growth:
    """What a study keeps of its space while objectives define it. Its study's lock guards it."""

    def __init__(self, study: Study) -> None:
        self._owner = weakref.ref(study)  # so that a study ends when nobody holds it, and closes its store
        self._rehearsals = 0
        self.pending: List[Dict[str, Value]] = []  # enqueued before there was a space
        self.attributes: Dict[str, Any] = {}  # of the study, set before there was one
        self._told: Set[str] = set()  # parameters of which it was said that their ranges differ
        self._asked: Dict[str, Tuple[str, int]] = {}  # of these: what was asked for last, and how often in a row

    @property
    def _study(self) -> Study:
        study = self._owner()
        assert study is not None  # it is asked by its study
        return study

    def rehearsal(self) -> Trial:
        """A trial of a study that does not know its space: it becomes one of the store when it ends."""
        trial = Trial(self._study, None, self.pending.pop(0) if self.pending else {})
        trial._serial = self._rehearsals
        self._rehearsals += 1
        return trial

    def value(self, trial: Trial, name: str, parameter: Parameter) -> Value:
        """Of a parameter that the trial was not proposed a fitting value for."""
        study = self._study
        if trial._number is not None:
            with study._lock:
                if name not in study._space:
                    self._add({name: parameter}, trial._defaults)
        return self._late(trial, name, parameter)

    def compare(self, name: str, parameter: Parameter) -> None:
        """Says once that the objective asks for another range than the study has; the study gets it when it is wider, and
        the space is not one that somebody wrote down."""
        declared = self._study._space.get(name)
        if declared is None:
            return
        if _domain(declared) == _domain(parameter):
            self._asked.pop(name, None)
            return
        wider = holds(parameter, declared)
        if wider and holds(declared, parameter):
            return  # the same choices in another order
        follows = wider and self._study._follows and name not in self._study._declared
        if follows and self._agreed(name, parameter):
            self._widen(name, parameter)
            return
        if name in self._told:
            return
        self._told.add(name)
        warnings.warn(
            f"the objective asks for '{name}' in {parameter!r}, and the study has {declared!r}: "
            + _what_becomes_of_it(name, declared, parameter, follows), stacklevel=4,
        )  # fmt: skip

    def _agreed(self, name: str, parameter: Parameter) -> bool:
        with self._study._lock:
            asked = json.dumps(_domain(parameter))
            last, count = self._asked.get(name, ("", 0))
            self._asked[name] = asked, count + 1 if last == asked else 1
            return self._asked[name][1] == AGREED

    def _widen(self, name: str, parameter: Parameter) -> None:
        """Trials so far fit a range that holds theirs. What was said of older trials holds on."""
        study = self._study
        with study._lock:
            fields = json.loads(study._operations.definition(study.name))["parameters"]
            known = fields[name] if isinstance(fields.get(name), dict) else {}
            made = {**{word: known[word] for word in ("default", "optional") if word in known}, **parameter.definition()}
            try:
                study._operations.call("set_space", study.name, json.dumps({"parameters": {**fields, name: made}}))
            except HoneError as refused:  # such as of a service that does not allow it: the search goes on as before
                warnings.warn(f"the study keeps its range of '{name}': {refused}", stacklevel=5)
                return
            study._given[name] = parameter
            study._redefined(json.loads(study._operations.definition(study.name)))

    def loosen(self, names: Sequence[str]) -> None:
        """A trial did not ask for these: from now on trials may lack them, and nobody is shown a value that had no effect.
        A space that somebody wrote down stays as it is."""
        study = self._study
        with study._lock:
            fields = study._definition.get("parameters", {})
            looser = {
                name: {**fields[name], "optional": True}
                for name in names
                if name not in study._declared and isinstance(fields.get(name), dict) and not fields[name].keys() & {"optional", "default", "when"}
            }
            if looser and not study._definition.get("command"):
                study._redefined(json.loads(study._operations.add_parameters(study.name, json.dumps(looser))))

    def tell(self, trial: Trial, state: str, values: List[float], error: str) -> None:
        """Ends a rehearsal: it becomes a trial of the study."""
        study = self._study
        with study._lock:
            given = {**trial._params, **trial._late}
            if not study._known:
                self._establish(trial)
            self._add(trial._seen, trial._defaults)
            params = self._complete(given, trial._serial)
            late = {LATE + name: given[name] for name in trial._seen if params.get(name) != given[name]}
            row: Dict[str, Any] = {
                "params": params,
                "state": state,
                "attributes": {name: finite(written(value)) for name, value in {**trial._attributes, **late}.items()},
                "reports": [{"step": step, "values": in_json(values)} for step, values in sorted(trial._reports)],
                "error": readable(error) or None,
            }
            if state == "complete" and not all(map(math.isfinite, values)):
                row.update(state="failed", error=f"the value is {values[0] if len(values) == 1 else values}")
            elif state == "complete":
                row.update({"values": values} if len(values) > 1 else {"value": values[0]})
            trial._number = study._operations.insert(study.name, json.dumps([row]))
            for data, name in trial._artifacts:
                keep(study, trial._number, data, name)
            self._hand_over()

    def _late(self, trial: Trial, name: str, parameter: Parameter) -> Value:
        """An independent draw, kept with the trial as an attribute."""
        number = trial._serial if trial._number is None else trial._number
        trial._late[name] = draw(name, parameter, self._study._seed, number)
        return trial._late[name]

    def _establish(self, trial: Trial) -> None:
        """Makes the study with what its first trial saw; or joins it, when another process was faster."""
        study = self._study
        if not trial._seen:
            raise InvalidArgumentError(
                "the trial ended before it suggested a parameter, so the space is not known; "
                "give create_study() a space, or use trial.suggest_float() and its like in the objective"
            )
        if study._resume and self._is_made():
            self._join()
        else:
            definition = dict(study._definition)
            definition["parameters"] = {name: parameter.definition() for name, parameter in trial._seen.items()}
            try:
                study._operations.create(json.dumps(definition))
            except AlreadyExistsError:
                if not study._resume:
                    raise
                self._join()
        study._given.update(trial._seen)
        study._forget(json.loads(study._operations.definition(study.name)))
        study._known = True
        for name, value in self.attributes.items():
            study.set_attr(name, value)
        self.attributes = {}

    def _is_made(self) -> bool:
        study = self._study
        try:
            return bool(study._operations.has(study.name))
        except NotFoundError:  # the store itself is not there yet
            return False

    def _join(self) -> None:
        """Another program has made the study meanwhile: as create_study() with load_if_exists goes on with one."""
        study = self._study
        stored = json.loads(study._operations.definition(study.name))
        definition = joined(stored, study._wanted, study._named)
        if definition != stored:
            study._operations.create(json.dumps(definition))
            tell_other_sources(stored, json.loads(study._operations.definition(study.name)))

    def _hand_over(self) -> None:
        """What was enqueued before there was a space comes after the trial that showed it."""
        study = self._study
        for point in self.pending:
            study._operations.enqueue(study.name, [self._complete(point, self._rehearsals)])
            self._rehearsals += 1
        self.pending = []

    def _add(self, seen: Mapping[str, Parameter], defaults: Mapping[str, Value]) -> None:
        """Has the study know these parameters, with what earlier trials count as where that was said."""
        study = self._study
        new = {
            name: {**parameter.definition(), **({"default": written(defaults[name])} if name in defaults else {"optional": True})}
            for name, parameter in seen.items()
            if name not in study._space
        }
        if new:
            study._given.update({name: seen[name] for name in new})
            study._redefined(json.loads(study._operations.add_parameters(study.name, json.dumps(new))))

    def _complete(self, params: Mapping[str, Value], number: int) -> Dict[str, Value]:
        """A value for each parameter that a trial of the space must have: the one given where it fits, a draw
        otherwise."""
        study = self._study
        made: Dict[str, Value] = {}
        for name, parameter in study._space.items():
            value = fit(name, parameter, params[name]) if name in params else OUTSIDE
            if value is OUTSIDE and _may_lack(study._definition["parameters"].get(name)):
                continue
            made[name] = draw(name, parameter, study._seed, number) if value is OUTSIDE else value
        return made


def _what_becomes_of_it(name: str, declared: Parameter, asked: Parameter, follows: bool) -> str:
    """Of proposals, when an objective asks for something else than the study has. ``follows``: the study will have it, too."""
    if follows:
        return f"nothing else is proposed until {AGREED} trials in a row ask for it, which gives it to the study"
    choices, known = choices_of(asked), choices_of(declared)
    if choices is not None and known is not None and all(one in choices for one in known):
        return (
            "the other choices are never proposed; give them to the study, "
            f"study.set_space({{**study.space, {name!r}: hone.{asked!r}}}), or ask for what the study has"
        )
    if choices is not None and known is not None and any(one in choices for one in known):
        return (
            "where none of what is asked for is proposed, a random draw replaces it, of which the sampler learns only when the study "
            f"has such a value; give the study these choices, study.set_space({{**study.space, {name!r}: hone.{asked!r}}}), or ask "
            "for what it has"
        )
    if not overlap(declared, asked):
        return (
            "what is proposed and is none of what is asked for is replaced by a random draw, of which the sampler learns only "
            "when the study has such a value; ask for what the study has, or give the parameter another name"
        )
    moved = "what is proposed outside of what is asked for is moved to the nearest value there, from which the sampler learns"
    if declared.low <= asked.low and asked.high <= declared.high:  # type: ignore[attr-defined]
        return f"{moved}; ask for the study's range, or give the parameter another name"
    return (
        f"{moved}, and nothing outside of the study's range is proposed; widen it with study.set_space(), or give the "
        "parameter another name"
    )


def _may_lack(definition: Any) -> bool:
    return isinstance(definition, dict) and bool(definition.get("optional"))


def _domain(parameter: Parameter) -> Dict[str, Any]:
    """What the parameter may be, without when it exists and what people are told of it. A range of one value is that
    value."""
    made = dict(parameter.definition())
    if made.get("type") == "int" and made["low"] == made["high"]:
        return {"type": "constant", "value": made["low"]}
    return {field: value for field, value in made.items() if field not in ("when", "unit", "description")}
