# SPDX-License-Identifier: MIT
"""Studies: what is searched, and everything that was tried."""

from __future__ import annotations

import json
import math
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, Union
from typing import overload

from . import _hone
from ._drawn import Drawn
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError
from ._space import Parameter, Space, Value, definitions, draw, fit, native, parameter_of
from ._trial import LATE, FrozenTrial, Trial, frozen

if TYPE_CHECKING:
    import pandas

#: A name, or a dict of a name and options: ``{"name": "hebo", "start": 8}``.
Method = Union[str, Mapping[str, Any]]
#: A number; with several objectives a list in their order, or a dict by their names.
Result = Union[float, Sequence[float], Mapping[str, float], None]
Callback = Callable[["Study", FrozenTrial], None]
#: A name in the same store, ``"other.db:name"``, a CSV file, a dict of rows, or a study.
Source = Union[str, Mapping[str, Any], "Study"]


_studies: weakref.WeakSet[Study] = weakref.WeakSet()


def _after_fork() -> None:
    """A lock that another thread held has nobody to let it go in the new process."""
    for study in _studies:
        study._new_locks()


os.register_at_fork(after_in_child=_after_fork)


class Study(Drawn):
    """A search and its trials, made by create_study() or load_study(). Safe to use from several threads.

    A study in a file is shared: other processes, on whatever program, and the command line see the same
    trials. It can be pickled, and is then opened anew; one in memory cannot.
    """

    def __init__(self, operations: _hone.Operations, store: str, definition: Dict[str, Any], known: bool) -> None:
        self._new_locks()
        self._process = os.getpid()
        self._compiled = operations
        self._store = store
        self._known = known  # False: the space is not known before the first trial has ended
        self._stopped = threading.Event()
        self._busy = 0  # trials that optimize() runs in threads of this process
        self._wanted: Dict[str, Parameter] = {}  # seen by trials, and not in the space
        self._pending: List[Dict[str, Value]] = []  # enqueued before there was a space
        self._rehearsals = 0
        self._forget(definition)
        _studies.add(self)

    def _new_locks(self) -> None:
        self._lock = threading.RLock()
        self._grown = threading.Condition(self._lock)

    def _forget(self, definition: Dict[str, Any]) -> None:
        self._definition = definition
        self._name = str(definition["name"])
        self._trials: List[FrozenTrial] = []
        self._revision = 0
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
        if n is not None and n < 0:
            raise InvalidArgumentError(f"{n} trials are asked for; ask for 0 or more")
        trials = self._ask(1 if n is None else int(n), hold)[0]
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
            self._pending += [{name: native(value) for name, value in point.items()} for point in points]
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
            raise NotFoundError("no trial is complete yet; run some first")
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

    def trials_dataframe(self) -> pandas.DataFrame:
        """The trials as a table of pandas, which is imported only here: a row for each, with columns number,
        state, value (or values_NAME), params_NAME, attributes_NAME, error, started, finished, duration."""
        import pandas

        objectives = self.objectives
        rows: List[Dict[str, Any]] = []
        for trial in self.trials:
            row: Dict[str, Any] = {"number": trial.number, "state": trial.state}
            for position, name in enumerate(objectives):
                column = "value" if len(objectives) == 1 else f"values_{name}"
                row[column] = None if trial.values is None else trial.values[position]
            row.update({f"params_{name}": value for name, value in trial.params.items()})
            row.update({f"attributes_{name}": value for name, value in trial.attributes.items()})
            row.update(error=trial.error, started=trial.started, finished=trial.finished, duration=trial.duration)
            rows.append(row)
        return pandas.DataFrame(rows)

    def diagnose(self, *, objective: Optional[str] = None, splits: int = 20) -> Dict[str, Any]:
        """Tests noise and model, as ``hone diagnose --json`` does: is the noise even, does the input warp or
        the output transform help, are predictions calibrated, and what follows."""
        names = self.objectives
        if objective is not None and objective not in names:
            raise NotFoundError(f"there is no objective '{objective}'; use one of: {', '.join(names)}")
        if not self._known:
            raise NotFoundError("no trial is complete yet; run some first")
        index = 0 if objective is None else names.index(objective)
        return json.loads(self._operations.diagnose(self._name, index, splits))  # type: ignore[no-any-return]

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

        ``n_jobs`` objectives run at a time in threads of this process; or ``processes`` of them in processes of
        their own, which needs a store that these can share and an objective that can be pickled. Ctrl-C puts the
        running trial back into the queue (with several: lets them end), and raises KeyboardInterrupt.

        ``callbacks`` are called as ``callback(study, frozen_trial)`` after each trial, one at a time.

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
        if not self._known or not _hone.outlives_process(self._store):
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
        store, name = state
        self.__dict__.update(load_study(name, store).__dict__)

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
        names = self.objectives
        if isinstance(value, Mapping):
            if set(value) != set(names):
                raise InvalidArgumentError(
                    f"the values are named {', '.join(map(str, value))}; give one for each of: {', '.join(names)}"
                )
            return [float(value[name]) for name in names]
        if isinstance(value, (str, bytes)):
            raise InvalidArgumentError(f"the value is a text, {value!r}; give a number")
        try:
            return [float(value)]  # type: ignore[arg-type]
        except TypeError:
            pass
        try:
            return [float(one) for one in value]  # type: ignore[union-attr]
        except TypeError:
            raise InvalidArgumentError(
                f"the value is of type {type(value).__name__}; give a number, or one for each objective"
            ) from None

    def _ask(self, count: int, hold: bool = False) -> Tuple[List[Trial], bool, int]:
        """Trials; whether nothing is left; how many run when there are fewer than wanted."""
        with self._lock:
            if self._wanted:
                self._grow()
            if not self._known:
                return [self._rehearsal() for _ in range(count)], False, 0
            operations, name = self._operations, self._name
        asked, done, running = operations.ask(name, count, hold)
        return [Trial(self, number, params) for number, params in asked], done, running

    def _report(self, number: int, step: int, value: float) -> bool:
        return self._operations.report(self._name, number, step, value)

    def _tell(self, trial: Union[Trial, int], state: str, values: List[float], error: str = "") -> None:
        if not isinstance(trial, Trial):
            self._operations.tell(self._name, [(int(trial), state, values, {}, [], error)])
            return
        if trial.study is not self:
            raise InvalidArgumentError(f"the trial is one of the study '{trial.study.name}'; tell it there")
        if trial.number is None:
            self._tell_rehearsal(trial, state, values, error)
            return
        attributes = {**trial._attributes, **{LATE + name: value for name, value in trial._late.items()}}
        self._operations.tell(self._name, [(trial.number, state, values, attributes, [], error)])
        self._note_late(trial)

    # --- a space that is seen while it is used

    @property
    def _seed(self) -> int:
        return int(self._definition.get("seed", 0))

    def _draw(self, trial: Trial, name: str, parameter: Parameter) -> Value:
        return draw(name, parameter, self._seed, trial._serial if trial.number is None else trial.number)

    def _rehearsal(self) -> Trial:
        """A trial of a study that does not know its space: it becomes one of the store when it ends."""
        trial = Trial(self, None, self._pending.pop(0) if self._pending else {})
        trial._serial = self._rehearsals
        self._rehearsals += 1
        return trial

    def _tell_rehearsal(self, trial: Trial, state: str, values: List[float], error: str) -> None:
        with self._lock:
            if not self._known:
                self._establish(trial)
            given = {**trial._params, **trial._late}
            params = self._complete(given, trial._serial)
            late = {LATE + name: given[name] for name in trial._seen if params.get(name) != given[name]}
            row: Dict[str, Any] = {
                "params": params,
                "state": state,
                "attributes": {name: _written(value) for name, value in {**trial._attributes, **late}.items()},
                "reports": [{"step": step, "value": value} for step, value in sorted(trial._reports)],
                "error": error or None,
            }
            if state == "complete" and not all(map(math.isfinite, values)):
                row.update(state="failed", error=f"the value is {values[0] if len(values) == 1 else values}")
            elif state == "complete":
                row.update({"values": values} if len(values) > 1 else {"value": values[0]})
            trial._number = self._operations.insert(self._name, json.dumps([row]))
            self._note_late(trial)

    def _establish(self, trial: Trial) -> None:
        """Makes the study with what its first trial saw."""
        if not trial._seen:
            raise InvalidArgumentError(
                "the trial ended before it suggested a parameter, so the space is not known; "
                "give create_study() a space, or use trial.suggest_float() and its like in the objective"
            )
        definition = dict(self._definition)
        definition["parameters"] = {name: parameter.definition() for name, parameter in trial._seen.items()}
        self._operations.create(json.dumps(definition))
        self._forget(json.loads(self._operations.definition(self._name)))
        self._known = True
        for point in self._pending:
            self._operations.enqueue(self._name, [self._complete(point, self._rehearsals)])
            self._rehearsals += 1
        self._pending = []

    def _complete(self, params: Mapping[str, Value], number: int) -> Dict[str, Value]:
        """A value for each parameter of the space: the one given where it fits, a draw otherwise."""
        made: Dict[str, Value] = {}
        for name, parameter in self._space.items():
            value = fit(name, parameter, params[name]) if name in params else None
            made[name] = draw(name, parameter, self._seed, number) if value is None else value
        return made

    def _note_late(self, trial: Trial) -> None:
        with self._lock:
            for name in trial._late:
                if name not in self._space and not _hone.outlives_process(self._store):
                    self._wanted.setdefault(name, trial._seen[name])

    def _grow(self) -> None:
        """Takes what trials saw into the space of a study in memory, when no trial runs or waits: the study is
        made again with the larger space and its trials. Expects that the lock is held."""
        rows = json.loads(self._operations.trials_json(self._name))["trials"]
        if any(row["state"] in ("waiting", "running") for row in rows):
            return
        definition = json.loads(self._operations.definition(self._name))
        definition.pop("enqueue", None)
        definition["parameters"].update({name: made.definition() for name, made in self._wanted.items()})
        larger = _hone.Operations(self._store, True)
        larger.create(json.dumps(definition))
        self._forget(json.loads(larger.definition(self._name)))
        self._wanted = {}
        for row in rows:
            given = dict(row["params"])
            for name, parameter in self._space.items():
                value = (row["attributes"] or {}).get(LATE + name)
                if value is not None and fit(name, parameter, value) is not None:
                    given[name] = row["attributes"].pop(LATE + name)
            row["params"] = self._complete(given, row["number"])
            row.pop("notes", None)  # they are about the former space
        if rows:
            larger.insert(self._name, json.dumps(rows))
        self._compiled = larger
        self._grown.notify_all()


