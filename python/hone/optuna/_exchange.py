# SPDX-License-Identifier: MIT
"""Optuna's studies as hone's, and back. What one of the two has no word for is kept in attributes under the names
below, so that a study that goes there and back is the same again."""

from __future__ import annotations

import json
import math
import warnings
from datetime import datetime, timezone
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import optuna
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
    distribution_to_json,
    json_to_distribution,
)
from optuna.storages import BaseStorage
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState, create_trial

from .._create import Address, Method, create_study
from .._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError
from .._space import Bool, Categorical, Constant, Float, Int, Ordinal, Parameter, Value, draw
from .._study import Study
from .._trial import LATE, FrozenTrial as Ended
from .._choices import problem_within
from .._values import is_plain, named_as_they_are, problem_of, readable
from . import _names
from ._entries import PROPOSAL
from ._shown import shown_by
from ._spaces import Coding, Shown, searchable
from ._storages import storage_of

#: In the description of a parameter: the distribution that it was, when it cannot be told from the parameter.
WAS = "optuna: "
#: Attributes of trials: a user attribute that is no text, number or truth value; a system attribute; values and
#: reports that are not finite; parameters that the trial did not come to, and that were drawn. All as JSON.
JSON, SYSTEM, VALUES, REPORTS, DRAWN = "json:", "optuna:", "optuna.values", "optuna.reports", "optuna.drawn"
#: User attributes of Optuna's trials: how a trial ended that failed there, and why.
STATE, ERROR = "hone:state", "hone:error"


# --- bringing over


def _study_of(storage: Any, name: Optional[str]) -> optuna.Study:
    if isinstance(storage, optuna.Study):
        return storage
    opened = storage_of(storage, True)
    names = [study.study_name for study in opened.get_all_studies()]
    where = "the storage" if isinstance(storage, BaseStorage) else f"'{storage}'"
    if name is None and len(names) != 1:
        listed = f"has the studies {', '.join(map(repr, names))}; name one of them" if names else "has no study"
        raise NotFoundError(f"{where} {listed}")
    if name is not None and name not in names:
        raise NotFoundError(f"{where} has no study {name!r}; use one of: {', '.join(map(repr, names))}")
    return optuna.load_study(study_name=name or names[0], storage=opened)


def import_study(
    storage: Any, study_name: Optional[str], store: Address, name: Optional[str], sampler: Method, seed: int
) -> Study:
    source = _study_of(storage, study_name)
    trials = source.get_trials(deepcopy=False)
    moved = _Moved(trials)
    directions = ["minimize" if one == StudyDirection.MINIMIZE else "maximize" for one in source.directions]
    names = source.metric_names
    if names is None or len(set(names)) < len(names):
        names = ["value"] if len(directions) == 1 else [f"value_{i}" for i in range(len(directions))]
    if not moved.space:
        has = "has a parameter that hone can search" if any(trial.params for trial in trials) else "has a parameter"
        raise InvalidArgumentError(f"no trial of the study '{source.study_name}' {has}; there is nothing to bring over")
    rows, waiting, left = moved.rows(trials, len(directions))
    called = name or source.study_name
    try:
        study = create_study(
            moved.space, name=called, store=store, sampler=sampler, seed=seed, directions=dict(zip(names, directions))
        )
    except AlreadyExistsError:
        raise AlreadyExistsError(
            f"there is a study named '{called}' already; choose another name, import_optuna(..., name=...), or delete that one "
            f"first: hone.delete_study({called!r}, store=...)"
        ) from None
    for first in range(0, len(rows), 1000):
        study._operations.insert(study.name, json.dumps(rows[first : first + 1000]))
    if waiting:
        study.enqueue(waiting)
    _take_attributes(study, source.user_attrs)
    _warn_of(left)
    _warn_of_names(trials)
    return study


