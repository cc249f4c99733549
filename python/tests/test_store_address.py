# SPDX-License-Identifier: MIT
"""Addresses of stores are shown without their passwords."""
import hone
from hone import _hone


def test_a_password_is_not_shown():
    assert _hone.shown_store("postgresql://ann:secret@host/db") == "postgresql://ann@host/db"
    assert _hone.shown_store("postgresql://host/db?password=secret") == "postgresql://host/db?password="
    assert _hone.shown_store("sqlite:hone.db") == "sqlite:hone.db"


def test_a_study_does_not_show_it():
    study = hone.create_study({"n": hone.Int(0, 2)}, sampler="random")
    study._store = "postgresql://ann:secret@host/db"
    assert "secret" not in repr(study)
    assert "ann@host" in repr(study)
