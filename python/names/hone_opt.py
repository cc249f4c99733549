# SPDX-License-Identifier: MIT
"""The second name of the package ``hone``, which is always ours: the same module where ``hone`` is ours, too, and the package itself where
another distribution has that name (see hone.py beside this file)."""

import importlib
import importlib.abc
import importlib.util
import os
import sys

if __name__ == "__main__":
    from _hone_opt.__main__ import main

    main()


class _SameModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """``hone_opt.sklearn`` is ``hone.sklearn``, not another module made of the same file."""

    def __init__(self):
        self._specs = {}

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name.startswith("hone_opt.") else None

    def create_module(self, spec):
        module = importlib.import_module("hone" + spec.name[len("hone_opt") :])
        self._specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = self._specs["hone_opt" + module.__name__[len("hone") :]]  # which the import has replaced


_here = os.path.dirname(os.path.abspath(__file__))
_named_hone = importlib.util.find_spec("hone")
if _named_hone is not None and _named_hone.origin in (
    os.path.join(_here, "hone.py"),
    os.path.join(_here, "_hone_opt", "__init__.py"),
):
    sys.meta_path.insert(0, _SameModules())
    sys.modules["hone_opt"] = importlib.import_module("hone")
else:
    _folder = os.path.join(_here, "_hone_opt")
    _spec = importlib.util.spec_from_file_location(
        "hone_opt", os.path.join(_folder, "__init__.py"), submodule_search_locations=[_folder]
    )
    assert _spec is not None and _spec.loader is not None
    sys.modules["hone_opt"] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["hone_opt"])
