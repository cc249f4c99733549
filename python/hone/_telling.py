# SPDX-License-Identifier: MIT
"""What a search says of its trials, and what it makes of those that fail."""

from __future__ import annotations

import inspect
import logging
import math
import threading
import traceback
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Protocol

from ._errors import NotFoundError, ObjectiveError
from ._logging import is_told, tell
from ._patience import patiently

if TYPE_CHECKING:
    from ._study import Study
    from ._trial import FrozenTrial

#: So many trials that fail from the first on mean that the objective is broken.
BROKEN = 5
#: So many parameters stand in a line.
_SHOWN = 12
#: So many letters of an exception.
_LONGEST = 500


def said(problem: BaseException) -> str:
    """The kind of an exception and its text as one line, also when it cannot say that. All of it is in the trial's ``error``."""
    kind = type(problem).__name__
    parts = traceback.format_exception_only(type(problem), problem)
    # Before it stand the lines of a syntax error, after it the notes that were added.
    text = next((part for part in parts if part.partition(":")[0].strip().rpartition(".")[2] == kind), parts[-1])
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def not_finite(values: List[float]) -> str:
    """What is wrong with a result that is not finite; an empty text when it is finite."""
    if all(map(math.isfinite, values)):
        return ""
    return f"the objective returned {values[0] if len(values) == 1 else values}"


def refuse_awaitable(result: Any) -> None:
    """Of an objective that is 'async' behind a function or an object."""
    if inspect.isawaitable(result):
        if inspect.iscoroutine(result):
            result.close()
        raise TypeError(
            f"the objective returned a {type(result).__name__}, which nobody awaits; return a number, "
            "or await study.optimize_async(objective, trials=...), which awaits it"
        )


class Listener(Protocol):
    """Who is told of each trial that ends, with the reason if it failed."""

    def note(self, number: int, reason: str, problem: Optional[BaseException] = None) -> None: ...


class Outcomes:
    """How the trials of one search ended: notices an objective that never worked. Shared by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failed = 0
        self._worked = 0
        self._reasons: List[str] = []  # different ones, the newest last
        self._problem: Optional[BaseException] = None

    def note(self, reason: str, problem: Optional[BaseException] = None) -> bool:
        """One more, which failed for this reason, or for none. True when the objective looks broken."""
        with self._lock:
            if not reason:
                self._worked += 1
                return False
            self._failed += 1
            self._problem = problem
            if reason in self._reasons:
                self._reasons.remove(reason)
            self._reasons = [*self._reasons[-9:], reason]
            return self._worked == 0 and self._failed >= BROKEN

    def error(self, subject: str) -> ObjectiveError:
        """That all have failed so far."""
        with self._lock:
            error = ObjectiveError(
                f"{subject} with {self._reasons[-1]}; repair the objective, or give 'catch' to go on regardless"
            )
            error.__cause__ = self._problem
        return error

    def conclude(self, study: Study, survives: bool) -> None:
        """At the end of a search. Raises ObjectiveError when every trial failed and the study has no result at all,
        unless the caller said which exceptions it survives; what went wrong beside results is told in one line."""
        if self._failed == 0:
            return
        if self._worked:
            if self._failed > 1:
                total = self._failed + self._worked
                tell(logging.WARNING, f"{self._failed} of {total} trials failed, the last one with {self._reasons[-1]}")
            return
        subject = "the only trial failed" if self._failed == 1 else f"all {self._failed} trials failed, the last one"
        if not survives and not _has_result(study):
            raise self.error(subject)
        tell(logging.ERROR, f"{subject} with {self._reasons[-1]}")


class Journal:
    """A line for each trial that ends, with the best so far."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._lock = threading.Lock()
        self._failures = 0
        self._best: Optional[FrozenTrial] = None
        if self._is_followed():
            self._best = self._best_now()

    def note(self, number: int, reason: str, problem: Optional[BaseException] = None) -> None:
        """Tells of a trial; one that failed does so for this reason. The first failure is a warning."""
        with self._lock:
            if reason:
                self._failures += 1
                level = logging.WARNING if self._failures == 1 else logging.INFO
                tell(level, f"trial {number} of '{self._study.name}' failed: {reason}")
            elif is_told(logging.INFO):
                self._tell_end(patiently(lambda: self._study.trials)[number])

    def _tell_end(self, trial: FrozenTrial) -> None:
        ended = f"trial {trial.number} of '{self._study.name}'"
        shown = _params(trial.params)
        if trial.values is None:
            tell(logging.INFO, f"{ended} {trial.state.replace('_', ' ')}; {shown}")
        elif len(trial.values) > 1:
            named = ", ".join(f"{name} {value:.6g}" for name, value in zip(self._study.objectives, trial.values))
            tell(logging.INFO, f"{ended}: {named}; {shown}")
        else:
            before, self._best = self._best, self._best_now()
            improved = self._best is not None and self._best.number == trial.number and before != self._best
            best = "the best so far" if improved else self._best_text()
            tell(logging.INFO, f"{ended}: {trial.values[0]:.6g}, {best}; {shown}", improved)

    def _is_followed(self) -> bool:
        return is_told(logging.INFO) and self._study._known and len(self._study.directions) == 1

    def _best_now(self) -> Optional[FrozenTrial]:
        try:
            return patiently(lambda: self._study.best_trial)
        except NotFoundError:
            return None

    def _best_text(self) -> str:
        if self._best is None:
            return "beyond the limits"
        return f"best {self._best.value:.6g} of trial {self._best.number}"


def _has_result(study: Study) -> bool:
    return any(trial.state in ("complete", "pruned") for trial in patiently(lambda: study.trials))


def _params(params: Mapping[str, Any]) -> str:
    shown = [
        f"{name}={value:.6g}" if isinstance(value, float) else f"{name}={value!r}"
        for name, value in list(params.items())[:_SHOWN]
    ]
    if len(params) > _SHOWN:
        shown.append(f"and {len(params) - _SHOWN} more")
    return ", ".join(shown) or "no parameters"
