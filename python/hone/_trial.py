# SPDX-License-Identifier: MIT
"""One try of one configuration: while it runs, and afterwards."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Callable, Dict, FrozenSet, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, TypeVar, Union, cast

from ._artifacts import Artifact, Source, keep, listed
from ._errors import InvalidArgumentError, InvalidSpaceError, NotFoundError
from ._hints import OF_A_FROZEN_TRIAL, OF_A_TRIAL, foreign
from ._nearest import nearest, overlap
from ._patience import patiently
from ._results import reported
from ._choices import problem_within, written
from ._shown import ShownRunning, ShownTrial
from ._space import OUTSIDE, Bool, Categorical, Constant, Float, Int, Ordinal, Parameter, Value, fit
from ._values import problem_of, whole

if TYPE_CHECKING:
    from ._study import Study

#: Attributes of this beginning hold values of parameters that the study does not know (see docs/guide/python.md).
LATE = "param:"
#: The attribute that names, with commas between, what a trial was proposed and its objective did not ask for.
UNUSED = "unused_params"
T = TypeVar("T")

Record = Dict[str, Any]  # the fields of FrozenTrial by name; times are milliseconds


def _moment(milliseconds: int) -> Optional[datetime]:
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc) if milliseconds else None


#: The fields of a FrozenTrial that hold several things, and are handed out as copies: a study keeps its trials.
_HOLDING = frozenset(("params", "values", "reports", "attributes", "notes"))


def _copied(held: Any) -> Any:
    if isinstance(held, dict):
        return {name: _copied(value) for name, value in held.items()}
    return [_copied(value) for value in held] if isinstance(held, list) else held


@dataclass(frozen=True)
class FrozenTrial(ShownTrial):
    """A trial as the store has it: it does not change any more, and what is taken from it may be changed freely."""

    number: int
    state: str  #: ``waiting``, ``running``, ``complete``, ``failed``, ``pruned``, ``timed_out`` or ``infeasible``
    params: Dict[str, Any]
    values: Optional[List[float]]  #: one for each objective; None unless complete
    reports: List[Tuple[int, float]]  #: intermediate values as (step, value)
    attributes: Dict[str, Any]
    notes: Dict[str, Any]  #: what the sampler keeps with its proposal
    error: str  #: why it failed; of an exception the whole traceback
    attempt: int
    worker: str
    created: Optional[datetime]
    started: Optional[datetime]
    finished: Optional[datetime]

    if not TYPE_CHECKING:  # which would take every name for an attribute

        def __getattribute__(self, name: str) -> Any:
            value = object.__getattribute__(self, name)
            return _copied(value) if name in _HOLDING else value

    @property
    def value(self) -> Optional[float]:
        """The value of a study with one objective; None unless complete."""
        if self.values is None:
            return None
        if len(self.values) > 1:
            raise InvalidArgumentError(f"trial {self.number} has several values; use 'values'")
        return self.values[0]

    @property
    def duration(self) -> Optional[float]:
        """Seconds from its start to its end."""
        if self.started is None or self.finished is None:
            return None
        return (self.finished - self.started).total_seconds()

    @property
    def is_finished(self) -> bool:
        return self.state not in ("waiting", "running")

    def __getitem__(self, name: str) -> Any:
        return self.params[name]

    if not TYPE_CHECKING:
        __getattr__ = foreign("a trial that has ended", OF_A_FROZEN_TRIAL)


def frozen(record: Record) -> FrozenTrial:
    """The trial of a record of the compiled half, which becomes the trial's own."""
    attributes = record["attributes"]
    if attributes:
        params = record["params"]
        for name in [name for name in attributes if name.startswith(LATE)]:
            params[name[len(LATE) :]] = attributes.pop(name)
        if UNUSED in attributes:
            for name in str(attributes.pop(UNUSED)).split(","):
                params.pop(name, None)
    record["created"] = _moment(record["created"])
    record["started"] = _moment(record["started"])
    record["finished"] = _moment(record["finished"])
    trial = FrozenTrial.__new__(FrozenTrial)  # a frozen dataclass sets its fields one by one, which takes longer than all else
    trial.__dict__.update(record)
    return trial


