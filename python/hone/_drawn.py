# SPDX-License-Identifier: MIT
"""How a study shows itself: pictures and a small table."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple, Union, cast

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from ._study import Study
    from .plots import Plot


class Drawn:
    """What a study inherits for the eye."""

    def plot_history(self, *, log: bool = False) -> Plot:
        """Every trial and the best so far. ``log``: logarithmic values, when all are positive.

        >>> study = hone.create_study({"x": hone.Float(-5, 5)}, sampler="random", seed=1)
        >>> study.optimize(lambda trial: trial["x"] ** 2, n_trials=10)
        >>> study.plot_history(log=True)
        Plot('history of study', ... bytes of SVG; show it in a notebook, or use save() or figure())
        """
        return self._picture("history", log=log)

    def plot_slice(
        self, parameters: Union[str, Sequence[str], None] = None, *, objective: Optional[str] = None, log: bool = False
    ) -> Plot:
        """The values against each parameter, or against those named; later trials darker."""
        return self._picture("slices", parameters, objective, log)

    def plot_parallel(
        self, parameters: Union[str, Sequence[str], None] = None, *, objective: Optional[str] = None, log: bool = False
    ) -> Plot:
        """Every trial as a line across all parameters, or across those named."""
        return self._picture("parallel", parameters, objective, log)

    def plot_contour(
        self, parameters: Union[str, Sequence[str], None] = None, *, objective: Optional[str] = None, log: bool = False
    ) -> Plot:
        """What the model expects over two parameters: those named, or the two that tell most."""
        if parameters is not None and not isinstance(parameters, str) and len(set(parameters)) < len(parameters):
            raise InvalidArgumentError(f"a parameter is named twice: {', '.join(parameters)}; name two that differ")
        return self._picture("contour", parameters, objective, log)

    def plot_learning_curves(self, *, log: bool = False) -> Plot:
        """What trials reported on their way."""
        return self._picture("curves", log=log)

    def plot_pareto(self) -> Plot:
        """Two objectives against each other, with the Pareto-optimal trials."""
        return self._picture("front")

    def plot_importance(self, *, objective: Optional[str] = None) -> Plot:
        """How much each parameter matters: shares of the variance, as importance() has them, with a whisker of one standard
        deviation.

        >>> study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, sampler="sobol", seed=1)
        >>> study.optimize(lambda trial: 10 * trial["x"] + trial["y"], n_trials=40)
        >>> study.plot_importance()
        Plot('importance of study', ... bytes of SVG; show it in a notebook, or use save() or figure())
        """
        return self._picture("importance", objective=objective)

    def plot_timeline(self) -> Plot:
        """Who ran what when."""
        return self._picture("timeline")

    def plot_weights(self) -> Plot:
        """How much the study's own model and each source counted in the proposals, for samplers that learn from
        other studies."""
        return self._picture("weights")

    def _picture(
        self,
        kind: str,
        parameters: Union[str, Sequence[str], None] = None,
        objective: Optional[str] = None,
        log: bool = False,
    ) -> Plot:
        from .plots import draw

        return draw(cast("Study", self), kind, parameters, objective, log)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        study = cast("Study", self)
        lines: List[Tuple[str, str]] = [
            ("store", study.store),
            ("objective" if len(study.objectives) == 1 else "objectives", _objectives(study)),
            ("trials", _counts(study)),
        ]
        best = study.best_trials
        if len(study.objectives) == 1 and best:
            lines.append(("best value", f"{best[0].value:.6g} (trial {best[0].number})"))
            lines += [(f"best {name}", _shown(value)) for name, value in best[0].params.items()]
        elif best:
            lines.append(("Pareto-optimal", f"{len(best)} trial{'s' * (len(best) > 1)}"))
        rows = "".join(
            f'<tr><th style="text-align: left">{html.escape(name)}</th>'
            f'<td style="text-align: left">{html.escape(text)}</td></tr>'
            for name, text in lines
        )
        return f"<table><caption><b>{html.escape(study.name)}</b></caption>{rows}</table>"


def _objectives(study: Study) -> str:
    pairs = zip(study.objectives, study.directions)
    return ", ".join(direction if name == "value" else f"{direction} {name}" for name, direction in pairs)


def _counts(study: Study) -> str:
    counts: Dict[str, int] = {}
    for trial in study.trials:
        counts[trial.state] = counts.get(trial.state, 0) + 1
    shown = ", ".join(f"{count} {state}" for state, count in counts.items() if state != "complete")
    total = sum(counts.values())
    return f"{total} ({shown})" if shown else str(total)


def _shown(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
