# SPDX-License-Identifier: MIT
"""What holds for the package as a whole."""

import ctypes
import doctest
import gc
import importlib
import importlib.util
import os
import pathlib
import pkgutil
import re
import subprocess
import sys

import numpy as np
import pytest

import hone

MODULES = [f"hone.{module.name}" for module in pkgutil.iter_modules(hone.__path__) if module.name not in ("__main__", "_hone")]
if importlib.util.find_spec("ray") is None:  # its tests run apart: make test-ray
    MODULES.remove("hone.ray")


@pytest.mark.parametrize("name", ["hone", *MODULES])
def test_the_examples_of_the_documentation(name):
    module = importlib.import_module(name)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    failed, _ = doctest.testmod(module, extraglobs={"hone": hone}, optionflags=flags)
    assert failed == 0


def test_there_are_examples():
    text = "".join(pathlib.Path(importlib.import_module(name).__file__).read_text() for name in MODULES)
    assert text.count(">>> ") > 40


def test_the_version_is_cmakes():
    lists = pathlib.Path(__file__).parents[2] / "CMakeLists.txt"
    assert hone.__version__ == re.search(r"project\(hone VERSION ([0-9.]+)", lists.read_text())[1]


def test_types_are_strict():
    pytest.importorskip("mypy")
    folder = pathlib.Path(__file__).parents[1] / "hone"
    made = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(folder)], capture_output=True, text=True, cwd=folder.parents[1]
    )
    assert made.returncode == 0, made.stdout + made.stderr


def test_the_stub_names_what_the_module_has():
    stub = (pathlib.Path(__file__).parents[1] / "hone" / "_hone.pyi").read_text()
    declared = set(re.findall(r"^(?:class|def) ([^\W_]\w*)", stub, re.M))  # with an underscore: types of dicts, the stub's own
    from hone import _hone

    assert declared == {name for name in dir(_hone) if not name.startswith("_")}
    for kind in ("Operations", "Space", "Gp"):
        body = re.search(rf"^class {kind}:\n((?:    .*\n|\n)+)", stub, re.M)[1]
        methods = set(re.findall(r"    def (\w+)", body)) - {"__init__"}
        assert methods == {name for name in vars(getattr(_hone, kind)) if not name.startswith("_")}


def test_optional_packages_are_not_imported():
    code = "import sys, hone; print(sorted({'pandas', 'matplotlib', 'multiprocessing', 'scipy'} & set(sys.modules)))"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "[]"


def memory():
    """Bytes of this process in RAM, without what was freed and is kept by the allocator."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_ten_thousand_trials_leave_no_memory_behind():
    """What a study keeps of its trials is what it should keep: a new study of the same size takes no more."""

    def run(count):
        study = hone.create_study({"x": hone.Float(0, 1), "c": hone.Categorical(["a", "b"])}, sampler="random")
        for _ in range(count):
            trial = study.ask()
            trial.set_attr("mark", "m")
            study.tell(trial, trial["x"])
        assert study.best_value >= 0

    run(10000)  # what is kept for later is kept now
    before = memory()
    run(10000)
    assert memory() - before < 1 << 20


def test_converting_leaves_no_memory_behind():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    study.tell(study.ask(), 1.0)

    def run():
        for _ in range(20000):
            study.best_trial
            with pytest.raises(hone.NotFoundError):
                study.tell(99, 1.0)

    run()
    before = memory()
    run()
    assert memory() - before < 1 << 20


def test_the_guide_runs(tmp_path, monkeypatch):
    """The blocks of docs/guide/python.md one after the other, with stand-ins for what they leave to the reader."""
    guide = (pathlib.Path(__file__).parents[2] / "docs" / "guide" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", guide, re.M | re.S)
    assert len(blocks) >= 5
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    names = {
        "train": lambda trial: -abs(trial["C"] - 10),
        "X": rng.random((30, 2)), "y": rng.random(30), "X_new": rng.random((4, 2)), "groups": rng.random((3, 8)),
    }  # fmt: skip
    for block in blocks:
        exec(block, names)
    assert len(hone.load_study("svm").trials) == 100