class Trial(ShownRunning, Mapping[str, Any]):
    """A trial that runs: what an objective is given. It reads like a dict of its parameters: of those that were asked for,
    as soon as the objective asks with suggest_float() and its like, and of those that create_study() was given.

    >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
    >>> trial = study.ask()
    >>> 0 <= trial["x"] <= 1
    True
    >>> study.tell(trial, trial["x"] ** 2)
    """

    def __init__(self, study: Study, number: Optional[int], params: Dict[str, Value]) -> None:
        self._study = study
        self._number = number
        self._params = params
        self._attributes: Dict[str, Value] = {}
        self._late: Dict[str, Value] = {}  # parameters that the study does not have
        self._seen: Dict[str, Parameter] = {}
        self._defaults: Dict[str, Value] = {}  # what trials older than a parameter count as
        self._read: Set[str] = set()  # names whose values were handed out otherwise than by suggest_float() and its like
        self._reports: List[Tuple[int, List[float]]] = []  # of a trial that is not in the store yet
        self._artifacts: List[Tuple[bytes, Optional[str]]] = []  # likewise
        self._prune = False
        self._serial = 0  # of a trial that is not in the store yet
        self._expected: Optional[int] = None  # the number that it will have in the store
        self._patient = False  # waits for a store that does not answer

    @property
    def study(self) -> Study:
        return self._study

    @property
    def number(self) -> Optional[int]:
        """Its number in the study. None only for a trial that was asked for by hand before the study knows its
        space (see suggest_float): the end of the first one makes the study."""
        return self._expected if self._number is None else self._number

    @property
    def params(self) -> Dict[str, Any]:
        """The values of the parameters that exist in this trial. Once an objective has asked for one with suggest_float() and
        its like: of those that it has asked for so far, and of those that create_study() was given."""
        shown = self._visible()
        self._read.update(shown)
        return shown

    @property
    def attributes(self) -> Dict[str, Any]:
        """What set_attr() was given."""
        return dict(self._attributes)

    def __getitem__(self, name: str) -> Any:
        value = self._value(name)
        self._read.add(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a parameter, or ``default`` where ``name in trial`` is false."""
        return self[name] if name in self else default

    def __contains__(self, name: object) -> bool:
        return name in self._visible()

    def __iter__(self) -> Iterator[str]:
        return iter(self._visible())

    def __len__(self) -> int:
        return len(self._visible())

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"Trial(number={self.number}, params={self._visible()!r})"

    if not TYPE_CHECKING:
        __getattr__ = foreign("a trial", OF_A_TRIAL)

    # --- while it runs

    def report(self, value: Union[float, Sequence[float], Mapping[str, float]], step: int) -> None:
        """Stores an intermediate value, such as the loss after an epoch; ``should_prune()`` judges it. With several
        objectives a list with a value for each, or a dict by their names."""
        number, step = self._number, whole(step, "the step")
        values = reported(value, step, self._study.objectives)
        if number is None:
            self._reports = [past for past in self._reports if past[0] != step] + [(step, values)]
        else:
            self._prune = self._waiting(lambda: self._study._report(number, step, values))

    def should_prune(self) -> bool:
        """True when the study's pruner would stop the trial after its last report: raise hone.TrialPruned then."""
        return self._prune

    def set_attr(self, name: str, value: Any) -> None:
        """Keeps a remark with the trial: a bool, int of 64 bits, float, str, None, or a list or dict of these, of at most
        64 KiB as JSON, in which tuples are lists. Stored when the trial ends."""
        self._attributes.update([checked_attribute(name, value)])

    def log_artifact(self, source: Source, name: Optional[str] = None) -> None:
        """Keeps a file with the trial, by its path, or bytes under a name: a plot, a table, a checkpoint. It is on disk
        when this returns; one of the same name is replaced. At most 64 MiB, and 100 files and 256 MiB a trial.

        >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
        >>> trial = study.ask()
        >>> trial.log_artifact(b"epoch,loss", name="loss.csv")
        >>> trial.artifacts
        [Artifact(trial=0, name='loss.csv', type='text/csv', size=10)]
        """
        number = self._number
        if number is None:
            if not isinstance(source, (bytes, bytearray, memoryview)):
                name = name or os.path.basename(os.fspath(source))
                with open(source, "rb") as file:
                    source = file.read()
            self._artifacts.append((bytes(source), name))
            return
        self._waiting(lambda: keep(self._study, number, source, name))

    @property
    def artifacts(self) -> List[Artifact]:
        """What log_artifact() has kept with the trial so far."""
        return [] if self._number is None else self._waiting(lambda: listed(self.study, self._number))

    # --- define by run

    def suggest_float(
        self,
        name: str,
        low: float,
        high: float,
        *,
        log: bool = False,
        step: Optional[float] = None,
        default: Optional[float] = None,
    ) -> float:
        """A number from ``low`` to ``high``, for spaces that are written in the objective itself. ``default``: what
        trials from before the objective asked for it count as; left out, that is not known.

        >>> def objective(trial):
        ...     x = trial.suggest_float("x", -5, 5)
        ...     return (x - 2) ** 2
        >>> study = hone.create_study(seed=1)
        >>> study.optimize(objective, trials=20)
        >>> abs(study.best_params["x"] - 2) < 1
        True
        """
        only = low == high and math.isfinite(low)  # as suggest_int() has it
        parameter = Constant(float(low)) if only else Float(low, high, log=log, step=step)
        return float(self.suggest(name, parameter, default=default))

    def suggest_int(
        self, name: str, low: int, high: int, *, log: bool = False, step: int = 1, default: Optional[int] = None
    ) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return int(self.suggest(name, Int(low, high, log=log, step=step), default=default))

    def suggest_categorical(self, name: str, choices: Sequence[T], *, default: Any = OUTSIDE) -> T:
        """One of several values in no order: texts, numbers, True, False, None, and lists, tuples and dicts of these, as
        they are written here.

        >>> study = hone.create_study(sampler="random", seed=1)
        >>> study.optimize(lambda trial: len(trial.suggest_categorical("layers", [(64, 64), (32,)])), trials=10)
        >>> study.best_params
        {'layers': (32,)}
        """
        return cast(T, self.suggest(name, Categorical(choices), default=default))

    def suggest_ordinal(self, name: str, choices: Sequence[T], *, default: Any = OUTSIDE) -> T:
        """One of several values in their order."""
        return cast(T, self.suggest(name, Ordinal(choices), default=default))

    def suggest_bool(self, name: str, *, default: Optional[bool] = None) -> bool:
        """True or False."""
        return bool(self.suggest(name, Bool(), default=default))

    def suggest(self, name: str, parameter: Parameter, *, default: Any = OUTSIDE) -> Any:
        """The value of a parameter in this trial: what the sampler proposed when the study has the parameter, and of the
        range given here the value next to it where it lies outside; an independent draw when the study does not have
        it, or has other choices."""
        if default is None and fit(name, parameter, None) is OUTSIDE:
            default = OUTSIDE  # none is given
        if default is not OUTSIDE:
            self._defaults[name] = _default(name, parameter, default)
        if name in self._seen:
            if type(self._seen[name]) is not type(parameter):
                raise InvalidSpaceError(
                    f"'{name}' was {self._seen[name]!r} earlier in this trial and is {parameter!r} now; "
                    "use another name for one of them"
                )
            known = fit(name, parameter, self._value(name))
            if known is not OUTSIDE:
                return known
            raise InvalidSpaceError(
                f"'{name}' is {self._value(name)!r} in this trial, which is not in {parameter!r}; "
                "use another name for a second range"
            )
        self._seen[name] = parameter
        self._study._growth.compare(name, parameter)
        if name in self._params:
            known = fit(name, parameter, self._params[name])
            if known is not OUTSIDE:
                return known
            declared = self._study._space.get(name)
            if declared is not None and overlap(declared, parameter):
                moved = nearest(name, parameter, self._params[name])
                if moved is not OUTSIDE:
                    self._late[name] = moved
                    return moved
        try:
            return self._waiting(lambda: self._study._growth.value(self, name, parameter))
        except InvalidSpaceError:
            del self._seen[name]  # there is no such parameter, and the study is not to get it
            raise

    # --- behind it

    def _visible(self) -> Dict[str, Value]:
        """What the trial shows as a dict. Of an objective that defines its space that is what it has asked for: the sampler
        proposes values of other branches, too, which have no effect."""
        values = {**self._params, **self._late}
        if not self._seen:
            return values
        known = self._declared
        return {name: value for name, value in values.items() if name in self._seen or name in self._read or name in known}

    @property
    def _declared(self) -> FrozenSet[str]:
        return self._study._declared

    def _value(self, name: str) -> Value:
        if name in self._late:
            return self._late[name]
        if name in self._params:
            return self._params[name]
        known = ", ".join({**self._params, **self._late}) or "none"
        raise NotFoundError(
            f"the trial has no parameter {name!r}; it has: {known} (one with a condition is not in every trial: use get())"
        )

    def _to_keep(self) -> Dict[str, Value]:
        """Attributes for the store: what was set, which values were used, and what nobody asked for. A value that was handed
        out by whatever way may have been used."""
        kept = {**self._attributes, **{LATE + name: value for name, value in self._late.items()}}
        unused = [name for name in self._params if name not in self._seen and name not in self._read]
        if self._seen and unused:
            kept[UNUSED] = ",".join(unused)
        return kept

    def _run_by_optimize(self) -> None:
        """It waits for a store that is away, and knows its number: optimize() has no other first trial under way."""
        self._patient = True
        if self._number is None:
            self._expected = 0

    def _waiting(self, action: Callable[[], T]) -> T:
        return patiently(action) if self._patient else action()


def checked_attribute(name: Any, value: Any) -> Tuple[str, Value]:
    """An attribute of a trial as the store has it. Raises InvalidArgumentError when it cannot be one."""
    if not isinstance(name, str) or problem_of(name):
        raise InvalidArgumentError(f"the attribute's name {name!r} {problem_of(name) or 'is not a text'}; give one")
    if problem := problem_within(value):
        hints = {int: "give a text", str: "leave it out"}
        hint = hints.get(type(value), "give a bool, an int, a float, a str, None, or a list or dict of these")
        raise InvalidArgumentError(f"the attribute '{name}' {problem}; {hint}")
    if name.startswith(LATE) or name == UNUSED:
        raise InvalidArgumentError(f"'{UNUSED}' and attributes that begin with '{LATE}' are hone's own; choose another name")
    return name, written(value)


def _default(name: str, parameter: Parameter, default: Any) -> Any:
    known = fit(name, parameter, default)
    if known is OUTSIDE:
        raise InvalidArgumentError(f"the default of '{name}' is {default!r}, which is not in {parameter!r}; give one of its values")
    return known
