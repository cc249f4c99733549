# SPDX-License-Identifier: MIT
"""What pyproject.toml says, beside what the guides, CMake and nanobind say."""

import importlib.metadata
import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


def minimum(text):
    major, minor = re.search(r">=\s*(\d+)\.(\d+)", text).groups()
    return int(major), int(minor)


def extras():
    section = PROJECT.split("[project.optional-dependencies]\n")[1].split("\n[")[0]
    return set(re.findall(r"^([a-z]+) = \[", section, re.MULTILINE))


def ours():
    return minimum(re.search(r'^requires-python = "(.*?)"', PROJECT, re.MULTILINE)[1])


def test_whoever_is_told_of_an_extra_finds_it():
    places = [*PAGES, *(ROOT / "python" / "hone").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    named = {extra for page in places for extra in re.findall(r"hone-opt\[([a-z]+)\]", page.read_text(encoding="utf-8"))}
    named |= set(re.findall(r'needs\("[^"]+", [^)]*?"([a-z]+)"\)', "".join(page.read_text() for page in places)))
    assert {"optuna", "plots", "ray", "sklearn"} <= named <= extras()


def test_the_oldest_python_is_not_older_than_nanobinds():
    needed = importlib.metadata.metadata("nanobind")["Requires-Python"]
    if needed is not None:
        assert ours() >= minimum(needed)


def test_cmake_asks_for_the_same_python():
    found = re.search(r"find_package\(Python (\d+)\.(\d+) REQUIRED", (ROOT / "python" / "CMakeLists.txt").read_text())
    assert ours() == tuple(map(int, found.groups()))


def test_the_guide_says_the_same_python():
    assert f"Python {'.'.join(map(str, ours()))} and newer" in (ROOT / "docs" / "guide" / "python.md").read_text(encoding="utf-8")


def test_the_guides_install_what_there_is():
    """From a wheel that was made here: no index has the package. An extra is named where hone is installed already."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"pip install (-U )?'?hone(-opt)?'?\s*$", text, re.MULTILINE), page
        indented = re.findall(r"^    pip install 'hone-opt\[.*$", text, re.MULTILINE)
        assert not indented or "pip install --find-links build/wheels hone-opt" in text, page


def test_the_scripts_of_notebooks_are_installed():
    lists = (ROOT / "python" / "CMakeLists.txt").read_text()
    assert "install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/web/notebook/ DESTINATION _hone_opt/notebook" in lists
    assert {"plot.css", "plot.js"} == {file.name for file in (ROOT / "share" / "web" / "notebook").iterdir()}
