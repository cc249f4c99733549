# SPDX-License-Identifier: MIT
"""Where values are noisy: the settings of which the model expects most, which are not always those of the best value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict


@dataclass(frozen=True)
class PredictedBest:
    """The best predicted mean of a study, and how sure that is."""

    number: int  #: of the first trial that ran these settings
    params: Dict[str, Any]
    mean: float  #: what a trial of these settings is expected to give (the median)
    low: float  #: the 95 % interval of that, without the noise of a single value
    high: float
    noise: float  #: the standard deviation of single values there
