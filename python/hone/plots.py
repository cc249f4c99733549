# SPDX-License-Identifier: MIT
"""Pictures of studies: the charts of ``hone plot``, in a notebook.

``study.plot_history()`` and its like return a Plot. A notebook shows it alive: pointing at a mark tells of its trial and sets the same
trial off in all charts, dragging looks closer and a double click goes back, names of the legend can be switched off, and along axes
of parallel coordinates one draws what is to be kept. Where no script runs, as in a notebook on a web page of code or in a PDF, it is
the same picture as SVG. The charts are those of the terminal, the report and the dashboard.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence, Union

from ._errors import InvalidArgumentError, NotFoundError
from ._folder import need_folder
from ._hints import OF_A_PLOT, foreign
from ._live_plot import MOST_POINTS, data_of, fragment_of, page_of
from ._program import gathered

if TYPE_CHECKING:
    import matplotlib.figure

    from ._study import Study
    from ._trial import FrozenTrial

__all__ = ["Plot"]


class Plot:
    """A picture. A notebook shows it; ``save()`` writes it, ``svg`` is its text, ``data`` what it shows, ``figure()`` hands it
    to matplotlib.

    >>> study = hone.create_study({"x": hone.Float(-5, 5)}, sampler="random", seed=1)
    >>> study.optimize(lambda trial: trial["x"] ** 2, trials=10)
    >>> picture = study.plot_history()
    >>> picture.svg.startswith("<svg")
    True
    """

    def __init__(self, svg: str, title: str = "", data: str = "") -> None:
        self._svg = _distinct(svg)
        self._title = title
        self._data = data

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return self._svg

    @property
    def data(self) -> Dict[str, Any]:
        """What the picture shows: ``charts`` as ``study.chart()`` has them, and the results and settings of their trials, as texts, under ``names``."""
        return dict(json.loads(self._data)) if self._data else {"charts": [], "names": [], "settings": {}}

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file: ``.html`` for a page that answers to the pointer, ``.svg`` for a still picture. For other formats:
        ``plot.figure().savefig("plot.png")``."""
        name = os.fspath(path)
        if not name.lower().endswith((".svg", ".html")):
            raise InvalidArgumentError(
                f"'{name}' ends neither in .html nor in .svg; choose such a name, or use figure().savefig() for other formats"
            )
        if not os.path.isabs(name):
            need_folder(f"'{name}' is to be written")
        text = self._svg if name.lower().endswith(".svg") else page_of(self._svg, self._data or "null", self._title)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def figure(self) -> matplotlib.figure.Figure:
        """The same picture as a figure of matplotlib, which is imported only here. Its one axes is in pixels from the
        upper left: shapes and texts can be restyled, and it can be saved in every format that matplotlib knows. A
        notebook shows it after ``%matplotlib inline``."""
        from ._svg_figure import figure_of

        return figure_of(self._svg)

    if not TYPE_CHECKING:
        __getattr__ = foreign("a plot", OF_A_PLOT)

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        """Wide pictures shrink to the width of the page."""
        return fragment_of(self._svg, self._data or "null", self._title)

    def __repr__(self) -> str:
        return f"Plot({self._title!r}, {len(self._svg)} bytes of SVG; show it in a notebook, or use save() or figure())"


def _distinct(svg: str) -> str:
    """The names inside a picture made its own: a notebook puts many pictures into one page."""
    mark = f"hone{zlib.crc32(svg.encode()):08x}-"
    return re.sub(r'( id="|url\(#)', rf"\g<1>{mark}", svg)


def _is_drawn(trial: FrozenTrial, kind: str) -> bool:
    """A timeline shows what runs, the others what has ended."""
    return trial.state not in ("waiting", "running", "deleted") or (kind == "timeline" and trial.state == "running")


def draw(
    study: Study,
    kind: str,
    parameters: Union[str, Sequence[str], None] = None,
    objective: Optional[str] = None,
    log: bool = False,
    others: Sequence[Study] = (),
    method: str = "",
    all_values: bool = False,
    chosen: Optional[Mapping[str, Union[str, bool]]] = None,
) -> Plot:
    """The picture that ``hone plot -k KIND`` draws. ``method``: of importance; ``chosen``: what it shows, such as the dots of scatter."""
    options: Dict[str, Any] = {"log": log, **{name: word for name, word in (chosen or {}).items() if word}}
    if all_values:
        options["range"] = "all"
    if parameters:
        options["parameters"] = [parameters] if isinstance(parameters, str) else list(parameters)
    if objective is not None:
        options["objective"] = objective
    if method:
        options["method"] = method
    fields = {"chart": kind, "svg": True, "most": MOST_POINTS, **options}
    for one in (study, *others):
        if not one._known or not any(_is_drawn(trial, kind) for trial in one.trials):
            raise NotFoundError(f"no trial of '{one.name}' has ended yet, so there is nothing to draw; run some first")
    if others:
        with gathered([study, *others]) as (operations, names):
            made = json.loads(operations.call("chart", names[0], json.dumps({**fields, "with": names[1:]})))
    else:
        made = study.call("chart", **fields)
    return Plot(made["svg"], f"{kind} of {study.name}", data_of(made["charts"], study.trials, study.objectives))
