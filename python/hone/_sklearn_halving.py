# SPDX-License-Identifier: MIT
"""Candidates that begin with few resources, of which the better go on: in the words of scikit-learn's halving searches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import _num_samples

from ._errors import InvalidArgumentError
from ._values import whole

#: What may be given out without being a parameter of the estimator.
SAMPLES = "n_samples"


@dataclass(frozen=True)
class Stages:
    """How much of the resource each stage gives, ending with all of it, and who goes on from one to the next.

    A candidate goes on while it is in the best 1 / factor of all that have been at its stage so far (ASHA, with rounds in place of
    single candidates). So a round that is better than those before it sends more of its members on, which a search that learns
    needs: halving each round by itself would drop good candidates because their neighbours are good, too.
    """

    resource: str
    amounts: List[int]  #: of the stages, ascending
    least: int  #: min_resources as a number
    factor: float

    @property
    def most(self) -> int:
        return self.amounts[-1]

    @property
    def round(self) -> int:
        """Candidates at a time: as many as two eliminations leave one of. More would learn less from each other."""
        return math.ceil(self.factor ** min(2, len(self.amounts) - 1) - 1e-9)

    def given(self, candidate: Dict[str, Any], amount: int) -> Dict[str, Any]:
        """What the estimator is given."""
        return candidate if self.resource == SAMPLES else {**candidate, self.resource: amount}

    def chosen(self, scores: Sequence[float], before: Sequence[float]) -> List[int]:
        """Which of a round go on, by their scores and those of all that were at this stage before. Of equal scores the
        older is the better one: a round of the same again costs nothing more."""
        finite = [(-score, index) for index, score in enumerate([*before, *scores]) if math.isfinite(score)]
        best = sorted(finite)[: math.ceil(len(finite) / self.factor - 1e-9)]
        return sorted(index - len(before) for _, index in best if index >= len(before))


def stages_of(search: Any, X: Any, y: Any, splitter: Any, groups: Any) -> Optional[Stages]:
    """The stages of a HoneSearchCV; None when it has no ``resource``."""
    if search.resource is None:
        _refuse_without_resource(search)
        return None
    resource = str(search.resource)
    if search.pruner is not None:
        raise InvalidArgumentError("resource and pruner are both given, and each of them gives candidates up; give one of them")
    if resource != SAMPLES and resource not in search.estimator.get_params():
        raise InvalidArgumentError(
            f"the resource '{resource}' is no parameter of {type(search.estimator).__name__}; give '{SAMPLES}' or the name of one"
        )
    factor = float(search.factor) if isinstance(search.factor, (int, float, np.number)) else math.nan
    if not 1 < factor < math.inf:
        raise InvalidArgumentError(f"factor is {search.factor!r}; give a number above 1: one candidate in so many goes on")
    most, least = _most(search, resource, X), _least(search, resource, X, y, splitter, groups)
    if least > most:
        raise InvalidArgumentError(f"min_resources is {least}, and max_resources {most}; give less of the first or more of the second")
    stages = int(math.log(most / least, factor) + 1e-9)
    if search.min_resources == "exhaust":  # no more stages than it takes to leave one of all candidates
        stages = min(stages, int(math.log(max(1, candidates_wanted(search, None)), factor) + 1e-9))
        least = max(least, int(most / factor**stages + 1e-9))
    amounts = sorted({max(least, int(most / factor**stage + 1e-9)) for stage in range(stages + 1)})
    return Stages(resource, amounts, least, factor)


def candidates_wanted(search: Any, stages: Optional[Stages]) -> int:
    """``n_iter``, or ``n_candidates`` as the halving searches call it."""
    if search.n_candidates is None:
        return whole(search.n_iter, "n_iter")
    if search.n_candidates == "exhaust":
        if search.resource is None:
            raise InvalidArgumentError("n_candidates='exhaust' asks for as many as the resources allow, and there is no resource; give one, or a number")
        if stages is None:
            raise InvalidArgumentError("n_candidates and min_resources cannot both be 'exhaust'; give one of them as a number, or min_resources='smallest'")
        return stages.most // stages.least
    return whole(search.n_candidates, "n_candidates")


def _refuse_without_resource(search: Any) -> None:
    for name, usual in (("min_resources", "exhaust"), ("max_resources", "auto"), ("factor", 3)):
        if getattr(search, name) != usual:
            raise InvalidArgumentError(f"{name} is given, and no resource; give resource='{SAMPLES}' or the name of a parameter")


def _most(search: Any, resource: str, X: Any) -> int:
    if search.max_resources != "auto":
        given = _count(search.max_resources, "max_resources", "'auto'")
        if resource == SAMPLES and given > _num_samples(X):
            raise InvalidArgumentError(f"max_resources is {given}, and there are {_num_samples(X)} samples; give fewer, or 'auto'")
        return given
    if resource != SAMPLES:
        raise InvalidArgumentError(f"max_resources='auto' is all samples; of '{resource}' say how much there is: max_resources=200")
    return int(_num_samples(X))


def _least(search: Any, resource: str, X: Any, y: Any, splitter: Any, groups: Any) -> int:
    if search.min_resources not in ("smallest", "exhaust"):
        return _count(search.min_resources, "min_resources", "'smallest'")
    if resource != SAMPLES:
        return 1
    classes = len(np.unique(y)) if y is not None and is_classifier(search.estimator) else 1
    # As scikit-learn has it: two of each class in every fold.
    return int(2 * splitter.get_n_splits(X, y, **({} if groups is None else {"groups": groups})) * classes)


def _count(given: Any, name: str, word: str) -> int:
    count = whole(given, name) if not isinstance(given, str) else 0
    if count < 1:
        raise InvalidArgumentError(f"{name} is {given!r}; give a whole number from 1 on, or {word}")
    return count
