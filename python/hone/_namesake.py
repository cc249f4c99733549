# SPDX-License-Identifier: MIT
"""PyPI's package ``hone`` (CSV to JSON) has a module and a command of the same name. This knows whether it, or another, stands before ours."""

from __future__ import annotations

import importlib.machinery
import importlib.metadata
import os
import re
import shutil
import sys
from typing import List, Optional


def version() -> Optional[str]:
    """The version of the other package, if it is installed in this environment."""
    try:
        return importlib.metadata.version("hone")
    except importlib.metadata.PackageNotFoundError:
        return None


def remark() -> Optional[str]:
    """What who asks for our version should know: that another has our name, and what it leads to."""
    other, module, command = version(), _module(), shutil.which("hone")
    taken = []
    if module is not None and not _ours(os.path.dirname(module)):
        taken.append(f"'import hone' is {module}")
    if command is not None and not _calls_us(command):
        taken.append(f"the command 'hone' is {command}")
    if other is None and not taken:
        return None
    who = "something else is called hone here" if other is None else f"the package 'hone' {other} (CSV to JSON) is installed as well"
    leads = ", ".join(taken) if taken else "'hone' is still this one"
    return f"note: {who}: {leads}; this one is always 'import hone_opt' and the command 'hone-opt'"


def _module() -> Optional[str]:
    """The file that ``import hone`` finds. The folder of the script counts for programs, and none is run here."""
    spec = importlib.machinery.PathFinder.find_spec("hone", [folder for folder in sys.path if folder])
    return None if spec is None else spec.origin


def _ours(folder: str) -> bool:
    """Is it the folder that this package is in, or the package?"""
    here = os.path.dirname(os.path.realpath(__file__))
    return os.path.realpath(folder) in (here, os.path.dirname(here)) or os.path.exists(os.path.join(folder, "_hone_opt"))


def _calls_us(command: str) -> bool:
    """Is this command one that pip made for us, or the program itself?"""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hone")
    if os.path.realpath(command) == os.path.realpath(program):
        return True
    try:
        with open(command, "rb") as file:
            start = file.read(4096)
    except OSError:
        return False
    return b"_hone_opt" in start or start.startswith(b"\x7fELF")  # hone of a tarball or of Debian's package


def meant(arguments: List[str]) -> bool:
    """Is this a call of the other's command, ``hone [options] FILE.csv FILE.json``? Our commands are plain words."""
    if not arguments or arguments[0] in ("-h", "--help", "--version"):
        return False
    return re.fullmatch("[a-z][a-z-]*", arguments[0]) is None and version() is not None


def run() -> None:
    """The other's command."""
    entries = importlib.metadata.distribution("hone").entry_points
    next(entry for entry in entries if entry.group == "console_scripts" and entry.name == "hone").load()()
