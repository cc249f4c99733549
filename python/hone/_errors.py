# SPDX-License-Identifier: MIT
"""What can go wrong, as exceptions, whose texts are in Python's words."""

from __future__ import annotations

import re
from typing import Dict, Tuple, Type

from ._words import in_pythons_words


class HoneError(Exception):
    """Anything that hone refuses. ``code`` names the kind for programs, such as ``"not_found"``."""

    code: str = "internal"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code

    def __str__(self) -> str:  # KeyError would put it into quotes
        return str(self.args[0])

    def __reduce__(self) -> Tuple[Type[HoneError], Tuple[str, str]]:
        return type(self), (str(self), self.code)


class InvalidSpaceError(HoneError, ValueError):
    """A parameter, condition or constraint that cannot be."""

    code = "invalid_space"


class InvalidOptionError(HoneError, ValueError):
    """An option that does not exist, or is out of its range."""

    code = "invalid_option"


class InvalidArgumentError(HoneError, ValueError):
    """A call that makes no sense in this state, or a value outside the space."""

    code = "invalid_argument"


class UnknownWordError(InvalidArgumentError, TypeError):
    """A keyword that the function does not have. The message names ours."""


class InvalidFileError(HoneError, ValueError):
    """A definition or a file that cannot be read."""

    code = "invalid_file"


class NotFoundError(HoneError, KeyError):
    """No such study, trial, sampler or store."""

    code = "not_found"


class AlreadyExistsError(HoneError, ValueError):
    """A study of that name is in the store already."""

    code = "already_exists"


class LeaseLostError(HoneError):
    """The trial has ended, or is in other hands."""

    code = "lease_lost"


class ConflictError(HoneError):
    """Somebody else changed the study meanwhile; try again."""

    code = "conflict"


class StorageError(HoneError):
    """The store is busy, full, read-only, damaged or gone; ``code`` says which."""

    code = "storage_failed"


class UnsatisfiableError(HoneError, ValueError):
    """No point of the space satisfies the constraints."""

    code = "unsatisfiable"


class SystemRefusedError(HoneError, RuntimeError):
    """The operating system refused something."""

    code = "system"


class InternalError(HoneError, RuntimeError):
    """A defect of hone."""

    code = "internal"


class ObjectiveError(HoneError, RuntimeError):
    """Every trial failed from the first on: the objective itself is broken. Its last exception is the cause."""

    code = "objective_failed"


class TrialPruned(Exception):
    """Raised by an objective to say that its trial was stopped early."""


_CLASSES: Dict[str, Type[HoneError]] = {
    kind.code: kind
    for kind in (
        InvalidSpaceError,
        InvalidOptionError,
        InvalidArgumentError,
        InvalidFileError,
        NotFoundError,
        AlreadyExistsError,
        LeaseLostError,
        ConflictError,
        UnsatisfiableError,
        SystemRefusedError,
        InternalError,
    )
}


#: Codes of what is wrong in a definition that was made of a call's arguments, which no file is behind.
_OF_CALLS = (("study: parameters", "invalid_space"), ("study: constraints", "invalid_space"), ("study: ", "invalid_argument"))


#: A definition comes as one line of JSON, and so does a parameter that an objective asks for: that it is the first says nothing.
_ONE_LINE = re.compile(r"^(?:study|space):1: ")


def error_of(code: str, message: str) -> HoneError:
    """The exception for a code of hone's own; called by the compiled half."""
    message = _ONE_LINE.sub("study: ", message)
    if code == "invalid_file":
        code = next((kind for beginning, kind in _OF_CALLS if message.startswith(beginning)), code)
    kind = StorageError if code.startswith("storage_") else _CLASSES.get(code, HoneError)
    return kind(in_pythons_words(message), code)


def name_taken(name: str) -> AlreadyExistsError:
    """Of a study that is to be named as another one is."""
    return AlreadyExistsError(
        f"there is a study named '{name}' already; choose another name, or delete that one first: hone.delete_study({name!r}, ...)"
    )
