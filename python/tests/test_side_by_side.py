# SPDX-License-Identifier: MIT
"""The programs of docs/guide/coming-from.md that stand beside Optuna's: both run, and ours is no longer."""

import ast
import pathlib
import re
import subprocess
import sys

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "guide" / "coming-from.md"
PAIR = re.compile(r"^### \d\. (.*?)\n.*?```python\n(.*?)```.*?```python\n(.*?)```", re.MULTILINE | re.DOTALL)


def pairs():
    section = PAGE.read_text(encoding="utf-8").split("## Five programs, side by side\n")[1].split("\n## ")[0]
    return PAIR.findall(section)


def lines(program):
    """Those that say something."""
    return [line for line in program.splitlines() if line.strip() and not line.strip().startswith("#")]


def names(program):
    """How many words, numbers and signs: a line may hold many."""
    return sum(1 for node in ast.walk(ast.parse(program)))


def start(program, folder):
    return subprocess.Popen([sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def printed(running):
    out, err = running.communicate(timeout=300)
    assert running.returncode == 0, err
    return out


def test_there_are_five():
    assert len(pairs()) == 5


@pytest.mark.parametrize("pair", pairs(), ids=[title for title, _, _ in pairs()])
def test_ours_is_no_longer(pair):
    _, theirs, ours = pair
    assert re.search(r"^import optuna$", theirs, re.MULTILINE) and re.search(r"^import hone$", ours, re.MULTILINE)
    assert len(lines(ours)) <= len(lines(theirs))
    assert names(ours) <= names(theirs)
    assert max(map(len, lines(theirs))) <= 70, "theirs is not squeezed, ours not spread"
    assert max(map(len, lines(ours))) <= 70


@pytest.mark.parametrize("pair", pairs(), ids=[title for title, _, _ in pairs()])
@pytest.mark.parametrize("whose", ["theirs", "ours"])
def test_both_run(pair, whose, tmp_path):
    if whose == "theirs":
        pytest.importorskip("optuna")
    title, theirs, ours = pair
    program = {"theirs": theirs, "ours": ours}[whose]
    if "sklearn" in program:
        pytest.importorskip("sklearn")
    if "matplotlib" in program:
        pytest.importorskip("matplotlib")
    if "workers" not in title:
        assert printed(start(program, tmp_path)).strip()
        return
    printed(start(program, tmp_path))  # Optuna's two may not make the database at the same time
    two = [start(program, tmp_path) for _ in range(2)]
    found = [int(printed(one).split()[0]) for one in two]
    assert max(found) == 60, "20 of each: they share the study"
