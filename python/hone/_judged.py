# SPDX-License-Identifier: MIT
"""What a study tells about itself beyond its trials: a table, what matters in it, how sound it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, NoReturn, Optional, Union, cast

from ._errors import InvalidArgumentError, NotFoundError
from ._folder import need_folder
from ._hints import refuse
from ._missing import needs

if TYPE_CHECKING:
    import pandas

    from ._study import Study
    from ._trial import FrozenTrial


class Judged:
    """What a study inherits for whoever asks about it."""

    def trials_dataframe(self) -> pandas.DataFrame:
        """The trials as a table of pandas, which is imported only here: a row for each, with columns number,
        state, value (or values_NAME), params_NAME, attributes_NAME, error, started, finished, duration."""
        with needs("pandas", "study.trials_dataframe()", "dataframe"):
            import pandas

        study = cast("Study", self)
        objectives = study.objectives
        rows: List[Dict[str, Any]] = []
        for trial in study.trials:
            row: Dict[str, Any] = {"number": trial.number, "state": trial.state}
            for position, name in enumerate(objectives):
                column = "value" if len(objectives) == 1 else f"values_{name}"
                row[column] = None if trial.values is None else trial.values[position]
            row.update({f"params_{name}": value for name, value in trial.params.items()})
            row.update({f"attributes_{name}": value for name, value in trial.attributes.items()})
            row.update(error=trial.error, started=trial.started, finished=trial.finished, duration=trial.duration)
            rows.append(row)
        return pandas.DataFrame(rows)

    def best_trials_where(self, where: str) -> List[FrozenTrial]:
        """The Pareto-optimal ones among the trials for which an expression is true (with one objective the best of them):
        ``"seconds < 60 and kernel == 'rbf'"``, over the columns of ``hone trials``.

        >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="sobol", directions={"a": "minimize", "b": "minimize"})
        >>> study.optimize(lambda trial: [trial["x"], 1 - trial["x"]], trials=8)
        >>> all(trial.values[0] < 0.5 for trial in study.best_trials_where("a < 0.5"))
        True
        """
        study = cast("Study", self)
        if not study._known:
            return []
        front, trials = study.call("front", where=where)["front"], study.trials
        return [trials[record["number"]] for record in front]

    def importance(
        self,
        *,
        method: str = "fanova",
        objective: Optional[str] = None,
        pairs: bool = False,
        quantile: Optional[float] = None,
        within: Optional[float] = None,
        **other: NoReturn,
    ) -> Dict[str, Any]:
        """Which parameters matter, as ``hone importance --json`` says it: ``importances`` is a list of dicts with
        ``parameter``, ``importance`` and ``deviation``, the most important first.

        ``method``: ``fanova`` (shares of the variance over the whole space; with ``pairs`` also of two together) or
        ``ped-anova`` (what sets the best ``quantile`` of the trials apart from the share ``within``).

        >>> study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, sampler="sobol", seed=1)
        >>> study.optimize(lambda trial: 10 * trial["x"] + trial["y"], trials=40)
        >>> [one["parameter"] for one in study.importance()["importances"]]
        ['x', 'y']
        """
        refuse(Judged.importance, other)
        study = _with_trials(self)
        words: Dict[str, Any] = {"method": method, "objective": objective, "quantile": quantile, "within": within}
        given = {name: word for name, word in words.items() if word is not None}
        if pairs:
            given["pairs"] = True
        return study.call("importance", **given)

    def diagnose(self, *, objective: Optional[str] = None, splits: int = 20) -> Dict[str, Any]:
        """Tests noise and model, as ``hone diagnose --json`` does: is the noise even, does the input warp or
        the output transform help, are predictions calibrated, and what follows."""
        study = _with_trials(self)
        named = {} if objective is None else {"objective": objective}
        return study.call("diagnosis", splits=splits, **named)

    def report(self, path: Union[str, os.PathLike[str]] = "report.html", *, model: bool = True) -> None:
        """Writes everything about the study as one HTML page, as ``hone report`` does: it loads nothing from anywhere.
        With ``model=False`` importance, contour and diagnosis, which fit models, are left out.
        """
        from ._program import run

        if not os.fspath(path).lower().endswith((".html", ".htm")):
            raise InvalidArgumentError(f"'{os.fspath(path)}' does not end in .html; choose such a name")
        if not os.path.isabs(path):
            need_folder(f"'{os.fspath(path)}' is to be written")
        run(_with_trials(self), ["report"], ["-o", os.path.abspath(path), *([] if model else ["--no-model"])])


def _with_trials(study: Any) -> Study:
    """The study, once it knows its space."""
    known = cast("Study", study)
    if not known._known:
        raise NotFoundError("no trial has ended yet; run some first")
    return known


def why_no_best(study: Study) -> str:
    """Why a study with one objective has no best trial, and what to do."""
    trials = study.trials
    complete = sum(trial.state == "complete" for trial in trials)
    if complete:
        limits = ", ".join(map(str, study.definition.get("constraints_on", ()))) or "its limits"
        kept = "it does not keep" if complete == 1 else "none keeps"
        are = "trial is" if complete == 1 else "trials are"
        return f"{complete} {are} complete, and {kept} to constraints_on ({limits}); run more, or look at study.trials"
    failed = [trial for trial in trials if trial.is_finished and trial.error]
    if failed:
        last = failed[-1].error.strip().splitlines()[-1]
        return f"none of the {len(trials)} trials is complete; trial {failed[-1].number} {failed[-1].state}: {last}"
    return "no trial is complete yet; run some first"
