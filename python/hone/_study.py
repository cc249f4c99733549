# SPDX-License-Identifier: MIT
"""Studies: what is searched, and everything that was tried."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple, Union
from typing import overload

from ._added import Added
from ._async import Async
from ._drawn import Drawn
from ._errors import InvalidArgumentError, LeaseLostError, NotFoundError, StorageError
from ._handle import Handle
from ._hints import refuse
from ._judged import Judged, why_no_best
from ._predicted import PredictedBest
from ._results import Result, numbers, unusable
from ._running import Running
from ._choices import written
from ._space import Parameter, Value
from ._trial import UNUSED, FrozenTrial, Record, Trial, frozen
from ._values import points_of, readable, whole
from ._verbs import Verbs

if TYPE_CHECKING:
    from . import _hone

Callback = Callable[["Study", FrozenTrial], None]
_LEFT_OUT: Any = type("LeftOut", (), {"__repr__": lambda self: "None"})()


class Study(Running, Async, Added, Judged, Verbs, Drawn, Handle):
    """A search and its trials, made by create_study() or load_study(). Safe to use from several threads.

    ``optimize(objective, trials=100)`` searches, or ``ask()`` and ``tell()`` by hand; ``best_params``, ``best_value`` and
    ``trials`` are what was found; plot_history() and its like show it.

    A study in a file is shared: other processes, on whatever program, and the command line see the same
    trials. It can be pickled, and is then opened anew; one in memory cannot.
    """

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

    # --- ask and tell

    @overload
    def ask(self, n: None = None, *, hold: bool = False) -> Trial: ...
    @overload
    def ask(self, n: int, *, hold: bool = False) -> List[Trial]: ...
    def ask(self, n: Optional[int] = None, *, hold: bool = False, **other: NoReturn) -> Union[Trial, List[Trial]]:
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
        refuse(Study.ask, other)
        count = 1 if n is None else whole(n, "the count of trials")
        if count < 0:
            raise InvalidArgumentError(f"{n} trials are asked for; ask for 0 or more")
        trials = self._ask(count, hold)[0]
        if n is not None:
            return trials
        if not trials:
            if self.call("show").get("stopped"):
                raise InvalidArgumentError("the study is paused, so nothing is handed out; study.resume() goes on")
            raise InvalidArgumentError(
                "the sampler has nothing left to propose; stop here, or use ask(n), which then returns fewer"
            )
        return trials[0]

    def tell(
        self,
        trial: Union[Trial, int],
        value: Result = _LEFT_OUT,
        *,
        state: Optional[str] = None,
        error: str = "",
        **other: NoReturn,
    ) -> None:
        """Ends a trial; on disk when it returns. Without a value, ``state`` says how it ended: ``failed``
        (the default), ``pruned``, ``timed_out`` or ``infeasible``. A value that is not finite, or None, is a failure, with a
        warning.
        """
        refuse(Study.tell, other)
        if value is None and state is None:
            number = trial.number if isinstance(trial, Trial) else trial
            warnings.warn(f"trial {number} ends as failed: its value is None; give a number, or state='failed'", stacklevel=2)
        value = None if value is _LEFT_OUT else value
        values = [] if value is None else self._numbers(value)
        if state in (None, "complete") and (problem := unusable(values)):
            number = trial.number if isinstance(trial, Trial) else trial
            warnings.warn(f"trial {number} ends as failed: {problem}", stacklevel=2)
        self._tell(trial, state or ("failed" if value is None else "complete"), values, error)

    def enqueue(self, params: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]], **other: NoReturn) -> List[int]:
        """Has these settings tried first: one dict or a list of them. Parameters that are left out are drawn from the
        study's seed, so that the given ones exist and constraints hold. Returns the numbers of their trials; none while the
        study does not know its space yet.

        >>> study = hone.create_study({"x": hone.Float(0, 10), "y": hone.Float(0, 1)}, sampler="random")
        >>> study.enqueue({"x": 2.5})
        [0]
        >>> trial = study.ask()
        >>> trial["x"], 0 <= trial["y"] <= 1
        (2.5, True)
        """
        refuse(Study.enqueue, other)
        points = points_of(params)
        with self._lock:
            if self._known:
                return self._operations.enqueue(self._name, points)
            self._growth.pending += [{name: written(value) for name, value in point.items()} for point in points]
            return []

    # --- looking

    @property
    def trials(self) -> List[FrozenTrial]:
        """All trials by number, those of other processes included."""
        with self._lock:
            if not self._known:
                return []
            changed = self._operations.changes(self._name, self._revision)
            self._revision = changed["revision"]
            for record in changed["trials"]:
                trial = self._frozen(record)
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
        return self._frozen(record)

    @property
    def best_params(self) -> Dict[str, Any]:
        """The settings of the best trial."""
        return self.best_trial.params

    @property
    def best_value(self) -> float:
        """The value of the best trial."""
        value = self.best_trial.value
        assert value is not None  # it is complete
        return value

    @property
    def best_predicted(self) -> Optional[PredictedBest]:
        """Where values are noisy, the settings of which the model expects most: the best value may be luck. None where
        there is no noise to speak of, or too little is known for a model.

        >>> study = hone.create_study({"x": hone.Int(0, 9)}, sampler="random")
        >>> study.best_predicted is None
        True
        """
        self._only("best_predicted", self.directions, "best_trials")
        best = self.call("best", means=True)["best"] if self._known else None
        told = best.get("predicted") if best else None
        if told is None:
            return None
        params = self._restore(dict(told["params"]))
        return PredictedBest(**{**told, "params": params})

    @property
    def best_trials(self) -> List[FrozenTrial]:
        """The Pareto-optimal trials: complete, and not beaten in all objectives by another."""
        return [self._frozen(record) for record in self._operations.front(self._name)] if self._known else []

    # --- behind it

    def _frozen(self, record: Record) -> FrozenTrial:
        trial = frozen(record)
        self._restore(trial.__dict__["params"])  # the attribute is a copy
        return trial

    def _restore(self, params: Dict[str, Any]) -> Dict[str, Any]:
        """Lists, tuples and dicts as whoever wrote the parameters here gave them."""
        for name, originals in self._originals.items():
            if name in params:
                params[name] = originals.of(params[name])
        return params

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

    def _ask(self, count: int, hold: bool = False, held: Optional[List[int]] = None) -> Tuple[List[Trial], bool, int]:
        """Trials; whether nothing is left; how many run when there are fewer than wanted. Their numbers are added to
        ``held`` for a caller that gives them back itself when it is interrupted."""
        with self._lock:
            if not self._known:
                return [self._growth.rehearsal() for _ in range(count)], False, 0
            operations, name = self._operations, self._name
        answers: List[_hone._Asked] = []
        try:
            # Ctrl-C while hone computes is raised as soon as the call returns, before its result has a name. What is called
            # and kept within one call of list.extend() is not lost then.
            answers.extend(map(operations.ask, [name], [count], [hold]))
            asked = answers[0]
            trials = [Trial(self, one["number"], self._restore(one["params"])) for one in asked["trials"]]
            if held is not None:
                held.extend([one["number"] for one in asked["trials"]])
            return trials, asked["done"], asked["running"]
        except BaseException:
            for number in [one["number"] for answer in answers for one in answer["trials"]]:
                self._give_back(number)
            raise

    def _give_back(self, number: int) -> None:
        """Puts a trial that nobody began, or that was interrupted, back into the queue."""
        try:
            self.call("requeue", numbers=[number])
        except (LeaseLostError, StorageError, InvalidArgumentError):
            pass  # it has ended, waits or is in other hands already, or will be when its lease ends

    def _report(self, number: int, step: int, values: List[float]) -> bool:
        return self._operations.report(self._name, number, step, values)

    def _tell(self, trial: Union[Trial, int], state: str, values: List[float], error: str = "") -> None:
        error = readable(error)
        if not isinstance(trial, Trial):
            self._operations.tell(self._name, [_told(whole(trial, "the trial"), state, values, {}, error)])
            return
        if trial.study is not self:
            raise InvalidArgumentError(f"the trial is one of the study '{trial.study.name}'; tell it there")
        if trial._number is None:
            self._growth.tell(trial, state, values, error)
            return
        kept = trial._to_keep()
        if UNUSED in kept and state == "complete":  # who ended early says nothing of what the others come to
            self._growth.loosen(str(kept[UNUSED]).split(","))
        self._operations.tell(self._name, [_told(trial._number, state, values, kept, error)])

    @property
    def seed(self) -> int:
        """What its draws and proposals come from: with the same seed and the same results, a study proposes the same."""
        return self._seed

    @property
    def _seed(self) -> int:
        return int(self._definition.get("seed", 0))


def _told(number: int, state: str, values: List[float], attributes: Dict[str, Any], error: str) -> Dict[str, Any]:
    return {"number": number, "state": state, "values": values, "attributes": attributes, "error": error}
