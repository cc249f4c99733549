# SPDX-License-Identifier: MIT
"""hone inside Optuna: a sampler for any Optuna study. Bringing studies over: hone.import_optuna, hone.export_optuna.

>>> import optuna
>>> from hone.optuna import HoneSampler
>>> optuna.logging.set_verbosity(optuna.logging.WARNING)
>>> study = optuna.create_study(sampler=HoneSampler(seed=1))
>>> study.optimize(lambda trial: (trial.suggest_float("x", -5, 5) - 2) ** 2, n_trials=20)
>>> study.best_value < 0.1
True
"""

from __future__ import annotations

from .._missing import needs

with needs("optuna", "hone.optuna", "optuna"):
    import optuna as _optuna  # noqa: F401

from ._sampler import HoneSampler

__all__ = ["HoneSampler"]
HoneSampler.__module__ = "hone.optuna"
