# SPDX-License-Identifier: MIT
"""One objective call that may happen elsewhere: in another thread, or pickled into another process.

The program that asked for a trial keeps its lease and tells its result. Where the objective runs, the trial reports under
that lease, which ends with the trial: whoever runs it in vain is told so by its next report.
"""

from __future__ import annotations

import pickle
import traceback
from typing import TYPE_CHECKING, Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple, Union

from . import _hone
from ._artifacts import Source, keep
from ._errors import InvalidArgumentError, ObjectiveError, TrialPruned
from ._results import Result, numbers, reported
from ._space import OUTSIDE, Parameter, Value
from ._telling import refuse_awaitable, said
from ._trial import Trial
from ._values import whole

if TYPE_CHECKING:
    from ._study import Study


class Ended:
    """What became of a call. Of one in another process only what can be pickled: numbers, the exception, and the text of
    its traceback."""

    def __init__(self, result: Result = None, problem: Optional[BaseException] = None) -> None:
        self.result = result
        self.problem = problem
        self.text = ""  # the traceback, when the exception comes from another process and has left it there
        self.said = ""  # its kind and text, which another that is sent in its place does not have
        self.seen: Dict[str, Any] = {}  # what the trial learnt there

    def again(self, trial: Trial) -> Result:
        """As if the objective had been called here."""
        trial.__dict__.update(self.seen)
        if self.problem is not None:
            raise self.problem
        return self.result


class Task:
    """A call of the objective with a trial. Pickled, it takes along what another process needs of the trial."""

    def __init__(self, objective: Callable[[Trial], Result], trial: Trial) -> None:
        self._objective = objective
        self._trial = trial

    def __call__(self) -> Ended:
        return attempted(self._objective, self._trial)

    def __reduce__(self) -> Tuple[Any, ...]:
        trial = self._trial
        study, number = trial._study, trial._number
        assert number is not None  # it is in the store
        store = None if _hone.in_memory(study.store) else study.store
        fence = study._operations.fence(study.name, number) if store is not None else 0
        return FarTask, (self._objective, study.objectives, store, study.name, number, fence, trial._params, study._declared)


class FarTask:
    """The same in another process."""

    def __init__(
        self, objective: Callable[[Trial], Result], objectives: List[str], store: Optional[str], study: str, number: int,
        fence: int, params: Dict[str, Value], declared: FrozenSet[str],
    ) -> None:  # fmt: skip
        self._objective = objective
        self._objectives = objectives
        self._trial = FarTrial(store, study, number, fence, params, declared)

    def __call__(self) -> Ended:
        trial = self._trial
        ended = attempted(lambda trial: _numbers(self._objective(trial), self._objectives), trial)
        if ended.problem is not None:
            ended.text = "".join(traceback.format_exception(None, ended.problem, ended.problem.__traceback__))
            ended.said = said(ended.problem)
            ended.problem = _portable(ended.problem)
        ended.seen = {name: trial.__dict__[name] for name in ("_attributes", "_late", "_seen", "_read", "_defaults")}
        return ended


def attempted(objective: Callable[[Trial], Result], trial: Trial) -> Ended:
    """Exceptions of the objective are its result; Ctrl-C and the like are raised."""
    try:
        return Ended(objective(trial))
    except Exception as problem:
        return Ended(problem=problem)


def _numbers(result: Result, objectives: List[str]) -> Result:
    """The result as numbers, which every process can be sent."""
    refuse_awaitable(result)
    return None if result is None else numbers(result, objectives)


def _portable(problem: BaseException) -> BaseException:
    """The exception, or one that says the same where it cannot be sent."""
    try:
        return pickle.loads(pickle.dumps(problem))  # type: ignore[no-any-return]
    except Exception:
        return TrialPruned(str(problem)) if isinstance(problem, TrialPruned) else ObjectiveError(said(problem))


class FarTrial(Trial):
    """A trial in a process other than the one that asked for it and will tell it."""

    def __init__(
        self, store: Optional[str], study: str, number: int, fence: int, params: Dict[str, Value], declared: FrozenSet[str]
    ) -> None:
        super().__init__(_Distant(study), number, params)  # type: ignore[arg-type]
        self._store = store
        self._name = study
        self._fence = fence
        self._written_down = declared
        self._patient = True

    def report(self, value: Union[float, Sequence[float], Mapping[str, float]], step: int) -> None:
        if self._store is None:
            raise InvalidArgumentError(_unreachable(self._name, "report there"))
        if self._store.startswith(("http://", "https://")):
            raise InvalidArgumentError(
                f"the study '{self._name}' is in a service, to which a trial reports from the program that asked for it; "
                "run it in threads, or have each process ask for its own trials: study.optimize(..., processes=)"
            )
        study, step = self._opened(self._store), whole(step, "the step")
        values = reported(value, step, study.objectives)
        self._prune = self._waiting(
            lambda: study._operations.report_for(self._name, self._number or 0, self._fence, step, values)
        )

    def log_artifact(self, source: Source, name: Optional[str] = None) -> None:
        if self._store is None:
            raise InvalidArgumentError(_unreachable(self._name, "leave files there"))
        if self._store.startswith(("http://", "https://")):
            raise InvalidArgumentError(
                f"the study '{self._name}' is in a service, where a trial leaves files from the program that asked for it; "
                "run it in threads, or have each process ask for its own trials: study.optimize(..., processes=)"
            )
        study = self._opened(self._store)
        self._waiting(lambda: keep(study, self._number or 0, source, name, self._fence))

    def suggest(self, name: str, parameter: Parameter, *, default: Any = OUTSIDE) -> Any:
        if self._store is not None:
            self._opened(self._store)
        return super().suggest(name, parameter, default=default)

    @property
    def _declared(self) -> FrozenSet[str]:
        return self._written_down

    @property
    def study(self) -> Study:
        if self._store is None:
            raise InvalidArgumentError(_unreachable(self._name, "look at it"))
        return self._opened(self._store)

    def _opened(self, store: str) -> Study:
        if isinstance(self._study, _Distant):
            self._study = self._waiting(lambda: _study_of(store, self._name))
        return self._study


_opened: Dict[Tuple[str, str], Study] = {}


def _study_of(store: str, name: str) -> Study:
    """Opened once in each process."""
    from ._create import load_study

    if (store, name) not in _opened:
        _opened[store, name] = load_study(name, store)
    return _opened[store, name]


class _Distant:
    """A study that another process has in its memory: what a trial was given can be read, and nothing more."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._growth = self

    def compare(self, name: str, parameter: Parameter) -> None:
        """The program that asked compares what it sees itself."""

    def value(self, trial: Trial, name: str, parameter: Parameter) -> Value:
        raise InvalidArgumentError(_unreachable(self._name, f"add '{name}' to its space, or another range of it"))


def _unreachable(name: str, what: str) -> str:
    return (
        f"the study '{name}' is in the memory of the program that asked, and a trial in another process cannot {what}; "
        "make it in a store that both see (store='sqlite:hone.db'), or run it in threads"
    )
