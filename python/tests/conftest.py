# SPDX-License-Identifier: MIT
from __future__ import annotations

import pathlib

import pytest


@pytest.fixture
def store(tmp_path: pathlib.Path) -> str:
    """The address of a store that is not there yet."""
    return f"sqlite:{tmp_path / 'hone.db'}"
