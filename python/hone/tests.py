# SPDX-License-Identifier: MIT
"""Tests of what a Gaussian process assumes: the same noise everywhere, and nothing gained by a transform.

>>> groups = [[1.0, 1.1, 0.9, 1.05], [2.0, 2.9, 1.2, 2.4], [3.0, 3.05, 2.9, 3.1]]
>>> hone.tests.levene(groups).p < 0.05
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import ArrayLike

from . import _hone
from ._errors import InvalidArgumentError
from ._gp import Scaling, table_of, values_of

__all__ = ["HypothesisTest", "PairedTest", "Gain", "TransformGain", "levene", "fligner_killeen", "transform_gain"]


@dataclass(frozen=True)
class HypothesisTest:
    statistic: float
    p: float  #: probability of a statistic as large as this one if the hypothesis holds


@dataclass(frozen=True)
class PairedTest:
    """Student's test of paired differences."""

    mean: float
    t: float
    p: float  #: two-sided


@dataclass(frozen=True)
class Gain:
    """What a transform brings."""

    log_likelihood: float  #: of all observations
    held_out: Optional[PairedTest]  #: of the mean log density of held-out values, over random splits
    held_out_corrected: Optional[PairedTest]  #: the same, allowing for the overlap of the splits
    verdict: str  #: ``helps``, ``hurts`` or ``unclear``


@dataclass(frozen=True)
class TransformGain:
    input_warp: Gain
    output_transform: Gain


def _groups(groups: Sequence[ArrayLike]) -> List[List[float]]:
    made = []
    for group in groups:
        values = np.asarray(group, dtype=np.float64)
        if values.ndim != 1 or not np.isfinite(values).all():
            raise InvalidArgumentError("a group is a list of finite numbers; give one for each place of measurement")
        made.append(values.tolist())
    return made


def levene(groups: Sequence[ArrayLike], centre: str = "median") -> Optional[HypothesisTest]:
    """Levene's test of equal variances, about the ``mean`` or (Brown and Forsythe) the ``median``. None when the
    statistic does not exist, as with one or two values in each group."""
    found = _hone.levene(_groups(groups), centre)
    return None if found is None else HypothesisTest(*found)


def fligner_killeen(groups: Sequence[ArrayLike]) -> Optional[HypothesisTest]:
    """The Fligner-Killeen test of equal variances, which outliers do not mislead."""
    found = _hone.fligner_killeen(_groups(groups))
    return None if found is None else HypothesisTest(*found)


def _gain(found: Tuple[Any, ...]) -> Gain:
    likelihood, plain, corrected, verdict = found
    return Gain(
        likelihood,
        None if plain is None else PairedTest(*plain),
        None if corrected is None else PairedTest(*corrected),
        verdict,
    )


def transform_gain(
    X: ArrayLike,
    y: ArrayLike,
    *,
    categories: Optional[Mapping[int, int]] = None,
    bounds: Optional[Tuple[Any, Any]] = None,
    splits: int = 20,
    seed: int = 0,
) -> TransformGain:
    """What the input warp and the output transform gain in likelihood, each beside the other, with a paired
    t-test over random splits. ``categories`` and ``bounds`` as for hone.GaussianProcess."""
    x = table_of(X)
    values = values_of(y, len(x))
    if not len(x):
        raise InvalidArgumentError("there are no points; give some")
    if splits < 2:
        raise InvalidArgumentError(f"splits is {splits}; give 2 or more")
    held = dict(categories or {})
    warp, output = _hone.transform_gain(
        Scaling(x, bounds, held)(x), values, list(held.items()), splits, seed
    )
    return TransformGain(_gain(warp), _gain(output))
