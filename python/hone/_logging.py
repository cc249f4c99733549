# SPDX-License-Identifier: MIT
"""The logger ``hone``: on by default, and an application's own as soon as that sets up logging."""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import Union

from ._errors import InvalidArgumentError

LOGGER = logging.getLogger("hone")
#: What a record carries when its trial is the best so far.
IMPROVED = "hone_improved"

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_YELLOW, _RED, _GREEN, _PLAIN = "\x1b[33m", "\x1b[31m", "\x1b[32m", "\x1b[0m"


class Terminal(logging.Handler):
    """Standard error, looked up at each line, as a notebook and a test replace it. Used while nobody else handles what
    the logger says, so that no line comes twice."""

    bars = 0  #: progress lines that are being shown, to which lines on single trials add nothing

    def emit(self, record: logging.LogRecord) -> None:
        stream = sys.stderr
        if stream is None or (self.bars and record.levelno <= logging.INFO):
            return
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"[hone {clock}] {record.getMessage()}"
        colour = _colour(record) if _is_terminal(stream) else ""
        try:
            stream.write(("\r\x1b[K" if self.bars else "") + (f"{colour}{line}{_PLAIN}" if colour else line) + "\n")
            stream.flush()
        except Exception:
            self.handleError(record)


TERMINAL = Terminal()


def set_verbosity(level: Union[int, str]) -> None:
    """How much the logger ``hone`` says: ``"info"`` (a line for each trial that optimize() ends; the default),
    ``"warning"`` (what went wrong), ``"error"``, ``"debug"``, or a level of the module logging.

    An application that sets up logging itself (a handler of the root logger, or of ``hone``) gets the records instead of
    standard error, at the level that it chose.

    >>> hone.set_verbosity("warning")
    >>> hone.get_verbosity() == logging.WARNING
    True
    """
    known = _LEVELS.get(level.lower()) if isinstance(level, str) else level
    if not isinstance(known, int) or isinstance(known, bool):
        raise InvalidArgumentError(
            f"the verbosity is {level!r}; give {', '.join(map(repr, _LEVELS))}, or a level such as logging.WARNING"
        )
    LOGGER.setLevel(known)


def get_verbosity() -> int:
    """The level below which the logger ``hone`` says nothing, as the module logging counts them."""
    if LOGGER.level == logging.NOTSET and not LOGGER.hasHandlers():
        return logging.INFO
    return LOGGER.getEffectiveLevel()


def is_told(level: int) -> bool:
    """Whether anybody sees a line of this level."""
    return not LOGGER.disabled and level > LOGGER.manager.disable and level >= get_verbosity()


def tell(level: int, text: str, improved: bool = False) -> None:
    if not is_told(level):
        return
    file, line, function, _ = LOGGER.findCaller(stacklevel=2)
    record = LOGGER.makeRecord(LOGGER.name, level, file, line, text, (), None, function, {IMPROVED: improved})
    if LOGGER.hasHandlers():
        LOGGER.handle(record)
    elif LOGGER.filter(record):
        TERMINAL.handle(record)


def _colour(record: logging.LogRecord) -> str:
    if record.levelno >= logging.ERROR:
        return _RED
    if record.levelno >= logging.WARNING:
        return _YELLOW
    return _GREEN if getattr(record, IMPROVED, False) else ""


def _is_terminal(stream: object) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False
