# SPDX-License-Identifier: MIT
"""Which fit of a cross-validation was whose: candidates, folds, and what is missing."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Set, Tuple

Fit = Dict[str, Any]


class Ledger:
    """The candidates of one search, a row each, and their fits as scikit-learn's dicts. A fit is missing when its
    candidate was pruned before it or is still under way; it is lost when no fit of its call worked, because
    scikit-learn then raises and keeps nothing."""

    def __init__(self) -> None:
        self.candidates: List[Dict[str, Any]] = []
        self.numbers: List[Optional[int]] = []  # of their trials
        self.stages: List[Tuple[int, int]] = []  # of a search in stages: which one, and what it gives
        self.folds: Optional[int] = None  # not known before the first fit that worked
        self.pruned: Set[int] = set()
        self.failed: Set[int] = set()  # given up before their last fold, as no mean could be made any more
        self.table: Dict[str, Any] = {}  # what the base class holds as the results, filled at the end
        self._fits: Dict[Tuple[int, int], Fit] = {}
        self._lost: Dict[int, Set[Optional[int]]] = {}  # None: in all folds
        self._why: Dict[int, str] = {}
        self._seen = 0  # fits that the base class has handed over
        self._rows: List[int] = []  # of the call under way
        self._fold: Optional[int] = None

    def __len__(self) -> int:
        return len(self.candidates)

    @property
    def worked(self) -> bool:
        """Whether any call had a fit that worked."""
        return bool(self._fits)

    def add(self, candidates: List[Dict[str, Any]], numbers: List[Optional[int]]) -> List[int]:
        """Takes candidates in, and returns their rows."""
        first = len(self.candidates)
        self.candidates += candidates
        self.numbers += numbers
        return list(range(first, len(self.candidates)))

    def expect(self, rows: List[int], fold: Optional[int]) -> None:
        """The next fits are of these rows, in one fold or in all."""
        self._rows, self._fold = rows, fold

    def note(self, fits: List[Fit], folds: int) -> None:
        """All fits so far, of which those at the end are the expected ones: candidate by candidate, fold by fold."""
        self.folds = folds
        new = fits[self._seen :]
        self._seen = len(fits)
        asked = range(folds) if self._fold is None else [self._fold]
        self._fits.update(zip([(row, fold) for row in self._rows for fold in asked], new))

    def lose(self, why: str) -> None:
        """None of the expected fits worked."""
        for row in self._rows:
            self._lost.setdefault(row, set()).add(self._fold)
            self._why[row] = why

    def metrics(self) -> List[str]:
        """The names of the metrics; a single one is ``score``."""
        scores = self._sample()["test_scores"]
        return list(scores) if isinstance(scores, dict) else ["score"]

    def scores(self, row: int, metric: str) -> List[float]:
        """The test scores of a candidate in the folds that are done; NaN where it failed."""
        found = []
        for fold in range(self.folds or 1):
            fit = self._fits.get((row, fold))
            if fit is not None:
                scores = fit["test_scores"]
                found.append(float(scores[metric] if isinstance(scores, dict) else scores))
            elif self._is_lost(row, fold):
                found.append(math.nan)
        return found

    def why(self, row: int) -> str:
        """Why a candidate has no finite score."""
        errors = [fit["fit_error"] for (of, _), fit in self._fits.items() if of == row and fit.get("fit_error")]
        return str(errors[0]) if errors else self._why.get(row, "it could not be scored, or a score is not finite")

    def complete(self, failed: float, train: bool) -> List[Fit]:
        """A fit for each candidate and fold, in the order in which scikit-learn makes its table. What failed has the
        score ``failed``; NaN is left for what was not tried."""
        assert self.folds is not None
        return [
            _marked(self._fits[row, fold], failed)
            if (row, fold) in self._fits
            else self._filled(row, failed if row in self.failed or self._is_lost(row, fold) else math.nan, train)
            for row in range(len(self))
            for fold in range(self.folds)
        ]

    @property
    def gaps(self) -> bool:
        """Whether a candidate lacks a fold for other reasons than failure."""
        folds = self.folds or 0
        return any(
            (row, fold) not in self._fits and not self._is_lost(row, fold)
            for row in range(len(self))
            for fold in range(folds)
        )

    def _is_lost(self, row: int, fold: int) -> bool:
        lost = self._lost.get(row, ())
        return None in lost or fold in lost

    def _sample(self) -> Fit:
        return next(iter(self._fits.values()))

    def _filled(self, row: int, score: float, train: bool) -> Fit:
        """A fit that was not made. Its times are the mean of the candidate's others, which leaves the mean as it is."""
        sample = self._sample()
        others = [fit for (of, _), fit in self._fits.items() if of == row]
        made = dict(sample, fit_error=None)
        for name in ("fit_time", "score_time"):
            made[name] = sum(fit[name] for fit in others) / len(others) if others else math.nan
        for name in ("test_scores", "train_scores") if train else ("test_scores",):
            scores = sample[name]
            made[name] = {metric: score for metric in scores} if isinstance(scores, dict) else score
        return made


def _marked(fit: Fit, failed: float) -> Fit:
    """The fit with ``failed`` in place of NaN, as which failures come."""

    def mark(score: Any) -> Any:
        return failed if math.isnan(score) else score

    made = dict(fit)
    for name in ("test_scores", "train_scores"):
        scores = fit.get(name)
        if scores is not None:
            made[name] = {key: mark(one) for key, one in scores.items()} if isinstance(scores, dict) else mark(scores)
    return made
