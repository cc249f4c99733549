# SPDX-License-Identifier: MIT
"""What to say when a package that only one part of hone uses is not there."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator


@contextmanager
def needs(package: str, user: str, extra: str) -> Iterator[None]:
    """Around the import of an optional package."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] != package:
            raise
        raise ModuleNotFoundError(
            f"{user} needs the package {package}, which is not installed; install it: pip install 'hone-opt[{extra}]'",
            name=missing.name,
        ) from None
