# SPDX-License-Identifier: MIT
"""``hone import --optuna`` and ``hone export --optuna``: the two commands that need Optuna, and so Python."""

from __future__ import annotations

import argparse
import json
import os
import sys
import warnings
from typing import List, Sequence

from ._errors import AlreadyExistsError, HoneError, NotFoundError, StorageError


def wanted(arguments: Sequence[str]) -> bool:
    """Whether a command line is one of these two."""
    named = any(one == "--optuna" or one.startswith("--optuna=") for one in arguments[1:])
    return bool(arguments) and arguments[0] in ("import", "export") and named


def run(arguments: Sequence[str]) -> int:
    """Does it; returns the exit code, as the program has them."""
    parser = _importing() if arguments[0] == "import" else _exporting()
    options = parser.parse_args(list(arguments[1:]))
    remarks: List[str] = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", UserWarning)
            answer = _import(options) if arguments[0] == "import" else _export(options)
            remarks = [str(one.message) for one in caught if issubclass(one.category, UserWarning)]
    except (HoneError, ModuleNotFoundError) as problem:
        print(f"hone: {problem}", file=sys.stderr)
        return _code(problem)
    for remark in remarks:
        print(f"hone: {remark}", file=sys.stderr)
    if options.json:
        print(json.dumps(answer))
    else:
        print(f"{answer['study']}: {answer['trials']} trials in {answer['to']}")
    return 0


def _importing() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("hone import --optuna", description="Bring a study of Optuna's into the store.")
    parser.add_argument("--optuna", metavar="FILE", required=True, help="an SQLite or journal file, or mysql://...")
    parser.add_argument("--study", metavar="NAME", help="which study (default: the only one)")
    parser.add_argument("--name", metavar="NAME", help="its name in the store (default: the same)")
    parser.add_argument("--sampler", metavar="NAME", default="hebo", help="who proposes from now on (default: hebo)")
    return _common(parser)


def _exporting() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("hone export --optuna", description="Write a study as one of Optuna's.")
    parser.add_argument("study", metavar="STUDY", help="a study of the store by its name")
    what = "an SQLite file (.log, .jsonl, .journal: a journal), or mysql://..."
    parser.add_argument("--optuna", metavar="FILE", required=True, help=what)
    parser.add_argument("--name", metavar="NAME", help="its name in Optuna's storage (default: the same)")
    return _common(parser)


def _common(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    default = os.environ.get("HONE_STORE") or "hone.db"
    where = "where studies are kept: a file or sqlite:PATH (default: $HONE_STORE or hone.db)"
    parser.add_argument("--store", metavar="URL", default=default, help=where)
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    return parser


def _import(options: argparse.Namespace) -> dict[str, object]:
    from ._optuna_exchange import import_optuna

    study = import_optuna(
        options.optuna, options.study, store=options.store, name=options.name, sampler=options.sampler
    )
    return {"study": study.name, "trials": len(study), "to": options.store}


def _export(options: argparse.Namespace) -> dict[str, object]:
    from ._optuna_exchange import export_optuna
    from ._create import load_study

    _quiet()
    made = export_optuna(load_study(options.study, options.store), options.optuna, options.name)
    return {"study": made.study_name, "trials": len(made.get_trials(deepcopy=False)), "to": options.optuna}


def _quiet() -> None:
    """Optuna tells of each study that it makes."""
    from ._missing import needs

    with needs("optuna", "hone export --optuna", "optuna"):
        import optuna
    optuna.logging.set_verbosity(optuna.logging.WARNING)


def _code(problem: Exception) -> int:
    table = ((NotFoundError, 4), (AlreadyExistsError, 6), (StorageError, 5), (ValueError, 3))
    return next((code for kind, code in table if isinstance(problem, kind)), 1)
