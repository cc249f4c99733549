# SPDX-License-Identifier: MIT
"""Studies: what is searched, and everything that was tried."""

from __future__ import annotations

import json
import os
import threading
import weakref
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, Union
from typing import overload

from . import _hone
from ._drawn import Drawn
from ._errors import InvalidArgumentError, NotFoundError
from ._growth import Growth
from ._judged import Judged, why_no_best
from ._results import Result, numbers
from ._space import Parameter, Value, native, parameter_of
from ._trial import LATE, FrozenTrial, Trial, frozen
from ._values import readable, whole
from ._verbs import Verbs

Callback = Callable[["Study", FrozenTrial], None]

_studies: weakref.WeakSet[Study] = weakref.WeakSet()


def _after_fork() -> None:
    """A lock that another thread held has nobody to let it go in the new process."""
    for study in _studies:
        study._new_locks()


os.register_at_fork(after_in_child=_after_fork)


class Study(Drawn, Judged, Verbs):
    """A search and its trials, made by create_study() or load_study(). Safe to use from several threads.

    A study in a file is shared: other processes, on whatever program, and the command line see the same
    trials. It can be pickled, and is then opened anew; one in memory cannot.
    """

    def __init__(
        self, operations: _hone.Operations, store: str, definition: Dict[str, Any], known: bool, resume: bool = False
    ) -> None:
        self._new_locks()
        self._process = os.getpid()
        self._compiled = operations
        self._store = store
        self._known = known  # False: the space is not known before the first trial has ended
        self._resume = resume  # when it is made at last, and another process was faster
        self._stopped = threading.Event()
        self._growth = Growth(self)
        self._forget(definition)
        _studies.add(self)

    def _new_locks(self) -> None:
        self._lock = threading.RLock()

    def _forget(self, definition: Dict[str, Any]) -> None:
        self._name = str(definition["name"])
        self._trials: List[FrozenTrial] = []
        self._revision = 0
        self._redefined(definition)

    def _redefined(self, definition: Dict[str, Any]) -> None:
        self._definition = definition
        self._space: Dict[str, Parameter] = {
            name: parameter_of(made) for name, made in definition.get("parameters", {}).items()
        }

    # --- what it is

    @property
    def name(self) -> str:
        return self._name

    @property
    def store(self) -> str:
        """The address of its store: ``memory:``, ``sqlite:PATH`` or ``postgresql://...``."""
        return self._store

    @property
    def space(self) -> Dict[str, Parameter]:
        """What may change, by name; empty when the objective defines it and no trial has ended yet."""
        with self._lock:
            if self._known:
                self._redefined(self.definition)  # another process may have seen more of it
            return dict(self._space)

    @property
    def directions(self) -> List[str]:
        """``minimize`` or ``maximize`` for each objective."""
        return [direction for _, direction in self._objectives()]

    @property
    def direction(self) -> str:
        """Of a study with one objective."""
        return self._only("direction", self.directions)

    @property
    def objectives(self) -> List[str]:
        """The names of the objectives."""
        return [name for name, _ in self._objectives()]

    @property
    def definition(self) -> Dict[str, Any]:
        """All of it, with the fields of a study file."""
        if not self._known:
            return json.loads(json.dumps(self._definition))  # type: ignore[no-any-return]
        return json.loads(self._operations.definition(self._name))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Study(name={self._name!r}, store={self._store!r})"

    def __len__(self) -> int:
        """How many trials there are, in whatever state."""
        return len(self.trials)

    def __bool__(self) -> bool:
        return True

    # --- ask and tell

    @overload
    def ask(self, n: None = None, *, hold: bool = False) -> Trial: ...
    @overload
    def ask(self, n: int, *, hold: bool = False) -> List[Trial]: ...
    def ask(self, n: Optional[int] = None, *, hold: bool = False) -> Union[Trial, List[Trial]]:
        """A trial to run; with ``n`` a list of so many, fewer when the sampler has nothing left.

        Trials of a study in a file are given to others when this process ends without telling them; with
        ``hold=True`` they are kept until somebody tells them, in whatever process.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> trials = study.ask(3)
        >>> for trial in trials:
        ...     study.tell(trial, trial["x"])
        >>> len(study)
        3
        """
        count = 1 if n is None else whole(n, "the count of trials")
        if count < 0:
            raise InvalidArgumentError(f"{n} trials are asked for; ask for 0 or more")
        trials = self._ask(count, hold)[0]
        if n is not None:
            return trials
        if not trials:
            raise InvalidArgumentError(
                "the sampler has nothing left to propose; stop here, or use ask(n), which then returns fewer"
            )
        return trials[0]

    def tell(
        self,
        trial: Union[Trial, int],
        value: Result = None,
        *,
        state: Optional[str] = None,
        error: str = "",
    ) -> None:
        """Ends a trial; on disk when it returns. Without a value, ``state`` says how it ended: ``failed``
        (the default), ``pruned``, ``timed_out`` or ``infeasible``. A value that is not finite is a failure.
        """
        values = [] if value is None else self._numbers(value)
        self._tell(trial, state or ("failed" if value is None else "complete"), values, error)

    def enqueue(self, params: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]) -> List[int]:
        """Has these settings tried first: one dict or a list of them. Returns the numbers of their trials; none
        while the study does not know its space yet.

        >>> study = hone.create_study({"x": hone.Float(0, 10)}, sampler="random")
        >>> study.enqueue({"x": 2.5})
        [0]
        >>> study.ask()["x"]
        2.5
        """
        points = [dict(params)] if isinstance(params, Mapping) else [dict(point) for point in params]
        with self._lock:
            if self._known:
                return self._operations.enqueue(self._name, points)
            self._growth.pending += [{name: native(value) for name, value in point.items()} for point in points]
            return []

    # --- looking

    @property
    def trials(self) -> List[FrozenTrial]:
        """All trials by number, those of other processes included."""
        with self._lock:
            if not self._known:
                return []
            changed, self._revision = self._operations.changes(self._name, self._revision)
            for record in changed:
                trial = frozen(record)
                if trial.number == len(self._trials):
                    self._trials.append(trial)
                else:
                    self._trials[trial.number] = trial
            return list(self._trials)

    @property
    def best_trial(self) -> FrozenTrial:
        """The best complete trial of a study with one objective. Raises NotFoundError when there is none."""
        self._only("best_trial", self.directions, "best_trials")
        record = self._operations.best(self._name) if self._known else None
        if record is None:
            raise NotFoundError(why_no_best(self))
        return frozen(record)

    @property
    def best_params(self) -> Dict[str, Value]:
        """The settings of the best trial."""
        return self.best_trial.params

    @property
    def best_value(self) -> float:
        """The value of the best trial."""
        value = self.best_trial.value
        assert value is not None  # it is complete
        return value

    @property
    def best_trials(self) -> List[FrozenTrial]:
        """The Pareto-optimal trials: complete, and not beaten in all objectives by another."""
        return [frozen(record) for record in self._operations.front(self._name)] if self._known else []

    # --- running

    def optimize(
        self,
        objective: Callable[[Trial], Result],
        n_trials: Optional[int] = None,
        *,
        timeout: Optional[float] = None,
        n_jobs: int = 1,
        processes: int = 0,
        callbacks: Iterable[Callback] = (),
        catch: Optional[Iterable[Type[BaseException]]] = None,
        show_progress_bar: bool = False,
    ) -> None:
        """Runs ``objective(trial)`` until ``n_trials`` more trials have ended, ``timeout`` seconds have
        passed, the sampler has nothing left, or ``stop()`` was called.

        The objective returns a number (with several objectives a list, or a dict by name), or raises
        hone.TrialPruned. Another exception makes its trial a failed one, whose ``error`` is the traceback.
        With ``catch`` left out the search then goes on, unless each of the first five trials failed so, which
        raises ObjectiveError; otherwise exceptions that are not of these types end the search and are raised.

        ``n_jobs`` objectives run at a time in threads of this process (-1: as many as it has cores); or ``processes``
        of them in processes of their own, which needs a store that these can share and an objective that can be
        pickled. Ctrl-C puts the running trial back into the queue (with several: lets them end), and raises
        KeyboardInterrupt. A store that does not answer, such as a service that restarts, is waited for up to two minutes.

        ``callbacks`` are called in this process as ``callback(study, frozen_trial)`` after each trial, one at a time.
        With ``processes`` the workers do not wait for them.

        >>> study = hone.create_study({"x": hone.Float(-5, 5)}, seed=1)
        >>> study.optimize(lambda trial: (trial["x"] - 2) ** 2, n_trials=25)
        >>> study.best_value < 0.01
        True
        """
        from ._optimize import optimize

        optimize(self, objective, n_trials, timeout, n_jobs, processes, callbacks, catch, show_progress_bar)

    def stop(self) -> None:
        """Lets optimize() end after the trials that run; from a callback, an objective or another thread."""
        self._stopped.set()

    # --- behind it

    @property
    def _operations(self) -> _hone.Operations:
        if self._process != os.getpid():
            self._reopen()
        return self._compiled

    def _reopen(self) -> None:
        """In a process that was forked. What the parent holds must be left alone."""
        _hone.abandon(self._compiled)
        self.__setstate__(self.__getstate__())

    def __getstate__(self) -> Tuple[str, str]:
        if not self._known or _hone.in_memory(self._store):
            raise InvalidArgumentError(
                f"the study '{self._name}' is in the memory of one process, and another one cannot use it; "
                "make it in a store that both see: store='sqlite:hone.db'"
            )
        return self._store, self._name

    def __copy__(self) -> Study:
        """A study is a handle: its copy is a handle of the same study, also in the copy of an object that holds one."""
        return self

    def __deepcopy__(self, memo: Dict[int, Any]) -> Study:
        return self

    def __setstate__(self, state: Tuple[str, str]) -> None:
        from ._create import load_study

        store, name = state
        self.__dict__.update(load_study(name, store).__dict__)
        self._growth = Growth(self)

    def _objectives(self) -> List[Tuple[str, str]]:
        several = self._definition.get("objectives") or [self._definition.get("objective", "minimize")]
        pairs = [("value", one) if isinstance(one, str) else (one.get("name"), one.get("direction")) for one in several]
        return [(name or "value", direction or "minimize") for name, direction in pairs]

    @staticmethod
    def _only(what: str, directions: List[str], instead: str = "directions") -> str:
        if len(directions) > 1:
            raise InvalidArgumentError(f"{what} is for studies with one objective; use {instead}")
        return directions[0]

    def _numbers(self, value: Result) -> List[float]:
        """One value for each objective."""
        return numbers(value, self.objectives)

    def _ask(self, count: int, hold: bool = False) -> Tuple[List[Trial], bool, int]:
        """Trials; whether nothing is left; how many run when there are fewer than wanted."""
        with self._lock:
            if not self._known:
                return [self._growth.rehearsal() for _ in range(count)], False, 0
            operations, name = self._operations, self._name
        asked, done, running = operations.ask(name, count, hold)
        return [Trial(self, number, params) for number, params in asked], done, running

    def _report(self, number: int, step: int, value: float) -> bool:
        return self._operations.report(self._name, number, step, value)

    def _tell(self, trial: Union[Trial, int], state: str, values: List[float], error: str = "") -> None:
        error = readable(error)
        if not isinstance(trial, Trial):
            self._operations.tell(self._name, [(whole(trial, "the trial"), state, values, {}, [], error)])
            return
        if trial.study is not self:
            raise InvalidArgumentError(f"the trial is one of the study '{trial.study.name}'; tell it there")
        if trial._number is None:
            self._growth.tell(trial, state, values, error)
            return
        attributes = {**trial._attributes, **{LATE + name: value for name, value in trial._late.items()}}
        self._operations.tell(self._name, [(trial._number, state, values, attributes, [], error)])

    @property
    def _seed(self) -> int:
        return int(self._definition.get("seed", 0))
