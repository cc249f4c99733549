# SPDX-License-Identifier: MIT
"""hone inside Ray Tune: ``tune.TuneConfig(search_alg=hone.ray.HoneSearch(...))``. See docs/guide/python-ray.md."""

from __future__ import annotations

from .._missing import needs

with needs("ray", "hone.ray", "ray"):
    from ray import tune as _tune  # noqa: F401

from ._search import HoneSearch

__all__ = ["HoneSearch"]
