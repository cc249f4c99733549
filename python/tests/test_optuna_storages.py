# SPDX-License-Identifier: MIT
"""Files that are not Optuna's stay as they are."""

from __future__ import annotations

import pathlib
import sqlite3
from typing import Any

import pytest

optuna = pytest.importorskip("optuna")

import hone  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)


def tables(path: pathlib.Path) -> Any:
    opened = sqlite3.connect(path)
    try:
        return sorted(opened.execute("SELECT type, name FROM sqlite_master").fetchall())
    finally:
        opened.close()


@pytest.fixture
def study(tmp_path: pathlib.Path) -> hone.Study:
    made = hone.create_study({"x": hone.Float(0, 1)}, store=f"sqlite:{tmp_path / 'hone.db'}", name="a", sampler="random")
    made.optimize(lambda trial: trial["x"], 3)
    return made


@pytest.mark.parametrize("written", ["{}", "sqlite:///{}"])
def test_a_store_of_hones_is_not_taken_for_optunas(study: hone.Study, tmp_path: pathlib.Path, written: str) -> None:
    path = tmp_path / "hone.db"
    before = tables(path)
    with pytest.raises(hone.InvalidFileError, match="is a store of hone's, not a database of Optuna's; open it with"):
        hone.import_optuna(written.format(path))
    with pytest.raises(hone.InvalidFileError, match="is a store of hone's, .*; choose another file"):
        hone.export_optuna(study, written.format(path))
    assert tables(path) == before


@pytest.mark.parametrize("written", ["{}", "sqlite:///{}"])
def test_another_programs_database_is_left_alone(study: hone.Study, tmp_path: pathlib.Path, written: str) -> None:
    path = tmp_path / "photos.db"
    opened = sqlite3.connect(path)
    opened.execute("CREATE TABLE photos (name TEXT)")
    opened.commit()
    opened.close()
    before = tables(path)
    for call in (lambda: hone.import_optuna(written.format(path)), lambda: hone.export_optuna(study, written.format(path))):
        with pytest.raises(hone.InvalidFileError, match="is a database of another program, not of Optuna's"):
            call()
    assert tables(path) == before


def test_nothing_is_made_where_nothing_can_be(study: hone.Study, tmp_path: pathlib.Path) -> None:
    for name in ("a.db", "a.log"):
        with pytest.raises(hone.NotFoundError, match="there is no folder"):
            hone.export_optuna(study, tmp_path / "missing" / name)
    with pytest.raises(hone.NotFoundError, match="no such file"):
        hone.import_optuna(f"sqlite:///{tmp_path / 'missing.db'}")
    assert not (tmp_path / "missing.db").exists()
    text = tmp_path / "notes.log"
    text.write_text("my notes\n")
    with pytest.raises(hone.InvalidFileError, match="neither an SQLite nor a journal file"):
        hone.export_optuna(study, text)
    assert text.read_text() == "my notes\n"


def test_a_second_study_joins_one_of_optunas(study: hone.Study, tmp_path: pathlib.Path) -> None:
    for name in ("a.db", "a.log"):
        hone.export_optuna(study, tmp_path / name, "one")
        hone.export_optuna(study, tmp_path / name, "two")
        assert len(hone.import_optuna(tmp_path / name, "two")) == 3
    assert len(hone.import_optuna(f"sqlite:///{tmp_path / 'a.db'}", "one")) == 3
