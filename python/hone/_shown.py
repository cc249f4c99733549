# SPDX-License-Identifier: MIT
"""How studies and trials show themselves in a notebook: small tables in the colours of the page, light or dark."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, cast

if TYPE_CHECKING:
    from datetime import datetime

    from ._study import Study
    from ._trial import FrozenTrial

_LONGEST = 120  # letters of a value
_MOST_ROWS = 30  # of one table; the rest is counted
_MOST_TRIALS = 5
# Colours are those of the text around, paler where they stand back: so a table fits every theme.
_CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top;overflow-wrap:anywhere"
_RULE = "border:0;border-top:1px solid color-mix(in srgb,currentColor 18%,transparent)"


class ShownStudy:
    """What a study inherits to show itself."""

    def _repr_html_(self) -> str:
        """The state of the study and its best trials."""
        study = cast("Study", self)
        lines: List[Tuple[str, str]] = [
            ("store", study.store),
            ("objective" if len(study.objectives) == 1 else "objectives", _objectives(study)),
            ("trials", _counts(study)),
        ]
        best = study.best_trials
        if len(study.objectives) == 1 and best:
            lines.append(("best value", f"{_shown(best[0].value)} (trial {best[0].number})"))
            lines += _bounded([(f"best {name}", _shown(value)) for name, value in best[0].params.items()])
        elif best:
            lines.append(("Pareto-optimal", f"{len(best)} trial{'s' * (len(best) > 1)}"))
        table = _table(study.name, lines)
        return table if len(study.objectives) == 1 else table + _front(study, best)


class ShownTrial:
    """What a trial that has ended inherits to show itself."""

    def _repr_html_(self) -> str:
        """Its state, result, settings, attributes and times; of an error the last line."""
        trial = cast("FrozenTrial", self)
        lines: List[Tuple[str, str]] = [("state", trial.state)]
        if trial.values is not None:
            lines.append(("value" if len(trial.values) == 1 else "values", ", ".join(_shown(value) for value in trial.values)))
        lines += _bounded([(name, _shown(value)) for name, value in trial.params.items()])
        lines += _bounded([(f"attribute {name}", _shown(value)) for name, value in trial.attributes.items()])
        if trial.reports:
            step, value = trial.reports[-1]
            lines.append(("reports", f"{len(trial.reports)}, last {_shown(value)} at step {step}"))
        if trial.duration is not None:
            lines.append(("took", f"{trial.duration:.3g} s, until {_moment(trial.finished)}"))
        if trial.error:
            lines.append(("error", _shown(trial.error.strip().splitlines()[-1])))
        return _table(f"trial {trial.number}", lines)


class ShownRunning:
    """What a running trial inherits to show itself."""

    def _repr_html_(self) -> str:
        """Its number and settings."""
        trial = cast("Any", self)
        number: Optional[int] = trial.number
        params: Dict[str, Any] = trial._visible()  # not 'params', which takes note of what was read
        lines = [("state", "running"), *_bounded([(name, _shown(value)) for name, value in params.items()])]
        return _table("a trial" if number is None else f"trial {number}", lines)


def _table(caption: str, lines: Iterable[Tuple[str, str]]) -> str:
    rows = "".join(
        f'<tr style="{_RULE};background:none"><th style="{_CELL};font-weight:400;opacity:.7">{_text(name)}</th>'
        f'<td style="{_CELL}">{_text(value)}</td></tr>'
        for name, value in lines
    )
    return (
        f'<table style="border-collapse:collapse;color:inherit;margin:4px 0"><caption style="{_CELL};color:inherit;caption-side:top">'
        f"<b>{_text(caption)}</b></caption>{rows}</table>"
    )


def _front(study: Study, best: Sequence[FrozenTrial]) -> str:
    """The first of the Pareto-optimal trials, by the first objective."""
    objectives, sign = study.objectives, -1.0 if study.directions[0] == "maximize" else 1.0
    ordered = sorted(best, key=lambda trial: sign * (trial.values or [0.0])[0])[:_MOST_TRIALS]
    lines = [
        (f"trial {trial.number}", ", ".join(f"{name} {_shown(value)}" for name, value in zip(objectives, trial.values or [])))
        for trial in ordered
    ]
    if len(best) > len(ordered):
        lines.append(("", f"and {len(best) - len(ordered)} more: study.best_trials"))
    return _table("Pareto-optimal", lines) if lines else ""


def _bounded(lines: List[Tuple[str, str]]) -> List[Tuple[str, str]]:
    if len(lines) <= _MOST_ROWS:
        return lines
    return [*lines[: _MOST_ROWS - 1], ("", f"and {len(lines) - _MOST_ROWS + 1} more")]


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


def _moment(time: Optional[datetime]) -> str:
    return "" if time is None else time.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _text(text: str) -> str:
    """As text of a page, however it looks, and no longer than one reads."""
    return html.escape(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
