# SPDX-License-Identifier: MIT
"""The command ``hone``: becomes the program that comes with the package."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hone")
    os.execv(program, ["hone", *sys.argv[1:]])


if __name__ == "__main__":
    main()
