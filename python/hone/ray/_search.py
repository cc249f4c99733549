# SPDX-License-Identifier: MIT
"""A searcher for Ray Tune."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ray.tune.search import Searcher

from .. import _hone
from .._create import Address, Method, Source, _address, _source, create_study, load_study, method
from .._errors import InvalidArgumentError, LeaseLostError
from .._space import Value
from .._study import Study
from .._values import whole
from ._spaces import RaySpace, has_domains, space_of


class HoneSearch(Searcher):  # type: ignore[misc, unused-ignore]
    """Lets hone propose the trials of a Ray Tune run, under any scheduler.

    ``space``: Ray's search-space objects or hone's parameters, nested as you like; left out, the Tuner's
    ``param_space`` is taken. hone's may have conditions: ``hone.Int(2, 5, when={"kernel": "poly"})``.
    ``metric``, ``mode``: what a trial reports and ``"min"`` or ``"max"``; left out, those of the TuneConfig. Lists of
    them search for several objectives.
    ``sampler``: one of hone's, by name or as a dict of name and options.
    ``points_to_evaluate``: configs to try first; with ``evaluated_rewards``, their results, they are not run.
    ``store``, ``study_name``: where the trials are kept: ``sqlite:PATH`` outlives the run, shows in ``hone show``, and
    is resumed when it is there already: sampler, seed and whatever else is left out stay as the study has them. It is
    opened by the process that runs the Tuner, and by no worker.
    ``constraints``, ``sources``, ``horizon``, ``seed``: as hone.create_study has them. A new study has ``hebo`` and seed 0.
    """

    def __init__(
        self,
        space: Optional[Mapping[str, Any]] = None,
        metric: Union[str, List[str], None] = None,
        mode: Union[str, List[str], None] = None,
        *,
        sampler: Optional[Method] = None,
        points_to_evaluate: Sequence[Mapping[str, Any]] = (),
        evaluated_rewards: Optional[Sequence[Any]] = None,
        store: Address = "memory:",
        study_name: str = "ray",
        constraints: Sequence[str] = (),
        sources: Union[Source, Sequence[Source]] = (),
        horizon: Optional[int] = None,
        seed: Optional[int] = None,
    ) -> None:
        super().__init__(metric=metric, mode=mode)  # type: ignore[arg-type, unused-ignore]
        self._metric: Any = metric
        self._mode: Any = mode
        several: List[Any] = list(sources) if isinstance(sources, (list, tuple)) else [sources]
        self._options: Dict[str, Any] = {
            "store": _address(store), "name": study_name, "constraints": list(constraints),
            "sources": [_source(source) for source in several], "horizon": horizon,
        }  # fmt: skip
        if sampler is not None:
            self._options["sampler"] = method(sampler, "sampler")
        if seed is not None:
            self._options["seed"] = whole(seed, "seed")
        if evaluated_rewards is not None and len(evaluated_rewards) != len(points_to_evaluate):
            raise InvalidArgumentError(
                f"there are {len(points_to_evaluate)} points and {len(evaluated_rewards)} rewards; "
                "give one for each point"
            )
        self._points = [dict(point) for point in points_to_evaluate]
        self._rewards = None if evaluated_rewards is None else list(evaluated_rewards)
        self._space: Optional[RaySpace] = None if space is None else space_of(space)
        self._study: Optional[Study] = None
        self._numbers: Dict[str, int] = {}  # of trials that run, by Ray's names
        self._ended: set[str] = set()
        self._steps: Dict[str, Tuple[int, bool]] = {}  # the last step of each, and whether it ended by itself
        self._longest = 0
        if self._space is not None and metric and mode:
            self._begin()

    @property
    def study(self) -> Study:
        """hone's study, for a look at everything that was tried."""
        if self._study is None:
            raise InvalidArgumentError("the search has not begun, so there is no study yet; look after Tuner.fit()")
        return self._study

    # --- what Ray calls

    def set_search_properties(
        self, metric: Optional[str], mode: Optional[str], config: Dict[str, Any], **spec: Any
    ) -> bool:
        if self._space is not None and has_domains(config):
            return False  # two spaces: Ray says so
        self._metric, self._mode = metric or self._metric, mode or self._mode
        if self._space is None and has_domains(config):
            self._space = space_of(config)
        if self._space is not None and self._metric and self._mode and self._study is None:
            self._begin()
        return True

    def suggest(self, trial_id: str) -> Any:
        space, study = self._ready()
        asked, done, _ = study._ask(1, True)
        if not asked:
            return Searcher.FINISHED if done else None
        assert asked[0].number is not None
        self._numbers[trial_id] = asked[0].number
        return space.config(asked[0].params)

    def on_trial_result(self, trial_id: str, result: Dict[str, Any]) -> None:
        step = int(result.get("training_iteration", 0))
        self._longest = max(self._longest, step)
        if trial_id not in self._numbers:
            return
        self._steps[trial_id] = step, bool(result.get("done"))
        value = None if isinstance(self._metric, list) else result.get(str(self._metric))
        if value is not None and math.isfinite(value):
            self._quietly(lambda study: study._report(self._numbers[trial_id], step, [float(value)]))

    def on_trial_complete(
        self, trial_id: str, result: Optional[Dict[str, Any]] = None, error: bool = False
    ) -> None:
        number = self._numbers.pop(trial_id, None)
        if number is None:
            return  # it has ended already
        last, by_itself = self._steps.pop(trial_id, (0, False))
        values = self._values(result)
        if error:
            state, text = "failed", "the trial failed in Ray; its folder has the error"
        elif values is None:
            known = result is not None and self._metric is not None
            state = "failed" if known or not last else "pruned"
            text = f"the result has no '{self._metric}'" if known else "Ray ended the trial without a result"
        else:
            step = int((result or {}).get("training_iteration", self._longest))
            self._longest = max(self._longest, step)
            # A scheduler stopped it: it did not say that it was done, and others went further.
            stopped = not by_itself and step < self._longest
            state, text = ("pruned" if stopped else "complete"), ""
            if stopped and len(values) == 1 and math.isfinite(values[0]):
                self._quietly(lambda study: study._report(number, step, values))
        self._quietly(lambda study: study._tell(number, state, values if state == "complete" and values else [], text))

    def add_evaluated_point(
        self,
        parameters: Dict[str, Any],
        value: Any,
        error: bool = False,
        pruned: bool = False,
        intermediate_values: Optional[List[float]] = None,
    ) -> None:
        space, study = self._ready()
        state = "failed" if error else "pruned" if pruned else "complete"
        steps = enumerate(intermediate_values or [])
        reports = [{"step": step, "value": float(one)} for step, one in steps if math.isfinite(one)]
        row: Dict[str, Any] = {"params": space.params(parameters), "state": state, "reports": reports}
        if state == "complete":
            values = [float(one) for one in value] if isinstance(value, (list, tuple)) else [float(value)]
            row.update({"values": values} if len(values) > 1 else {"value": values[0]})
        study._operations.insert(study.name, json.dumps([row]))

    # --- keeping

    def save(self, checkpoint_path: str) -> None:
        with open(checkpoint_path, "wb") as file:
            pickle.dump(self.__getstate__(), file)

    def restore(self, checkpoint_path: str) -> None:
        with open(checkpoint_path, "rb") as file:
            self.__setstate__(pickle.load(file))

    def __getstate__(self) -> Dict[str, Any]:
        """A study in a file is opened again; one in memory goes along."""
        state = dict(self.__dict__)
        study = state.pop("_study")
        if study is not None:
            rows = None if _in_file(study) else study.call("trials")["trials"]
            state["_stored"] = rows
        return state

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._study = None
        if "_stored" not in self.__dict__:
            return
        rows = self.__dict__.pop("_stored")
        if rows is None:
            self._study = load_study(self._options["name"], self._options["store"])
        else:
            self._study = self._make()
            self._numbers = _refill(self._study, rows, self._numbers)

    # --- behind it

    def _ready(self) -> Tuple[RaySpace, Study]:
        if self._space is None:
            raise InvalidArgumentError(
                "there is no search space; give it as HoneSearch(space=...) or tune.Tuner(param_space=...)"
            )
        if not self._metric or not self._mode:
            raise InvalidArgumentError(
                "what to search for is not known; give metric=... and mode='min' or 'max' to HoneSearch or TuneConfig"
            )
        if self._study is None:
            self._begin()
        assert self._study is not None
        return self._space, self._study

    def _make(self) -> Study:
        assert self._space is not None
        metrics = self._metric if isinstance(self._metric, list) else [self._metric]
        modes = self._mode if isinstance(self._mode, list) else [self._mode]
        directions = {str(name): "minimize" if mode == "min" else "maximize" for name, mode in zip(metrics, modes)}
        return create_study(self._space.parameters, directions=directions, load_if_exists=True, **self._options)

    def _begin(self) -> None:
        self._study = self._make()
        if len(self._study) > 0 and _in_file(self._study):
            return  # the points were taken in when it was made
        if self._rewards is not None:
            for point, reward in zip(self._points, self._rewards):
                self.add_evaluated_point(point, reward)
        elif self._points:
            assert self._space is not None
            self._study.enqueue([self._space.params(point) for point in self._points])

    def _values(self, result: Optional[Mapping[str, Any]]) -> Optional[List[float]]:
        metrics = self._metric if isinstance(self._metric, list) else [self._metric]
        found = [(result or {}).get(str(name)) for name in metrics]
        return None if any(value is None for value in found) else [float(value) for value in found if value is not None]

    def _quietly(self, call: Any) -> None:
        """A trial that somebody else has ended in the store meanwhile stays as it is."""
        try:
            call(self.study)
        except LeaseLostError as lost:
            import warnings

            warnings.warn(f"a result was not taken: {lost}", stacklevel=3)


def _in_file(study: Study) -> bool:
    return not _hone.in_memory(study.store)


def _refill(study: Study, rows: Sequence[Dict[str, Any]], numbers: Mapping[str, int]) -> Dict[str, int]:
    """Puts trials into a study in memory that was made anew; returns the numbers that those which run have there."""
    places: Dict[int, int] = {}
    together: List[Dict[str, Any]] = []

    def insert() -> None:
        if together:
            first = study._operations.insert(study.name, json.dumps(together))
            places.update({row["number"]: first + offset for offset, row in enumerate(together)})
            together.clear()

    for row in rows:
        if row["state"] == "running":
            insert()
            study.enqueue(row["params"])
            asked = study._ask(1, True)[0]
            assert asked[0].number is not None
            places[row["number"]] = asked[0].number
            for report in row["reports"]:
                study._report(asked[0].number, report["step"], report.get("values") or [report["value"]])
        elif row["state"] != "waiting":
            together.append(row)
    insert()
    waiting: List[Mapping[str, Value]] = [row["params"] for row in rows if row["state"] == "waiting"]
    if waiting:
        study.enqueue(waiting)
    return {trial: places[number] for trial, number in numbers.items() if number in places}
