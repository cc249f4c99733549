# SPDX-License-Identifier: MIT
"""One search under way: asks a study for candidates, has scikit-learn fit and score them, and tells."""

from __future__ import annotations

import math
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional

import numpy as np
from joblib import effective_n_jobs  # comes with scikit-learn

from ._errors import InvalidArgumentError
from ._sklearn_folds import Folds
from ._sklearn_halving import SAMPLES, Stages, candidates_wanted
from ._sklearn_ledger import Ledger
from ._sklearn_space import Translation
from ._sklearn_study import Maker, candidates_there_are, named_metrics
from ._study import Study
from ._trial import Trial

#: So many candidates that fail from the first on mean that the estimator or the space is broken.
BROKEN = 5
#: How scikit-learn says that no fit of a call worked.
_ALL_FAILED = "fits failed"
Evaluate = Callable[[List[Dict[str, Any]]], Dict[str, Any]]


class Search:
    """The search of one fit. ``owner`` is the HoneSearchCV, whose arguments say how."""

    def __init__(self, owner: Any, translation: Translation, folds: Folds, stages: Optional[Stages]) -> None:
        self.ledger = Ledger()
        self.stages = stages  #: of a search whose candidates begin with few resources
        self.begun = 0  #: how many candidates were handed to scikit-learn, or are about to be
        self._owner = owner
        self._translation = translation
        self._folds = folds
        self.wanted = self._number()  #: how many candidates
        self._maker = Maker(owner, translation, self.wanted)
        folds.seed = self._maker.seed
        if stages is not None and stages.resource in translation.names:
            raise InvalidArgumentError(f"'{stages.resource}' is the resource and in the space; leave it out of the space")
        self._reached: List[List[float]] = [[] for _ in stages.amounts] if stages is not None else []  # scores at each stage
        self._metrics: List[str] = []
        self._failure: Optional[ValueError] = None
        self._evaluate_candidates: Evaluate = _not_yet

    def run(self, evaluate: Evaluate, named: Callable[[Study], None]) -> None:
        """``evaluate``: how scikit-learn fits and scores candidates. ``named`` is given the study as soon as there is
        one."""
        self._evaluate_candidates = evaluate
        self._metrics = named_metrics(self._owner)
        if self._metrics:
            study = self._maker.study(self._metrics, self._maker.points)
            named(study)
        else:
            study = self._sound(named)
        if self.stages is not None and len(self._metrics) > 1:
            raise InvalidArgumentError(
                f"with a resource candidates go on by one metric, and there are {', '.join(self._metrics)}; name one: objective='...'"
            )
        score = self._evaluate if self.stages is None else self._raise_stakes
        while self.begun < self.wanted:
            trials = study.ask(min(self._batch(), self.wanted - self.begun))
            if not trials:
                break  # a grid is at its end
            try:
                score(study, trials)
            except BaseException as problem:
                _give_up(study, trials, problem)
                raise
            self._require_a_fit()
        if not self.ledger.worked:
            raise self._failure or _nothing_proposed()
        if self.stages is not None and not any(map(math.isfinite, self._reached[-1])):
            raise self._failure or InvalidArgumentError(
                f"no candidate could be scored with {self.stages.most} {self.stages.resource}; give fewer as max_resources, or look at error_score='raise'"
            )

    def _number(self) -> int:
        """How many candidates there will be; told when the space has fewer than ``n_iter``."""
        owner, wanted = self._owner, candidates_wanted(self._owner, self.stages)
        there_are = candidates_there_are(self._translation, owner.constraints, wanted)
        if 0 < there_are < wanted and not _is_grid(owner.sampler):
            some = f"{there_are} candidates" if there_are > 1 else "one candidate"
            warnings.warn(
                f"the space has {some}, fewer than {'n_iter' if owner.n_candidates is None else 'n_candidates'}={wanted}, and no more are tried; sampler='grid' goes through "
                "such a space in order", UserWarning, stacklevel=4,
            )  # fmt: skip
        return there_are or wanted  # of none the study says why

    def _sound(self, named: Callable[[Study], None]) -> Study:
        """The study of a scorer that says the names of its metrics only with its scores. The candidates until then are
        proposed by a study of their own, and are the first ones of the study that is made with those names."""
        ledger = self.ledger
        scratch = self._maker.scratch()
        encoded: List[Dict[str, Any]] = []
        while not ledger.worked:
            trials = scratch.ask(min(self._batch(), self.wanted - self.begun))
            if not trials:
                raise self._failure or _nothing_proposed()
            encoded += [trial.params for trial in trials]
            decoded = [self._translation.decoded(trial.params) for trial in trials]
            self.begun += len(trials)
            self._failure = self._call(ledger.add(decoded, [None] * len(trials)), None) or self._failure
            for trial in trials:
                scratch.tell(trial, state="failed")
            self._require_a_fit()
        self._metrics = ledger.metrics()
        study = self._maker.study(self._metrics, [*encoded, *self._maker.points[len(encoded) :]])
        named(study)
        row = 0
        while row < len(encoded):  # a service may answer with fewer than were asked for
            for trial in study.ask(len(encoded) - row):
                ledger.numbers[row] = trial.number
                self._tell(study, trial, row)
                row += 1
        return study

    def _evaluate(self, study: Study, trials: List[Trial]) -> None:
        """Scores a batch and tells it."""
        ledger, folds = self.ledger, self._folds
        rows = ledger.add([self._translation.decoded(one.params) for one in trials], [one.number for one in trials])
        self.begun += len(rows)
        trial_of = dict(zip(rows, trials))
        if not folds.single:
            lost = self._call(rows, None)
        else:
            lost, left, folds.fold = None, rows, 0
            while left:
                lost = self._call(left, folds.fold) or lost
                folds.fold += 1
                left = [] if folds.fold == folds.count else [row for row in left if self._goes_on(trial_of[row], row)]
        self._failure = lost or self._failure
        for row, trial in trial_of.items():
            self._tell(study, trial, row)

    def _raise_stakes(self, study: Study, trials: List[Trial]) -> None:
        """Scores a batch with few resources and those that go on with more, stage by stage, and tells all of it. Each
        stage of a candidate is a row."""
        stages, ledger, folds = self.stages, self.ledger, self._folds
        assert stages is not None
        self.begun += len(trials)
        left = trials
        for stage, amount in enumerate(stages.amounts):
            if stages.resource == SAMPLES:
                folds.share = amount / folds.samples
            given = [stages.given(self._translation.decoded(one.params), amount) for one in left]
            rows = ledger.add(given, [one.number for one in left])
            ledger.stages += [(stage, amount)] * len(rows)
            self._failure = self._call(rows, None) or self._failure
            scores = [float(np.mean(self._scores(row, self._metrics[0]))) for row in rows]
            goes_on = stages.chosen(scores, self._reached[stage]) if amount < stages.most else []
            self._reached[stage] += scores
            for place, (trial, row, score) in enumerate(zip(left, rows, scores)):
                if math.isfinite(score):
                    trial.report(score, amount)
                if place not in goes_on:
                    self._tell(study, trial, row, pruned=math.isfinite(score) and amount < stages.most)
            left = [left[place] for place in goes_on]
            if not left:
                break

    def _call(self, rows: List[int], fold: Optional[int]) -> Optional[ValueError]:
        """One call of the base class: these candidates, in one fold or in all. Returns what scikit-learn raised when no
        fit of it worked."""
        ledger = self.ledger
        ledger.expect(rows, fold)
        try:
            self._evaluate_candidates([ledger.candidates[row] for row in rows])
        except ValueError as problem:
            # A candidate that cannot be fitted does not end the search, unless the user says so.
            if self._owner.error_score == "raise" or _ALL_FAILED not in str(problem):
                raise
            ledger.lose(str(problem))
            return problem
        return None

    def _require_a_fit(self) -> None:
        """Raises what scikit-learn did when nothing has worked so far and that is enough to know."""
        if self._failure is not None and not self.ledger.worked and len(self.ledger) >= min(BROKEN, self.wanted):
            raise self._failure

    def _goes_on(self, trial: Trial, row: int) -> bool:
        """Reports what the folds so far say. False when the candidate is to be given up."""
        scores = self._scores(row, self._metrics[0])
        value = float(np.mean(scores))
        if not math.isfinite(value):
            self.ledger.failed.add(row)  # so will be its mean over all folds
            return False
        trial.report(value, len(scores))
        if trial.should_prune():
            self.ledger.pruned.add(row)
            return False
        return True

    def _tell(self, study: Study, trial: Trial, row: int, pruned: bool = False) -> None:
        ledger = self.ledger
        for called, value in self._translation.by_values(trial._params).items():
            trial.set_attr(called, value)
        if pruned or row in ledger.pruned:
            study.tell(trial, state="pruned")
            return
        values = [float(np.mean(self._scores(row, metric))) for metric in self._metrics]
        if not all(map(math.isfinite, values)):
            study.tell(trial, state="failed", error=ledger.why(row))
            return
        study.tell(trial, values if len(values) > 1 else values[0])

    def _scores(self, row: int, metric: str) -> List[float]:
        """Of a candidate, in the folds that are done."""
        ledger = self.ledger
        return ledger.scores(row, self._metric(metric) if ledger.worked else metric)

    def _metric(self, name: str) -> str:
        """The name under which the fits hold a metric; the first scores show whether it exists."""
        names = self.ledger.metrics()
        if name in names:
            return name
        if names == ["score"]:
            return "score"  # one metric has no name of its own, and refit="accuracy" may stand beside it
        raise InvalidArgumentError(
            f"the search goes by '{name}', and the metrics are {', '.join(names)}; "
            "name one of them with objective='...' or refit='...'"
        )

    def _batch(self) -> int:
        if self._owner.batch_size is not None:
            return int(self._owner.batch_size)
        workers = int(effective_n_jobs(self._owner.n_jobs))
        if self.stages is not None:
            return max(self.stages.round, math.ceil(workers / max(1, self._folds.planned)))
        if self._folds.single:
            return workers
        return max(1, math.ceil(workers / (self.ledger.folds or workers)))


def _is_grid(sampler: Any) -> bool:
    return bool((sampler.get("name") if isinstance(sampler, Mapping) else sampler) == "grid")


def _not_yet(candidates: List[Dict[str, Any]]) -> Dict[str, Any]:
    raise AssertionError("the search was not started")


def _nothing_proposed() -> InvalidArgumentError:
    return InvalidArgumentError("the sampler proposed nothing; is there anything in the space?")


def _give_up(study: Study, trials: List[Trial], problem: BaseException) -> None:
    """Ends the trials of a batch that was interrupted, so that nobody waits for them. After Ctrl-C they wait to be run: the
    candidates did nothing wrong, and a search that resumes begins with them."""
    running = {trial.number for trial in study.trials if trial.state == "running"}
    for trial in trials:
        if trial.number not in running:
            continue
        if isinstance(problem, Exception):
            study.tell(trial, state="failed", error=f"{type(problem).__name__}: {problem}")
        else:
            study._give_back(trial.number)
