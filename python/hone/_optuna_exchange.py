# SPDX-License-Identifier: MIT
"""Studies of Optuna's brought over, and given back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._missing import needs
from ._create import Address, Method
from ._study import Study

if TYPE_CHECKING:
    import optuna


def import_optuna(
    storage: Any,
    study_name: Optional[str] = None,
    *,
    store: Address = "memory:",
    name: Optional[str] = None,
    sampler: Method = "hebo",
    seed: int = 0,
) -> Study:
    """Makes a study of hone's from one of Optuna's, with its trials.

    ``storage``: the path of an SQLite or a journal file, an address such as ``mysql://...``, or a storage or a study
    of Optuna's. ``study_name`` may be left out when there is one only. The study is made in ``store`` under
    ``name`` (Optuna's, when left out). What cannot be brought over is told as a warning; see
    docs/guide/python-optuna.md for what becomes of everything.

    >>> import optuna
    >>> optuna.logging.set_verbosity(optuna.logging.WARNING)
    >>> old = optuna.create_study()
    >>> old.optimize(lambda trial: trial.suggest_float("x", -5, 5) ** 2, n_trials=3)
    >>> study = hone.import_optuna(old, name="old")
    >>> len(study), study.space
    (3, {'x': Float(low=-5.0, high=5.0)})
    """
    with needs("optuna", "hone.import_optuna", "optuna"):
        from .optuna._exchange import import_study

    return import_study(storage, study_name, store, name, sampler, seed)


def export_optuna(study: Study, storage: Any, study_name: Optional[str] = None) -> optuna.Study:
    """Writes a study as one of Optuna's, for its dashboard and plots; returns that one.

    ``storage``: a path (``.log``, ``.jsonl`` and ``.journal`` are journals, others SQLite files), an address, or a
    storage of Optuna's. A study of that name must not be there yet.
    """
    with needs("optuna", "hone.export_optuna", "optuna"):
        from .optuna._exchange import export_study

    return export_study(study, storage, study_name)
