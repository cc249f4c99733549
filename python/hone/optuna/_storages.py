# SPDX-License-Identifier: MIT
"""Optuna's storages by path or address. Optuna writes its tables into whatever database it is given, also for reading, so
what is there is looked at first."""

from __future__ import annotations

import os
import pathlib
import sqlite3
from typing import Any, Set

from optuna.storages import BaseStorage, JournalStorage, RDBStorage
from optuna.storages.journal import JournalFileBackend

from .._errors import InvalidFileError, NotFoundError, StorageError

_JOURNALS = (".log", ".jsonl", ".journal")
#: Tables that every database of Optuna's has, and one that every store of hone's has.
_OPTUNA, _HONE = {"studies", "trials", "version_info"}, "hone_meta"
_SQLITE = b"SQLite format 3"


def storage_of(storage: Any, reading: bool) -> BaseStorage:
    """Of a path, an address or a storage. Refuses what Optuna would damage."""
    if isinstance(storage, BaseStorage):
        return storage
    text = os.fspath(storage)
    if "://" in text:
        return _at_address(text, reading)
    start = _start(text, reading)
    if not _is_journal(text, start, reading):
        _check_file(text, reading)
        return _database(f"sqlite:///{text}", text)
    return JournalStorage(JournalFileBackend(text))


def _start(path: str, reading: bool) -> bytes:
    """The first bytes of a file; none of one that is to be written and not there yet."""
    folder = os.path.dirname(path) or "."
    try:
        with open(path, "rb") as file:
            return file.read(16)
    except FileNotFoundError:
        if not reading and os.path.isdir(folder):
            return b""
        if not reading:
            raise NotFoundError(f"there is no folder '{folder}' for '{path}'; make it first, or check the name") from None
        raise NotFoundError(f"'{path}' cannot be read: there is no such file; check the name and the folder") from None
    except OSError as problem:
        raise NotFoundError(f"'{path}' cannot be read: {problem.strerror}; check the name and the folder") from None


def _is_journal(path: str, start: bytes, reading: bool) -> bool:
    new = not reading and not start
    if new:
        return path.endswith(_JOURNALS)
    if not start.startswith((_SQLITE, b"{")):
        raise InvalidFileError(f"'{path}' is neither an SQLite nor a journal file; give one that Optuna wrote")
    return not start.startswith(_SQLITE)


def _check_file(path: str, reading: bool) -> None:
    """That an SQLite file is Optuna's, or one that is to be written has nothing in it."""
    if not os.path.exists(path):
        return
    try:
        opened = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=ro", uri=True)
        try:
            tables = {str(row[0]) for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        finally:
            opened.close()
    except sqlite3.Error as problem:
        raise StorageError(f"'{path}' cannot be read as a database: {problem}; check the file") from None
    _check_tables(tables, path, reading, alone=True)


def _check_tables(tables: Set[str], where: str, reading: bool, alone: bool) -> None:
    """``alone``: Optuna has its database to itself, as in a file; servers may hold other tables beside its own."""
    if _HONE in tables:
        hint = "open it with hone.load_study()" if reading else "choose another file for Optuna"
        raise InvalidFileError(f"'{where}' is a store of hone's, not a database of Optuna's; {hint}")
    if _OPTUNA <= tables:
        return
    if reading or (tables if alone else tables & _OPTUNA):
        hint = "give one that Optuna wrote" if reading else "choose another, or a new one"
        raise InvalidFileError(f"'{where}' is a database of another program, not of Optuna's; {hint}")


def _at_address(address: str, reading: bool) -> BaseStorage:
    import sqlalchemy

    try:
        parsed = sqlalchemy.engine.make_url(address)
        shown = parsed.render_as_string(hide_password=True)
        if parsed.get_backend_name() == "sqlite" and parsed.database and not parsed.database.startswith(("file:", ":")):
            _start(parsed.database, reading)
            _check_file(parsed.database, reading)
        else:
            engine = sqlalchemy.create_engine(parsed)
            try:
                _check_tables(set(sqlalchemy.inspect(engine).get_table_names()), shown, reading, alone=False)
            finally:
                engine.dispose()
    except (sqlalchemy.exc.SQLAlchemyError, ImportError) as problem:
        raise StorageError(f"the storage at that address cannot be opened: {problem}; check the address") from None
    return _database(address, shown)


def _database(address: str, shown: str) -> BaseStorage:
    import sqlalchemy

    try:
        return RDBStorage(address)
    except (RuntimeError, sqlalchemy.exc.SQLAlchemyError) as problem:  # of another version of Optuna, say
        raise StorageError(f"Optuna cannot open '{shown}': {problem}; check it with Optuna itself") from None