def _written(value: Value) -> Value:
    """As JSON writes it, which lacks NaN and the infinities."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _method(method: Method, what: str) -> Union[str, Dict[str, Any]]:
    if isinstance(method, str):
        return method
    if isinstance(method, Mapping):
        return {name: native(value) for name, value in method.items()}
    raise InvalidArgumentError(
        f"the {what} is of type {type(method).__name__}; give its name, or a dict of 'name' and options"
    )


def _source(source: Source) -> Union[str, Dict[str, Any]]:
    if isinstance(source, Study):
        path = _hone.storage_file(source.store)
        if path is not None:
            return f"sqlite:{os.path.abspath(path)}:{source.name}"
        if _hone.outlives_process(source.store):
            return f"{source.store}:{source.name}"
        complete = [trial for trial in source.trials if trial.state == "complete"]
        return {
            "name": source.name,
            "trials": [{"params": trial.params, "value": trial.value} for trial in complete],
        }
    return source if isinstance(source, str) else dict(source)


def _objective_fields(
    direction: str, directions: Union[Sequence[str], Mapping[str, str], None]
) -> Dict[str, Any]:
    if directions is None:
        return {"objective": {"direction": direction}}
    if isinstance(directions, str):
        raise InvalidArgumentError(f"directions is one text, {directions!r}; give a list, or use 'direction'")
    if isinstance(directions, Mapping):
        named = list(directions.items())
    else:
        named = [(f"value_{i}" if len(directions) > 1 else "value", one) for i, one in enumerate(directions)]
    return {"objectives": [{"name": name, "direction": one} for name, one in named]}


def _exists(operations: _hone.Operations, name: str) -> bool:
    try:
        operations.open(name)
    except NotFoundError:
        return False
    return True


def create_study(
    space: Optional[Space] = None,
    *,
    name: str = "study",
    store: str = "memory:",
    sampler: Method = "hebo",
    pruner: Optional[Method] = None,
    direction: str = "minimize",
    directions: Union[Sequence[str], Mapping[str, str], None] = None,
    constraints: Sequence[str] = (),
    constraints_on: Sequence[str] = (),
    candidates: Optional[Sequence[Mapping[str, Any]]] = None,
    sources: Union[Source, Sequence[Source]] = (),
    enqueue: Sequence[Mapping[str, Any]] = (),
    seed: int = 0,
    horizon: Optional[int] = None,
    load_if_exists: bool = False,
) -> Study:
    """Makes a study.

    ``space``: what may change, by name (hone.Float, Int, Categorical, Ordinal, Bool, Constant). Left out, the
    objective defines it as it runs (Trial.suggest_float and its like).
    ``store``: ``memory:``, or ``sqlite:PATH`` to keep the trials and to share them, or
    ``postgresql://USER@HOST/DATABASE`` to share them between machines.
    ``sampler``, ``pruner``: a name, or a dict of name and options; ``hone.samplers()`` lists them.
    ``directions``: for several objectives, a list, or a dict from their names.
    ``constraints``: expressions that every proposal satisfies, such as ``"x + y <= 10"``.
    ``constraints_on``: limits on attributes and objectives of trials, such as ``"memory_mb <= 500"``; a trial that
    breaks one, or does not report it, is never the best.
    ``candidates``: a list of dicts; only those are proposed.
    ``sources``: earlier studies to learn from, for samplers that can.
    ``load_if_exists``: go on with a study of that name. Its space and objectives must be the same.

    >>> study = hone.create_study(
    ...     {"C": hone.Float(1, 1000, log=True),
    ...      "kernel": hone.Categorical(["rbf", "poly"]),
    ...      "degree": hone.Int(2, 5, when={"kernel": "poly"})},
    ...     constraints=["kernel == 'rbf' or C < 500"], sampler="random", seed=1)
    >>> trial = study.ask()
    >>> ("degree" in trial) == (trial["kernel"] == "poly")
    True
    """
    definition: Dict[str, Any] = {"name": name, **_objective_fields(direction, directions)}
    definition.update(sampler=_method(sampler, "sampler"), seed=int(seed))
    if pruner is not None:
        definition["pruner"] = _method(pruner, "pruner")
    if horizon is not None:
        definition["horizon"] = int(horizon)
    several = [sources] if isinstance(sources, (str, Mapping, Study)) else list(sources)
    if several:
        definition["sources"] = [_source(source) for source in several]
    if constraints:
        definition["constraints"] = [constraints] if isinstance(constraints, str) else list(constraints)
    if constraints_on:
        definition["constraints_on"] = [constraints_on] if isinstance(constraints_on, str) else list(constraints_on)
    if candidates is not None:
        definition["candidates"] = [{key: native(value) for key, value in row.items()} for row in candidates]
    operations = _hone.Operations(store, load_if_exists)
    if space is None and candidates is None:
        if constraints:
            raise InvalidArgumentError("constraints need a space that is known at the start; give it as 'space'")
        return _by_run(operations, store, definition, enqueue, load_if_exists)
    if space is not None:
        definition["parameters"] = definitions(space)
    if enqueue:
        definition["enqueue"] = [{key: native(value) for key, value in point.items()} for point in enqueue]
    _warn(operations.create(json.dumps(definition))[3])
    return Study(operations, store, json.loads(operations.definition(name)), True)


def _by_run(
    operations: _hone.Operations,
    store: str,
    definition: Dict[str, Any],
    enqueue: Sequence[Mapping[str, Any]],
    load_if_exists: bool,
) -> Study:
    """A study whose objective defines the space."""
    name = definition["name"]
    if _hone.outlives_process(store) and _exists(operations, name):
        if not load_if_exists:
            raise AlreadyExistsError(
                f"there is a study named '{name}' already; choose another name, or go on with it: load_if_exists=True"
            )
        return Study(operations, store, json.loads(operations.definition(name)), True)
    # What is wrong with the sampler shows here, and not after the first trial.
    _hone.Operations("memory:", True).create(json.dumps({**definition, "parameters": {"x": {"type": "bool"}}}))
    study = Study(operations, store, definition, False)
    study.enqueue(list(enqueue))
    return study


def load_study(name: str = "study", store: str = "sqlite:hone.db") -> Study:
    """Opens a study of a store, whoever made it. Raises NotFoundError when there is none.

    >>> hone.load_study("nothing", "sqlite:/nowhere/hone.db")
    Traceback (most recent call last):
    ...
    hone.NotFoundError: ...
    """
    operations = _hone.Operations(store, True)
    _warn(operations.open(name)[3])
    return Study(operations, store, json.loads(operations.definition(name)), True)


def _warn(warnings: List[str]) -> None:
    if warnings:
        import warnings as channel

        for warning in warnings:
            channel.warn(warning, stacklevel=3)


def samplers() -> List[Dict[str, Any]]:
    """The samplers with their options, as ``hone samplers --json`` lists them.

    >>> "hebo" in [sampler["name"] for sampler in hone.samplers()]
    True
    """
    return json.loads(_hone.samplers())  # type: ignore[no-any-return]
