# SPDX-License-Identifier: MIT
"""One try of one configuration: while it runs, and afterwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar

from ._errors import InvalidArgumentError, InvalidSpaceError
from ._patience import patiently
from ._space import Bool, Categorical, Constant, Float, Int, Ordinal, Parameter, Value, fit, native
from ._values import problem_of

if TYPE_CHECKING:
    from ._study import Study

#: Attributes of this beginning hold values of parameters that the study does not know (see docs/guide/python.md).
LATE = "param:"
T = TypeVar("T")

Record = Tuple[
    int, str, Dict[str, Value], Optional[List[float]], List[Tuple[int, float]], Dict[str, Value],
    Dict[str, Any], str, int, str, int, int, int,
]  # fmt: skip


def _moment(milliseconds: int) -> Optional[datetime]:
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc) if milliseconds else None


@dataclass(frozen=True)
class FrozenTrial:
    """A trial as the store has it: a copy that does not change any more."""

    number: int
    state: str  #: ``waiting``, ``running``, ``complete``, ``failed``, ``pruned``, ``timed_out`` or ``infeasible``
    params: Dict[str, Value]
    values: Optional[List[float]]  #: one for each objective; None unless complete
    reports: List[Tuple[int, float]]  #: intermediate values as (step, value)
    attributes: Dict[str, Value]
    notes: Dict[str, Any]  #: what the sampler keeps with its proposal
    error: str  #: why it failed; of an exception the whole traceback
    attempt: int
    worker: str
    created: Optional[datetime]
    started: Optional[datetime]
    finished: Optional[datetime]

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

    def __getitem__(self, name: str) -> Value:
        return self.params[name]


def frozen(record: Record) -> FrozenTrial:
    """The trial of a record of the compiled half."""
    number, state, params, values, reports, attributes, notes, error, attempt, worker, created, started, ended = record
    if any(name.startswith(LATE) for name in attributes):
        late = {name: attributes.pop(name) for name in list(attributes) if name.startswith(LATE)}
        params.update({name[len(LATE) :]: value for name, value in late.items()})
    return FrozenTrial(
        number, state, params, values, reports, attributes, notes, error, attempt, worker,
        _moment(created), _moment(started), _moment(ended),
    )  # fmt: skip


class Trial(Mapping[str, Value]):
    """A trial that runs: what an objective is given. It reads like a dict of its parameters.

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
        self._reports: List[Tuple[int, float]] = []  # of a trial that is not in the store yet
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
    def params(self) -> Dict[str, Value]:
        """The values of the parameters that exist in this trial."""
        return {**self._params, **self._late}

    @property
    def attributes(self) -> Dict[str, Value]:
        """What set_attr() was given."""
        return dict(self._attributes)

    def __getitem__(self, name: str) -> Value:
        return self._late[name] if name in self._late else self._params[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.params)

    def __len__(self) -> int:
        return len(self.params)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"Trial(number={self.number}, params={self.params!r})"

    # --- while it runs

    def report(self, value: float, step: int) -> None:
        """Stores an intermediate value, such as the loss after an epoch; ``should_prune()`` judges it."""
        number = self._number
        if number is None:
            if not math.isfinite(value):
                raise InvalidArgumentError(f"step {step} reports {value}; report finite numbers only")
            self._reports = [past for past in self._reports if past[0] != int(step)] + [(int(step), float(value))]
        else:
            self._prune = self._waiting(lambda: self._study._report(number, int(step), float(value)))

    def should_prune(self) -> bool:
        """True when the study's pruner would stop the trial after its last report: raise hone.TrialPruned then."""
        return self._prune

    def set_attr(self, name: str, value: Value) -> None:
        """Keeps a remark with the trial: a bool, int of 64 bits, float or str. Stored when the trial ends."""
        value = native(value)
        if not isinstance(name, str) or problem_of(name):
            raise InvalidArgumentError(f"the attribute's name {name!r} {problem_of(name) or 'is not a text'}; give one")
        if problem := problem_of(value):
            hints = {int: "give a text", str: "leave it out"}
            hint = hints.get(type(value), "give a bool, an int, a float or a str")
            raise InvalidArgumentError(f"the attribute '{name}' {problem}; {hint}")
        if name.startswith(LATE):
            raise InvalidArgumentError(f"attributes that begin with '{LATE}' are hone's own; choose another name")
        self._attributes[name] = value

    # --- define by run

    def suggest_float(
        self, name: str, low: float, high: float, *, log: bool = False, step: Optional[float] = None
    ) -> float:
        """A number from ``low`` to ``high``, for spaces that are written in the objective itself.

        >>> def objective(trial):
        ...     x = trial.suggest_float("x", -5, 5)
        ...     return (x - 2) ** 2
        >>> study = hone.create_study(seed=1)
        >>> study.optimize(objective, n_trials=20)
        >>> abs(study.best_params["x"] - 2) < 1
        True
        """
        only = low == high and math.isfinite(low)  # as suggest_int() has it
        parameter = Constant(float(low)) if only else Float(low, high, log=log, step=step)
        return float(self.suggest(name, parameter))

    def suggest_int(self, name: str, low: int, high: int, *, log: bool = False, step: int = 1) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return int(self.suggest(name, Int(low, high, log=log, step=step)))

    def suggest_categorical(self, name: str, choices: Sequence[Value]) -> Value:
        """One of several values in no order."""
        return self.suggest(name, Categorical(choices))

    def suggest_ordinal(self, name: str, choices: Sequence[Value]) -> Value:
        """One of several values in their order."""
        return self.suggest(name, Ordinal(choices))

    def suggest_bool(self, name: str) -> bool:
        """True or False."""
        return bool(self.suggest(name, Bool()))

    def suggest(self, name: str, parameter: Parameter) -> Value:
        """The value of a parameter in this trial: what the sampler proposed when the study has the parameter
        and the value lies in the range given here, an independent draw otherwise."""
        if name in self._seen:
            if type(self._seen[name]) is not type(parameter):
                raise InvalidSpaceError(
                    f"'{name}' was {self._seen[name]!r} earlier in this trial and is {parameter!r} now; "
                    "use another name for one of them"
                )
            known = fit(name, parameter, self[name])
            if known is not None:
                return known
            raise InvalidSpaceError(
                f"'{name}' is {self[name]!r} in this trial, which is not in {parameter!r}; "
                "use another name for a second range"
            )
        self._seen[name] = parameter
        if name in self._params:
            known = fit(name, parameter, self._params[name])
            if known is not None:
                return known
        return self._waiting(lambda: self._study._growth.value(self, name, parameter))

    # --- behind it

    def _run_by_optimize(self) -> None:
        """It waits for a store that is away, and knows its number: optimize() has no other first trial under way."""
        self._patient = True
        if self._number is None:
            self._expected = 0

    def _waiting(self, action: Callable[[], T]) -> T:
        return patiently(action) if self._patient else action()
