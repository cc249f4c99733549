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

import inspect
import math
import os
import warnings
from numbers import Integral, Real
from typing import Any, Dict, List, Mapping, NoReturn, Optional, Sequence, Union

import numpy as np

from . import _hone
from ._create import Address, Method, Source
from ._errors import InvalidArgumentError
from ._hints import refuse
from ._missing import needs
from ._sklearn_choice import Choice
from ._sklearn_space import Translation
from ._study import Study
from ._values import whole

with needs("sklearn", "hone.sklearn", "sklearn"):
    from sklearn.base import is_classifier
    from sklearn.model_selection import check_cv
    from sklearn.model_selection._search import BaseSearchCV
    from sklearn.utils.validation import _num_samples

from ._sklearn_folds import Folds  # these need scikit-learn, too
from ._sklearn_halving import SAMPLES, Stages, stages_of
from ._sklearn_search import Evaluate, Search

__all__ = ["Choice", "HoneSearchCV"]

#: What scikit-learn says of means that are not finite, as those of pruned candidates are on purpose.
_NOT_FINITE = "One or more of the (test|train) scores are non-finite"
Results = Dict[str, Any]
#: A dict from names to parameters, or a list of such dicts.
Distributions = Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]


class HoneSearchCV(BaseSearchCV):  # type: ignore[misc]
    """Searches the parameters of an estimator by cross-validation, with any of hone's samplers.

    It is an estimator like scikit-learn's own searches, with their ``fit``, ``predict``, ``score``, ``cv_results_``,
    ``best_estimator_``, ``best_params_``, ``best_score_`` and ``best_index_``. ``estimator``, ``scoring``, ``n_jobs``,
    ``refit``, ``cv``, ``verbose``, ``pre_dispatch``, ``error_score`` and ``return_train_score`` mean what they mean
    there. Its own:

    ``space``, or ``param_distributions``, as RandomizedSearchCV calls it: names of parameters (``model__C`` in pipelines)
    to hone.Float, Int, Categorical, Ordinal, Bool; a distribution of SciPy's; a list of choices; a dict from names to
    objects, or a Choice of them with a condition. A list of such dicts is one space after the other.
    ``n_iter``: how many candidates; fewer, with a warning, when the space has fewer. ``sampler``: a name or a dict of name
    and options; hone's default when left out.
    ``objective``: the metric to search by: by default the one of ``refit``. With several metrics and no such name all
    of them are objectives of their own. A list names those that are.
    ``batch_size``: candidates at a time; by default as many as keep ``n_jobs`` busy.
    ``pruner``: judges a candidate after each fold by the mean of its scores so far. The folds that a pruned one lacks
    are NaN in ``cv_results_``.
    ``resource``, ``min_resources``, ``max_resources``, ``factor``: in the words of HalvingRandomSearchCV, candidates begin
    with few samples (``resource="n_samples"``) or a small value of a parameter (``"n_estimators"``), and those in the
    best 1 / ``factor`` of all so far go on to ``factor`` times as many, up to ``max_resources``. Only candidates that got
    there can be ``best_``. ``n_candidates`` is ``n_iter``, as it is called there.
    ``sources``, ``constraints``, ``enqueue``: as for hone.create_study().
    ``store``, ``study_name``: where the study is kept; in memory when left out. With ``resume=True`` a study of that
    name is resumed: its trials teach the sampler, and ``cv_results_`` has those of this fit. Without it a further fit
    makes a study of its own, ``NAME-2`` and so on; ``study_name_`` is the name.
    ``random_state``: the seed of the sampler.

    After ``fit``, ``study_`` is the hone.Study (a pickled search keeps it when it is in a file), and the columns
    ``trial`` and, with a pruner, ``pruned`` of ``cv_results_`` lead to its trials. With a resource, ``cv_results_`` has a row for
    each stage of a candidate, with ``iter`` and ``n_resources``, and ``n_resources_`` and ``n_candidates_`` say what each
    stage gave to how many.
    """

    cv: Any
    error_score: Any
    verbose: int

    _parameter_constraints = {
        **getattr(BaseSearchCV, "_parameter_constraints", {}),
        "space": [dict, list, tuple, None],
        "param_distributions": [dict, list, tuple, None],
        "n_iter": [Integral],
        "sampler": [str, dict, None],
        "objective": [str, list, tuple, None],
        "batch_size": [Integral, None],
        "pruner": [str, dict, None],
        "resource": [str, None],
        "min_resources": [Integral, str],
        "max_resources": [Integral, str],
        "factor": [Real],
        "n_candidates": [Integral, str, None],
        "store": [str, os.PathLike, None],
        "study_name": [str],
        "resume": ["boolean"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        estimator: Any,
        space: Optional[Distributions] = None,
        *,
        param_distributions: Optional[Distributions] = None,
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
        resource: Optional[str] = None,
        min_resources: Union[int, str] = "exhaust",
        max_resources: Union[int, str] = "auto",
        factor: float = 3,
        n_candidates: Union[int, str, None] = None,
        sources: Union[Source, Sequence[Source]] = (),
        constraints: Sequence[str] = (),
        enqueue: Sequence[Mapping[str, Any]] = (),
        store: Optional[Address] = None,
        study_name: str = "search",
        resume: bool = False,
        **other: NoReturn,
    ) -> None:
        refuse(HoneSearchCV, other)
        super().__init__(
            estimator=estimator, scoring=scoring, n_jobs=n_jobs, refit=refit, cv=cv, verbose=verbose,
            pre_dispatch=pre_dispatch, error_score=error_score, return_train_score=return_train_score,
        )  # fmt: skip
        self.space = space
        self.param_distributions = param_distributions
        self.n_iter = n_iter
        self.sampler = sampler
        self.random_state = random_state
        self.objective = objective
        self.batch_size = batch_size
        self.pruner = pruner
        self.resource = resource
        self.min_resources = min_resources
        self.max_resources = max_resources
        self.factor = factor
        self.n_candidates = n_candidates
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
        if isinstance(self.n_candidates, Integral) and self.n_candidates < 1:
            raise InvalidArgumentError(f"n_candidates is {self.n_candidates}; give 1 or more, or leave it out")
        if self.batch_size is not None and whole(self.batch_size, "batch_size") < 1:
            raise InvalidArgumentError(f"batch_size is {self.batch_size}; give 1 or more, or leave it out")
        # Where a number stands for failures, they could not be told from scores. They are NaN until the table is made.
        score, cv = self.error_score, self.cv
        splitter = check_cv(cv, y, classifier=is_classifier(self.estimator))
        folds = Folds(splitter, single=self.pruner is not None)
        stages = stages_of(self, X, y, splitter, params.get("groups"))
        if stages is not None and stages.resource == SAMPLES:
            folds.samples = int(_num_samples(X))
        self._search = Search(self, Translation(self._given_space()), folds, stages)
        self._shown_score = math.nan if isinstance(score, str) else score
        self.cv = folds
        if not isinstance(score, str):
            self.error_score = math.nan
        try:
            super().fit(X, y, **params)
            self.n_splits_ = folds.count
            if stages is not None:
                self._say_stages(stages)
        finally:
            self.error_score, self.cv = score, cv
            if hasattr(self, "_checked_cv_orig"):
                self._checked_cv_orig = splitter  # newer versions keep it
            del self._shown_score, self._search
        return self

    def _say_stages(self, stages: Stages) -> None:
        """Under the names that the halving searches have for it."""
        self.min_resources_, self.max_resources_ = stages.least, stages.most
        self.n_resources_ = list(stages.amounts)
        where = [stage for stage, _ in self._search.ledger.stages]
        self.n_candidates_ = [where.count(stage) for stage in range(len(stages.amounts))]
        self.n_iterations_ = len(stages.amounts)

    def _select_best_index(self, refit: Any, refit_metric: str, results: Results) -> int:
        """Scores of few resources are no match for those of all."""
        stages = self._search.stages
        if stages is None:
            return int(super()._select_best_index(refit, refit_metric, results))
        full = np.flatnonzero(results["n_resources"] == stages.most)
        if not callable(refit):
            return int(full[np.nanargmax(results[f"mean_test_{refit_metric}"][full])])
        index = int(super()._select_best_index(refit, refit_metric, results))
        if index not in full:
            raise InvalidArgumentError(
                f"refit chose candidate {index}, which had {results['n_resources'][index]} {stages.resource} of {stages.most}; "
                "let it choose among those whose n_resources is the largest"
            )
        return index

    def _given_space(self) -> Distributions:
        given = [space for space in (self.space, self.param_distributions) if space is not None]
        if len(given) == 1:
            return given[0]
        how = "both given" if given else "both left out"
        raise InvalidArgumentError(f"space and param_distributions are {how}, and are two names of one argument; give one of them")

    def _run_search(self, evaluate_candidates: Evaluate) -> None:
        search = self._search
        search.run(self._quietly(evaluate_candidates), self._keep)
        search.ledger.table.update(self._table())

    def _keep(self, study: Study) -> None:
        self.study_, self.study_name_ = study, study.name

    def _quietly(self, evaluate: Evaluate) -> Evaluate:
        """The base class announces each batch as if it were the whole search, which is announced here instead."""
        search, verbose, done = self._search, self.verbose, 0
        assert isinstance(self.cv, Folds)
        folds, wanted = self.cv.planned, search.wanted
        if verbose > 0:
            most = folds * wanted * (len(search.stages.amounts) if search.stages else 1)
            up_to = "up to " if self.cv.single or most > folds * wanted else ""
            print(f"Fitting {folds} folds for each of {wanted} candidates, totalling {up_to}{most} fits")

        def quiet(candidates: List[Dict[str, Any]]) -> Results:
            nonlocal done
            if verbose > 9 and search.begun > done:  # where each fit says which candidate of the batch it is of
                print(f"Candidates {done + 1} to {search.begun} of {wanted}")
            done = search.begun
            if verbose > 0 and search.stages is not None:
                stage, amount = search.ledger.stages[-1]
                print(f"iter: {stage}, n_candidates: {len(candidates)}, n_resources: {amount}")
            self.verbose = 0  # what the fits print was settled before
            try:
                return evaluate(candidates)
            finally:
                self.verbose = verbose

        return quiet

    def _format_results(
        self, candidate_params: Any, n_splits: int, out: List[Dict[str, Any]], more_results: Any = None
    ) -> Results:
        """Called by the base class with all fits so far. They go to the ledger, which knows what each of them was; the
        table is made once, at the end."""
        ledger = self._search.ledger
        assert isinstance(self.cv, Folds)
        ledger.note(out, self.cv.count)
        return ledger.table

    def _table(self) -> Results:
        ledger = self._search.ledger
        fits = ledger.complete(self._shown_score, self.return_train_score)
        with warnings.catch_warnings():
            if ledger.gaps:
                warnings.filterwarnings("ignore", message=_NOT_FINITE)
            table: Results = super()._format_results(list(ledger.candidates), ledger.folds, fits)
        table["trial"] = np.asarray(ledger.numbers)
        if ledger.stages:
            table["iter"], table["n_resources"] = np.asarray(ledger.stages).T
        if self.pruner is not None:
            table["pruned"] = np.asarray([row in ledger.pruned for row in range(len(ledger))])
        return table

    def __getstate__(self) -> Dict[str, Any]:
        """A study in memory stays in its process. Workers are sent the search while it runs, and need no study."""
        state: Dict[str, Any] = dict(super().__getstate__())
        running = state.pop("_search", None) is not None
        study = state.get("study_")
        if study is not None and (running or _hone.in_memory(study.store)):
            del state["study_"]
        return state


# To scikit-learn, which tries every word of a signature, unknown words are none.
_taken = inspect.signature(HoneSearchCV.__init__)
setattr(
    HoneSearchCV.__init__, "__signature__",
    _taken.replace(parameters=[one for one in _taken.parameters.values() if one.kind is not one.VAR_KEYWORD]),
)  # fmt: skip
