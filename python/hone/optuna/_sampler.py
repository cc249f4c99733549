# SPDX-License-Identifier: MIT
"""A sampler for Optuna's studies."""

from __future__ import annotations

import math
import threading
import warnings
from secrets import randbits
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState

from .._create import Method, Source, _method, _source
from .._errors import InvalidArgumentError
from .._space import draw
from .._values import is_plain
from . import _names
from ._draws import drawn
from ._limits import Judged, judged, violation_of
from ._mirror import Entry, Mirror, Setup
from ._spaces import Coded, Coding, Shown, searchable, shown_by

#: The system attribute of an Optuna trial that keeps what was proposed and the sampler's notes.
PROPOSAL = "hone:proposal"
_STATES = {
    TrialState.COMPLETE: "complete",
    TrialState.PRUNED: "pruned",
    TrialState.FAIL: "failed",
    TrialState.RUNNING: "running",
}


class HoneSampler(BaseSampler):
    """Lets hone propose the trials of an Optuna study, whatever its storage.

    ``sampler``: one of hone's, by name or as a dict of name and options (``hone.samplers()`` lists them).
    ``seed``: the same seed and the same trials give the same proposals, in whatever process. Left out, one is drawn.
    ``constraints_func``: as Optuna's samplers have it: called with a trial that ended, returns numbers of which
    those above 0 are violations. Constraints set with Optuna's ``trial.set_constraint`` count as well.
    ``independent_sampler``: an Optuna sampler for parameters that no trial has shown yet, or whose presence no
    other parameter explains, or that hone cannot search (whole numbers beyond 2^49, intervals wider than the largest
    number). Left out, such values are drawn from seed, trial number and name.
    ``horizon``: how many trials are planned, for samplers that plan.
    ``sources``: earlier studies to learn from, for samplers that can: Optuna studies, hone's, or as in a study file.

    The sampler keeps nothing that matters: it reads the study's trials whenever it is asked, so that it can be
    pickled, replaced or run in many processes at once. See docs/guide/python-optuna.md.
    """

    def __init__(
        self,
        sampler: Optional[Method] = None,
        *,
        seed: Optional[int] = None,
        constraints_func: Optional[Callable[[FrozenTrial], Sequence[float]]] = None,
        independent_sampler: Optional[BaseSampler] = None,
        horizon: Optional[int] = None,
        sources: Union[Source, optuna.Study, Sequence[Union[Source, optuna.Study]]] = (),
    ) -> None:
        self._method = _method("hebo" if sampler is None else sampler, "sampler")
        self._seed = randbits(31) if seed is None else int(seed)
        self._constraints_func = constraints_func
        self._independent_sampler = independent_sampler
        self._horizon = horizon
        listed: Any = sources if isinstance(sources, Sequence) and not isinstance(sources, str) else [sources]
        self._sources = tuple(_rows(source) for source in listed)
        # What is wrong with the sampler or its options shows here, and not in the middle of a search.
        self._setup({}, ["minimize"]).study()
        self._forget()

    def _forget(self) -> None:
        self._lock = threading.RLock()
        self._mirror: Optional[Mirror] = None
        self._studied: Tuple[Any, int] = (None, -1)
        self._shown: Tuple[int, Shown] = (0, Shown({}, {}))

    def __getstate__(self) -> Dict[str, Any]:
        kept = dict(self.__dict__)
        for name in ("_lock", "_mirror", "_studied", "_shown"):
            kept.pop(name, None)
        return kept

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def reseed_rng(self) -> None:
        """Another seed, at random."""
        with self._lock:
            self._seed = randbits(31)
            self._mirror = None
        if self._independent_sampler is not None:
            self._independent_sampler.reseed_rng()

    # --- proposing

    def infer_relative_search_space(self, study: optuna.Study, trial: FrozenTrial) -> Dict[str, BaseDistribution]:
        """All parameters that the trials so far explain, conditional ones included."""
        with self._lock:
            return dict(self._space_of(study, study.get_trials(deepcopy=False)).distributions)

    def sample_relative(
        self, study: optuna.Study, trial: FrozenTrial, search_space: Dict[str, BaseDistribution]
    ) -> Dict[str, Any]:
        """hone's proposal for the trial: the parameters of the space that exist in it."""
        directions = ["minimize" if one == StudyDirection.MINIMIZE else "maximize" for one in study.directions]
        with self._lock:
            trials = study.get_trials(deepcopy=False)
            shown = self._space_of(study, trials).only(search_space)
            if not shown.distributions:
                return {}
            coding = Coding.of(shown)
            setup = self._setup(coding.space(), directions)
            if self._mirror is None or self._mirror.setup != setup:
                self._mirror = Mirror(setup)
            entries = self._entries(trials, trial.number, coding, directions)
            proposed, notes = self._mirror.propose(trial.number, entries)
            if proposed is not None:
                # Before anybody else asks: from here on all workers see that these settings are taken.
                kept = {"params": dict(proposed), "notes": dict(notes)}
                study._storage.set_trial_system_attr(trial._trial_id, PROPOSAL, kept)
                return coding.params(proposed)
        warnings.warn(
            f"the sampler has nothing left to propose for trial {trial.number}; its parameters are drawn at random",
            stacklevel=2,
        )
        return {}

    def sample_independent(
        self, study: optuna.Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """A value for a parameter outside the space of sample_relative()."""
        if self._independent_sampler is not None:
            return self._independent_sampler.sample_independent(study, trial, param_name, param_distribution)
        if param_distribution.single():
            return _only_value(param_distribution)
        if not searchable(param_name, param_distribution):
            return drawn(param_distribution, f"{self._seed}:{trial.number}:{param_name}")
        coded = Coded.of(param_distribution)
        return coded.to_optuna(draw(_names.to_hone(param_name), coded.parameter({}), self._seed, trial.number))

    def before_trial(self, study: optuna.Study, trial: FrozenTrial) -> None:
        if self._independent_sampler is not None:
            self._independent_sampler.before_trial(study, trial)

    def after_trial(
        self, study: optuna.Study, trial: FrozenTrial, state: TrialState, values: Optional[Sequence[float]]
    ) -> None:
        """Keeps the constraints of a trial with it, where Optuna's own samplers do."""
        if self._constraints_func is not None and state in (TrialState.COMPLETE, TrialState.PRUNED):
            limits: Optional[Tuple[float, ...]] = None
            try:
                limits = tuple(float(one) for one in self._constraints_func(trial))
                if any(math.isnan(one) for one in limits):
                    limits = None
                    raise ValueError("constraints_func returned NaN; return a number for each constraint")
            finally:
                study._storage.set_trial_system_attr(trial._trial_id, "constraints", limits)
        if self._independent_sampler is not None:
            self._independent_sampler.after_trial(study, trial, state, values)

    # --- behind it

    def _setup(self, space: Mapping[str, Any], directions: List[str]) -> Setup:
        space = dict(space) or {"x": True}
        return Setup(space, directions, self._method, self._seed, self._horizon, self._sources)

    def _space_of(self, study: optuna.Study, trials: Sequence[FrozenTrial]) -> Shown:
        """Of complete trials; of pruned ones while there are no others, as these may have ended before they came
        to a parameter."""
        now = (study._storage, study._study_id)
        if self._studied[0] is not now[0] or self._studied[1] != now[1]:
            self._studied, self._shown, self._mirror = now, (0, Shown({}, {})), None
        telling = [trial for trial in trials if trial.state == TrialState.COMPLETE]
        if not telling:
            return shown_by([trial for trial in trials if trial.state == TrialState.PRUNED])
        if self._shown[0] != len(telling):
            self._shown = len(telling), shown_by(telling)
        return self._shown[1]

    def _entries(
        self, trials: Sequence[FrozenTrial], number: int, coding: Coding, directions: List[str]
    ) -> List[Entry]:
        judge = judged([_judgement(trial) for trial in trials if trial.state == TrialState.COMPLETE], directions)
        made: List[Entry] = []
        for trial in trials:
            if trial.number == number or trial.state not in _STATES:
                continue
            kept = trial.system_attrs.get(PROPOSAL) or {}
            params = trial.params
            if trial.state in (TrialState.RUNNING, TrialState.FAIL):  # they may not have come to all of them
                proposed = coding.params(kept.get("params", {}))
                params = {**proposed, **trial.system_attrs.get("fixed_params", {}), **params}
            configuration = coding.configuration(params)
            if configuration is None:
                continue
            made.append(_entry(trial, configuration, judge, len(directions), kept.get("notes") or {}))
        return made


def _entry(
    trial: FrozenTrial, configuration: Dict[str, Any], judge: Judged, objectives: int, notes: Mapping[str, Any]
) -> Entry:
    state = _STATES[trial.state]
    values: Tuple[float, ...] = ()
    if trial.state == TrialState.COMPLETE:
        told = judge.values(_judgement(trial))
        if told is None:
            state = "infeasible"
        elif all(map(math.isfinite, told)):
            values = told
        else:
            state = "failed"
    reports = tuple(
        (int(step), float(value)) for step, value in sorted(trial.intermediate_values.items()) if math.isfinite(value)
    )
    # Of several objectives a report cannot say which it is of.
    return Entry(trial.number, state, configuration, values, reports if objectives == 1 else (), notes)


def _judgement(trial: FrozenTrial) -> Tuple[Tuple[float, ...], float]:
    return tuple(trial.values or ()), violation_of(trial.system_attrs)


def _only_value(distribution: BaseDistribution) -> Any:
    if isinstance(distribution, CategoricalDistribution):
        return distribution.choices[0]
    assert isinstance(distribution, (FloatDistribution, IntDistribution))
    return distribution.low


def _rows(source: Any) -> Any:
    """An Optuna study as rows of a source; others as they are."""
    if not isinstance(source, optuna.Study):
        return _source(source)
    if len(source.directions) > 1:
        raise InvalidArgumentError(
            f"the source '{source.study_name}' has several objectives; give studies with one"
        )
    complete = source.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    return {
        "name": source.study_name,
        "trials": [
            {"params": _plain_params(trial), "value": trial.values[0]}
            for trial in complete
            if math.isfinite(trial.values[0])
        ],
    }


def _plain_params(trial: FrozenTrial) -> Dict[str, Any]:
    """Under hone's names, without what hone has no word for."""
    return {
        _names.to_hone(name): value for name, value in trial.params.items() if _names.fits(name) and is_plain(value)
    }
