# SPDX-License-Identifier: MIT
"""The study behind a search: what it goes by, its name and its first points."""

from __future__ import annotations

import itertools
import warnings
from numbers import Integral
from typing import Any, Dict, List, Mapping, Optional, Sequence

from sklearn.utils import check_random_state

from ._create import create_study, load_study
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError
from ._sklearn_space import Translation
from ._study import Study
from ._values import points_of

#: hone's default with a shorter search among the candidates, which costs a quarter to a half: on scores of
#: cross-validations the two rank alike (docs/results/python.md).
SAMPLER: Dict[str, Any] = {"name": "hebo", "evolution": {"population": 40, "generations": 6}}


def named_metrics(search: Any) -> List[str]:
    """The metrics that are objectives of the study; those of the one that is resumed, and none, when only the scores will
    tell."""
    if search.objective is not None:
        named = [search.objective] if isinstance(search.objective, str) else list(search.objective)
        if not named:
            raise InvalidArgumentError("objective is empty; name a metric, or leave it out")
        return named
    if isinstance(search.refit, str):
        return [search.refit]
    if isinstance(search.scoring, (list, tuple, set, frozenset, dict)):
        return sorted(search.scoring) if isinstance(search.scoring, (set, frozenset)) else list(search.scoring)
    # Judging a candidate between its folds needs to know by what.
    judged = search.pruner is not None or search.resource is not None
    unnamed = callable(search.scoring) and search.refit is not True and not judged
    stored = _stored(search) if unnamed else None
    if stored is not None:
        return stored.objectives
    return [] if unnamed else ["score"]



def _stored(search: Any) -> Optional[Study]:
    if not search.resume or search.store is None:
        return None
    try:
        return load_study(search.study_name, search.store)
    except NotFoundError:
        return None


class Maker:
    """Makes the studies of one fit."""

    def __init__(self, search: Any, translation: Translation, count: int) -> None:
        self._search = search
        self._translation = translation
        self._count = count
        seed = search.random_state
        self.seed = int(seed if isinstance(seed, Integral) else check_random_state(seed).randint(2**31 - 1))

    @property
    def points(self) -> List[Dict[str, Any]]:
        """What the user wants tried first, as hone has it."""
        return [self._translation.encoded(point) for point in points_of(self._search.enqueue)]

    def scratch(self) -> Study:
        """A study of another seed, so that the one that is kept does not propose the same again."""
        return self._create(["score"], self.points, "memory:", "search", False, self.seed ^ 1)

    def study(self, metrics: List[str], first: Sequence[Mapping[str, Any]]) -> Study:
        """The study of this fit. A second fit does not mix its trials with those of the first unless it resumes, as its
        data may be others (the folds of a cross-validation, say): it takes the next free name."""
        search = self._search
        for count in itertools.count(1):
            name = search.study_name if count == 1 else f"{search.study_name}-{count}"
            try:
                made = self._create(metrics, first, search.store or "memory:", name, search.resume, self.seed)
                break
            except AlreadyExistsError:
                if search.resume:
                    raise
        if name != search.study_name:
            warnings.warn(
                f"the store has a study '{search.study_name}' already; this fit is '{name}' (study_name_), and with "
                "resume=True it would go on with that one", stacklevel=2,
            )  # fmt: skip
        return made

    def _create(
        self, metrics: List[str], first: Sequence[Mapping[str, Any]], store: str, name: str, resume: bool, seed: int
    ) -> Study:
        search = self._search
        one = len(metrics) == 1
        going_on = resume and _stored(search) is not None  # keeps what the user leaves out
        return create_study(
            self._translation.space, name=name, store=store,
            sampler=SAMPLER if search.sampler is None and not going_on else search.sampler, pruner=search.pruner,
            direction="maximize" if one else None,
            directions=None if one else {metric: "maximize" for metric in metrics}, constraints=search.constraints,
            sources=search.sources, enqueue=list(first),
            seed=None if going_on and search.random_state is None else seed, horizon=self._count, load_if_exists=resume,
        )  # fmt: skip


def candidates_there_are(translation: Translation, constraints: Sequence[str], wanted: int) -> int:
    """How many different candidates a space has, up to so many."""
    if not translation.finite:
        return wanted
    grid = create_study(translation.space, sampler="grid", constraints=constraints, direction="maximize")
    return len(grid.ask(wanted))
