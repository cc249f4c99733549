# SPDX-License-Identifier: MIT
"""PyPI's package ``hone`` (CSV to JSON) has a module and a command of the same name. This knows whether it is installed, too."""

from __future__ import annotations

import importlib.metadata
import re
from typing import List, Optional


def version() -> Optional[str]:
    """The version of the other package, if it is installed in this environment."""
    try:
        return importlib.metadata.version("hone")
    except importlib.metadata.PackageNotFoundError:
        return None


def remark() -> Optional[str]:
    """What who asks for our version should know."""
    other = version()
    if other is None:
        return None
    return (
        f"note: the package 'hone' {other} (CSV to JSON) is installed as well: 'import hone' is that one, this one is "
        "'import hone_opt' and the command 'hone-opt'"
    )


def meant(arguments: List[str]) -> bool:
    """Is this a call of the other's command, ``hone [options] FILE.csv FILE.json``? Our commands are plain words."""
    if not arguments or arguments[0] in ("-h", "--help", "--version"):
        return False
    return re.fullmatch("[a-z][a-z-]*", arguments[0]) is None and version() is not None


def run() -> None:
    """The other's command."""
    entries = importlib.metadata.distribution("hone").entry_points
    next(entry for entry in entries if entry.group == "console_scripts" and entry.name == "hone").load()()
