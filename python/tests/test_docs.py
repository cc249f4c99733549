# SPDX-License-Identifier: MIT
"""The documentation's links, and the tool that follows them."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]


def links(*paths):
    return subprocess.run([sys.executable, ROOT / "tools" / "links", *paths], capture_output=True, text=True, cwd=ROOT)


def test_no_link_of_the_project_is_broken():
    made = links("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs", "examples")
    assert made.returncode == 0, made.stderr


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "there.md").write_text("# One `word` more\n\n## Again\n\n## Again\n")
    (tmp_path / "good.md").write_text(
        "[a](there.md) [b](there.md#one-word-more) [c](there.md#again-1) [d](https://example.org/x) `[e](code.md)`\n"
    )
    assert links(tmp_path / "good.md").returncode == 0
    (tmp_path / "bad.md").write_text("[a](gone.md) [b](there.md#two) ![c](gone.svg)\n")
    (tmp_path / "bad.html").write_text('<p id="here"><a href="#here">x</a><a href="#away">y</a><img src="gone.png"></p>')
    made = links(tmp_path)
    assert made.returncode == 1 and "5 broken links" in made.stdout
    assert "gone.md: there is no such file" in made.stderr and "there.md has no place of that name" in made.stderr
    assert "#away" in made.stderr and "#here" not in made.stderr
