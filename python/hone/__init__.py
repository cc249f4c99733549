# SPDX-License-Identifier: MIT
"""hone finds the best settings of anything you can run.

>>> import hone
>>> found = hone.minimize(lambda p: (p["x"] - 2) ** 2, {"x": hone.Float(-5, 5)}, trials=25, seed=1)
>>> abs(found.params["x"] - 2) < 0.1
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import tests
from ._admin import StudySummary, copy_study, delete_study, list_studies
from ._create import create_study, load_study, pruners, samplers
from ._designs import Design, augment, discrepancy, uniform_design
from ._errors import (
    AlreadyExistsError,
    ConflictError,
    HoneError,
    InternalError,
    InvalidArgumentError,
    InvalidFileError,
    InvalidOptionError,
    InvalidSpaceError,
    LeaseLostError,
    NotFoundError,
    ObjectiveError,
    StorageError,
    SystemRefusedError,
    TrialPruned,
    UnknownWordError,
    UnsatisfiableError,
)
from ._foreign import member_hint as _member_hint
from ._gp import GaussianProcess, LeaveOneOut
from ._hone import __version__
from ._logging import get_verbosity, set_verbosity
from ._minimize import Found, maximize, minimize
from ._optuna_exchange import export_optuna, import_optuna
from ._predicted import PredictedBest
from ._space import Bool, Categorical, Constant, Float, Int, Ordinal, Parameter, between
from ._study import Study
from ._trial import FrozenTrial, Trial

__all__ = [
    "AlreadyExistsError", "Bool", "Categorical", "ConflictError", "Constant", "Design", "Float", "Found",
    "FrozenTrial", "GaussianProcess", "HoneError", "Int", "InternalError", "InvalidArgumentError",
    "InvalidFileError", "InvalidOptionError", "InvalidSpaceError", "LeaseLostError", "LeaveOneOut",
    "NotFoundError", "ObjectiveError", "Ordinal", "Parameter", "PredictedBest", "StorageError", "Study", "StudySummary",
    "SystemRefusedError",
    "Trial", "TrialPruned", "UnknownWordError", "UnsatisfiableError", "__version__", "augment", "between", "copy_study",
    "create_study", "delete_study",
    "discrepancy", "export_optuna", "get_verbosity", "import_optuna", "list_studies", "load_study", "maximize", "minimize",
    "pruners", "samplers", "set_verbosity", "tests", "uniform_design",
]  # fmt: skip

# The house of an exception or a class is where users find it, in messages and in pickles.
for _name in __all__:
    _object = globals()[_name]
    if isinstance(_object, type):
        _object.__module__ = __name__
del _name, _object

if not _TYPE_CHECKING:  # which would take every name for one of the package

    def __getattr__(name: str) -> object:
        hint = _member_hint(name)
        raise AttributeError(f"hone has no {name!r}" + (f"; here it is {hint}" if hint else ""))
