# SPDX-License-Identifier: MIT
"""A picture that answers to the pointer: hone's SVG, the data of its charts beside it, and the script that joins them.

Each picture carries the script (15 kB, web/src/notebook): outputs of a notebook are cleared, moved and saved one by one, and some
notebooks show each in a frame of its own. Where no script runs the SVG stands as it is: inside an img, as pages that clean what
they show (GitHub, nbconvert) spoil an svg element and leave an img alone.
"""

from __future__ import annotations

import base64
import functools
import html
import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Set

if TYPE_CHECKING:
    from ._trial import FrozenTrial

#: Points of a series that can be pointed at; the picture itself shows all.
MOST_POINTS = 1000
#: Trials whose results and settings are told.
MOST_TRIALS = 1000
_LONGEST = 60  # of a setting that is a text


def page_of(svg: str, data: str, title: str) -> str:
    """A picture as a page of its own."""
    ground = ":root{color-scheme:light dark}body{margin:16px;background:#fff}@media(prefers-color-scheme:dark){body{background:#0d131b}}"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{_text(title)}</title>'
        f"<style>{ground}</style></head><body>\n{fragment_of(svg, data, title)}\n</body></html>\n"
    )


def fragment_of(svg: str, data: str, title: str) -> str:
    """A picture as a part of a page."""
    return (
        f'<div class="hone-plot"><style>{_asset("plot.css")}</style>'
        f'<img class="hone-still" alt="{_text(title)}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'
        f'<script type="application/json">{data}</script><script>{_asset("plot.js")}</script></div>'
    )


def data_of(charts: List[Dict[str, Any]], trials: Iterable[FrozenTrial], objectives: List[str]) -> str:
    """What the script reads, as JSON that can stand inside a page."""
    wanted = _numbers(charts)
    shown = [trial for trial in trials if trial.number in wanted][:MOST_TRIALS]
    told = {trial.number: {**dict(zip(objectives, trial.values or [])), **trial.params} for trial in shown}
    names = list(dict.fromkeys(name for one in told.values() for name in one))
    settings = {str(number): [_setting(one[name]) if name in one else None for name in names] for number, one in told.items()}
    text = json.dumps({"charts": _shorter(charts), "names": names, "settings": settings}, separators=(",", ":"))
    return text.replace("<", "\\u003c")  # nothing in it may look like the end of its element


def _numbers(charts: List[Dict[str, Any]]) -> Set[int]:
    """The trials that the charts show."""
    found: Set[int] = set()
    for chart in charts:
        for series in chart["series"]:
            marks = series["marks"]
            found.update(int(number) for number in marks.get("numbers") or () if number is not None)
            if chart["x"]["label"] == "trial":
                found.update(int(number) for number in marks.get("x") or () if number is not None)
    return found


def _shorter(value: Any) -> Any:
    """Numbers with as many digits as anybody reads."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else float(f"{value:.9g}")
    if isinstance(value, list):
        return [_shorter(one) for one in value]
    if isinstance(value, dict):
        return {name: _shorter(one) for name, one in value.items()}
    return value


def _setting(value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _text(text: str) -> str:
    return html.escape(text)


@functools.lru_cache(maxsize=None)
def _asset(name: str) -> str:
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "notebook", name), encoding="utf-8") as file:
        return file.read().strip()
