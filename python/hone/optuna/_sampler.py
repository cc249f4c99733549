# SPDX-License-Identifier: MIT
"""A sampler for Optuna's studies."""

from __future__ import annotations

import math
import threading
import warnings
from secrets import randbits
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple, Union

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState

from .._create import Method, Source, _source, method
from .._errors import InvalidArgumentError
from .._space import draw
from .._values import is_plain
from . import _names
from ._draws import drawn
from ._entries import PROPOSAL
from ._mirror import Setup
from ._proposing import Proposing
from ._ranges import nearest
from ._spaces import Coded, searchable

__all__ = ["PROPOSAL", "HoneSampler"]


class HoneSampler(BaseSampler):
    """Lets hone propose the trials of an Optuna study, whatever its storage.

    ``sampler``: one of hone's, by name or as a dict of name and options (``hone.samplers()`` lists them).
    ``seed``: the same seed and the same trials give the same proposals, in whatever process. Left out, one is drawn.
    ``constraints_func``: as Optuna's samplers have it: called with a trial that ended, returns numbers of which
    those above 0 are violations. Constraints set with Optuna's ``trial.set_constraint`` count as well.
    ``independent_sampler``: an Optuna sampler for parameters that no trial has shown yet, or that hone cannot search (whole
    numbers beyond 2^49, intervals wider than the largest number). Left out, such values are drawn from seed, trial number
    and name.
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
        self._method = method("hebo" if sampler is None else sampler, "sampler")
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
        self._proposing: Dict[Any, Proposing] = {}  # of one study; one for each bracket of Hyperband's
        self._looked: Optional[Tuple[Proposing, int]] = None  # who read the trials last, and for which one
        self._told: Set[str] = set()  # parameters of which it was said that their ranges differ

    def __getstate__(self) -> Dict[str, Any]:
        kept = dict(self.__dict__)
        for name in ("_lock", "_proposing", "_looked", "_told"):
            kept.pop(name, None)
        return kept

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def reseed_rng(self) -> None:
        """Another seed, at random."""
        with self._lock:
            self._seed = randbits(31)
            self._proposing, self._looked = {}, None
        if self._independent_sampler is not None:
            self._independent_sampler.reseed_rng()

    # --- proposing

    def infer_relative_search_space(self, study: optuna.Study, trial: FrozenTrial) -> Dict[str, BaseDistribution]:
        """All parameters that the trials so far have shown, conditional ones included."""
        with self._lock:
            proposing = self._of(study)
            shown = dict(proposing.space(study.get_trials(deepcopy=False)))
            self._looked = proposing, trial._trial_id
            return shown

    def sample_relative(
        self, study: optuna.Study, trial: FrozenTrial, search_space: Dict[str, BaseDistribution]
    ) -> Dict[str, Any]:
        """hone's proposal for the trial: the parameters of the space that exist in it."""
        if not search_space:
            return {}
        with self._lock:
            proposing = self._of(study)
            # Optuna asks for the space and for the values at one go. When nobody else asked between, the trials are known.
            if self._looked != (proposing, trial._trial_id):
                proposing.space(study.get_trials(deepcopy=False))
            self._looked = None
            proposal = proposing.propose(trial.number, search_space)
            if proposal is None:
                return {}
            if proposal.kept is not None:
                # Before anybody else asks: from here on all workers see that these settings are taken.
                study._storage.set_trial_system_attr(trial._trial_id, PROPOSAL, proposal.kept)
                return proposal.params
        warnings.warn(
            f"the sampler has nothing left to propose for trial {trial.number}; its parameters are drawn at random",
            stacklevel=2,
        )
        return {}

    def sample_independent(
        self, study: optuna.Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """A value for a parameter outside the space of sample_relative(). One that was proposed for another range than is
        asked for is moved to the nearest value there."""
        proposed = self._proposed(study, trial, param_name)
        if proposed is not None and isinstance(param_distribution, (IntDistribution, FloatDistribution)):
            self._tell_of(param_name, param_distribution)
            return nearest(param_distribution, proposed)
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

    def _of(self, study: optuna.Study) -> Proposing:
        """What is known of the study; another one before is forgotten."""
        bracket = getattr(study, "_bracket_id", None)
        known = self._proposing.get(bracket)
        if known is None or not known.is_of(study):
            if any(not one.is_of(study) for one in self._proposing.values()):
                self._proposing = {}
            directions = ["minimize" if one == StudyDirection.MINIMIZE else "maximize" for one in study.directions]
            known = self._proposing[bracket] = Proposing(study, directions, lambda space: self._setup(space, directions))
        return known

    def _setup(self, space: Mapping[str, Any], directions: List[str]) -> Setup:
        space = dict(space) or {"x": True}
        return Setup(space, directions, self._method, self._seed, self._horizon, self._sources)

    @staticmethod
    def _proposed(study: optuna.Study, trial: FrozenTrial, name: str) -> Any:
        """What was proposed for it in this trial, if anything."""
        kept = study._storage.get_trial(trial._trial_id).system_attrs.get(PROPOSAL) or {}
        return kept.get("params", {}).get(_names.to_hone(name))

    def _tell_of(self, name: str, asked: Union[IntDistribution, FloatDistribution]) -> None:
        """Says once for each parameter that its ranges differ."""
        with self._lock:
            if name in self._told:
                return
            self._told.add(name)
        step = "" if asked.step is None or asked.step == 1 else f" in steps of {asked.step}"
        warnings.warn(
            f"the objective asks for '{name}' from {asked.low} to {asked.high}{step}, and trials before asked for other "
            "ranges: what is proposed outside of what is asked for is moved to the nearest value there; a share of the range "
            f"is searched better, such as suggest_float('{name}_share', 0, 1)", stacklevel=2,
        )  # fmt: skip


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
