# SPDX-License-Identifier: MIT
"""Results that were measured elsewhere, as trials of a study."""

from __future__ import annotations

import json
import warnings
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, NoReturn, Optional, Sequence, Tuple, Union, cast

from ._errors import InvalidArgumentError
from ._hints import refuse
from ._results import Result, in_json, reported, unusable
from ._choices import native
from ._trial import FrozenTrial, checked_attribute
from ._values import readable, whole

if TYPE_CHECKING:
    from ._study import Study

Reports = Union[Mapping[int, Any], Sequence[Tuple[int, Any]]]


class Added:
    """What a study inherits for who has results already."""

    def add_trial(
        self,
        params: Mapping[str, Any],
        value: Result = None,
        *,
        state: Optional[str] = None,
        reports: Reports = (),
        attributes: Optional[Mapping[str, Any]] = None,
        error: str = "",
        started: Optional[datetime] = None,
        finished: Optional[datetime] = None,
        **other: NoReturn,
    ) -> int:
        """Adds a trial that was run elsewhere, from which samplers learn as from their own; returns its number.

        ``value``: a number; with several objectives a list, or a dict by name. Without one, ``state`` says how the trial
        ended: ``failed``, ``pruned``, ``timed_out`` or ``infeasible``. ``reports``: intermediate values, a dict by step or a
        list of (step, value). ``started`` and ``finished``: when; now, when left out. All parameters of the space are given.

        >>> study = hone.create_study({"x": hone.Float(0, 10)}, sampler="random")
        >>> study.add_trial({"x": 2.5}, 0.25, reports={1: 0.5, 2: 0.3}, attributes={"machine": "old"})
        0
        >>> study.add_trial({"x": 9.0}, state="failed", error="out of memory")
        1
        >>> study.best_params
        {'x': 2.5}
        """
        refuse(Added.add_trial, other)
        row = {
            "params": params, "value": value, "state": state, "reports": reports, "attributes": attributes, "error": error,
            "started": started, "finished": finished,
        }  # fmt: skip
        return self._added([row])[0]

    def add_trials(self, trials: Iterable[Union[FrozenTrial, Mapping[str, Any]]]) -> List[int]:
        """Adds several, all or none: trials of another study, or dicts of what add_trial() takes. Returns their numbers.

        >>> study = hone.create_study({"x": hone.Float(0, 10)}, sampler="random")
        >>> study.add_trials([{"params": {"x": 1.0}, "value": 3.0}, {"params": {"x": 2.0}, "value": 1.0}])
        [0, 1]
        >>> other = hone.create_study({"x": hone.Float(0, 10)}, sampler="random")
        >>> other.add_trials(study.trials)
        [0, 1]
        """
        return self._added(trials)

    def _added(self, trials: Iterable[Union[FrozenTrial, Mapping[str, Any]]]) -> List[int]:
        study, rows = cast("Study", self), []
        for i, trial in enumerate(trials):  # no comprehension: a warning counts the frames to who called
            rows.append(_row(study, trial, f"trials[{i}]"))
        if not study._known:
            raise InvalidArgumentError(
                "the study does not know its space yet, so no trial can be added; give create_study() a space, or run one trial first"
            )
        if not rows:
            return []
        first = study._operations.insert(study.name, json.dumps(rows, allow_nan=False))
        return list(range(first, first + len(rows)))


_WORDS = ("params", "value", "state", "reports", "attributes", "error", "started", "finished")


def _row(study: Study, trial: Union[FrozenTrial, Mapping[str, Any]], place: str) -> Dict[str, Any]:
    """As the store reads it."""
    given = _given(trial, place)
    params, value, state = given["params"], given.get("value"), given.get("state")
    attributes = given.get("attributes") or {}
    if not isinstance(attributes, Mapping):
        raise InvalidArgumentError(f"{place}: attributes are {attributes!r}; give a dict from names to values")
    if not isinstance(params, Mapping):
        raise InvalidArgumentError(f"{place}: params are {params!r}; give a dict from names to values")
    if value is None and state is None:
        raise InvalidArgumentError(f"{place}: there is neither a value nor a state; give one, such as state='failed'")
    values = [] if value is None else study._numbers(value)
    state, error = state or "complete", str(given.get("error") or "")
    if state == "complete" and (problem := unusable(values)):
        warnings.warn(f"{place} is added as failed: {problem}", stacklevel=4)
        state, error = "failed", error or problem.replace("its", "the", 1)
    if state == "complete" and not values:
        raise InvalidArgumentError(f"{place}: a complete trial has a value; give it, or another state")
    row: Dict[str, Any] = {
        "params": {name: native(one) for name, one in params.items()},
        "state": state,
        "reports": [{"step": step, "values": in_json(values)} for step, values in _pairs(given.get("reports"), place, study.objectives)],
        "attributes": dict(checked_attribute(name, one) for name, one in attributes.items()),
        "error": readable(error) or None,
    }
    if state == "complete":
        row.update({"values": values} if len(values) > 1 else {"value": values[0]})
    for name in ("started", "finished"):
        if given.get(name) is not None:
            row[name] = _moment(given[name], f"{place}: {name}")
    return row


def _given(trial: Union[FrozenTrial, Mapping[str, Any]], place: str) -> Mapping[str, Any]:
    if isinstance(trial, FrozenTrial):
        if not trial.is_finished:
            raise InvalidArgumentError(f"{place}: trial {trial.number} is {trial.state}; add trials that have ended")
        return {**{name: getattr(trial, name) for name in _WORDS if name != "value"}, "value": trial.values}
    if not isinstance(trial, Mapping) or "params" not in trial:
        raise InvalidArgumentError(f"{place} is {trial!r}; give a trial, or a dict with 'params' and 'value'")
    refuse(Added.add_trial, {name: None for name in trial if name not in _WORDS})
    return trial


def _pairs(reports: Any, place: str, objectives: List[str]) -> List[Tuple[int, List[float]]]:
    """Steps and what was reported at each, by step."""
    given = reports.items() if isinstance(reports, Mapping) else reports or ()
    pairs: List[Tuple[int, List[float]]] = []
    try:
        for step, value in given:
            step = whole(step, "a step")
            pairs.append((step, reported(value, step, objectives)))
    except InvalidArgumentError as problem:
        raise InvalidArgumentError(f"{place}: {problem}") from None
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"{place}: reports are {reports!r}; give a dict by step, or a list of (step, value)") from None
    return sorted(pairs, key=lambda pair: pair[0])


def _moment(given: Any, what: str) -> str:
    """A time without a zone is one of this machine's."""
    if not isinstance(given, datetime):
        raise InvalidArgumentError(f"{what} is {given!r}; give a datetime")
    return given.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
