# SPDX-License-Identifier: MIT
"""Points that fill a cube evenly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _hone
from ._errors import InvalidArgumentError


@dataclass(frozen=True)
class Design:
    """A table of levels and how even it is."""

    levels: NDArray[np.int64]  #: a row for each run, entries from 1 to ``level_count``
    level_count: int
    value: float  #: of the criterion

    @property
    def points(self) -> NDArray[np.float64]:
        """The middles of the levels' cells in the unit cube: (2 k - 1) / (2 q) for level k of q."""
        return np.asarray((2.0 * self.levels - 1.0) / (2.0 * self.level_count), dtype=np.float64)


def uniform_design(
    runs: int,
    factors: int,
    levels: Optional[int] = None,
    *,
    seed: int = 0,
    criterion: str = "cd2",
    method: str = "annealing",
    iterations: int = 0,
    restarts: int = 1,
    threads: int = 1,
    phi_power: int = 10,
) -> Design:
    """A U-type design: every level equally often in every column (``levels`` defaults to ``runs``), and the
    criterion as good as the search finds: ``cd2``, ``wd2``, ``md2``, ``maximin``, ``phi_p``,
    ``max_correlation`` or ``mean_squared_correlation``. ``iterations=0`` chooses by the size.

    >>> design = hone.uniform_design(8, 3, seed=1)
    >>> design.points.shape
    (8, 3)
    >>> abs(hone.discrepancy(design.points) - design.value) < 1e-12
    True
    """
    count = runs if levels is None else levels
    table, value = _hone.uniform_design(
        runs, factors, count, seed, criterion, method, iterations, restarts, threads, phi_power
    )
    return Design(table, count, value)


def augment(
    design: Any,
    runs: int = 0,
    factors: int = 0,
    *,
    levels: Optional[int] = None,
    seed: int = 0,
    criterion: str = "cd2",
    method: str = "annealing",
    iterations: int = 0,
    restarts: int = 1,
    threads: int = 1,
    phi_power: int = 10,
) -> Design:
    """Adds ``runs`` rows or ``factors`` columns to a design, which come after what is there and leave it as it
    is. ``design``: a Design, or a table of levels with ``levels`` of them.

    >>> first = hone.uniform_design(6, 2, 12, seed=1)
    >>> both = hone.augment(first, runs=6)
    >>> (both.levels[:6] == first.levels).all()
    np.True_
    """
    if (runs > 0) == (factors > 0):
        raise InvalidArgumentError("one of runs and factors is added; give one of the two, above 0")
    if isinstance(design, Design):
        table, count = design.levels, design.level_count if levels is None else levels
    else:
        table = np.asarray(design)
        count = int(table.max()) if levels is None else levels
    if table.ndim != 2 or not np.issubdtype(table.dtype, np.integer):
        raise InvalidArgumentError("a design is a table of whole numbers; give rows of levels from 1 on")
    made, value = _hone.augment(
        table.astype(np.int64), count, runs, factors, seed, criterion, method, iterations, restarts, threads, phi_power
    )
    return Design(made, count, value)


def discrepancy(points: ArrayLike, criterion: str = "cd2", *, phi_power: int = 10) -> float:
    """How evenly points fill the unit cube. ``cd2``, ``wd2`` and ``md2`` are squared discrepancies; the other
    criteria of uniform_design() are answered as well.

    >>> round(hone.discrepancy([[0.25, 0.75], [0.75, 0.25]]), 6)
    0.062283
    """
    table = np.asarray(points, dtype=np.float64)
    if table.ndim != 2:
        raise InvalidArgumentError(f"the points have {table.ndim} dimensions; give a row for each point")
    if not table.size:
        raise InvalidArgumentError(f"there are {len(table)} points of {table.shape[1]} columns; give at least one of each")
    return _hone.discrepancy(table, criterion, phi_power)
