# SPDX-License-Identifier: MIT
"""Gaussian processes on NumPy arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _hone
from ._errors import InvalidArgumentError
from ._values import whole

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LeaveOneOut:
    """What the other observations say about each one; the variance is that of an observation."""

    mean: Array
    variance: Array
    log_density: Array  #: of the value that was left out


class Scaling:
    """Numeric columns to [0, 1] by their bounds; columns of categories, which hold 0, 1, ..., as they are."""

    def __init__(self, x: Array, bounds: Optional[Any], categories: Mapping[int, int]) -> None:
        columns = x.shape[1]
        if bounds is None:
            low, high = x.min(axis=0), x.max(axis=0)
        else:
            low, high = (np.broadcast_to(np.asarray(end, dtype=np.float64), (columns,)).copy() for end in bounds)
        for column, count in categories.items():
            if not 0 <= column < columns:
                raise InvalidArgumentError(f"there is no column {column}; columns are 0 to {columns - 1}")
            held = x[:, column]
            if not (np.equal(held, np.floor(held)).all() and (held >= 0).all() and (held < count).all()):
                raise InvalidArgumentError(
                    f"column {column} is said to hold {count} categories; give whole numbers from 0 to {count - 1}"
                )
            low[column], high[column] = 0.0, 1.0
        width = np.where(high > low, high - low, 1.0)
        self._low: Array = low
        self._width: Array = width

    def __call__(self, x: Array) -> Array:
        return np.asarray((x - self._low) / self._width, dtype=np.float64)


def table_of(x: ArrayLike, what: str = "X") -> Array:
    """A table of finite numbers."""
    table = np.asarray(x, dtype=np.float64)
    if table.ndim != 2:
        raise InvalidArgumentError(f"{what} has {table.ndim} dimensions; give a row for each point")
    if not np.isfinite(table).all():
        raise InvalidArgumentError(f"{what} holds numbers that are not finite; leave those rows out")
    return table


def values_of(y: ArrayLike, rows: int) -> Array:
    """One finite value for each point."""
    values = np.asarray(y, dtype=np.float64)
    if values.shape != (rows,):
        raise InvalidArgumentError(f"y has the shape {values.shape}; give {rows} values, one for each row of X")
    if not np.isfinite(values).all():
        raise InvalidArgumentError("y holds numbers that are not finite; leave those rows out")
    return values


class GaussianProcess:
    """An exact Gaussian process whose hyper-parameters are the most probable ones under hone's priors.

    ``kernel``: ``matern32``, ``matern52``, ``rbf``, ``linear`` or a sum such as ``matern32+linear``.
    ``warp``: bend each numeric column by a learned Kumaraswamy distribution.
    ``categories``: columns that hold categories 0, 1, ..., as ``{column: how many}``.
    ``bounds``: ``(low, high)`` of the numeric columns, numbers or one for each column; the range of the data when
    left out. ``max_points``: above it a part of the data is used.

    >>> import numpy as np
    >>> x = np.linspace(0, 1, 12)[:, None]
    >>> gp = hone.GaussianProcess(kernel="matern52").fit(x, np.sin(6 * x[:, 0]))
    >>> mean, deviation = gp.predict([[0.5]])
    >>> bool(abs(mean[0] - np.sin(3.0)) < 0.05)
    True
    """

    def __init__(
        self,
        kernel: str = "matern32+linear",
        *,
        warp: bool = False,
        categories: Optional[Mapping[int, int]] = None,
        bounds: Optional[Tuple[Any, Any]] = None,
        starts: int = 3,
        iterations: int = 40,
        min_noise: float = 1e-6,
        max_points: int = 1000,
        seed: int = 0,
    ) -> None:
        self.kernel = kernel
        self.warp = warp
        self.categories: Dict[int, int] = dict(categories or {})
        self.bounds = bounds
        self.starts = starts
        self.iterations = iterations
        self.min_noise = min_noise
        self.max_points = max_points
        self.seed = seed
        self._fitted: Optional[_hone.Gp] = None
        self._scaling: Optional[Scaling] = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> GaussianProcess:
        """Learns the hyper-parameters and conditions on the data. Returns itself."""
        x = table_of(X)
        values = values_of(y, len(x))
        if not len(x):
            raise InvalidArgumentError("there are no points; give at least one")
        if not x.shape[1]:
            raise InvalidArgumentError("X has no columns; give at least one")
        scaling = Scaling(x, self.bounds, self.categories)
        self._fitted = _hone.fit_gp(
            scaling(x), values, list(self.categories.items()), [part.strip() for part in self.kernel.split("+")],
            self.warp, self.starts, self.iterations, self.min_noise, self.max_points, self.seed, [],
        )  # fmt: skip
        self._scaling = scaling
        return self

    def predict(self, X: ArrayLike, *, covariance: bool = False) -> Tuple[Array, Array]:
        """Mean and standard deviation of the underlying function at each point; with ``covariance=True`` mean
        and covariance matrix."""
        fitted, x = self._ready(X)
        if covariance:
            return fitted.predict_jointly(x)
        mean, variance = fitted.predict(x)
        return mean, np.sqrt(variance)

    def sample(self, X: ArrayLike, count: int = 1, *, seed: int = 0) -> Array:
        """Draws of the underlying function at the points, one in each row."""
        fitted, x = self._ready(X)
        if whole(count, "count") < 1:
            raise InvalidArgumentError(f"count is {count}; ask for 1 draw or more")
        return fitted.sample(x, whole(count, "count"), seed).T

    def leave_one_out(self) -> LeaveOneOut:
        """What is predicted for each observation from the others, in closed form."""
        return LeaveOneOut(*self._process().leave_one_out())

    def condition_on(self, X: ArrayLike, y: ArrayLike) -> GaussianProcess:
        """The process with further observations; hyper-parameters stay."""
        fitted, x = self._ready(X)
        more = GaussianProcess.__new__(GaussianProcess)
        more.__dict__.update(self.__dict__)
        more._fitted = fitted.condition_on(x, values_of(y, len(x)))
        return more

    @property
    def log_likelihood(self) -> float:
        """Of the standardised observations under the hyper-parameters."""
        return self._process().log_likelihood()

    @property
    def noise(self) -> float:
        """The standard deviation of an observation about the function, in units of y."""
        return float(np.sqrt(self._process().noise_variance()))

    @property
    def hyperparameters(self) -> List[float]:
        """As hone keeps them: logarithms of length-scales, variances, warp exponents and noise; the mean."""
        return self._process().hyperparameters()

    def _process(self) -> _hone.Gp:
        if self._fitted is None:
            raise InvalidArgumentError("the process knows no data yet; call fit() first")
        return self._fitted

    def _ready(self, X: ArrayLike) -> Tuple[_hone.Gp, Array]:
        fitted = self._process()
        assert self._scaling is not None  # it was fitted
        x = table_of(X)
        columns = self._scaling._low.shape[0]
        if x.shape[1] != columns:
            raise InvalidArgumentError(f"X has {x.shape[1]} columns, and the data had {columns}; give as many")
        return fitted, self._scaling(x)
