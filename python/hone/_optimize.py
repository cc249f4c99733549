# SPDX-License-Identifier: MIT
"""Running an objective: in this thread, in several, or in processes of their own."""

from __future__ import annotations

import gc
import inspect
import os
import threading
import time
import traceback
import warnings
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Optional, Tuple, Type

from ._durations import Duration, seconds
from ._errors import InvalidArgumentError, LeaseLostError, StorageError, TrialPruned
from ._patience import patiently
from ._progress import Progress
from ._telling import BROKEN, Journal, Listener, Outcomes, not_finite, refuse_awaitable, said
from ._values import whole

if TYPE_CHECKING:
    from ._results import Result
    from ._study import Callback, Study
    from ._trial import Trial


class Tickets:
    """How many trials may still be started, shared by threads."""

    def __init__(self, count: Optional[int]) -> None:
        self._left = count
        self._lock = threading.Lock()

    def take(self) -> bool:
        with self._lock:
            if self._left is None:
                return True
            self._left -= 1
            return self._left >= 0


class Collecting:
    """An objective after which Python's garbage is collected: for models that hold each other and a lot of memory."""

    def __init__(self, objective: Callable[[Trial], Result]) -> None:
        self._objective = objective

    def __call__(self, trial: Trial) -> Result:
        try:
            return self._objective(trial)
        finally:
            gc.collect()


def slots_given(n_jobs: int, parallel: Optional[int]) -> int:
    """How many objectives at a time: both words mean the same."""
    if parallel is None:
        return n_jobs
    if n_jobs != 1:
        raise InvalidArgumentError("parallel and n_jobs are two words for the same; give one of them")
    if whole(parallel, "parallel") < 1:
        raise InvalidArgumentError(f"parallel is {parallel}; give at least 1")
    return parallel


class Loop:
    """Asks, runs and tells, in as many threads as call run()."""

    def __init__(
        self,
        study: Study,
        objective: Callable[[Trial], Result],
        take: Callable[[], bool],
        deadline: Optional[float],
        callbacks: List[Callback],
        catch: Optional[Tuple[Type[BaseException], ...]],
        stopped: Callable[[], bool],
        outcomes: Outcomes,
        listener: Listener,
    ) -> None:
        self._study = study
        self._objective = objective
        self._take = take
        self._deadline = deadline
        self._callbacks = callbacks
        self._catch = catch
        self._stopped = stopped
        self._outcomes = outcomes
        self._listener = listener
        self._calling = threading.RLock()  # callbacks come one at a time
        self._showing = threading.Lock()  # of a space that the objective defines

    def run(self) -> None:
        while not self._over() and self._take():
            if self._study._known:
                ran = self._one()
            else:  # the first trial shows the space, and is the first of the store: the others wait for it
                with self._showing:
                    ran = self._one()
            if not ran:
                return

    def _one(self) -> bool:
        held: List[int] = []
        try:
            trial = self._next(held)
            if trial is not None:
                self._run(trial)
            return trial is not None
        except Exception:
            raise
        except BaseException:  # Ctrl-C, SystemExit: the trial did nothing wrong
            for number in held:
                self._study._give_back(number)
            raise

    def _over(self) -> bool:
        return self._stopped() or (self._deadline is not None and time.monotonic() >= self._deadline)

    def _next(self, held: List[int]) -> Optional[Trial]:
        """A trial; None when there is nothing left. Where the end of a running trial may open a way, waits."""
        study, pause = self._study, 0.001
        while not self._over():
            try:
                trials, done, _ = patiently(lambda: study._ask(1, held=held), self._over)
            except StorageError:
                if self._over():
                    return None
                raise
            if trials:
                trials[0]._run_by_optimize()
                return trials[0]
            if done:
                return None
            time.sleep(pause)
            pause = min(0.5, pause * 2)
        return None

    def _run(self, trial: Trial, attempt: Optional[Callable[[Trial], Result]] = None) -> None:
        """``attempt``: in place of the objective, when that has run elsewhere."""
        study, problem = self._study, None
        state, values, error = "complete", [], ""
        try:
            result = (attempt or self._objective)(trial)
            if result is None:
                raise TypeError("the objective returned None; return a number")
            refuse_awaitable(result)
            values = study._numbers(result)
        except TrialPruned as pruned:
            state, error = "pruned", str(pruned)
        except Exception as failure:
            state, problem, error = "failed", failure, traceback.format_exc()
        self._end(trial, state, values, error, problem)

    def _end(self, trial: Trial, state: str, values: List[float], error: str, problem: Optional[Exception]) -> None:
        problem = self._tell(trial, state, values, error, problem)
        reason = not_finite(values) if problem is None else self._said(problem)
        broken = self._outcomes.note(reason, problem)
        if trial._number is not None:
            self._listener.note(trial._number, reason, problem)
            if self._callbacks:
                self._call_back(trial)
        if self._catch is None and broken:
            raise self._outcomes.error(f"the first {BROKEN} trials all failed, the last one")
        if problem is not None and self._catch is not None and not isinstance(problem, self._catch):
            raise problem

    def _said(self, problem: Exception) -> str:
        return said(problem)

    def _tell(
        self, trial: Trial, state: str, values: List[float], error: str, problem: Optional[Exception]
    ) -> Optional[Exception]:
        """Returns what made the trial a failed one."""
        study = self._study
        try:
            patiently(lambda: study._tell(trial, state, values, error))
        except LeaseLostError as lost:  # somebody cancelled it, or told another result
            if not self._has(trial, state, values):
                warnings.warn(f"a result was not taken: {lost}", stacklevel=2)
        except InvalidArgumentError as wrong:
            if trial._number is None:  # a first trial never came to a parameter
                if problem is None:
                    raise
                warnings.warn(
                    f"a trial failed before it suggested a parameter, and is not kept: {said(problem)}", stacklevel=2
                )
                return problem
            number, reason = trial._number, str(wrong)
            patiently(lambda: study._tell(number, "failed", [], reason))
            return problem or wrong
        return problem

    def _has(self, trial: Trial, state: str, values: List[float]) -> bool:
        """Whether the store has the result already: the answer to the first try may have been lost."""
        trials = patiently(lambda: self._study.trials)
        if trial._number is None or trial._number >= len(trials):
            return False
        known = trials[trial._number]
        return known.state == state and (known.values or []) == values

    def _call_back(self, trial: Trial) -> None:
        assert trial._number is not None
        with self._calling:
            ended = patiently(lambda: self._study.trials)[trial._number]
            for callback in self._callbacks:
                callback(self._study, ended)


