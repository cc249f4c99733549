# SPDX-License-Identifier: MIT
"""Blocks of docs/guide/python.md that stand alone do what they say."""

import pathlib
import re

import pytest

import hone

GUIDE = (pathlib.Path(__file__).parents[2] / "docs" / "guide" / "python.md").read_text(encoding="utf-8")


def block_of(title):
    """The first block of Python under a title."""
    section = re.split(rf"^#+ {re.escape(title)}$", GUIDE, flags=re.MULTILINE)[1]
    return re.search(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL).group(1)


@pytest.mark.parametrize(
    ("title", "holds"),
    [
        ("Executors", lambda names: len(names["study"]) == 16),
        ("asyncio", lambda names: callable(names["main"])),
        ("Putting things right", lambda names: names["study"].name == "better" and len(names["study"]) == 2),
        ("The studies of a store", lambda names: names["study"].trials[0].params.keys() == {"x", "y"}),
    ],
)
def test_a_block_runs(title, holds, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"hone": hone}
    exec(compile(block_of(title), f"python.md: {title}", "exec"), names)
    assert holds(names)
