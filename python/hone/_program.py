# SPDX-License-Identifier: MIT
"""The program that comes with the package, asked about a study."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Sequence, Tuple

from . import _hone
from ._errors import error_of

if TYPE_CHECKING:
    from ._study import Study


def run(study: Study, command: List[str], options: List[str]) -> None:
    """``hone COMMAND STUDY OPTIONS``. Raises what the program says is wrong."""
    with tempfile.TemporaryDirectory(prefix="hone-") as folder:
        store = _copied(study, folder) if _hone.in_memory(study.store) else study.store
        _execute([*command, study.name, "--store", store, "--json", *options])


def _copied(study: Study, folder: str, name: Optional[str] = None) -> str:
    """A study in memory as a file for the program to read, by another name when one is given. Trials that still run are left out."""
    store = f"sqlite:{os.path.join(folder, 'study.db')}"
    definition = study.definition
    definition.pop("enqueue", None)  # what waited there has become trials
    definition["name"] = name or study.name
    rows: List[Any] = study.call("trials")["trials"]
    ended = [row for row in rows if row["state"] not in ("waiting", "running")]
    copy = _hone.Operations(store, False)
    copy.create(json.dumps(definition))
    if ended:
        copy.insert(definition["name"], json.dumps(ended))
    return store


@contextmanager
def gathered(studies: Sequence[Study]) -> Iterator[Tuple[_hone.Operations, List[str]]]:
    """Copies of studies of whatever stores in one store, for as long as they are looked at, and their names there: a second
    one of a name has a number behind it."""
    with tempfile.TemporaryDirectory(prefix="hone-") as folder:
        names: List[str] = []
        store = ""
        for study in studies:
            free = (study.name if count == 1 else f"{study.name}-{count}" for count in itertools.count(1))
            names.append(next(name for name in free if name not in names))
            store = _copied(study, folder, names[-1])
        yield _hone.Operations(store, False), names


def _execute(arguments: List[str]) -> None:
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hone")
    made = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if made.returncode == 0:
        return
    try:
        error = json.loads(made.stderr)["error"]
    except (ValueError, KeyError, TypeError):
        raise error_of("internal", f"'hone {arguments[0]}' ended with {made.returncode}: {made.stderr.strip()}") from None
    code = "invalid_argument" if error["code"] == "usage" else error["code"]
    raise error_of(code, error["message"])