def optimize(
    study: Study,
    objective: Callable[[Trial], Result],
    n_trials: Optional[int],
    timeout: Duration,
    n_jobs: int,
    processes: int,
    callbacks: Iterable[Callback],
    catch: Optional[Iterable[Type[BaseException]]],
    show_progress_bar: bool,
    executor: Any = None,
    parallel: Optional[int] = None,
    gc_after_trial: bool = False,
) -> None:
    """Study.optimize()."""
    n_jobs = slots_given(n_jobs, parallel)
    n_trials = None if n_trials is None else whole(n_trials, "trials")
    if n_trials is not None and n_trials < 0:
        raise InvalidArgumentError(f"trials is {n_trials}; give 0 or more, or leave it out")
    n_jobs, processes = whole(n_jobs, "n_jobs"), whole(processes, "processes")
    if n_jobs == -1:
        n_jobs = os.cpu_count() or 1
    if n_jobs < 1 or processes < 0:
        raise InvalidArgumentError("n_jobs is at least 1 (-1: one for each core), and processes at least 0")
    if processes and n_jobs > 1:
        raise InvalidArgumentError("objectives run in threads or in processes, not in both; give one of the two")
    types = None if catch is None else types_of(catch)
    limit = seconds(timeout, "timeout")
    deadline = None if limit is None else time.monotonic() + limit
    if not callable(objective):
        raise InvalidArgumentError(f"the objective is {objective!r}; give a function that takes a trial and returns a number")
    if inspect.iscoroutinefunction(objective) or inspect.iscoroutinefunction(getattr(objective, "__call__", None)):
        raise InvalidArgumentError(
            "the objective is an 'async def', which nobody would await; "
            "give a function, or await study.optimize_async(objective, trials=...), which awaits it"
        )
    if executor is not None and processes:
        raise InvalidArgumentError("objectives run in the executor or in processes of hone's, not in both; give one of the two")
    if gc_after_trial:
        objective = Collecting(objective)
    called, outcomes = callbacks_of(callbacks), Outcomes()
    study._stopped.clear()
    progress = Progress(n_trials) if show_progress_bar else None
    try:
        if processes:
            from ._processes import run_processes

            run_processes(study, objective, n_trials, deadline, called, types, processes, progress, outcomes)
        else:
            if progress is not None:
                called.append(progress.note)
            take, stopped = Tickets(n_trials).take, study._stopped.is_set
            about = (study, objective, take, deadline, called, types, stopped, outcomes, Journal(study))
            if executor is not None:
                from ._executors import ExecutorLoop, slots_of

                slots = slots_of(executor, None if n_jobs == 1 and parallel is None else n_jobs)
                ExecutorLoop(*about).use(executor, slots).run()
            elif n_jobs == 1:
                Loop(*about).run()
            else:
                _run_threads(study, Loop(*about), n_jobs)
        outcomes.conclude(study, types is not None)
    finally:
        if progress is not None:
            progress.end()


def types_of(catch: Any) -> Tuple[Type[BaseException], ...]:
    given = catch if isinstance(catch, (list, tuple, set, frozenset)) else [catch]
    for one in given:
        if not (isinstance(one, type) and issubclass(one, BaseException)):
            raise InvalidArgumentError(f"catch holds {one!r}; give classes of exceptions, such as catch=[ValueError]")
    return tuple(given)


def callbacks_of(callbacks: Any) -> List[Callback]:
    given = [callbacks] if callable(callbacks) else list(callbacks)
    for one in given:
        if not callable(one):
            raise InvalidArgumentError(f"a callback is {one!r}; give functions that take a study and a trial")
    return given


class Crew:
    """Threads that all do the same. Thread.join() is not used to wait for them: interrupted by Ctrl-C, it takes a
    running thread for one that has ended."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._begun = 0
        self._ended = 0

    def start(self, name: str) -> None:
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def wait(self, count: Optional[int] = None) -> None:
        """Until so many have ended, or all that have begun."""
        with self._changed:
            while self._ended < (self._begun if count is None else count):
                self._changed.wait(0.2)  # so that Ctrl-C comes through

    def _run(self) -> None:
        with self._changed:
            self._begun += 1
        try:
            self._work()
        finally:
            with self._changed:
                self._ended += 1
                self._changed.notify_all()


def _run_threads(study: Study, loop: Loop, count: int) -> None:
    problems: List[BaseException] = []

    def work() -> None:
        try:
            loop.run()
        except BaseException as problem:
            problems.append(problem)
            study.stop()

    crew = Crew(work)
    try:
        for number in range(count):
            crew.start(f"hone-{number}")
        crew.wait(count)
    except KeyboardInterrupt:
        study.stop()
        crew.wait()  # a second Ctrl-C does not wait
        raise
    if problems:
        raise problems[0]
