# SPDX-License-Identifier: MIT
"""Optuna's own published test cases for samplers, with hone's."""

from __future__ import annotations

import os
from typing import Any, Callable

import pytest

pytest.importorskip("optuna")
from optuna.samplers import BaseSampler  # noqa: E402
from optuna.testing.pytest_samplers import (  # noqa: E402
    BasicSamplerTestCase,
    MultiObjectiveSamplerTestCase,
    RelativeSamplerTestCase,
)

from hone.optuna import HoneSampler  # noqa: E402

# One of each family: a model with several objectives, densities, a sequence.
SAMPLERS = os.environ.get("HONE_TEST_SAMPLERS", "hebo tpe random").split()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", SAMPLERS)
class TestHoneSampler(BasicSamplerTestCase, RelativeSamplerTestCase, MultiObjectiveSamplerTestCase):
    @pytest.fixture
    def sampler(self, name: str) -> Callable[[], BaseSampler]:
        options: Any = {"name": "hebo", "fit": {"restarts": 1}} if name == "hebo" else name
        return lambda: HoneSampler(options, seed=3)
