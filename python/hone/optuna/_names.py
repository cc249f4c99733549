# SPDX-License-Identifier: MIT
"""Optuna's names of parameters as hone's, which are words of command lines: what these cannot hold is written as in
addresses of the web, ``learning%20rate``."""

from __future__ import annotations

import re

_REFUSED = re.compile("[\0-\x20\x7f{}=,;'\"`\ud800-\udfff]")
_WRITTEN = re.compile("((?:%[0-9A-F]{2})+)")
_LONGEST = 200


def to_hone(name: str) -> str:
    """The name that hone has for it; other names, other ones."""
    if name in ("", "%"):
        return "%" if not name else "%25"
    marked = re.sub("%(?=[0-9A-F]{2})", "%25", name)
    return _REFUSED.sub(lambda found: _bytes(found[0]), marked)


def to_optuna(name: str) -> str:
    """What to_hone() was given."""
    if name == "%":
        return ""
    return _WRITTEN.sub(_text, name)


def fits(name: str) -> bool:
    """Whether hone has a name for it."""
    return len(to_hone(name).encode()) <= _LONGEST


def _bytes(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _text(found: re.Match[str]) -> str:
    try:
        return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return found[0]  # a name of hone's own
