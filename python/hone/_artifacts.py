# SPDX-License-Identifier: MIT
"""Files that trials leave, and what is left of them afterwards."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union, cast

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from ._study import Study

#: A file by its path, or the bytes of one.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]


@dataclass(frozen=True)
class Artifact:
    """A file that a trial left, as the store has it."""

    trial: int
    name: str
    type: str  #: what it is by its first bytes: ``image/png``, ``text/csv``, ``application/octet-stream``, ...
    size: int  #: bytes
    hash: str  #: SHA-256
    attempt: int  #: of the trial, in which it was left
    created: datetime
    _study: Study

    def read(self) -> bytes:
        """Its bytes, which are those that were put, or an error says so."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "artifact")
            self.save(path)
            with open(path, "rb") as file:
                return file.read()

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file, whole or not at all."""
        self._study.call("fetch_trial_artefact", number=self.trial, name=self.name, path=os.path.abspath(os.fspath(path)))

    def __repr__(self) -> str:
        return f"Artifact(trial={self.trial}, name={self.name!r}, type={self.type!r}, size={self.size})"


def keep(study: Study, number: int, source: Source, name: Optional[str], fence: Optional[int] = None) -> None:
    """Leaves a file, or bytes under a name, in a trial."""
    held: Dict[str, Any] = {} if fence is None else {"fence": fence}
    if isinstance(source, (bytes, bytearray, memoryview)):
        if not name:
            raise InvalidArgumentError("bytes have no name of their own; give one: log_artifact(data, name='loss.csv')")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "artifact")
            with open(path, "wb") as file:
                file.write(source)
            study.call("keep_trial_artefact", number=number, path=path, name=name, **held)
        return
    try:
        path = os.path.abspath(os.fspath(source))
    except TypeError:
        raise InvalidArgumentError(f"an artifact is the path of a file, or bytes, and not {source!r}") from None
    if not isinstance(path, str):
        raise InvalidArgumentError("the path is bytes; give it as a text")
    study.call("keep_trial_artefact", number=number, path=path, name=name or os.path.basename(path), **held)


def listed(study: Study, trial: Optional[int]) -> List[Artifact]:
    """Those of a trial, or of all, by trial and name."""
    found: List[Artifact] = []
    page: Dict[str, Any] = {"number": trial} if trial is not None else {}
    while True:
        answer = study.call("trial_artefacts", **page)
        for one in cast(List[Dict[str, Any]], answer["artefacts"]):
            created = datetime.fromisoformat(one.pop("created").replace("Z", "+00:00"))
            found.append(Artifact(**one, created=created, _study=study))
        if answer["next"] is None:
            return found
        page = {"page_token": int(answer["next"])}
