# SPDX-License-Identifier: MIT
"""hone for scikit-learn: HoneSearchCV stands where GridSearchCV or RandomizedSearchCV stood.

>>> from sklearn.datasets import load_iris
>>> from sklearn.svm import SVC
>>> from hone.sklearn import HoneSearchCV
>>> X, y = load_iris(return_X_y=True)
>>> search = HoneSearchCV(SVC(), {"C": hone.Float(0.01, 100, log=True)}, n_iter=5, cv=3, random_state=1).fit(X, y)
>>> bool(search.best_score_ > 0.9)
True
>>> search.predict(X[:1]).tolist()
[0]
"""

from __future__ import annotations

import itertools
import math
import warnings
from numbers import Integral
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _hone
from ._create import Method, Source, create_study, load_study
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError
from ._missing import needs
from ._sklearn_ledger import Ledger
from ._sklearn_space import Choice, Translation
from ._study import Study
from ._trial import Trial
from ._values import whole

with needs("sklearn", "hone.sklearn", "sklearn"):
    from sklearn.base import is_classifier
    from sklearn.model_selection import check_cv
    from sklearn.model_selection._search import BaseSearchCV
    from sklearn.utils import check_random_state

from joblib import effective_n_jobs  # comes with scikit-learn

__all__ = ["Choice", "HoneSearchCV"]

#: So many candidates that fail from the first on mean that the estimator or the space is broken.
BROKEN = 5
#: How scikit-learn says that no fit of a call worked.
_ALL_FAILED = "fits failed"
#: What it says of means that are not finite, as those of pruned candidates are on purpose.
_NOT_FINITE = "One or more of the (test|train) scores are non-finite"
Results = Dict[str, Any]
Evaluate = Callable[[List[Dict[str, Any]]], Results]


class _OneFold:
    """A splitter that is asked for one fold of another at a time: what pruning between folds needs."""

    def __init__(self, splitter: Any) -> None:
        self._splitter = splitter
        self._folds: Optional[List[Tuple[Any, Any]]] = None  # a splitter that draws does so once
        self.fold = 0

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None, **params: Any) -> int:
        return 1

    def split(self, X: Any, y: Any = None, groups: Any = None, **params: Any) -> Any:
        if self._folds is None:
            if groups is not None:
                params["groups"] = groups
            self._folds = list(self._splitter.split(X, y, **params))
        yield self._folds[self.fold]

    @property
    def folds(self) -> int:
        """How many there are, once the first was asked for."""
        assert self._folds is not None
        return len(self._folds)

    def get_metadata_routing(self) -> Any:
        return self._splitter.get_metadata_routing()


