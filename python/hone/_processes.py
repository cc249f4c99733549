# SPDX-License-Identifier: MIT
"""Objectives in processes of their own, each of which works on the stored study by itself."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import time
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Optional, Tuple, Type

from . import _hone
from ._errors import InvalidArgumentError, SystemRefusedError
from ._folder import need_folder
from ._optimize import Loop
from ._patience import patiently
from ._progress import Progress
from ._telling import Journal, Outcomes, said

if TYPE_CHECKING:
    from ._results import Result
    from ._study import Callback, Study
    from ._trial import Trial


def _take(left: Any) -> bool:
    with left.get_lock():
        if left.value < 0:  # without a limit
            return True
        if left.value == 0:
            return False
        left.value -= 1
        return True


class WorkerTraceback(Exception):
    """Where an exception was raised in the process that it comes from: tracebacks themselves stay there."""

    def __str__(self) -> str:
        return f"in a worker process\n{self.args[0]}"


def _packed(problem: BaseException) -> bytes:
    """An exception with its cause, which it leaves behind when it is pickled, and with the text of its traceback. One that
    cannot travel is told as its kind and text."""
    cause = problem.__cause__
    root = problem if cause is None else cause
    where = WorkerTraceback("".join(traceback.format_exception(type(root), root, root.__traceback__)))
    return pickle.dumps([where, _portable(problem), None if cause is None else _portable(cause)])


def _portable(problem: BaseException) -> BaseException:
    try:
        pickle.loads(pickle.dumps(problem))
        return problem
    except Exception:
        return SystemRefusedError(f"a worker process raised {said(problem)}")


def _unpacked(packed: bytes) -> BaseException:
    where, problem, cause = pickle.loads(packed)
    if cause is not None:
        problem.__cause__ = cause
    (problem if cause is None else cause).__cause__ = where
    return problem  # type: ignore[no-any-return]


class Courier:
    """Tells the parent of each trial that ends."""

    def __init__(self, ended: Any) -> None:
        self._ended = ended

    def note(self, number: int, reason: str, problem: Optional[BaseException] = None) -> None:
        self._ended.put((number, reason, None if problem is None else _packed(problem)))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and so it does in the processes that are started: while they import what they need, nothing
    there could answer it but a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(work: bytes, left: Any, stop: Any, problems: Any, ended: Any) -> None:
    """What a process does. Ctrl-C reaches it too; its parent decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        study, objective, deadline, catch = pickle.loads(work)

        def stopped() -> bool:
            if study._stopped.is_set():
                stop.set()
            return bool(stop.is_set())

        Loop(study, objective, lambda: _take(left), deadline, [], catch, stopped, Outcomes(), Courier(ended)).run()
    except BaseException as problem:
        stop.set()
        problems.put(_packed(problem))


def _pickled(study: Study, objective: Any, deadline: Optional[float], catch: Any) -> bytes:
    try:
        return pickle.dumps((study, objective, deadline, catch))
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise InvalidArgumentError(
            f"the objective cannot be sent to another process: {problem}; "
            "define it at the top of a module, or use n_jobs, which runs it in threads"
        ) from problem


def run_processes(
    study: Study,
    objective: Callable[[Trial], Result],
    n_trials: Optional[int],
    deadline: Optional[float],
    callbacks: List[Callback],
    catch: Optional[Tuple[Type[BaseException], ...]],
    count: int,
    progress: Optional[Progress],
    outcomes: Outcomes,
) -> None:
    """Runs until all have ended; raises what the first of them raised."""
    need_folder("processes begin")
    if _hone.in_memory(study.store):
        study.__getstate__()  # says that it is in the memory of one process
    if not study._known and (n_trials is None or n_trials > 0):
        # The first trial shows the space that the processes then share.
        rest = iter([True])
        stopped, first = study._stopped.is_set, Journal(study)
        Loop(study, objective, lambda: next(rest, False), deadline, callbacks, catch, stopped, outcomes, first).run()
        n_trials = None if n_trials is None else n_trials - 1
    work = _pickled(study, objective, deadline, catch)
    # Not forked: the threads and locks of this process would be copied in the middle of what they do.
    context = multiprocessing.get_context("spawn")
    left, stop, problems = context.Value("q", -1 if n_trials is None else n_trials), context.Event(), context.Queue()
    ended = context.Queue()  # trials for the journal and the callbacks, which are here
    journal = Journal(study)
    before = len(study)
    shared = (work, left, stop, problems, ended)
    workers = [context.Process(target=_work, args=shared, daemon=True) for _ in range(count)]
    raised: List[BaseException] = []

    def follow() -> None:
        while not ended.empty():
            number, reason, packed = ended.get()
            problem = None if packed is None else _unpacked(packed)
            outcomes.note(reason, problem)
            journal.note(number, reason)
            if not raised:
                call_back(number)

    def call_back(number: int) -> None:
        if not callbacks:
            return
        trial = patiently(lambda: study.trials)[number]
        try:
            for callback in callbacks:
                callback(study, trial)
        except Exception as problem:
            raised.append(problem)
            stop.set()

    def gather() -> None:
        while not problems.empty():
            raised.append(_unpacked(problems.get()))

    def wait() -> None:
        while any(worker.is_alive() for worker in workers):
            time.sleep(0.05)
            if study._stopped.is_set():
                stop.set()
            gather()
            follow()
            if progress is not None:
                trials = patiently(lambda: study.trials)[before:]
                progress.show(study, sum(trial.is_finished for trial in trials))

    try:
        with _undisturbed():
            for worker in workers:
                worker.start()
        wait()
    except KeyboardInterrupt:
        stop.set()
        wait()  # a second Ctrl-C does not wait
        raise
    gather()
    follow()
    if raised:
        raise raised[0]
    dead = [worker for worker in workers if worker.exitcode != 0]
    if dead:
        raise SystemRefusedError(
            f"{len(dead)} of {count} processes ended with exit code {dead[0].exitcode}; "
            "their trials are handed out again: call optimize() for the rest"
        )
