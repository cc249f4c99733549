# SPDX-License-Identifier: MIT
"""Spaces that are seen while they are used.

The first trial of a study without a space is a rehearsal: it draws its values independently, and the study is made when
it ends. A parameter that is first seen later is added to the study's space at once. It says what trials count as that are older
than it (``default`` in study files): the value that the trial has which saw it first, and which is given to all others
that were handed out before. So what the store reads for a trial is what its objective was given.
"""

from __future__ import annotations

import json
import math
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, cast

from ._errors import AlreadyExistsError, InvalidArgumentError
from ._space import Parameter, Value, draw, fit
from ._trial import LATE, Trial
from ._values import readable

if TYPE_CHECKING:
    from ._study import Study


class Growth:
    """What a study keeps of its space while objectives define it. Its study's lock guards it."""

    def __init__(self, study: Study) -> None:
        self._owner = weakref.ref(study)  # so that a study ends when nobody holds it, and closes its store
        self._rehearsals = 0
        self.pending: List[Dict[str, Value]] = []  # enqueued before there was a space

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
        if trial._number is None:
            return self._late(trial, name, parameter)
        with study._lock:
            if name not in study._space:
                self._add({name: (parameter, draw(name, parameter, study._seed, trial._number))})
            usual = self._usual(name)
        known = None if usual is None or name in trial._params else fit(name, parameter, usual)
        if known is None:
            return self._late(trial, name, parameter)
        trial._params[name] = known
        return known

    def tell(self, trial: Trial, state: str, values: List[float], error: str) -> None:
        """Ends a rehearsal: it becomes a trial of the study."""
        study = self._study
        with study._lock:
            given = {**trial._params, **trial._late}
            if not study._known:
                self._establish(trial)
            self._add({name: (parameter, given[name]) for name, parameter in trial._seen.items()})
            params = self._complete(given, trial._serial)
            late = {LATE + name: given[name] for name in trial._seen if params.get(name) != given[name]}
            row: Dict[str, Any] = {
                "params": params,
                "state": state,
                "attributes": {name: _written(value) for name, value in {**trial._attributes, **late}.items()},
                "reports": [{"step": step, "value": value} for step, value in sorted(trial._reports)],
                "error": readable(error) or None,
            }
            if state == "complete" and not all(map(math.isfinite, values)):
                row.update(state="failed", error=f"the value is {values[0] if len(values) == 1 else values}")
            elif state == "complete":
                row.update({"values": values} if len(values) > 1 else {"value": values[0]})
            trial._number = study._operations.insert(study.name, json.dumps([row]))
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
        definition = dict(study._definition)
        definition["parameters"] = {name: parameter.definition() for name, parameter in trial._seen.items()}
        try:
            study._operations.create(json.dumps(definition))
        except AlreadyExistsError:
            if not study._resume:
                raise
        study._forget(json.loads(study._operations.definition(study.name)))
        study._known = True

    def _hand_over(self) -> None:
        """What was enqueued before there was a space comes after the trial that showed it."""
        study = self._study
        for point in self.pending:
            study._operations.enqueue(study.name, [self._complete(point, self._rehearsals)])
            self._rehearsals += 1
        self.pending = []

    def _add(self, seen: Mapping[str, Tuple[Parameter, Value]]) -> None:
        """Has the study know these parameters, with the values that earlier trials count as."""
        study = self._study
        new = {
            name: {**parameter.definition(), "default": value}
            for name, (parameter, value) in seen.items()
            if name not in study._space
        }
        if new:
            study._redefined(json.loads(study._operations.add_parameters(study.name, json.dumps(new))))

    def _usual(self, name: str) -> Optional[Value]:
        """What trials older than the parameter count as; None when it was there from the start, or exists only
        sometimes, so that a trial may lack it."""
        made = self._study._definition["parameters"].get(name)
        plain = isinstance(made, dict) and "when" not in made
        return cast("Optional[Value]", made.get("default")) if plain else None

    def _complete(self, params: Mapping[str, Value], number: int) -> Dict[str, Value]:
        """A value for each parameter of the space: the one given where it fits, a draw otherwise."""
        study = self._study
        made: Dict[str, Value] = {}
        for name, parameter in study._space.items():
            value = fit(name, parameter, params[name]) if name in params else self._usual(name)
            made[name] = draw(name, parameter, study._seed, number) if value is None else value
        return made


def _written(value: Value) -> Value:
    """As JSON writes it, which lacks NaN and the infinities."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