def _warn_of_names(trials: Sequence[FrozenTrial]) -> None:
    """Of what is called otherwise here, or cannot be searched."""
    all_of = {name: made for trial in trials for name, made in trial.distributions.items()}
    renamed = [f"{name!r} is {_names.to_hone(name)!r}" for name in all_of if _names.to_hone(name) != name]
    beyond = [name for name, made in all_of.items() if not (made.single() or searchable(name, made))]
    unsound = sorted({key for trial in trials for key in (*trial.user_attrs, *trial.system_attrs) if problem_of(key)})
    if renamed:
        warnings.warn(f"parameters are called otherwise, as hone's names are words: {', '.join(renamed)}", stacklevel=4)
    if beyond:
        warnings.warn(
            "parameters stay with their trials and are not searched, as hone cannot (whole numbers beyond 2^49, "
            f"intervals wider than the largest number, names of more than 200 bytes): {', '.join(map(repr, beyond))}",
            stacklevel=4,
        )
    if unsound:
        listed = ", ".join(f"{key!r} is {readable(key)!r}" for key in unsound)
        warnings.warn(f"attributes are called otherwise, as hone's are texts of Unicode: {listed}", stacklevel=4)


def _warn_of(left: Sequence[Tuple[int, str]]) -> None:
    for reason in dict.fromkeys(reason for _, reason in left):
        numbers = ", ".join(str(number) for number, why in left if why == reason)
        warnings.warn(f"trials left out, as they {reason}: {numbers}", stacklevel=4)


