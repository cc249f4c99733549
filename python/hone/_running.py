# SPDX-License-Identifier: MIT
"""How a study runs objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, NoReturn, Optional, Type, cast

from ._durations import Duration
from ._hints import refuse

if TYPE_CHECKING:
    from ._results import Result
    from ._study import Callback, Study
    from ._trial import Trial


class Running:
    """What a study inherits for whoever runs it."""

    def optimize(
        self,
        objective: Callable[[Trial], Result],
        trials: Optional[int] = None,
        *,
        timeout: Duration = None,
        n_jobs: int = 1,
        processes: int = 0,
        callbacks: Iterable[Callback] = (),
        catch: Optional[Iterable[Type[BaseException]]] = None,
        show_progress_bar: bool = False,
        executor: Any = None,
        parallel: Optional[int] = None,
        gc_after_trial: bool = False,
        **other: NoReturn,
    ) -> None:
        """Runs ``objective(trial)`` until ``trials`` more trials have ended, ``timeout`` seconds (or ``"1h30m"``) have
        passed, the sampler has nothing left, or ``stop()`` was called.

        The objective returns a number (with several objectives a list, or a dict by name), or raises
        hone.TrialPruned. Another exception makes its trial a failed one, whose ``error`` is the traceback.
        With ``catch`` left out the search then goes on, unless each of the first five trials failed so, which
        raises ObjectiveError; otherwise exceptions that are not of these types end the search and are raised.

        ``n_jobs`` objectives run at a time in threads of this process (-1: as many as it has cores); or ``processes``
        of them in processes of their own, which needs a store that these can share and an objective that can be
        pickled. Ctrl-C puts the running trial back into the queue (with several: lets them end), and raises
        KeyboardInterrupt. A store that does not answer, such as a service that restarts, is waited for up to two minutes.

        ``executor``: anything with ``submit()`` that returns futures, such as ProcessPoolExecutor or loky's, runs
        the objectives, and this program asks and tells: so many at a time as it has workers, or ``parallel`` of them. In
        processes of it, trials report to a store that these can reach. ``parallel`` without an executor is ``n_jobs``.
        Ctrl-C gives back what an executor has not ended.

        ``callbacks`` are called in this process as ``callback(study, frozen_trial)`` after each trial, one at a time.
        With ``processes`` the workers do not wait for them. ``gc_after_trial`` collects Python's garbage after each.

        >>> study = hone.create_study({"x": hone.Float(-5, 5)}, seed=1)
        >>> study.optimize(lambda trial: (trial["x"] - 2) ** 2, trials=25)
        >>> study.best_value < 0.01
        True
        """
        from ._optimize import optimize

        refuse(Running.optimize, other)
        optimize(cast("Study", self), objective, trials, timeout, n_jobs, processes, callbacks, catch, show_progress_bar,
                 executor, parallel, gc_after_trial)  # fmt: skip

    def stop(self) -> None:
        """Lets optimize() end after the trials that run; from a callback, an objective or another thread."""
        cast("Study", self)._stopped.set()
