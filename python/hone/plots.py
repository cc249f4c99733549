# SPDX-License-Identifier: MIT
"""Pictures of studies: the charts of ``hone plot``, in a notebook.

``study.plot_history()`` and its like return a Plot, which Jupyter shows. The program ``hone`` that comes with the
package draws it, so that a picture is the same here and on the command line.
"""

from __future__ import annotations

import os
import re
import tempfile
import zlib
from typing import TYPE_CHECKING, Optional, Sequence, Union

from ._errors import InvalidArgumentError, NotFoundError
from ._program import run

if TYPE_CHECKING:
    import matplotlib.figure

    from ._study import Study

__all__ = ["Plot"]


class Plot:
    """A picture. A notebook shows it; ``svg`` is its text, ``save()`` writes it, ``figure()`` hands it to matplotlib.

    >>> study = hone.create_study({"x": hone.Float(-5, 5)}, sampler="random", seed=1)
    >>> study.optimize(lambda trial: trial["x"] ** 2, n_trials=10)
    >>> picture = study.plot_history()
    >>> picture.svg.startswith("<svg")
    True
    """

    def __init__(self, svg: str, title: str = "") -> None:
        self._svg = _distinct(svg)
        self._title = title

    @property
    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        return self._svg

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to an SVG file. For other formats: ``plot.figure().savefig("plot.png")``."""
        if not os.fspath(path).lower().endswith(".svg"):
            raise InvalidArgumentError(
                f"'{os.fspath(path)}' does not end in .svg; choose such a name, "
                "or use figure().savefig() for other formats"
            )
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._svg)

    def figure(self) -> matplotlib.figure.Figure:
        """The same picture as a figure of matplotlib, which is imported only here. Its one axes is in pixels from the
        upper left: shapes and texts can be restyled, and it can be saved in every format that matplotlib knows. A
        notebook shows it after ``%matplotlib inline``."""
        from ._svg_figure import figure_of

        return figure_of(self._svg)

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        """Wide pictures shrink to the width of the page."""
        return f'<div style="max-width: 100%; overflow-x: auto">{self._svg}</div>'

    def __repr__(self) -> str:
        return f"Plot({self._title!r}, {len(self._svg)} bytes of SVG; show it in a notebook, or use save() or figure())"


def _distinct(svg: str) -> str:
    """The names inside a picture made its own: a notebook puts many pictures into one page."""
    mark = f"hone{zlib.crc32(svg.encode()):08x}-"
    return re.sub(r'( id="|url\(#)', rf"\g<1>{mark}", svg)


def draw(
    study: Study,
    kind: str,
    parameters: Union[str, Sequence[str], None] = None,
    objective: Optional[str] = None,
    log: bool = False,
) -> Plot:
    """The picture that ``hone plot -k KIND`` draws."""
    chosen = [parameters] if isinstance(parameters, str) else list(parameters or ())
    options = ["-k", kind]
    for name in chosen:
        options += ["-p", name]
    if objective is not None:
        options += ["--objective", objective]
    if log:
        options.append("--log")
    if not study._known:
        raise NotFoundError("no trial has ended yet, so there is nothing to draw; run some first")
    with tempfile.TemporaryDirectory(prefix="hone-plot-") as folder:
        picture = os.path.join(folder, "plot.svg")
        run(study, ["plot"], ["-o", picture, *options])
        with open(picture, encoding="utf-8") as file:
            return Plot(file.read(), f"{kind} of {study.name}")
