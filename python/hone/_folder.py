# SPDX-License-Identifier: MIT
"""The current folder, which may be gone."""

from __future__ import annotations

import os

from ._errors import StorageError


def need_folder(what: str) -> None:
    """Raises a StorageError when the current folder was deleted. ``what`` is to stand before "in the current folder"."""
    try:
        os.getcwd()
    except FileNotFoundError:
        raise StorageError(
            f"{what} in the current folder, which was deleted; go to another one with os.chdir(), or give a full path"
        ) from None