class _Moved:
    """The space of Optuna's trials as hone has it, and the trials in it."""

    def __init__(self, trials: Sequence[FrozenTrial]) -> None:
        complete = [trial for trial in trials if trial.state == TrialState.COMPLETE]
        telling = complete or [trial for trial in trials if trial.state.is_finished()]
        shown = shown_by(telling)
        wide = {name: _widest([one.distributions[name] for one in trials if name in one.distributions])
                for name in shown.distributions}
        self._coding = Coding.of(Shown(wide, shown.conditions).only(wide))
        self._texts: Dict[str, List[str]] = {}
        self.space: Dict[str, Parameter] = {}
        self._add_single(telling)
        for name, parameter in self._coding.space().items():
            self.space[name] = self._readable(name, parameter, wide[_names.to_optuna(name)])

    def _add_single(self, trials: Sequence[FrozenTrial]) -> None:
        """Parameters with one value only, where every trial has them."""
        self._single: Dict[str, Value] = {}
        for name, distribution in (trials[0].distributions if trials else {}).items():
            if name in self._coding.coded or any(trial.distributions.get(name) != distribution for trial in trials):
                continue
            value = trials[0].params[name]
            if distribution.single() and is_plain(value) and _names.fits(name):
                called = _names.to_hone(name)
                self._single[called] = value
                self.space[called] = Constant(value, description=WAS + distribution_to_json(distribution))

    def _readable(self, name: str, parameter: Parameter, distribution: BaseDistribution) -> Parameter:
        """Choices that hone has no word for, as texts instead of positions."""
        for parent in dict(getattr(parameter, "when", ())):
            if parent in self._texts:
                tests = dict(parameter.when)  # type: ignore[attr-defined]
                tests[parent] = [self._texts[parent][int(position)] for position in tests[parent]]
                object.__setattr__(parameter, "when", tuple(tests.items()))
        if not isinstance(distribution, CategoricalDistribution) or named_as_they_are(distribution.choices):
            return parameter
        texts = self._texts[name] = _texts(distribution)
        description = WAS + distribution_to_json(distribution)
        return Categorical(texts, when=dict(getattr(parameter, "when", ())), description=description)

    def rows(
        self, trials: Sequence[FrozenTrial], objectives: int
    ) -> Tuple[List[Dict[str, Any]], List[Dict[str, Value]], List[Tuple[int, str]]]:
        """Trials that ended, settings that wait, and the numbers of those left out with the reason."""
        rows: List[Dict[str, Any]] = []
        waiting: List[Dict[str, Value]] = []
        left: List[Tuple[int, str]] = []
        for trial in trials:
            given = trial.system_attrs.get("fixed_params", {}) if trial.state == TrialState.WAITING else trial.params
            configuration, drawn = self._configuration(given, trial.number)
            if trial.state == TrialState.RUNNING:
                left.append((trial.number, "were running"))
            elif trial.state == TrialState.WAITING:
                waiting.append(configuration)
            else:
                rows.append(self._row(trial, configuration, drawn, objectives))
        return rows, waiting, left

    def _configuration(self, params: Mapping[str, Any], number: int) -> Tuple[Dict[str, Value], List[str]]:
        """The settings, and what of them was drawn: a trial that ended early did not come to all parameters."""
        given = dict(params)
        drawn = [name for name in self._single if _names.to_optuna(name) not in params]
        while (made := self._coding.configuration(given)) is None:
            # Parents come first, so that what is missing next is known after each.
            name = self._coding.missing(given)
            coded = self._coding.coded[name]
            called = _names.to_hone(name)
            given[name] = coded.to_optuna(draw(called, coded.parameter({}), 0, number))
            drawn.append(called)
        for name in made.keys() & self._texts.keys():
            made[name] = self._texts[name][int(made[name])]
        return {**self._single, **made}, drawn

    def _row(
        self, trial: FrozenTrial, configuration: Dict[str, Value], drawn: List[str], objectives: int
    ) -> Dict[str, Any]:
        attributes: Dict[str, Value] = {DRAWN: json.dumps(drawn)} if drawn else {}
        for name, value in trial.params.items():
            called = _names.to_hone(name)
            if called not in self.space:
                distribution = trial.distributions[name]
                attributes[LATE + called] = _choice_over(distribution, value)
                attributes[f"{SYSTEM}distribution:{called}"] = distribution_to_json(distribution)
        state = _STATES[trial.state]
        error = readable(str(trial.user_attrs.get(ERROR) or trial.system_attrs.get("fail_reason", "")))
        values = list(trial.values or ())
        if trial.state == TrialState.COMPLETE and not all(map(math.isfinite, values)):
            state, error = "failed", f"the value is {values[0] if objectives == 1 else values}"
            attributes[VALUES] = json.dumps(values)
        elif trial.state == TrialState.FAIL:
            state = str(trial.user_attrs.get(STATE, "failed"))
        elif trial.state == TrialState.PRUNED and values:
            attributes[VALUES] = json.dumps(values)
        reports = {step: value for step, value in sorted(trial.intermediate_values.items()) if math.isfinite(value)}
        if len(reports) < len(trial.intermediate_values):
            attributes[REPORTS] = json.dumps(trial.intermediate_values)
        for key, value in trial.user_attrs.items():
            if key not in (STATE, ERROR):
                attributes.update([_attribute(key, value)])
        for key, value in trial.system_attrs.items():
            if key not in (PROPOSAL, "fail_reason"):
                attributes[SYSTEM + readable(key)] = json.dumps(value)
        row: Dict[str, Any] = {
            "params": configuration, "state": state, "attributes": attributes, "error": error or None,
            "reports": [{"step": step, "value": value} for step, value in reports.items()],
            "notes": (trial.system_attrs.get(PROPOSAL) or {}).get("notes") or {},
        }  # fmt: skip
        if state == "complete":
            row.update({"values": values} if objectives > 1 else {"value": values[0]})
        for key, moment in (("started", trial.datetime_start), ("finished", trial.datetime_complete)):
            if moment is not None:
                text = moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
                row[key] = f"{text}.{moment.microsecond // 1000:03d}Z"
        if "started" in row:
            row["created"] = row["started"]
        return row


_STATES = {TrialState.COMPLETE: "complete", TrialState.PRUNED: "pruned", TrialState.FAIL: "failed"}


