# SPDX-License-Identifier: MIT
"""hone's own SVG, as a figure of matplotlib. Knows the shapes that hone draws, and says so when it meets another."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as xml
from typing import Any, Dict, List, Tuple

from ._errors import InternalError
from ._missing import needs

with needs("matplotlib", "figure()", "plots"):
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle, PathPatch, Polygon, Rectangle
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

_SPACE = "{http://www.w3.org/2000/svg}"
_PIXELS = 96.0  # to the inch, as CSS has it
_POINTS = 72.0 / _PIXELS
_ALIGN = {"start": "left", "middle": "center", "end": "right"}
Style = Dict[str, str]


def figure_of(svg: str) -> Figure:
    """A figure of the same size, with one axes that fills it, in pixels from the upper left."""
    root = xml.fromstring(svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    figure = Figure(figsize=(width / _PIXELS, height / _PIXELS), dpi=_PIXELS)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0.0, width)
    axes.set_ylim(height, 0.0)
    axes.set_axis_off()
    _Drawing(axes).children(root, {}, Affine2D(), None)
    return figure


class _Drawing:
    def __init__(self, axes: Any) -> None:
        self._axes = axes
        self._clips: Dict[str, Any] = {}
        self._level = 0.0

    def children(self, parent: Any, inherited: Style, place: Any, clip: Any) -> None:
        for element in parent:
            self._one(element, {**inherited, **element.attrib}, place, clip)

    def _one(self, element: Any, style: Style, place: Any, clip: Any) -> None:
        kind = element.tag.replace(_SPACE, "")
        if kind == "g":
            # What places a group is not handed on a second time.
            inner = {name: value for name, value in style.items() if name not in ("transform", "clip-path")}
            named = re.match(r"url\(#(.*)\)", element.get("clip-path", ""))
            bounds = self._clips[named[1]] if named else clip
            self.children(element, inner, _moved(element.get("transform", ""), place), bounds)
        elif kind == "clipPath":
            self._clips[element.attrib["id"]] = _rectangle(element[0])
        elif kind == "text":
            self._text(element.text or "", style, place)
        elif kind != "title":
            self._shape(kind, style, place, clip)

    def _shape(self, kind: str, style: Style, place: Any, clip: Any) -> None:
        patch = _patch(kind, style)
        fill, line = style.get("fill", "#000000"), style.get("stroke", "none")
        filled = fill != "none" and kind not in ("line", "polyline")
        faint = float(style.get("opacity", 1.0))
        patch.set_facecolor((fill, faint * float(style.get("fill-opacity", 1.0))) if filled else "none")
        patch.set_edgecolor((line, faint * float(style.get("stroke-opacity", 1.0))) if line != "none" else "none")
        patch.set_linewidth(float(style.get("stroke-width", 1.0)) * _POINTS)
        if style.get("stroke-linecap") == "round":
            patch.set_capstyle("round")
        if "stroke-dasharray" in style:
            dashes = [float(part) for part in style["stroke-dasharray"].replace(",", " ").split()]
            unit = max(patch.get_linewidth(), 1e-9)  # matplotlib counts in widths of the line
            patch.set_linestyle((0, [dash * _POINTS / unit for dash in dashes]))
        self._add(patch, place)
        if clip is not None:
            patch.set_clip_path(Path(_corners(clip)), self._axes.transData)

    def _text(self, words: str, style: Style, place: Any) -> None:
        x, y = place.transform((float(style.get("x", 0)), float(style.get("y", 0))))
        matrix = place.get_matrix()
        made = self._axes.text(
            x, y, words.replace("$", r"\$"), color=style.get("fill", "#000000"),
            fontsize=float(style.get("font-size", 16)) * _POINTS,
            fontweight="bold" if style.get("font-weight", "400") >= "600" else "normal",
            ha=_ALIGN[style.get("text-anchor", "start")], va="baseline", rotation_mode="anchor",
            rotation=-math.degrees(math.atan2(matrix[1, 0], matrix[0, 0])),
        )  # fmt: skip
        made.set_zorder(self._next())

    def _add(self, patch: Any, place: Any) -> None:
        patch.set_transform(place + self._axes.transData)
        patch.set_zorder(self._next())
        self._axes.add_artist(patch)

    def _next(self) -> float:
        """What is written later lies above."""
        self._level += 1.0
        return self._level


def _moved(transform: str, place: Any) -> Any:
    """The transform of a group, inside that of its parent. SVG applies the last one first."""
    for name, numbers in reversed(re.findall(r"(\w+)\(([^)]*)\)", transform)):
        values = [float(part) for part in numbers.replace(",", " ").split()]
        if name == "translate":
            place = Affine2D().translate(values[0], values[1] if len(values) > 1 else 0.0) + place
        elif name == "rotate" and len(values) == 1:
            place = Affine2D().rotate_deg(values[0]) + place
        else:
            raise InternalError(f"the picture has a transform that figure() does not know, '{name}'; use its svg")
    return place


def _patch(kind: str, style: Style) -> Any:
    def number(name: str) -> float:
        return float(style.get(name, 0.0))

    if kind == "rect":
        return Rectangle((number("x"), number("y")), number("width"), number("height"))
    if kind == "circle":
        return Circle((number("cx"), number("cy")), number("r"))
    if kind == "line":
        return PathPatch(Path([(number("x1"), number("y1")), (number("x2"), number("y2"))]))
    if kind in ("polyline", "polygon"):
        corners = [float(part) for part in style["points"].replace(",", " ").split()]
        pairs = list(zip(corners[::2], corners[1::2]))
        return Polygon(pairs, closed=True) if kind == "polygon" else PathPatch(Path(pairs))
    if kind == "path":
        return PathPatch(_path(style["d"]))
    raise InternalError(f"the picture has a shape that figure() does not know, '{kind}'; use its svg")


def _rectangle(element: Any) -> Tuple[float, float, float, float]:
    x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def _corners(rectangle: Tuple[float, float, float, float]) -> List[Tuple[float, float]]:
    x, y, width, height = rectangle
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]


#: How many numbers a step of each command takes.
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "z": 0}


def _path(data: str) -> Path:
    """Straight lines: M, L, H, V and Z, absolute or relative."""
    corners: List[Tuple[float, float]] = []
    codes: List[int] = []
    here, start = (0.0, 0.0), (0.0, 0.0)
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        command = letter.lower()
        if command not in _TAKES:
            raise InternalError(f"the picture has a path that figure() does not know, '{letter}'; use its svg")
        values = [float(part) for part in re.findall(r"-?\d*\.?\d+(?:[eE][-+]?\d+)?", rest)]
        if command == "z":
            corners.append(start)
            codes.append(int(Path.CLOSEPOLY))
            here = start
        for at in range(0, len(values), max(_TAKES[command], 1)):
            base = here if letter.islower() else (0.0, 0.0)
            x = here[0] if command == "v" else base[0] + values[at]
            y = here[1] if command == "h" else base[1] + values[at + (0 if command == "v" else 1)]
            here = (x, y)
            begins = command == "m" and at == 0
            start = here if begins else start
            corners.append(here)
            codes.append(int(Path.MOVETO if begins else Path.LINETO))
    return Path(corners, codes)
