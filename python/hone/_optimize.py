# SPDX-License-Identifier: MIT
"""Running an objective: in this thread, in several, or in processes of their own."""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
import warnings
from typing import TYPE_CHECKING, Callable, Iterable, List, Optional, Tuple, Type

from ._errors import InvalidArgumentError, LeaseLostError, ObjectiveError, StorageError, TrialPruned
from ._patience import patiently
from ._values import whole

if TYPE_CHECKING:
    from ._results import Result
    from ._study import Callback, Study
    from ._trial import FrozenTrial, Trial

#: So many trials that fail from the first on mean that the objective is broken.
BROKEN = 5


def said(problem: BaseException) -> str:
    """The kind of an exception and its text, also when it cannot say that."""
    return traceback.format_exception_only(type(problem), problem)[-1].strip()


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


class Failures:
    """Notices an objective that never worked."""

    def __init__(self) -> None:
        self._failed = 0
        self._worked = False
        self._lock = threading.Lock()

    def note(self, failed: bool) -> bool:
        """True when it looks broken."""
        with self._lock:
            self._worked = self._worked or not failed
            self._failed += failed
            return failed and not self._worked and self._failed >= BROKEN


class Progress:
    """One line on standard error."""

    def __init__(self, total: Optional[int]) -> None:
        self._total = "" if total is None else f"/{total}"
        self._ended = 0
        self._shown = 0.0

    def note(self, study: Study, trial: FrozenTrial) -> None:
        self._ended += 1
        self.show(study, self._ended)

    def show(self, study: Study, ended: int) -> None:
        now = time.monotonic()
        if now - self._shown < 0.1 and f"/{ended}" != self._total:
            return
        self._shown = now
        best = ""
        if len(study.directions) == 1:
            complete = [trial.value for trial in study.trials if trial.value is not None]
            pick = min if study.direction == "minimize" else max
            best = f", best {pick(complete):.6g}" if complete else ""
        sys.stderr.write(f"\r{ended}{self._total} trials{best}\x1b[K")
        sys.stderr.flush()

    @staticmethod
    def end() -> None:
        sys.stderr.write("\n")


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
        failures: Failures,
    ) -> None:
        self._study = study
        self._objective = objective
        self._take = take
        self._deadline = deadline
        self._callbacks = callbacks
        self._catch = catch
        self._stopped = stopped
        self._failures = failures
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
        trial = self._next()
        if trial is not None:
            self._run(trial)
        return trial is not None

    def _over(self) -> bool:
        return self._stopped() or (self._deadline is not None and time.monotonic() >= self._deadline)

    def _next(self) -> Optional[Trial]:
        """A trial; None when there is nothing left. Where the end of a running trial may open a way, waits."""
        study, pause = self._study, 0.001
        while not self._over():
            try:
                trials, done, _ = patiently(lambda: study._ask(1), self._over)
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

    def _run(self, trial: Trial) -> None:
        study, problem = self._study, None
        state, values, error = "complete", [], ""
        try:
            result = self._objective(trial)
            if result is None:
                raise TypeError("the objective returned None; return a number")
            values = study._numbers(result)
        except TrialPruned as pruned:
            state, error = "pruned", str(pruned)
        except Exception as failure:
            state, problem, error = "failed", failure, traceback.format_exc()
        except BaseException:  # Ctrl-C, SystemExit: the trial did nothing wrong
            self._give_back(trial)
            raise
        problem = self._tell(trial, state, values, error, problem)
        broken = self._failures.note(problem is not None)
        if self._callbacks and trial._number is not None:
            self._call_back(trial)
        if problem is None:
            return
        if self._catch is None and broken:
            raise ObjectiveError(
                f"the first {BROKEN} trials all failed, the last one with "
                f"{said(problem)}; repair the objective, or give 'catch' to go on regardless"
            ) from problem
        if self._catch is not None and not isinstance(problem, self._catch):
            raise problem

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

    def _give_back(self, trial: Trial) -> None:
        if trial._number is None:
            return
        try:
            self._study.call("requeue", numbers=[trial._number])
        except (LeaseLostError, StorageError):
            pass  # it is in other hands already, or will be when its lease ends

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
    timeout: Optional[float],
    n_jobs: int,
    processes: int,
    callbacks: Iterable[Callback],
    catch: Optional[Iterable[Type[BaseException]]],
    show_progress_bar: bool,
) -> None:
    """Study.optimize()."""
    n_trials = None if n_trials is None else whole(n_trials, "n_trials")
    if n_trials is not None and n_trials < 0:
        raise InvalidArgumentError(f"n_trials is {n_trials}; give 0 or more, or leave it out")
    n_jobs, processes = whole(n_jobs, "n_jobs"), whole(processes, "processes")
    if n_jobs == -1:
        n_jobs = os.cpu_count() or 1
    if n_jobs < 1 or processes < 0:
        raise InvalidArgumentError("n_jobs is at least 1 (-1: one for each core), and processes at least 0")
    if processes and n_jobs > 1:
        raise InvalidArgumentError("objectives run in threads or in processes, not in both; give one of the two")
    catch = (catch,) if isinstance(catch, type) else catch
    types = None if catch is None else tuple(catch)
    deadline = None if timeout is None else time.monotonic() + timeout
    study._stopped.clear()
    progress = Progress(n_trials) if show_progress_bar else None
    called = list(callbacks)
    try:
        if processes:
            from ._processes import run_processes

            run_processes(study, objective, n_trials, deadline, called, types, processes, progress)
            return
        if progress is not None:
            called.append(progress.note)
        tickets, stopped = Tickets(n_trials), study._stopped.is_set
        loop = Loop(study, objective, tickets.take, deadline, called, types, stopped, Failures())
        if n_jobs == 1:
            loop.run()
        else:
            _run_threads(study, loop, n_jobs)
    finally:
        if progress is not None:
            progress.end()


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
