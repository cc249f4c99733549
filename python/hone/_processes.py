# SPDX-License-Identifier: MIT
"""Objectives in processes of their own, each of which works on the stored study by itself."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import time
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple, Type

from . import _hone
from ._errors import InvalidArgumentError, SystemRefusedError
from ._optimize import Failures, Loop, Progress
from ._patience import patiently

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


def _work(work: bytes, left: Any, stop: Any, problems: Any, ended: Any) -> None:
    """What a process does. Ctrl-C reaches it too; its parent decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        study, objective, deadline, catch = pickle.loads(work)
        callbacks = [] if ended is None else [lambda _, trial: ended.put(trial.number)]

        def stopped() -> bool:
            if study._stopped.is_set():
                stop.set()
            return bool(stop.is_set())

        Loop(study, objective, lambda: _take(left), deadline, callbacks, catch, stopped, Failures()).run()
    except BaseException as problem:
        stop.set()
        try:
            problems.put(pickle.dumps(problem))
        except Exception:
            problems.put(pickle.dumps(SystemRefusedError(f"a worker ended with {type(problem).__name__}: {problem}")))


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
) -> None:
    """Runs until all have ended; raises what the first of them raised."""
    if _hone.in_memory(study.store):
        study.__getstate__()  # says that it is in the memory of one process
    if not study._known and (n_trials is None or n_trials > 0):
        # The first trial shows the space that the processes then share.
        rest = iter([True])
        stopped = study._stopped.is_set
        Loop(study, objective, lambda: next(rest, False), deadline, callbacks, catch, stopped, Failures()).run()
        n_trials = None if n_trials is None else n_trials - 1
    work = _pickled(study, objective, deadline, catch)
    # Not forked: the threads and locks of this process would be copied in the middle of what they do.
    context = multiprocessing.get_context("spawn")
    left, stop, problems = context.Value("q", -1 if n_trials is None else n_trials), context.Event(), context.Queue()
    ended = context.Queue() if callbacks else None  # numbers of trials for the callbacks, which run here
    before = len(study)
    shared = (work, left, stop, problems, ended)
    workers = [context.Process(target=_work, args=shared, daemon=True) for _ in range(count)]
    raised: List[BaseException] = []

    def call_back() -> None:
        while ended is not None and not raised and not ended.empty():
            number = ended.get()
            trial = patiently(lambda: study.trials)[number]
            try:
                for callback in callbacks:
                    callback(study, trial)
            except Exception as problem:
                raised.append(problem)
                stop.set()

    def wait() -> None:
        while any(worker.is_alive() for worker in workers):
            time.sleep(0.05)
            if study._stopped.is_set():
                stop.set()
            while not problems.empty():
                raised.append(pickle.loads(problems.get()))
            call_back()
            if progress is not None:
                trials = patiently(lambda: study.trials)[before:]
                progress.show(study, sum(trial.is_finished for trial in trials))

    try:
        for worker in workers:
            worker.start()
        wait()
    except KeyboardInterrupt:
        stop.set()
        wait()  # a second Ctrl-C does not wait
        raise
    while not problems.empty():
        raised.append(pickle.loads(problems.get()))
    call_back()
    if raised:
        raise raised[0]
    dead = [worker for worker in workers if worker.exitcode != 0]
    if dead:
        raise SystemRefusedError(
            f"{len(dead)} of {count} processes ended with exit code {dead[0].exitcode}; "
            "their trials are handed out again: call optimize() for the rest"
        )
