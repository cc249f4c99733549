# SPDX-License-Identifier: MIT
"""The shortest way to a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Type

from ._create import Method, create_study
from ._errors import InvalidArgumentError
from ._results import Result
from ._space import Space, Value
from ._study import Callback, Study
from ._trial import FrozenTrial, Trial
from ._values import whole


@dataclass(frozen=True)
class Found:
    """What a search found."""

    params: Dict[str, Value]  #: the best settings
    value: float  #: what they gave
    trial: FrozenTrial  #: the trial that they are of
    study: Study  #: everything that was tried

    @property
    def trials(self) -> List[FrozenTrial]:
        return self.study.trials


def _search(
    direction: str,
    objective: Callable[[Trial], Result],
    space: Optional[Space],
    trials: int,
    n_jobs: int,
    processes: int,
    timeout: Optional[float],
    callbacks: Iterable[Callback],
    catch: Optional[Iterable[Type[BaseException]]],
    show_progress_bar: bool,
    options: Dict[str, Any],
) -> Found:
    if whole(trials, "trials") < 1:
        raise InvalidArgumentError(f"trials is {trials}; give 1 or more")
    options.setdefault("horizon", trials)
    study = create_study(space, direction=direction, load_if_exists=True, **options)
    study.optimize(
        objective, max(0, whole(trials, "trials") - len(study)), timeout=timeout, n_jobs=n_jobs, processes=processes,
        callbacks=callbacks, catch=catch, show_progress_bar=show_progress_bar,
    )  # fmt: skip
    best = study.best_trial
    return Found(best.params, study.best_value, best, study)


def minimize(
    objective: Callable[[Trial], Result],
    space: Optional[Space] = None,
    trials: int = 100,
    *,
    sampler: Method = "hebo",
    pruner: Optional[Method] = None,
    seed: int = 0,
    store: str = "memory:",
    name: str = "study",
    constraints: Sequence[str] = (),
    sources: Any = (),
    enqueue: Sequence[Any] = (),
    n_jobs: int = 1,
    processes: int = 0,
    timeout: Optional[float] = None,
    callbacks: Iterable[Callback] = (),
    catch: Optional[Iterable[Type[BaseException]]] = None,
    show_progress_bar: bool = False,
) -> Found:
    """Searches the space for the settings of the least value. ``trials`` counts those of an earlier run in the
    same store as well. The other arguments are those of create_study() and Study.optimize().

    >>> found = hone.minimize(lambda p: (p["x"] - 2) ** 2, {"x": hone.Float(-5, 5)}, trials=25, seed=1)
    >>> abs(found.params["x"] - 2) < 0.1
    True
    """
    options = dict(
        sampler=sampler, pruner=pruner, seed=seed, store=store, name=name, constraints=constraints,
        sources=sources, enqueue=enqueue,
    )  # fmt: skip
    return _search(
        "minimize", objective, space, trials, n_jobs, processes, timeout, callbacks, catch, show_progress_bar, options
    )


def maximize(
    objective: Callable[[Trial], Result],
    space: Optional[Space] = None,
    trials: int = 100,
    *,
    sampler: Method = "hebo",
    pruner: Optional[Method] = None,
    seed: int = 0,
    store: str = "memory:",
    name: str = "study",
    constraints: Sequence[str] = (),
    sources: Any = (),
    enqueue: Sequence[Any] = (),
    n_jobs: int = 1,
    processes: int = 0,
    timeout: Optional[float] = None,
    callbacks: Iterable[Callback] = (),
    catch: Optional[Iterable[Type[BaseException]]] = None,
    show_progress_bar: bool = False,
) -> Found:
    """minimize() for the largest value.

    >>> hone.maximize(lambda p: -abs(p["n"] - 7), {"n": hone.Int(0, 20)}, trials=15, seed=1).params
    {'n': 7}
    """
    options = dict(
        sampler=sampler, pruner=pruner, seed=seed, store=store, name=name, constraints=constraints,
        sources=sources, enqueue=enqueue,
    )  # fmt: skip
    return _search(
        "maximize", objective, space, trials, n_jobs, processes, timeout, callbacks, catch, show_progress_bar, options
    )
