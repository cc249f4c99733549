# SPDX-License-Identifier: MIT
"""The shortest way to a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Mapping, NoReturn, Optional, Sequence, Type, Union

from ._create import _LEFT_OUT, Address, Method, create_study
from ._durations import Duration
from ._errors import InvalidArgumentError
from ._hints import refuse
from ._results import Result
from ._space import Space
from ._study import Callback, Study
from ._trial import FrozenTrial, Trial
from ._values import whole


@dataclass(frozen=True)
class Found:
    """What a search found."""

    params: Dict[str, Any]  #: the best settings
    value: float  #: what they gave
    trial: FrozenTrial  #: the trial that they are of
    study: Study  #: everything that was tried

    @property
    def trials(self) -> List[FrozenTrial]:
        return self.study.trials

    def __repr__(self) -> str:
        return f"Found(value={self.value!r}, params={self.params!r}, trial={self.trial.number})"

    def _repr_html_(self) -> str:
        """What the study shows in a notebook: the best settings stand there."""
        return self.study._repr_html_()


def _search(
    direction: str,
    objective: Callable[[Trial], Result],
    space: Optional[Space],
    trials: int,
    n_jobs: int,
    processes: int,
    timeout: Duration,
    callbacks: Iterable[Callback],
    catch: Optional[Iterable[Type[BaseException]]],
    show_progress_bar: bool,
    executor: Any,
    parallel: Optional[int],
    gc_after_trial: bool,
    options: Dict[str, Any],
) -> Found:
    if whole(trials, "trials") < 1:
        raise InvalidArgumentError(f"trials is {trials}; give 1 or more")
    options.setdefault("horizon", trials)
    study = create_study(space, direction=direction, load_if_exists=True, **options)
    study.optimize(
        objective, max(0, whole(trials, "trials") - len(study)), timeout=timeout, n_jobs=n_jobs, processes=processes,
        callbacks=callbacks, catch=catch, show_progress_bar=show_progress_bar, executor=executor, parallel=parallel,
        gc_after_trial=gc_after_trial,
    )  # fmt: skip
    best = study.best_trial
    return Found(best.params, study.best_value, best, study)


def minimize(
    objective: Callable[[Trial], Result],
    space: Optional[Space] = None,
    trials: int = 100,
    *,
    sampler: Optional[Method] = None,
    pruner: Optional[Method] = None,
    seed: Optional[int] = _LEFT_OUT,
    store: Address = "memory:",
    name: str = "study",
    constraints: Sequence[str] = (),
    constraints_on: Sequence[str] = (),
    candidates: Optional[Sequence[Mapping[str, Any]]] = None,
    sources: Any = (),
    enqueue: Sequence[Any] = (),
    n_jobs: int = 1,
    processes: int = 0,
    timeout: Duration = None,
    callbacks: Iterable[Callback] = (),
    catch: Optional[Iterable[Type[BaseException]]] = None,
    show_progress_bar: bool = False,
    executor: Any = None,
    parallel: Optional[int] = None,
    gc_after_trial: bool = False,
    adopt: Union[bool, Mapping[str, Any]] = False,
    **other: NoReturn,
) -> Found:
    """Searches the space for the settings of the least value. ``trials`` counts those of an earlier run in the
    same store as well. The other arguments are those of create_study() and Study.optimize().

    >>> found = hone.minimize(lambda p: (p["x"] - 2) ** 2, {"x": hone.Float(-5, 5)}, trials=25, seed=1)
    >>> abs(found.params["x"] - 2) < 0.1
    True
    """
    refuse(minimize, other)
    options = dict(
        sampler=sampler, pruner=pruner, seed=seed, store=store, name=name, constraints=constraints,
        constraints_on=constraints_on, candidates=candidates, sources=sources, enqueue=enqueue, adopt=adopt,
    )  # fmt: skip
    return _search(
        "minimize", objective, space, trials, n_jobs, processes, timeout, callbacks, catch, show_progress_bar, executor,
        parallel, gc_after_trial, options,
    )  # fmt: skip


def maximize(
    objective: Callable[[Trial], Result],
    space: Optional[Space] = None,
    trials: int = 100,
    *,
    sampler: Optional[Method] = None,
    pruner: Optional[Method] = None,
    seed: Optional[int] = _LEFT_OUT,
    store: Address = "memory:",
    name: str = "study",
    constraints: Sequence[str] = (),
    constraints_on: Sequence[str] = (),
    candidates: Optional[Sequence[Mapping[str, Any]]] = None,
    sources: Any = (),
    enqueue: Sequence[Any] = (),
    n_jobs: int = 1,
    processes: int = 0,
    timeout: Duration = None,
    callbacks: Iterable[Callback] = (),
    catch: Optional[Iterable[Type[BaseException]]] = None,
    show_progress_bar: bool = False,
    executor: Any = None,
    parallel: Optional[int] = None,
    gc_after_trial: bool = False,
    adopt: Union[bool, Mapping[str, Any]] = False,
    **other: NoReturn,
) -> Found:
    """minimize() for the largest value.

    >>> hone.maximize(lambda p: -abs(p["n"] - 7), {"n": hone.Int(0, 20)}, trials=15, seed=1).params
    {'n': 7}
    """
    refuse(maximize, other)
    options = dict(
        sampler=sampler, pruner=pruner, seed=seed, store=store, name=name, constraints=constraints,
        constraints_on=constraints_on, candidates=candidates, sources=sources, enqueue=enqueue, adopt=adopt,
    )  # fmt: skip
    return _search(
        "maximize", objective, space, trials, n_jobs, processes, timeout, callbacks, catch, show_progress_bar, executor,
        parallel, gc_after_trial, options,
    )  # fmt: skip