class HoneSearchCV(BaseSearchCV):  # type: ignore[misc]
    """Searches the parameters of an estimator by cross-validation, with any of hone's samplers.

    It is an estimator like scikit-learn's own searches, with their ``fit``, ``predict``, ``score``, ``cv_results_``,
    ``best_estimator_``, ``best_params_``, ``best_score_`` and ``best_index_``. ``estimator``, ``scoring``, ``n_jobs``,
    ``refit``, ``cv``, ``verbose``, ``pre_dispatch``, ``error_score`` and ``return_train_score`` mean what they mean
    there. Its own:

    ``space``: names of parameters (``model__C`` in pipelines) to hone.Float, Int, Categorical, Ordinal, Bool; a list of
    choices; a dict from names to objects, or a Choice of them with a condition.
    ``n_iter``: how many candidates. ``sampler``: a name or a dict of name and options; hone's default when left out.
    ``objective``: the metric to search by: by default the one of ``refit``. With several metrics and no such name all
    of them are objectives of their own. A list names those that are.
    ``batch_size``: candidates at a time; by default as many as keep ``n_jobs`` busy.
    ``pruner``: judges a candidate after each fold by the mean of its scores so far. The folds that a pruned one lacks
    are NaN in ``cv_results_``.
    ``sources``, ``constraints``, ``enqueue``: as for hone.create_study().
    ``store``, ``study_name``: where the study is kept; in memory when left out. With ``resume=True`` a study of that
    name is resumed: its trials teach the sampler, and ``cv_results_`` has those of this fit. Without it a further fit
    makes a study of its own, ``NAME-2`` and so on; ``study_name_`` is the name.
    ``random_state``: the seed of the sampler.

    After ``fit``, ``study_`` is the hone.Study (a pickled search keeps it when it is in a file), and the columns
    ``trial`` and, with a pruner, ``pruned`` of ``cv_results_`` lead to its trials.
    """

    cv: Any
    error_score: Any

    _parameter_constraints = {
        **getattr(BaseSearchCV, "_parameter_constraints", {}),
        "space": [dict],
        "n_iter": [Integral],
        "sampler": [str, dict, None],
        "objective": [str, list, tuple, None],
        "batch_size": [Integral, None],
        "pruner": [str, dict, None],
        "store": [str, None],
        "study_name": [str],
        "resume": ["boolean"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any,
        space: Mapping[str, Any],
        *,
        n_iter: int = 50,
        sampler: Optional[Method] = None,
        scoring: Any = None,
        n_jobs: Optional[int] = None,
        refit: Any = True,
        cv: Any = None,
        verbose: int = 0,
        pre_dispatch: Union[int, str] = "2*n_jobs",
        random_state: Any = None,
        error_score: Union[float, str] = math.nan,
        return_train_score: bool = False,
        objective: Union[str, Sequence[str], None] = None,
        batch_size: Optional[int] = None,
        pruner: Optional[Method] = None,
        sources: Union[Source, Sequence[Source]] = (),
        constraints: Sequence[str] = (),
        enqueue: Sequence[Mapping[str, Any]] = (),
        store: Optional[str] = None,
        study_name: str = "search",
        resume: bool = False,
    ) -> None:
        super().__init__(
            estimator=estimator, scoring=scoring, n_jobs=n_jobs, refit=refit, cv=cv, verbose=verbose,
            pre_dispatch=pre_dispatch, error_score=error_score, return_train_score=return_train_score,
        )  # fmt: skip
        self.space = space
        self.n_iter = n_iter
        self.sampler = sampler
        self.random_state = random_state
        self.objective = objective
        self.batch_size = batch_size
        self.pruner = pruner
        self.sources = sources
        self.constraints = constraints
        self.enqueue = enqueue
        self.store = store
        self.study_name = study_name
        self.resume = resume

    # --- what scikit-learn calls

    def fit(self, X: Any, y: Any = None, **params: Any) -> HoneSearchCV:
        """Searches, and fits the best candidate to all data (``refit``). ``params`` go to the estimator's fit, the
        splitter and the scorers as in scikit-learn: ``groups``, ``sample_weight``, whatever is routed."""
        if whole(self.n_iter, "n_iter") < 1:
            raise InvalidArgumentError(f"n_iter is {self.n_iter}; give 1 or more")
        if self.batch_size is not None and whole(self.batch_size, "batch_size") < 1:
            raise InvalidArgumentError(f"batch_size is {self.batch_size}; give 1 or more, or leave it out")
        # Where a number stands for failures, they could not be told from scores. They are NaN until the table is made.
        score = self.error_score
        self._shown_score = math.nan if isinstance(score, str) else score
        if not isinstance(score, str):
            self.error_score = math.nan
        try:
            return self._fit(X, y, params)
        finally:
            self.error_score = score
            del self._shown_score

    def _fit(self, X: Any, y: Any, params: Dict[str, Any]) -> HoneSearchCV:
        if self.pruner is None:
            super().fit(X, y, **params)
            return self
        # The base class hands all folds of a candidate to the workers at once. With a splitter that knows one fold at a
        # time, it comes back to us between folds; _format_results() puts the folds together again.
        given, whole = self.cv, check_cv(self.cv, y, classifier=is_classifier(self.estimator))
        self.cv = _OneFold(whole)
        try:
            super().fit(X, y, **params)
            self.n_splits_ = self.cv.folds
        finally:
            self.cv = given
            if hasattr(self, "_checked_cv_orig"):
                self._checked_cv_orig = whole  # newer versions keep it
        return self

    def _run_search(self, evaluate_candidates: Evaluate) -> None:
        translation = Translation(self.space)
        self._ledger = Ledger()
        try:
            metrics, failure = self._metrics() or self._resumed(), None
            if metrics:
                self._make_study(translation, metrics, self._points())
            else:
                metrics, failure = self._sound(translation, evaluate_candidates)
            self._search(self.study_, translation, metrics, evaluate_candidates, failure)
        finally:
            del self._ledger

    def _format_results(
        self, candidate_params: Any, n_splits: int, out: List[Dict[str, Any]], more_results: Any = None
    ) -> Results:
        """Called by the base class with all fits so far; ours are in the ledger, which knows what each of them was."""
        ledger = self._ledger
        ledger.note(out, self.cv.folds if isinstance(self.cv, _OneFold) else n_splits)
        return self._table(ledger)

    def __getstate__(self) -> Dict[str, Any]:
        """A study in memory stays in its process. Workers are sent the search while it runs, and need no study."""
        state: Dict[str, Any] = dict(super().__getstate__())
        running = state.pop("_ledger", None) is not None
        study = state.get("study_")
        if study is not None and (running or _hone.in_memory(study.store)):
            del state["study_"]
        return state

    # --- the search

    def _search(
        self, study: Study, translation: Translation, metrics: List[str], evaluate: Evaluate,
        failure: Optional[ValueError],
    ) -> None:  # fmt: skip
        ledger = self._ledger
        while len(ledger) < self.n_iter:
            trials = study.ask(min(self._batch(ledger), self.n_iter - len(ledger)))
            if not trials:
                break  # a grid is at its end
            try:
                lost = self._evaluate(study, trials, translation, metrics, evaluate)
            except BaseException as problem:
                self._give_up(study, trials, problem)
                raise
            failure = lost or failure
            if failure is not None and not ledger.worked and len(ledger) >= min(BROKEN, self.n_iter):
                raise failure
        if not ledger.worked:
            raise failure or InvalidArgumentError("the sampler proposed nothing; is there anything in the space?")
        ledger.refresh(self._table(ledger))

    def _sound(self, translation: Translation, evaluate: Evaluate) -> Tuple[List[str], Optional[ValueError]]:
        """The metrics of a scorer that says their names only with its scores. The candidates until then are proposed by
        a study of their own, and are the first ones of the study that is made with those names."""
        ledger, failure = self._ledger, None
        seed = self._seed()
        # Of another seed, so that the study does not propose the same again.
        scratch = self._create(translation, ["score"], self._points(), "memory:", "search", False, seed ^ 1)
        tried: List[Dict[str, Any]] = []
        while not ledger.worked:
            trials = scratch.ask(min(self._batch(ledger), self.n_iter - len(ledger)))
            if not trials:
                raise failure or InvalidArgumentError("the sampler proposed nothing; is there anything in the space?")
            tried += [translation.decoded(trial.params) for trial in trials]
            rows = ledger.add(tried[len(ledger) :], [None] * len(trials))
            failure = self._call(rows, None, evaluate) or failure
            for trial in trials:
                scratch.tell(trial, state="failed")
            if failure is not None and not ledger.worked and len(ledger) >= min(BROKEN, self.n_iter):
                raise failure
        metrics = ledger.metrics()
        study = self._make_study(translation, metrics, [*tried, *self._points()[len(tried) :]], seed)
        row = 0
        while row < len(tried):  # a service may answer with fewer than were asked for
            for trial in study.ask(len(tried) - row):
                ledger.numbers[row] = trial.number
                self._tell(study, trial, row, metrics)
                row += 1
        return metrics, failure

    def _evaluate(
        self, study: Study, trials: List[Trial], translation: Translation, metrics: List[str], evaluate: Evaluate
    ) -> Optional[ValueError]:
        """Scores a batch and tells it. Returns what scikit-learn raised when no fit of a call worked."""
        ledger, splitter = self._ledger, self.cv
        rows = ledger.add([translation.decoded(trial.params) for trial in trials], [trial.number for trial in trials])
        trial_of = dict(zip(rows, trials))
        if not isinstance(splitter, _OneFold):
            lost = self._call(rows, None, evaluate)
        else:
            lost, left, splitter.fold = None, rows, 0
            while left:
                lost = self._call(left, splitter.fold, evaluate) or lost
                splitter.fold += 1
                ended = splitter.fold == splitter.folds
                left = [] if ended else [row for row in left if self._goes_on(trial_of[row], row, metrics)]
        for row, trial in trial_of.items():
            self._tell(study, trial, row, metrics)
        return lost

    def _call(self, rows: List[int], fold: Optional[int], evaluate: Evaluate) -> Optional[ValueError]:
        """One call of the base class: these candidates, in one fold or in all."""
        ledger = self._ledger
        ledger.expect(rows, fold)
        try:
            ledger.latest = evaluate([ledger.candidates[row] for row in rows])
        except ValueError as problem:
            # A candidate that cannot be fitted does not end the search, unless the user says so.
            if self.error_score == "raise" or _ALL_FAILED not in str(problem):
                raise
            ledger.lose(str(problem))
            return problem
        return None

    def _goes_on(self, trial: Trial, row: int, metrics: List[str]) -> bool:
        """Reports what the folds so far say. False when the candidate is to be given up."""
        scores = self._scores(row, metrics[0])
        value = float(np.mean(scores))
        if not math.isfinite(value):
            self._ledger.failed.add(row)  # so will be its mean over all folds
            return False
        trial.report(value, len(scores))
        if trial.should_prune():
            self._ledger.pruned.add(row)
            return False
        return True

    def _tell(self, study: Study, trial: Trial, row: int, metrics: List[str]) -> None:
        if row in self._ledger.pruned:
            study.tell(trial, state="pruned")
            return
        values = [float(np.mean(self._scores(row, metric))) for metric in metrics]
        if not all(map(math.isfinite, values)):
            study.tell(trial, state="failed", error=self._ledger.why(row))
            return
        study.tell(trial, values if len(values) > 1 else values[0])

    def _scores(self, row: int, metric: str) -> List[float]:
        """Of a candidate, in the folds that are done."""
        ledger = self._ledger
        return ledger.scores(row, self._metric(metric) if ledger.worked else metric)

    @staticmethod
    def _give_up(study: Study, trials: List[Trial], problem: BaseException) -> None:
        """Ends the trials of a batch that was interrupted, so that nobody waits for them."""
        running = {trial.number for trial in study.trials if trial.state == "running"}
        for trial in trials:
            if trial.number in running:
                study.tell(trial, state="failed", error=f"{type(problem).__name__}: {problem}")

    # --- details

    def _points(self) -> List[Mapping[str, Any]]:
        return [self.enqueue] if isinstance(self.enqueue, Mapping) else list(self.enqueue)

    def _resumed(self) -> List[str]:
        """The metrics of the study that is resumed; none when there is none."""
        if not self.resume or self.store is None:
            return []
        try:
            return load_study(self.study_name, self.store).objectives
        except NotFoundError:
            return []

    def _seed(self) -> int:
        seed = self.random_state
        return int(seed if isinstance(seed, Integral) else check_random_state(seed).randint(2**31 - 1))

    def _make_study(
        self, translation: Translation, metrics: List[str], first: Sequence[Mapping[str, Any]], seed: Optional[int] = None
    ) -> Study:
        """The study of this fit. A second fit does not mix its trials with those of the first unless it resumes, as its
        data may be others (the folds of a cross-validation, say): it takes the next free name."""
        seed = self._seed() if seed is None else seed
        for count in itertools.count(1):
            name = self.study_name if count == 1 else f"{self.study_name}-{count}"
            try:
                made = self._create(translation, metrics, first, self.store or "memory:", name, self.resume, seed)
                break
            except AlreadyExistsError:
                if self.resume:
                    raise
        if name != self.study_name:
            warnings.warn(
                f"the store has a study '{self.study_name}' already; this fit is '{name}' (study_name_), and with "
                "resume=True it would go on with that one", stacklevel=2,
            )  # fmt: skip
        self.study_, self.study_name_ = made, name
        return made

    def _create(
        self, translation: Translation, metrics: List[str], first: Sequence[Mapping[str, Any]], store: str, name: str,
        resume: bool, seed: int,
    ) -> Study:  # fmt: skip
        one = len(metrics) == 1
        return create_study(
            translation.space, name=name, store=store,
            sampler="hebo" if self.sampler is None else self.sampler, pruner=self.pruner,
            direction="maximize" if one else None,
            directions=None if one else {metric: "maximize" for metric in metrics}, constraints=self.constraints,
            sources=self.sources, enqueue=[translation.encoded(point) for point in first], seed=seed,
            horizon=int(self.n_iter), load_if_exists=resume,
        )  # fmt: skip

    def _metrics(self) -> List[str]:
        """The metrics that are objectives of the study; none when only the scores will tell."""
        if self.objective is not None:
            named = [self.objective] if isinstance(self.objective, str) else list(self.objective)
            if not named:
                raise InvalidArgumentError("objective is empty; name a metric, or leave it out")
            return named
        if isinstance(self.refit, str):
            return [self.refit]
        if isinstance(self.scoring, (list, tuple, set, frozenset, dict)):
            return sorted(self.scoring) if isinstance(self.scoring, (set, frozenset)) else list(self.scoring)
        # Judging a candidate between its folds needs to know by what.
        unnamed = callable(self.scoring) and self.refit is not True and self.pruner is None
        return [] if unnamed else ["score"]

    def _metric(self, name: str) -> str:
        """The name under which the fits hold a metric; the first scores show whether it exists."""
        names = self._ledger.metrics()
        if name in names:
            return name
        if names == ["score"]:
            return "score"  # one metric has no name of its own, and refit="accuracy" may stand beside it
        raise InvalidArgumentError(
            f"the search goes by '{name}', and the metrics are {', '.join(names)}; "
            "name one of them with objective='...' or refit='...'"
        )

    def _batch(self, ledger: Ledger) -> int:
        if self.batch_size is not None:
            return int(self.batch_size)
        workers = int(effective_n_jobs(self.n_jobs))
        if isinstance(self.cv, _OneFold):
            return workers
        return max(1, math.ceil(workers / (ledger.folds or workers)))

    def _table(self, ledger: Ledger) -> Results:
        fits = ledger.complete(self._shown_score, self.return_train_score)
        with warnings.catch_warnings():
            if ledger.gaps:
                warnings.filterwarnings("ignore", message=_NOT_FINITE)
            table: Results = super()._format_results(list(ledger.candidates), ledger.folds, fits)
        table["trial"] = np.asarray(ledger.numbers)
        if self.pruner is not None:
            table["pruned"] = np.asarray([row in ledger.pruned for row in range(len(ledger))])
        return table
