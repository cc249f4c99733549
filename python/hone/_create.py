# SPDX-License-Identifier: MIT
"""Making and opening studies."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import _hone
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError, StorageError
from ._space import Space, definitions, native
from ._study import Study
from ._values import whole

#: A name, or a dict of a name and options: ``{"name": "hebo", "start": 8}``.
Method = Union[str, Mapping[str, Any]]
#: A name in the same store, ``"other.db:name"``, a CSV file, a dict of rows, or a study.
Source = Union[str, Mapping[str, Any], Study]


def create_study(
    space: Optional[Space] = None,
    *,
    name: str = "study",
    store: str = "memory:",
    sampler: Method = "hebo",
    pruner: Optional[Method] = None,
    direction: Optional[str] = None,
    directions: Union[Sequence[str], Mapping[str, str], None] = None,
    constraints: Sequence[str] = (),
    constraints_on: Sequence[str] = (),
    candidates: Optional[Sequence[Mapping[str, Any]]] = None,
    sources: Union[Source, Sequence[Source]] = (),
    enqueue: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]] = (),
    seed: int = 0,
    horizon: Optional[int] = None,
    load_if_exists: bool = False,
) -> Study:
    """Makes a study.

    ``space``: what may change, by name (hone.Float, Int, Categorical, Ordinal, Bool, Constant). Left out, the
    objective defines it as it runs (Trial.suggest_float and its like).
    ``store``: ``memory:``, or ``sqlite:PATH`` to keep the trials and to share them, or
    ``postgresql://USER@HOST/DATABASE`` or the ``http://HOST:PORT`` of a ``hone serve`` to share them between machines.
    ``sampler``, ``pruner``: a name, or a dict of name and options; ``hone.samplers()`` lists them.
    ``direction``: ``minimize`` (when left out) or ``maximize``.
    ``directions``: instead, for several objectives, a list, or a dict from their names.
    ``constraints``: expressions that every proposal satisfies, such as ``"x + y <= 10"``.
    ``constraints_on``: limits on attributes and objectives of trials, such as ``"memory_mb <= 500"``; a trial that
    breaks one, or does not report it, is never the best.
    ``candidates``: a list of dicts; only those are proposed.
    ``sources``: earlier studies to learn from, for samplers that can.
    ``load_if_exists``: go on with a study of that name. Its space and objectives must be the same.

    >>> study = hone.create_study(
    ...     {"C": hone.Float(1, 1000, log=True),
    ...      "kernel": hone.Categorical(["rbf", "poly"]),
    ...      "degree": hone.Int(2, 5, when={"kernel": "poly"})},
    ...     constraints=["kernel == 'rbf' or C < 500"], sampler="random", seed=1)
    >>> trial = study.ask()
    >>> ("degree" in trial) == (trial["kernel"] == "poly")
    True
    """
    store = _address(store)
    definition: Dict[str, Any] = {"name": _name(name), **_objective_fields(direction, directions)}
    definition.update(sampler=_method(sampler, "sampler"), seed=whole(seed, "seed"))
    if pruner is not None:
        definition["pruner"] = _method(pruner, "pruner")
    if horizon is not None:
        definition["horizon"] = whole(horizon, "horizon")
    several = [sources] if isinstance(sources, (str, Mapping, Study)) else list(sources)
    if several:
        definition["sources"] = [_source(source, store) for source in several]
    if constraints:
        definition["constraints"] = [constraints] if isinstance(constraints, str) else list(constraints)
    if constraints_on:
        definition["constraints_on"] = [constraints_on] if isinstance(constraints_on, str) else list(constraints_on)
    if candidates is not None:
        definition["candidates"] = [{key: native(value) for key, value in row.items()} for row in candidates]
    enqueue = [enqueue] if isinstance(enqueue, Mapping) else enqueue
    operations = _hone.Operations(store, load_if_exists)
    if space is None and candidates is None:
        if constraints:
            raise InvalidArgumentError("constraints need a space that is known at the start; give it as 'space'")
        return _by_run(operations, store, definition, enqueue, load_if_exists)
    if space is not None:
        definition["parameters"] = definitions(space)
    if enqueue:
        definition["enqueue"] = [{key: native(value) for key, value in point.items()} for point in enqueue]
    _warn(operations.create(json.dumps(definition))[3])
    return Study(operations, store, json.loads(operations.definition(name)), True)


def _by_run(
    operations: _hone.Operations,
    store: str,
    definition: Dict[str, Any],
    enqueue: Sequence[Mapping[str, Any]],
    load_if_exists: bool,
) -> Study:
    """A study whose objective defines the space."""
    name = definition["name"]
    if not _hone.in_memory(store) and _exists(operations, name):
        if not load_if_exists:
            raise AlreadyExistsError(
                f"there is a study named '{name}' already; choose another name, or go on with it: load_if_exists=True"
            )
        return Study(operations, store, json.loads(operations.definition(name)), True)
    # What is wrong with the sampler shows here, and not after the first trial.
    _hone.Operations("memory:", True).create(json.dumps({**definition, "parameters": {"x": {"type": "bool"}}}))
    study = Study(operations, store, definition, False, load_if_exists)
    study.enqueue(list(enqueue))
    return study


def load_study(name: str = "study", store: str = "sqlite:hone.db") -> Study:
    """Opens a study of a store, whoever made it. Raises NotFoundError when there is none.

    >>> hone.load_study("nothing", "sqlite:/nowhere/hone.db")
    Traceback (most recent call last):
    ...
    hone.NotFoundError: ...
    """
    store = _address(store)
    operations = _hone.Operations(store, True)
    try:
        _warn(operations.open(_name(name))[3])
    except NotFoundError as problem:
        if _MAKE not in str(problem):
            raise
        raise NotFoundError(
            f"there is no study '{name}' in the store '{store}'; make it with hone.create_study(..., name={name!r}), or "
            "look what is there with 'hone studies'"
        ) from None
    return Study(operations, store, json.loads(operations.definition(name)), True)


#: What is said of a missing study to whoever could make it, as load_study() cannot.
_MAKE = 'give its "parameters"'


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise InvalidArgumentError(f"the study's name is {name!r}; give a text")
    return name


def _address(store: Any) -> str:
    if not isinstance(store, (str, os.PathLike)):
        raise InvalidArgumentError(f"the store is {store!r}; give an address such as 'sqlite:hone.db'")
    address = str(os.fspath(store))
    file = _hone.storage_file(address)
    if file is not None and not os.path.isabs(file):
        try:
            os.getcwd()
        except FileNotFoundError:
            raise StorageError(
                f"the store '{address}' would be in the current folder, which was deleted; "
                "go to another one, or give a full path"
            ) from None
    path = address[len("sqlite://") :]
    if address.startswith("sqlite:///") and os.path.dirname(path) in ("/", "//") and not os.path.exists(path):
        import warnings

        warnings.warn(
            f"the store '{address}' is the file '{path}' in the root folder; for one in this folder, which "
            f"other programs write so, give 'sqlite:{os.path.basename(path)}'", stacklevel=3,
        )  # fmt: skip
    return address


def _warn(warnings: List[str]) -> None:
    if warnings:
        import warnings as channel

        for warning in warnings:
            channel.warn(warning, stacklevel=3)


def _method(method: Method, what: str) -> Union[str, Dict[str, Any]]:
    if isinstance(method, str):
        return method
    if isinstance(method, Mapping):
        return {name: native(value) for name, value in method.items()}
    raise InvalidArgumentError(
        f"the {what} is of type {type(method).__name__}; give its name, or a dict of 'name' and options"
    )


def _same_store(one: str, other: str) -> bool:
    files = _hone.storage_file(one), _hone.storage_file(other)
    if files[0] is not None and files[1] is not None:
        return os.path.realpath(files[0]) == os.path.realpath(files[1])
    return one.rstrip("/") == other.rstrip("/")


def _source(source: Source, store: str = "memory:") -> Union[str, Dict[str, Any]]:
    """As the study file of a study in ``store`` has it."""
    if isinstance(source, Study):
        plain = not any(letter in source.name for letter in "*?[]:")  # no pattern, and no store before a colon
        if plain and not _hone.in_memory(store) and _same_store(source.store, store):
            return source.name  # a service knows no other store
        path = _hone.storage_file(source.store)
        if path is not None:
            return f"sqlite:{os.path.abspath(path)}:{source.name}"
        if not _hone.in_memory(source.store):
            return f"{source.store}:{source.name}"
        complete = [trial for trial in source.trials if trial.state == "complete"]
        return {
            "name": source.name,
            "trials": [{"params": trial.params, "value": trial.value} for trial in complete],
        }
    return source if isinstance(source, str) else dict(source)


def _objective_fields(
    direction: Optional[str], directions: Union[Sequence[str], Mapping[str, str], None]
) -> Dict[str, Any]:
    if directions is None:
        return {"objective": {"direction": direction or "minimize"}}
    if direction is not None:
        raise InvalidArgumentError("direction and directions are both given; give 'directions' for several objectives")
    if isinstance(directions, str):
        raise InvalidArgumentError(f"directions is one text, {directions!r}; give a list, or use 'direction'")
    if isinstance(directions, Mapping):
        named = list(directions.items())
    else:
        named = [(f"value_{i}" if len(directions) > 1 else "value", one) for i, one in enumerate(directions)]
    return {"objectives": [{"name": name, "direction": one} for name, one in named]}


def _exists(operations: _hone.Operations, name: str) -> bool:
    try:
        operations.open(name)
    except NotFoundError:
        return False
    return True


def samplers() -> List[Dict[str, Any]]:
    """The samplers with their options, as ``hone samplers --json`` lists them.

    >>> "hebo" in [sampler["name"] for sampler in hone.samplers()]
    True
    """
    operations = _hone.Operations("memory:", False)
    return json.loads(operations.call("samplers", "", "{}"))["samplers"]  # type: ignore[no-any-return]
