# SPDX-License-Identifier: MIT
"""The studies of a store: what there is, copies, other names, and what is deleted."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, NoReturn, Optional, Tuple, Union

from . import _hone
from ._create import Address, _address, _name, load_study
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError, name_taken
from ._hints import refuse
from ._study import Study

_STORE = "sqlite:hone.db"


@dataclass(frozen=True)
class StudySummary:
    """A study as list_studies() has it."""

    name: str
    created: datetime
    directions: Dict[str, str]  #: ``minimize`` or ``maximize`` for each objective, by its name
    sampler: str
    trials: int  #: without those that were deleted
    complete: int
    failed: int  #: failed, timed out and infeasible
    running: int
    waiting: int
    best_value: Optional[float]  #: of a study with one objective
    stopped: bool  #: by pause()
    tags: Tuple[str, ...]


def list_studies(store: Address = _STORE, *, search: str = "", **other: NoReturn) -> List[StudySummary]:
    """The studies of a store, the newest first; with ``search`` those whose name has this part, or fits this pattern
    with ``*``.

    >>> hone.list_studies("sqlite:/nowhere/hone.db")
    Traceback (most recent call last):
    ...
    hone.NotFoundError: ...
    """
    refuse(list_studies, other)
    operations = _operations(_address(store))
    found = json.loads(operations.call("studies", "", json.dumps({"search": search})))["studies"]
    return [_summary(entry) for entry in found]


def delete_study(name: Union[str, Study] = "study", store: Address = _STORE, **other: NoReturn) -> None:
    """Deletes a study with its trials: of this name in a store, or the one that is given. It does not come back.

    >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    >>> hone.delete_study(study)
    >>> study.ask()
    Traceback (most recent call last):
    ...
    hone.NotFoundError: ...
    """
    refuse(delete_study, other)
    study = _given(name, store)
    if study._known:
        study._operations.call("drop", study.name, "{}")


def copy_study(
    name: Union[str, Study], to: str, *, store: Address = _STORE, to_store: Optional[Address] = None, **other: NoReturn
) -> Study:
    """Copies a study under the name ``to``, into the same store or into ``to_store``, and returns the copy: its definition,
    notes and attributes, the trials that have ended and those that wait. Trials that run belong to who runs them and are left behind, as are
    those that were deleted; the others keep their order, and are numbered from 0.

    >>> study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", name="first")
    >>> study.tell(study.ask(), 0.5)
    >>> hone.copy_study(study, "second").best_value
    0.5
    """
    refuse(copy_study, other)
    study = _given(name, store)
    if not study._known:
        raise NotFoundError(f"the study '{study.name}' has nothing to copy before its first trial has ended; run one first")
    address = study.store if to_store is None else _address(to_store)
    here = address == study.store
    operations = study._operations if here else _hone.Operations(address, False)
    definition = {**study.definition, "name": _name(to)}
    definition.pop("enqueue", None)
    try:
        operations.call("create", "", json.dumps({**definition, "existing": "refuse"}))
    except AlreadyExistsError:
        raise name_taken(to) from None
    try:
        _copy_trials(study, operations, to)
    except BaseException:
        operations.call("drop", to, "{}")
        raise
    return Study(operations, address, json.loads(operations.definition(to)), True)


def _copy_trials(study: Study, operations: _hone.Operations, to: str) -> None:
    rows = study.call("trials")["trials"]
    ended = [row for row in rows if row["state"] not in ("waiting", "running", "deleted")]
    fitting = [row for row in ended if row["outside"] is None]
    if len(fitting) < len(ended):
        warnings.warn(
            f"{len(ended) - len(fitting)} trials of the study '{study.name}' do not fit its present space and are not copied; "
            "study.set_space() widens it", stacklevel=4,
        )  # fmt: skip
    if fitting:
        operations.insert(to, json.dumps(fitting))
    waiting = [row["params"] for row in rows if row["state"] == "waiting" and row["outside"] is None]
    if waiting:
        operations.enqueue(to, waiting)
    attributes = study.attributes
    if attributes:
        operations.call("set_attributes", to, json.dumps({"set": attributes}))
    notes = study.notes
    if notes["text"] or notes["tags"]:
        operations.call("set_notes", to, json.dumps({"text": notes["text"], "tags": notes["tags"]}))


def _given(name: Union[str, Study], store: Address) -> Study:
    return name if isinstance(name, Study) else load_study(name, store)


def _operations(store: str) -> _hone.Operations:
    if _hone.in_memory(store):
        raise InvalidArgumentError("a store in memory is its study's alone; give the store of a file, such as 'sqlite:hone.db'")
    operations = _hone.Operations(store, True)
    operations.has("")  # raises NotFoundError when there is no such store
    return operations


def _summary(entry: Dict[str, Any]) -> StudySummary:
    return StudySummary(
        entry["name"], datetime.fromisoformat(entry["created"].replace("Z", "+00:00")),
        {one["name"]: one["direction"] for one in entry["objectives"]}, entry["sampler"], entry["trials"], entry["complete"],
        entry["failed"], entry["running"], entry["waiting"], entry["best"], entry["stopped"], tuple(entry["tags"]),
    )  # fmt: skip
