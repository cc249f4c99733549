# SPDX-License-Identifier: MIT
"""Studies on asyncio. Whatever waits for a sampler, a store or a plain function does so in a thread of its own: the event
loop goes on. What is cancelled gives its trials back before it ends."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import inspect
import threading
import time
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Iterable, List, NoReturn, Optional, Type, TypeVar, Union, cast
from typing import overload

from ._durations import Duration, seconds
from ._errors import InvalidArgumentError
from ._hints import refuse
from ._optimize import Collecting, Loop, Tickets, callbacks_of, types_of
from ._patience import patiently
from ._progress import Progress
from ._telling import Journal, Outcomes
from ._values import whole

if TYPE_CHECKING:
    from ._results import Result
    from ._study import Callback, Study
    from ._trial import Trial

T = TypeVar("T")
Objective = Union[Callable[["Trial"], "Result"], Callable[["Trial"], Awaitable["Result"]]]


class Async:
    """What a study inherits for programs on asyncio."""

    @overload
    async def ask_async(self, n: None = None, *, hold: bool = False) -> Trial: ...
    @overload
    async def ask_async(self, n: int, *, hold: bool = False) -> List[Trial]: ...
    async def ask_async(self, n: Optional[int] = None, *, hold: bool = False) -> Union[Trial, List[Trial]]:
        """ask() while the event loop goes on. When it is cancelled, its trials go back into the queue.

        >>> import asyncio
        >>> study = hone.create_study({"x": hone.Float(-5, 5)}, sampler="random", seed=1)
        >>> async def one():
        ...     trial = await study.ask_async()
        ...     await study.tell_async(trial, trial["x"] ** 2)
        >>> asyncio.run(one())
        >>> len(study)
        1
        """
        study = cast("Study", self)

        def undo(asked: Union[Trial, List[Trial]]) -> None:
            trials = asked if isinstance(asked, list) else [asked]
            _give_back(study, [trial._number for trial in trials if trial._number is not None])

        return await finished(lambda: study.ask(n, hold=hold), undo)

    async def tell_async(
        self, trial: Union[Trial, int], value: Result = None, *, state: Optional[str] = None, error: str = ""
    ) -> None:
        """tell() while the event loop goes on. A result is told also when this is cancelled meanwhile."""
        study = cast("Study", self)
        await finished(lambda: study.tell(trial, value, state=state, error=error))

    async def optimize_async(
        self,
        objective: Objective,
        trials: Optional[int] = None,
        *,
        parallel: int = 1,
        timeout: Duration = None,
        callbacks: Iterable[Callback] = (),
        catch: Optional[Iterable[Type[BaseException]]] = None,
        show_progress_bar: bool = False,
        gc_after_trial: bool = False,
        **other: NoReturn,
    ) -> None:
        """optimize() on asyncio: ``objective`` is an ``async def``, of which ``parallel`` run at a time in this event
        loop, or a function, which then run in threads. It ends as optimize() does.

        Cancelled (by ``asyncio.wait_for``, a TaskGroup, Ctrl-C), it cancels what it awaits and puts every trial that has not
        ended back into the queue, and ends after that; a plain function that runs cannot be stopped, and its result is
        dropped. ``callbacks``, also ``async def`` ones, run in the event loop, one at a time.

        >>> import asyncio
        >>> async def objective(trial):
        ...     await asyncio.sleep(0)  # a request to a service, say
        ...     return (trial["x"] - 2) ** 2
        >>> study = hone.create_study({"x": hone.Float(-5, 5)}, seed=1)
        >>> asyncio.run(study.optimize_async(objective, trials=25, parallel=4))
        >>> study.best_value < 0.1
        True
        """
        refuse(Async.optimize_async, other)
        study = cast("Study", self)
        count = None if trials is None else whole(trials, "trials")
        if count is not None and count < 0:
            raise InvalidArgumentError(f"trials is {trials}; give 0 or more, or leave it out")
        if whole(parallel, "parallel") < 1:
            raise InvalidArgumentError(f"parallel is {parallel}; give at least 1")
        if not callable(objective):
            raise InvalidArgumentError(f"the objective is {objective!r}; give a function or an 'async def' that takes a trial")
        limit = seconds(timeout, "timeout")
        deadline = None if limit is None else time.monotonic() + limit
        types = None if catch is None else types_of(catch)
        called: List[Any] = list(callbacks_of(callbacks))
        outcomes, abandoned = Outcomes(), threading.Event()  # ends a wait for a trial
        study._stopped.clear()
        progress = Progress(count) if show_progress_bar else None
        try:
            if progress is not None:
                called.append(progress.note)
            loop = Loop(
                study, cast(Any, objective), Tickets(count).take, deadline, [], types,
                lambda: study._stopped.is_set() or abandoned.is_set(), outcomes, await finished(lambda: Journal(study)),
            )  # fmt: skip
            await _Crew(loop, objective, called, abandoned, gc_after_trial).run(parallel)
            await finished(lambda: outcomes.conclude(study, types is not None))
        finally:
            if progress is not None:
                progress.end()


class _Crew:
    """Tasks that all ask, await and tell."""

    def __init__(self, loop: Loop, objective: Objective, callbacks: List[Any], abandoned: threading.Event, gc: bool) -> None:
        self._loop = loop
        self._objective = objective
        self._callbacks = callbacks
        self._abandoned = abandoned
        self._gc = gc
        self._calling = asyncio.Lock()
        self._showing = asyncio.Lock()  # of a space that the objective defines

    async def run(self, count: int) -> None:
        tasks = [asyncio.ensure_future(self._work()) for _ in range(count)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            self._abandon_if_failed(tasks)
            await asyncio.wait(tasks)  # what runs comes to its end
        except BaseException:  # cancelled
            self._abandoned.set()
            for task in tasks:
                task.cancel()
            await _ended(asyncio.gather(*tasks, return_exceptions=True))
            raise
        problems = [None if task.cancelled() else task.exception() for task in tasks]  # all are looked at
        for problem in problems:
            if problem is not None:
                raise problem
        for task in tasks:
            task.result()  # of one that was cancelled from within

    def _abandon_if_failed(self, tasks: List[asyncio.Task[None]]) -> None:
        if any(task.done() and (task.cancelled() or task.exception() is not None) for task in tasks):
            self._abandoned.set()

    async def _work(self) -> None:
        study, loop = self._loop._study, self._loop
        while not loop._over() and loop._take():
            if study._known:
                ran = await self._one()
            else:  # the first trial shows the space: the others wait for it
                async with self._showing:
                    ran = await self._one()
            if not ran:
                return

    async def _one(self) -> bool:
        study, loop = self._loop._study, self._loop
        held: List[int] = []
        try:
            trial = await finished(lambda: loop._next(held))
            if trial is not None:
                await self._run(trial)
            return trial is not None
        except Exception:
            raise
        except BaseException:  # cancelled, Ctrl-C: the trial did nothing wrong
            self._abandoned.set()
            await finished(lambda: _give_back(study, held))
            raise

    async def _run(self, trial: Trial) -> None:
        try:
            result = await self._attempt(trial)
        except Exception as failure:
            problem = failure

            def again(_: Trial) -> Result:
                raise problem
        else:

            def again(_: Trial) -> Result:
                return result

        try:
            await finished(lambda: self._loop._run(trial, again))
        finally:
            await self._call_back(trial)

    async def _attempt(self, trial: Trial) -> Result:
        objective = self._objective
        try:
            if inspect.iscoroutinefunction(objective) or inspect.iscoroutinefunction(getattr(objective, "__call__", None)):
                result: Any = objective(trial)
            else:
                result = await in_thread(lambda: objective(trial))  # left alone when this is cancelled
            return cast("Result", await result if inspect.isawaitable(result) else result)
        finally:
            if self._gc:
                Collecting(lambda _: None)(trial)

    async def _call_back(self, trial: Trial) -> None:
        number = trial._number
        if not self._callbacks or number is None:
            return
        study = self._loop._study
        async with self._calling:
            ended = (await finished(lambda: patiently(lambda: study.trials)))[number]
            for callback in self._callbacks:
                answer = callback(study, ended)
                if inspect.isawaitable(answer):
                    await answer


def _give_back(study: Study, numbers: List[int]) -> None:
    for number in numbers:
        study._give_back(number)


def in_thread(function: Callable[[], T]) -> asyncio.Future[T]:
    """What it returns, from a thread that nobody waits for at the end of the program. Cancelled, the thread goes on."""
    made: concurrent.futures.Future[T] = concurrent.futures.Future()
    made.set_running_or_notify_cancel()
    context = contextvars.copy_context()

    def work() -> None:
        try:
            result = context.run(function)
        except BaseException as problem:
            made.set_exception(problem)
        else:
            made.set_result(result)

    future = asyncio.wrap_future(made)
    threading.Thread(target=work, name="hone-async", daemon=True).start()
    return future


async def finished(function: Callable[[], T], undo: Optional[Callable[[T], Any]] = None) -> T:
    """The same, but cancelled it still comes to its end, and is undone: nothing is left half done."""
    future = in_thread(function)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await _ended(future)
        if undo is not None and future.exception() is None:
            await _ended(in_thread(lambda: undo(future.result())))
        raise


async def _ended(future: asyncio.Future[Any]) -> None:
    """However often this is cancelled meanwhile. What was raised is left in the future."""
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            continue
    if not future.cancelled():
        future.exception()  # has been seen
