# SPDX-License-Identifier: MIT
"""Trials as futures of an executor: threads, processes, loky, or one made by hand."""

from __future__ import annotations

import pickle
import queue
from concurrent.futures import BrokenExecutor, CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from ._errors import InvalidArgumentError, LeaseLostError, StorageError, SystemRefusedError
from ._optimize import Loop
from ._patience import patiently
from ._tasks import Ended, Task
from ._telling import BROKEN, said
from ._values import whole

if TYPE_CHECKING:
    from ._trial import Trial

_PATIENCE = 0.5  # seconds at most between two looks at what others did


def slots_of(executor: Any, parallel: Optional[int]) -> int:
    """How many trials an executor is given at a time."""
    if not callable(getattr(executor, "submit", None)):
        raise InvalidArgumentError(
            f"the executor is {executor!r}; give one with submit(), such as concurrent.futures.ThreadPoolExecutor(4)"
        )
    if parallel is not None:
        return parallel
    workers = getattr(executor, "_max_workers", None)
    if isinstance(workers, int) and workers > 0:
        return workers
    raise InvalidArgumentError(
        f"{type(executor).__name__} does not say how many objectives it runs at a time; give parallel=, such as parallel=8"
    )


class ExecutorLoop(Loop):
    """Asks in batches for what the executor has room for, and tells results as they come."""

    def use(self, executor: Any, slots: int) -> ExecutorLoop:
        self._executor = executor
        self._slots = slots
        self._under: Dict[Any, Trial] = {}  # by future
        self._held: List[int] = []  # asked for, and neither told nor given back
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._text = self._kind = ""  # of the exception that is being told: its traceback, and what it is
        self._in_vain = 0  # trials in a row that the executor did not bring to an end
        return self

    def run(self) -> None:
        if not self._study._known:
            if self._over() or not self._take():
                return
            self._one()  # shows the space, here
        try:
            try:
                self._go()
            except Exception:
                self._leave()
                raise
            problem = self._leave()
            if problem is not None:
                raise problem
        except Exception:
            raise
        except BaseException:  # Ctrl-C
            self._give_up()
            raise

    def _go(self) -> None:
        wanted, no_more, pause = 0, False, 0.001
        while True:
            while not no_more and not self._over() and len(self._under) + wanted < self._slots:
                no_more = not self._take()
                wanted += not no_more
            if self._over():
                return
            if wanted:
                begun, done = self._begin(wanted)
                wanted -= begun
                no_more = no_more or done
                wanted = 0 if done else wanted
                pause = 0.001 if begun else min(_PATIENCE, pause * 2)
            if not self._under and not wanted:
                return
            wanted += self._collect(pause if wanted else 0.1)

    # --- beginning

    def _begin(self, count: int) -> tuple[int, bool]:
        """How many trials were begun; whether nothing is left."""
        study = self._study
        asked: List[int] = []
        try:
            trials, done, _ = patiently(lambda: study._ask(count, held=asked), self._over)
        except StorageError:
            if self._over():
                return 0, True
            raise
        finally:
            self._held += asked
        for trial in trials:
            trial._run_by_optimize()
            self._submit(trial)
        return len(trials), done

    def _submit(self, trial: Trial) -> None:
        try:
            future = self._executor.submit(Task(self._objective, trial))
        except (RuntimeError, BrokenExecutor) as problem:  # shut down, or broken
            raise _refused(problem) from problem
        except (pickle.PicklingError, AttributeError, TypeError) as problem:
            raise _unpicklable(problem) from problem
        self._under[future] = trial
        future.add_done_callback(self._ended.put)

    # --- ending

    def _collect(self, seconds: float) -> int:
        """Waits for an end, and tells all there are; how many trials did not come to one."""
        missed = 0
        try:
            future = self._ended.get(timeout=seconds)
            while True:
                trial = self._under.pop(future, None)
                if trial is not None:
                    missed += not self._settle(future, trial)
                future = self._ended.get_nowait()
        except queue.Empty:
            return missed

    def _settle(self, future: Any, trial: Trial) -> bool:
        """Tells what became of a trial; false when it was not tried to its end."""
        try:
            ended = future.result(timeout=0)
        except CancelledError as problem:
            self._back(trial)
            self._count(problem, "the executor cancels what it is given")
            return False
        except FutureTimeout as problem:
            self._end(trial, "timed_out", [], f"the executor gave up waiting: {said(problem)}", None)
            self._drop(trial)
            return True
        except BrokenExecutor as problem:
            self._lose(trial, problem)
            raise _refused(problem) from problem
        except (pickle.PicklingError, AttributeError, TypeError) as problem:
            self._back(trial)
            raise _unpicklable(problem) from problem
        except Exception as problem:  # its worker was killed, say
            self._lose(trial, problem)
            self._count(problem, "the executor loses what it is given")
            return False
        if not isinstance(ended, Ended):
            self._back(trial)
            raise InvalidArgumentError(
                f"the executor's future holds {ended!r}, and not what the function returned that it was given; repair its submit()"
            )
        self._in_vain, self._text, self._kind = 0, ended.text, ended.said
        try:
            self._run(trial, ended.again)
        except Exception:
            self._drop(trial)
            raise
        self._drop(trial)  # and not when Ctrl-C came first
        return True

    def _end(self, trial: Trial, state: str, values: List[float], error: str, problem: Optional[Exception]) -> None:
        super()._end(trial, state, values, (problem and self._text) or error, problem)

    def _said(self, problem: Exception) -> str:
        return self._kind or super()._said(problem)

    def _lose(self, trial: Trial, problem: BaseException) -> None:
        """By the study's rule: tried again, or failed."""
        study, number, reason = self._study, trial._number or 0, f"its worker was lost: {said(problem)}"
        try:
            if patiently(lambda: study._operations.lose(study.name, number, reason)) == "failed":
                self._outcomes.note(reason, problem)
                self._listener.note(number, reason, problem)
        except LeaseLostError:
            pass  # in other hands
        self._drop(trial)

    def _count(self, problem: BaseException, what: str) -> None:
        self._in_vain += 1
        if self._in_vain >= BROKEN:
            raise SystemRefusedError(f"{what}, {BROKEN} trials in a row, the last one with {said(problem)}; give another one") from problem

    # --- leaving

    def _leave(self) -> Optional[Exception]:
        """Has what runs end, and takes back what has not begun. Returns what comes of it first."""
        problem: Optional[Exception] = None
        for future in list(self._under):
            if future.cancel():
                self._back(self._under.pop(future))
        while self._under:
            try:
                self._collect(0.1)
            except Exception as one:
                problem = problem or one
        for number in list(self._held):  # asked for, and not begun
            self._back_number(number)
        return problem

    def _give_up(self) -> None:
        """Waits for nothing."""
        for future, trial in list(self._under.items()):
            if not future.cancel() and future.done() and future.exception() is None:
                try:
                    self._settle(future, trial)
                except Exception:
                    continue  # Ctrl-C is what is raised
        for number in list(self._held):
            self._back_number(number)
        self._under.clear()

    def _back(self, trial: Trial) -> None:
        self._back_number(trial._number or 0)

    def _back_number(self, number: int) -> None:
        self._study._give_back(number)
        self._held = [one for one in self._held if one != number]

    def _drop(self, trial: Trial) -> None:
        self._held = [one for one in self._held if one != trial._number]


def _refused(problem: BaseException) -> SystemRefusedError:
    return SystemRefusedError(
        f"the executor takes nothing any more: {said(problem)}; "
        "its trials wait to be run again: call optimize() with a new one for the rest"
    )


def _unpicklable(problem: BaseException) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"the objective cannot be sent to the executor's processes: {said(problem)}; "
        "define it at the top of a module, or use an executor of threads"
    )