def _take_attributes(study: Study, attributes: Mapping[str, Any]) -> None:
    """Of a study: lists and dicts as they are, what hone cannot hold as JSON. A tuple is a list in Optuna's files, too."""
    for key, value in attributes.items():
        name = readable(key)
        try:
            study.set_attr(*((JSON + name, json.dumps(value)) if problem_within(value) else (name, value)))
        except (InvalidArgumentError, TypeError, ValueError) as problem:
            warnings.warn(f"the study's attribute '{name}' is left out: {problem}", stacklevel=4)


def _attribute(name: str, value: Any) -> Tuple[str, Value]:
    name = readable(name)
    return (name, value) if is_plain(value) else (JSON + name, json.dumps(value))


def _widest(several: Sequence[BaseDistribution]) -> BaseDistribution:
    """The range that holds all of them, without steps where they differ."""
    first = several[0]
    if isinstance(first, CategoricalDistribution) or all(one == first for one in several):
        return first
    low: Any = min(one.low for one in several)  # type: ignore[attr-defined]
    high: Any = max(one.high for one in several)  # type: ignore[attr-defined]
    if isinstance(first, IntDistribution):
        return IntDistribution(low, high, log=first.log)
    return FloatDistribution(low, high, log=bool(first.log))  # type: ignore[attr-defined]


# --- giving back


def export_study(study: Study, storage: Any, study_name: Optional[str]) -> optuna.Study:
    name = study_name or study.name
    distributions = {key: distribution_of(parameter) for key, parameter in study.space.items()}
    towards = {"minimize": StudyDirection.MINIMIZE, "maximize": StudyDirection.MAXIMIZE}
    directions = [towards[one] for one in study.directions]
    try:
        made = optuna.create_study(study_name=name, storage=storage_of(storage, False), directions=directions)
    except optuna.exceptions.DuplicatedStudyError:
        raise AlreadyExistsError(
            f"Optuna's storage has a study named '{name}' already; choose another name with study_name=..."
        ) from None
    if study.objectives != ["value"]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            made.set_metric_names(study.objectives)
    for key, value in study.attributes.items():
        packed = key.startswith(JSON)
        made.set_user_attr(key[len(JSON) :] if packed else key, json.loads(value) if packed else value)
    running = []
    for trial in study.trials:
        if trial.state == "running":
            running.append(trial.number)
        else:
            made.add_trial(_given_back(trial, distributions))
    if running:
        warnings.warn(f"trials left out, as they were running: {', '.join(map(str, running))}", stacklevel=3)
    return made


def distribution_of(parameter: Parameter) -> BaseDistribution:
    """The distribution that a parameter was, or the one next to it: Optuna has no order among choices, no logit scale,
    and no steps on a logarithmic one."""
    description = str(getattr(parameter, "description", ""))
    if description.startswith(WAS):
        return json_to_distribution(description[len(WAS) :])
    if isinstance(parameter, Float):
        log = bool(parameter.log or parameter.scale == "log")
        return FloatDistribution(parameter.low, parameter.high, log=log, step=None if log else parameter.step)
    if isinstance(parameter, Int):
        log = bool(parameter.log or parameter.scale == "log")
        return IntDistribution(parameter.low, parameter.high, log=log, step=1 if log else parameter.step)
    if isinstance(parameter, (Categorical, Ordinal)):
        if not named_as_they_are(parameter.choices):
            raise InvalidArgumentError(
                f"the choices {list(parameter.choices)!r} hold equal values of different types, such as 1 and True, "
                "which Optuna cannot tell apart; such a study cannot be given to it"
            )
        return CategoricalDistribution(parameter.choices)
    if isinstance(parameter, Bool):
        return CategoricalDistribution([False, True])
    assert isinstance(parameter, Constant)
    return CategoricalDistribution([parameter.value])


