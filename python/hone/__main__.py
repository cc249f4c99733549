# SPDX-License-Identifier: MIT
"""The command ``hone``: becomes the program that comes with the package. Two of its commands, which need Optuna, are
done here."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from . import _namesake


def main() -> NoReturn:
    arguments = sys.argv[1:]
    if os.path.basename(sys.argv[0]) == "hone" and _namesake.meant(arguments):
        _namesake.run()
        sys.exit()
    if arguments[:1] in (["--version"], ["version"]) and "--json" not in arguments:
        remark = _namesake.remark()
        if remark:
            print(remark, file=sys.stderr)
    if "--optuna" in " ".join(sys.argv[2:]):
        from ._optuna_command import run, wanted

        if wanted(sys.argv[1:]):
            sys.exit(run(sys.argv[1:]))
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hone")
    os.execv(program, ["hone", *sys.argv[1:]])


if __name__ == "__main__":
    main()
