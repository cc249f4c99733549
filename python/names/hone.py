# SPDX-License-Identifier: MIT
"""The name ``hone`` of the package in the folder ``_hone_opt``.

Another distribution, PyPI's ``hone`` (CSV to JSON), installs a folder of this name. Python prefers a folder to a file, so where
both are installed this file is passed over: that module works as ever, and ours is ``hone_opt``. As no file of the one is a file of the
other, either can be installed, upgraded and removed at any time.
"""

import importlib.util
import os
import sys

if __name__ == "__main__":
    from _hone_opt.__main__ import main

    main()

_folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_hone_opt")
_spec = importlib.util.spec_from_file_location(
    "hone", os.path.join(_folder, "__init__.py"), submodule_search_locations=[_folder]
)
assert _spec is not None and _spec.loader is not None
# The import that runs this file hands out what stands here when it ends: the package, not this file.
sys.modules["hone"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules["hone"])