def _given_back(trial: Ended, distributions: Mapping[str, BaseDistribution]) -> FrozenTrial:
    attributes = dict(trial.attributes)
    user: Dict[str, Any] = {}
    system: Dict[str, Any] = {}
    values = None if trial.values is None else list(trial.values)
    state = _BACK.get(trial.state, TrialState.FAIL)
    if VALUES in attributes:
        values = json.loads(str(attributes.pop(VALUES)))
        state = TrialState.COMPLETE if state == TrialState.FAIL else state
    reports: Dict[int, float] = dict(trial.reports)
    if REPORTS in attributes:
        reports = {int(step): value for step, value in json.loads(str(attributes.pop(REPORTS))).items()}
    params, known = _params_back(trial, distributions, attributes)
    for key, value in attributes.items():
        if key.startswith(JSON):
            user[key[len(JSON) :]] = json.loads(str(value))
        elif key.startswith(SYSTEM):
            system[key[len(SYSTEM) :]] = json.loads(str(value))
        else:
            user[key] = value
    if state == TrialState.FAIL:
        if trial.state != "failed":
            user[STATE] = trial.state
        if trial.error:
            user[ERROR] = trial.error
    if state == TrialState.WAITING:
        system["fixed_params"] = params
        params, known = {}, {}
    made = create_trial(
        state=state, values=values, params=params, distributions=known, user_attrs=user, system_attrs=system,
        intermediate_values=reports,
    )  # fmt: skip
    if state != TrialState.WAITING:
        made.datetime_start = _moment(trial.started) or _moment(trial.finished) or made.datetime_start
        made.datetime_complete = _moment(trial.finished) or made.datetime_complete
    return made


_BACK = {"complete": TrialState.COMPLETE, "pruned": TrialState.PRUNED, "waiting": TrialState.WAITING}


def _moment(moment: Optional[datetime]) -> Optional[datetime]:
    """In local time without saying so, as Optuna has it."""
    return None if moment is None else moment.astimezone().replace(tzinfo=None)


def _params_back(
    trial: Ended, distributions: Mapping[str, BaseDistribution], attributes: Dict[str, Value]
) -> Tuple[Dict[str, Any], Dict[str, BaseDistribution]]:
    params: Dict[str, Any] = {}
    known: Dict[str, BaseDistribution] = {}
    drawn = json.loads(str(attributes.pop(DRAWN, "[]")))
    for name, value in trial.params.items():
        if name in drawn:
            continue
        called = _names.to_optuna(name)
        was = attributes.pop(f"{SYSTEM}distribution:{name}", None)
        distribution = distributions.get(name) if was is None else json_to_distribution(str(was))
        if distribution is None:  # one that the study has seen late, and nobody knows the range of
            distribution = CategoricalDistribution([value])
        known[called], params[called] = distribution, _choice_back(distribution, value)
    return params, known


def _choice_over(distribution: BaseDistribution, value: Any) -> Value:
    """A value of a parameter outside the space, as hone can hold it."""
    if isinstance(distribution, CategoricalDistribution) and not named_as_they_are(distribution.choices):
        return _texts(distribution)[int(distribution.to_internal_repr(value))]
    return value if is_plain(value) else str(value)


def _choice_back(distribution: BaseDistribution, value: Value) -> Any:
    if isinstance(distribution, IntDistribution):
        return int(value)
    if not isinstance(distribution, CategoricalDistribution) or named_as_they_are(distribution.choices):
        return value
    return distribution.choices[_texts(distribution).index(str(value))]


def _texts(distribution: CategoricalDistribution) -> List[str]:
    """Names for choices that hone has no word for."""
    texts = [
        choice if isinstance(choice, str) and is_plain(choice) else json.dumps(choice, default=str)
        for choice in distribution.choices
    ]
    if len(set(texts)) < len(texts):
        texts = [f"{position}: {text}" for position, text in enumerate(texts)]
    return texts
