# SPDX-License-Identifier: MIT
"""The pictures of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, NoReturn, Optional, Sequence, Union, cast

from ._errors import InvalidArgumentError, NotFoundError
from ._hints import refuse
from ._shown import ShownStudy

if TYPE_CHECKING:
    from ._study import Study
    from .plots import Plot


class Drawn(ShownStudy):
    """What a study inherits for the eye."""

    def plot_history(self, *, log: bool = False, all_values: bool = False, **other: NoReturn) -> Plot:
        """Every trial and the best so far. ``log``: logarithmic values, when all are positive. ``all_values``: an axis that
        reaches to the furthest value; without it the far worst ones are arrows at its end, with their number.

        >>> study = hone.create_study({"x": hone.Float(-5, 5)}, sampler="random", seed=1)
        >>> study.optimize(lambda trial: trial["x"] ** 2, trials=10)
        >>> study.plot_history(log=True)
        Plot('history of study', ... bytes of SVG; show it in a notebook, or use save() or figure())
        """
        refuse(Drawn.plot_history, other)
        return self._picture("history", log=log, all_values=all_values)

    def plot_slice(
        self,
        parameters: Union[str, Sequence[str], None] = None,
        *,
        objective: Optional[str] = None,
        log: bool = False,
        all_values: bool = False,
        **other: NoReturn,
    ) -> Plot:
        """The values against each parameter, or against those named; later trials darker."""
        refuse(Drawn.plot_slice, other)
        return self._picture("slices", parameters, objective, log, all_values=all_values)

    def plot_parallel(
        self,
        parameters: Union[str, Sequence[str], None] = None,
        *,
        objective: Optional[str] = None,
        log: bool = False,
        all_values: bool = False,
        **other: NoReturn,
    ) -> Plot:
        """Every trial as a line across all parameters (of very many, the 20 that tell most), or across those named; of more
        than 1,500 trials a density of all, and the best as lines."""
        refuse(Drawn.plot_parallel, other)
        return self._picture("parallel", parameters, objective, log, all_values=all_values)

    def plot_contour(
        self,
        parameters: Union[str, Sequence[str], None] = None,
        *,
        objective: Optional[str] = None,
        log: bool = False,
        **other: NoReturn,
    ) -> Plot:
        """What the model expects over two parameters: those named, or the two that tell most."""
        refuse(Drawn.plot_contour, other)
        if parameters is not None and not isinstance(parameters, str) and len(set(parameters)) < len(parameters):
            raise InvalidArgumentError(f"a parameter is named twice: {', '.join(parameters)}; name two that differ")
        return self._picture("contour", parameters, objective, log)

    def plot_rank(
        self,
        parameters: Union[str, Sequence[str], None] = None,
        *,
        objective: Optional[str] = None,
        **other: NoReturn,
    ) -> Plot:
        """Where the good trials lie: the best tenth, quarter and half of them over every two of the parameters named, or of the
        four that tell most.

        >>> study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, sampler="sobol", seed=1)
        >>> study.optimize(lambda trial: 10 * trial["x"] + trial["y"], trials=40)
        >>> [series["name"] for series in study.plot_rank().data["charts"][0]["series"]]
        ['worse half', 'better half', 'best quarter', 'best tenth']
        """
        refuse(Drawn.plot_rank, other)
        return self._picture("rank", parameters, objective)

    def plot_edf(
        self,
        others: Union[Study, Sequence[Study], None] = None,
        *,
        objective: Optional[str] = None,
        log: bool = False,
        all_values: bool = False,
        **other: NoReturn,
    ) -> Plot:
        """The share of trials that are as good as each value or better, beside that of other studies: the higher curve is
        the better one."""
        refuse(Drawn.plot_edf, other)
        from ._study import Study

        beside = [others] if isinstance(others, Study) else list(others or ())
        return self._picture("edf", None, objective, log, beside, all_values=all_values)

    def plot_cost(self, *, log: bool = False, all_values: bool = False, **other: NoReturn) -> Plot:
        """The best so far over what all trials have cost, of a study that says what a trial costs."""
        refuse(Drawn.plot_cost, other)
        return self._picture("cost", log=log, all_values=all_values)

    def plot_scatter(
        self,
        x: str = "",
        y: str = "",
        *,
        colour: str = "",
        size: str = "",
        objective: Optional[str] = None,
        log: bool = False,
        all_values: bool = False,
        **other: NoReturn,
    ) -> Plot:
        """Any two properties of the trials against each other, two more as ``colour`` and ``size`` of the dots. Each is
        ``number``, ``started``, ``seconds``, the name of an objective, a parameter or an attribute that is a number (where names
        collide, ``objective.NAME``, ``param.NAME``, ``attr.NAME``), or, for colour and size, ``none``. What is left out is
        chosen: the parameter that tells most across, the objective up.

        >>> study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, sampler="sobol", seed=1)
        >>> study.optimize(lambda trial: 10 * trial["x"] + trial["y"], trials=20)
        >>> chart = study.plot_scatter("y", "x", colour="value").data["charts"][0]
        >>> chart["x"]["label"], chart["y"]["label"]
        ('y', 'x')
        """
        refuse(Drawn.plot_scatter, other)
        chosen = {"x": x, "y": y, "colour": colour, "size": size}
        return self._picture("scatter", objective=objective, log=log, all_values=all_values, chosen=chosen)

    def plot_learning_curves(self, *, log: bool = False, all_values: bool = False, **other: NoReturn) -> Plot:
        """What trials reported on their way."""
        refuse(Drawn.plot_learning_curves, other)
        return self._picture("curves", log=log, all_values=all_values)

    def plot_pareto(self, *, all_values: bool = False, **other: NoReturn) -> Plot:
        """Two objectives against each other, with the Pareto-optimal trials; where values are noisy and the sampler is led by a
        model, also what it expects of these, with 95 % intervals."""
        refuse(Drawn.plot_pareto, other)
        if len(cast("Study", self).objectives) == 1:
            raise NotFoundError("the study has one objective, so there is no Pareto front; use plot_history()")
        return self._picture("front", all_values=all_values, chosen={"expected": True})

    def plot_hypervolume(self, **other: NoReturn) -> Plot:
        """How much of the space of two or three objectives the trials have won so far."""
        refuse(Drawn.plot_hypervolume, other)
        if len(cast("Study", self).objectives) == 1:
            raise NotFoundError("the study has one objective, so there is no hypervolume; use plot_history()")
        return self._picture("hypervolume")

    def plot_attainment(
        self, others: Union[Study, Sequence[Study], None] = None, *, log: bool = False, **other: NoReturn
    ) -> Plot:
        """The edge of what two objectives attained after a quarter, half and all of the trials; or of several studies, each
        with its edge, and that of what at least half of them attained.

        >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="sobol", directions=["minimize", "minimize"])
        >>> study.optimize(lambda trial: [trial["x"], (1 - trial["x"]) ** 2], trials=8)
        >>> [series["name"] for series in study.plot_attainment().data["charts"][0]["series"]]
        ['after 2 trials', 'after 4 trials', 'after 8 trials']
        """
        refuse(Drawn.plot_attainment, other)
        if len(cast("Study", self).objectives) != 2:
            raise NotFoundError("what was attained is drawn of two objectives; use plot_history() or plot_pareto()")
        from ._study import Study

        beside = [others] if isinstance(others, Study) else list(others or ())
        return self._picture("attainment", None, None, log, beside)

    def plot_importance(self, *, method: str = "fanova", objective: Optional[str] = None, **other: NoReturn) -> Plot:
        """How much each parameter matters, as importance() has it by that ``method`` (``fanova`` or ``ped-anova``), with a
        whisker of one standard deviation.

        >>> study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, sampler="sobol", seed=1)
        >>> study.optimize(lambda trial: 10 * trial["x"] + trial["y"], trials=40)
        >>> study.plot_importance()
        Plot('importance of study', ... bytes of SVG; show it in a notebook, or use save() or figure())
        """
        refuse(Drawn.plot_importance, other)
        return self._picture("importance", objective=objective, method=method)

    def plot_timeline(self, **other: NoReturn) -> Plot:
        """Who ran what when."""
        refuse(Drawn.plot_timeline, other)
        return self._picture("timeline")

    def plot_weights(self, **other: NoReturn) -> Plot:
        """How much the study's own model and each source counted in the proposals, for samplers that learn from
        other studies."""
        refuse(Drawn.plot_weights, other)
        return self._picture("weights")

    def plot_warps(self, *, objective: Optional[str] = None, **other: NoReturn) -> Plot:
        """Where the model places the values of each parameter: steep where they matter most. Of diagnose()."""
        refuse(Drawn.plot_warps, other)
        return self._picture("warps", objective=objective)

    def plot_calibration(self, *, objective: Optional[str] = None, **other: NoReturn) -> Plot:
        """What the model predicted for each trial without having seen it, against what came. Of diagnose()."""
        refuse(Drawn.plot_calibration, other)
        return self._picture("calibration", objective=objective)

    def _picture(
        self,
        kind: str,
        parameters: Union[str, Sequence[str], None] = None,
        objective: Optional[str] = None,
        log: bool = False,
        others: Sequence[Study] = (),
        method: str = "",
        all_values: bool = False,
        chosen: Optional[Mapping[str, Union[str, bool]]] = None,
    ) -> Plot:
        from .plots import draw

        return draw(cast("Study", self), kind, parameters, objective, log, others, method, all_values, chosen)
