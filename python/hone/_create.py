# SPDX-License-Identifier: MIT
"""Making and opening studies."""

from __future__ import annotations

import json
import logging
import math
import os
import secrets
from typing import Any, Dict, List, Mapping, NoReturn, Optional, Sequence, Union

from . import _hone
from ._errors import AlreadyExistsError, InvalidArgumentError, NotFoundError
from ._choices import native, written
from ._folder import need_folder
from ._foreign import method_hint
from ._hints import refuse
from ._space import Space, definitions, given_parameters, prior_definition, priors_of
from ._adopt import require_adoptable, take_space
from ._join import joined, tell_other_priors, tell_other_sources
from ._study import Study
from ._values import points_of, whole
from ._words import in_pythons_words

#: A name, or a dict of a name and options: ``{"name": "hebo", "start": "lhs"}``.
Method = Union[str, Mapping[str, Any]]
#: The seed of a new study when none is given; a study that goes on keeps its own.
_LEFT_OUT: Any = type("LeftOut", (), {"__repr__": lambda self: "0"})()
#: A name in the same store, ``"other.db:name"``, a CSV file or its path, a dict of rows, or a study.
Source = Union[str, "os.PathLike[str]", Mapping[str, Any], Study]
#: An address such as ``sqlite:hone.db``, or the path of a file.
Address = Union[str, "os.PathLike[str]"]


def create_study(
    space: Optional[Space] = None,
    *,
    name: str = "study",
    store: Address = "memory:",
    sampler: Optional[Method] = None,
    pruner: Optional[Method] = None,
    direction: Optional[str] = None,
    directions: Union[Sequence[str], Mapping[str, str], None] = None,
    constraints: Sequence[str] = (),
    constraints_on: Sequence[str] = (),
    candidates: Optional[Sequence[Mapping[str, Any]]] = None,
    sources: Union[Source, Sequence[Source]] = (),
    enqueue: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]] = (),
    seed: Optional[int] = _LEFT_OUT,
    horizon: Optional[int] = None,
    priors: Optional[Mapping[str, Mapping[str, Any]]] = None,
    cost: Optional[str] = None,
    worst: Union[Mapping[str, Optional[float]], Sequence[Optional[float]], None] = None,
    start: Optional[str] = None,
    stop: Optional[Mapping[str, Any]] = None,
    load_if_exists: bool = False,
    adopt: Union[bool, Mapping[str, Any]] = False,
    **other: NoReturn,
) -> Study:
    """Makes a study.

    ``space``: what may change, by name (hone.Float, Int, Categorical, Ordinal, Bool, Constant). Left out, the
    objective defines it as it runs (Trial.suggest_float and its like).
    ``store``: ``memory:``, or ``sqlite:PATH`` (or a pathlib.Path) to keep the trials and to share them, or
    ``postgresql://USER@HOST/DATABASE`` or the ``http://HOST:PORT`` of a ``hone serve`` to share them between machines.
    ``sampler``, ``pruner``: a name, or a dict of name and options; ``hone.samplers()`` lists them. ``hebo``, and none.
    ``direction``: ``minimize`` (when left out) or ``maximize``.
    ``directions``: instead, for several objectives, a list, or a dict from their names.
    ``constraints``: expressions that every proposal satisfies, such as ``"x + y <= 10"``.
    ``constraints_on``: limits on attributes and objectives of trials, such as ``"memory_mb <= 500"``; a trial that
    breaks one, or does not report it, is never the best.
    ``candidates``: a list of dicts; only those are proposed.
    ``priors``: where good values are thought to be, by parameter: ``{"normal": [mean, deviation]}`` (in decades with
    ``log=True``), ``{"near": value}``, or of choices ``{"choice": {value: weight}}``. The same as ``prior=`` of a parameter.
    ``cost``: what a trial costs, ``"run_time"`` or the name of an attribute that trials set; proposals then weigh what they
    gain against what they cost.
    ``worst``: of several objectives the values beyond which they are of no use, ``{"seconds": 60}`` by name or a list in their
    order (None for those without one): the reference point of hypervolumes. It may be moved later.
    ``start``: ``default`` (when left out) has the ``default=`` of parameters tried first, where some have one; ``none`` does not.
    ``stop``: when going on is not worth it, ``{"gain": 0.01}``: the last three proposals (``patience``) expected less of a further
    trial. Nothing is handed out then.
    ``sources``: earlier studies to learn from, for samplers that can.
    ``enqueue``: settings to try first; those that a study which goes on has tried already are not tried again.
    ``seed``: what all draws and proposals come from; 0 when left out. None draws one, which Study.seed tells and the store
    keeps.
    ``load_if_exists``: go on with a study of that name. Its space and objectives must be the same (``directions`` as a
    dict: also their names). Whatever is left out stays as the study has it; another sampler, pruner, seed or cost,
    other priors or sources are taken over, with a warning that names both.

    ``adopt``: with load_if_exists, gives a study of that name this space, these constraints and limits when it has others. Trials that do not fit it are
    kept and not learned from. Trials from before a new parameter lack it, or count as what ``adopt={"momentum": 0.9}`` says.

    >>> study = hone.create_study(
    ...     {"C": hone.Float(1, 1000, log=True),
    ...      "kernel": hone.Categorical(["rbf", "poly"]),
    ...      "degree": hone.Int(2, 5, when={"kernel": "poly"})},
    ...     constraints=["kernel == 'rbf' or C < 500"], sampler="random", seed=1)
    >>> trial = study.ask()
    >>> ("degree" in trial) == (trial["kernel"] == "poly")
    True
    """
    refuse(create_study, other)
    given_space = space is not None or candidates is not None
    require_adoptable(adopt, load_if_exists, given_space or bool(constraints or constraints_on))
    store = _address(store)
    definition: Dict[str, Any] = {"name": _name(name), **_objective_fields(direction, directions)}
    if sampler is not None:
        definition["sampler"] = method(sampler, "sampler")
    if seed is not None and seed is not _LEFT_OUT:
        definition["seed"] = whole(seed, "seed")
    if pruner is not None:
        definition["pruner"] = method(pruner, "pruner")
    if horizon is not None:
        definition["horizon"] = whole(horizon, "horizon")
    if given_sources := sources_of(sources, store):
        definition["sources"] = given_sources
    beliefs = priors_of(space) if isinstance(space, Mapping) else {}
    for parameter, prior in (priors or {}).items():
        if parameter in beliefs:
            raise InvalidArgumentError(f"the parameter '{parameter}' has a prior in the space and one in priors; give one of them")
        beliefs[parameter] = prior_definition(parameter, prior)
    if cost is not None:
        definition["cost"] = cost
    if start is not None:
        definition["start"] = start
    if stop is not None:
        definition["stop"] = written(dict(stop))
    if constraints:
        definition["constraints"] = expressions(constraints, "a constraint", "x + y <= 10")
    if constraints_on:
        definition["constraints_on"] = expressions(constraints_on, "a limit of constraints_on", "memory_mb <= 500")
    if candidates is not None:
        definition["candidates"] = [written(dict(row)) for row in points_of(candidates, "a candidate")]
    enqueue = points_of(enqueue)
    operations = _hone.Operations(store, load_if_exists)
    stored: Optional[Dict[str, Any]] = None
    if load_if_exists and not _hone.in_memory(store) and _exists(operations, name):
        stored = json.loads(operations.definition(name))
        definition = joined(stored, definition, isinstance(directions, Mapping))
    else:
        wanted = dict(definition)
        if seed is None:
            definition["seed"] = drawn_seed(name)
        definition = {"objective": {"direction": "minimize"}, "sampler": "hebo", "seed": 0, **definition}
        if "objectives" in definition:
            del definition["objective"]
    if worst is not None:
        definition = with_worst(definition, worst)
    if space is not None:
        definition["parameters"] = definitions(space)
        if "priors" in definition:  # those of a stored study; its space may be another one now
            beliefs = {**{key: prior for key, prior in definition.pop("priors").items() if key in space}, **beliefs}
    if beliefs:
        definition["priors"] = {**definition.get("priors", {}), **beliefs}
        if stored is not None:
            tell_other_priors(stored, beliefs)
    given = given_parameters(space) if space is not None else {}
    if stored is not None:
        return _gone_on_with(operations, store, stored, definition, given, enqueue, adopt)
    if not given_space:
        if constraints:
            raise InvalidArgumentError("constraints need a space that is known at the start; give it as 'space'")
        if beliefs:
            raise InvalidArgumentError("priors need a space that is known at the start; give it as 'space'")
        return _by_run(operations, store, definition, enqueue, load_if_exists, wanted, isinstance(directions, Mapping))
    if enqueue:
        definition["enqueue"] = [written(dict(point)) for point in enqueue]
    _warn(operations.create(json.dumps(definition))["warnings"])
    return Study(operations, store, json.loads(operations.definition(name)), True, given=given)


def drawn_seed(name: str) -> int:
    """A seed of its own for a study, which the log tells."""
    seed = secrets.randbelow(2**31)
    logging.getLogger("hone").info("the study '%s' has the seed %d, which was drawn", name, seed)
    return seed


def _gone_on_with(
    operations: _hone.Operations,
    store: str,
    stored: Dict[str, Any],
    definition: Dict[str, Any],
    given: Mapping[str, Any],
    enqueue: Sequence[Mapping[str, Any]],
    adopt: Union[bool, Mapping[str, Any]],
) -> Study:
    """A study of the store, with what the caller wants otherwise in it. ``given``: the parameters as they are written here."""
    take_space(operations, stored, definition, adopt)
    same = definition == stored
    _warn((operations.open(stored["name"]) if same else operations.create(json.dumps(definition)))["warnings"], 4)
    now = json.loads(operations.definition(stored["name"]))
    tell_other_sources(stored, now)
    study = Study(operations, store, now, True, given=given)
    study._follows = not given and not any(now.get(field) for field in ("command", "constraints", "candidates"))
    tried = [trial.params for trial in study.trials] if enqueue else []
    # A program that is run again brings the same points again.
    study.enqueue([point for point in enqueue if not any(_is_part(point, params) for params in tried)])
    return study


def _is_part(point: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    return all(name in params and params[name] == value for name, value in point.items())


def _by_run(
    operations: _hone.Operations,
    store: str,
    definition: Dict[str, Any],
    enqueue: Sequence[Mapping[str, Any]],
    load_if_exists: bool,
    wanted: Mapping[str, Any],
    named: bool,
) -> Study:
    """A study whose objective defines the space. ``wanted``: what the caller said of it, without what is left out."""
    name = definition["name"]
    if not _hone.in_memory(store) and _exists(operations, name):
        raise AlreadyExistsError(
            f"there is a study named '{name}' already; choose another name, or go on with it: load_if_exists=True"
        )
    # What is wrong with the sampler shows here, and not after the first trial.
    _hone.Operations("memory:", True).create(json.dumps({**definition, "parameters": {"x": {"type": "bool"}}}))
    study = Study(operations, store, definition, False, load_if_exists, wanted=wanted, named=named)
    study.enqueue(list(enqueue))
    return study


def load_study(name: str = "study", store: Address = "sqlite:hone.db", **other: NoReturn) -> Study:
    """Opens a study of a store, whoever made it. Raises NotFoundError when there is none.

    >>> hone.load_study("nothing", "sqlite:/nowhere/hone.db")
    Traceback (most recent call last):
    ...
    hone.NotFoundError: ...
    """
    refuse(load_study, other)
    store = _address(store)
    operations = _hone.Operations(store, True)
    if not operations.has(_name(name)):
        raise NotFoundError(
            f"there is no study '{name}' in the store '{_hone.shown_store(store)}'; make it with hone.create_study(..., name={name!r})"
            + _others(operations)
        )
    _warn(operations.open(name)["warnings"])
    return Study(operations, store, json.loads(operations.definition(name)), True)


def _others(operations: _hone.Operations) -> str:
    """The studies that a store has, to stand after what to do without them."""
    names = [str(study["name"]) for study in json.loads(operations.call("studies", "", "{}"))["studies"]]
    if not names:
        return "; the store is empty"
    shown = ", ".join(map(repr, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return f"; the store has {shown}"


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
        need_folder(f"the store '{address}' is")
    path = address[len("sqlite://") :]
    if address.startswith("sqlite:///") and os.path.dirname(path) in ("/", "//") and not os.path.exists(path):
        import warnings

        warnings.warn(
            f"the store '{address}' is the file '{path}' in the root folder; for one in this folder, which "
            f"other programs write so, give 'sqlite:{os.path.basename(path)}'", stacklevel=3,
        )  # fmt: skip
    return address


def _warn(warnings: List[str], level: int = 3) -> None:
    """``level``: how many calls away the user is."""
    if warnings:
        import warnings as channel

        for warning in warnings:
            channel.warn(in_pythons_words(warning), stacklevel=level)


def method(given: Method, what: str) -> Union[str, Dict[str, Any]]:
    """A sampler or pruner as a study file has it."""
    if isinstance(given, str):
        return given
    if isinstance(given, Mapping):
        return {name: written(value) for name, value in given.items()}
    kind = given.__name__ if isinstance(given, type) else type(given).__name__
    raise InvalidArgumentError(f"the {what} is of type {kind}; {method_hint(given, what)}")


def _same_store(one: str, other: str) -> bool:
    files = _hone.storage_file(one), _hone.storage_file(other)
    if files[0] is not None and files[1] is not None:
        return os.path.realpath(files[0]) == os.path.realpath(files[1])
    return one.rstrip("/") == other.rstrip("/")


def sources_of(sources: Any, store: str) -> List[Any]:
    """As the study file of a study in ``store`` has them."""
    return [_source(source, store) for source in (sources if isinstance(sources, (list, tuple)) else [sources])]


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
        if len(source.directions) > 1:
            raise InvalidArgumentError(f"the source '{source.name}' has several objectives; give studies with one")
        complete = [trial for trial in source.trials if trial.state == "complete"]
        if not complete:
            raise InvalidArgumentError(f"the source '{source.name}' has no complete trial to learn from; run some first, or leave it out")
        return {
            "name": source.name,
            "trials": [{"params": trial.params, "value": trial.value} for trial in complete],
        }
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    if isinstance(source, (str, Mapping)):
        if isinstance(source, Mapping) and "file" in source or isinstance(source, str) and any(mark in source for mark in ":/."):
            need_folder(f"the source {source!r} is looked for")
        return source if isinstance(source, str) else dict(source)
    kind = type(source)
    hint = "bring it in with hone.import_optuna()" if kind.__module__.split(".")[0] == "optuna" else (
        "give a hone.Study, its name, or a dict of rows"
    )
    raise InvalidArgumentError(f"a source is of type {kind.__module__}.{kind.__qualname__}; {hint}")


def expressions(given: Any, what: str, such: str) -> List[str]:
    """Conditions as texts, which every program that shares the study can read."""
    listed = list(given) if isinstance(given, (list, tuple)) else [given]
    for one in listed:
        if not isinstance(one, str):
            is_ = "a function" if callable(one) else f"of type {type(one).__name__}"
            raise InvalidArgumentError(f"{what} is {is_}; write it as a text, such as '{such}'")
    return listed


def _objective_fields(
    direction: Optional[str], directions: Union[Sequence[str], Mapping[str, str], None]
) -> Dict[str, Any]:
    if directions is None:
        return {} if direction is None else {"objective": {"direction": direction}}
    if direction is not None:
        raise InvalidArgumentError("direction and directions are both given; give 'directions' for several objectives")
    if isinstance(directions, str):
        raise InvalidArgumentError(f"directions is one text, {directions!r}; give a list, or use 'direction'")
    if isinstance(directions, Mapping):
        named = list(directions.items())
    else:
        named = [(f"value_{i}" if len(directions) > 1 else "value", one) for i, one in enumerate(directions)]
    return {"objectives": [{"name": name, "direction": one} for name, one in named]}


def with_worst(definition: Mapping[str, Any], worst: Any) -> Dict[str, Any]:
    """The definition with another reference point; objectives that ``worst`` does not name keep theirs."""
    several = definition.get("objectives") or [definition.get("objective", "minimize")]
    objectives: List[Dict[str, Any]] = [{"direction": one} if isinstance(one, str) else dict(one) for one in several]
    names = [str(one.get("name", "value")) for one in objectives]
    if len(objectives) < 2:
        raise InvalidArgumentError("worst is for several objectives, and there is one; leave it out")
    if isinstance(worst, Mapping):
        unknown = [name for name in worst if name not in names]
        if unknown:
            raise InvalidArgumentError(f"worst names {unknown[0]!r}; the objectives are {', '.join(names)}")
        given = dict(worst)
    elif isinstance(worst, (list, tuple)) and len(worst) == len(names):
        given = dict(zip(names, worst))
    else:
        raise InvalidArgumentError(f"worst is {worst!r}; give a dict by the objectives' names, or a list of {len(names)}")
    for one, name in zip(objectives, names):
        if name not in given:
            continue
        value = native(given[name])
        if value is None:
            one.pop("worst", None)
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise InvalidArgumentError(f"worst of '{name}' is {value!r}; give a finite number")
        one["worst"] = value
    return {**definition, "objectives": objectives}


def _exists(operations: _hone.Operations, name: str) -> bool:
    try:
        return operations.has(name)
    except NotFoundError:  # the store itself is not there yet
        return False


def pruners() -> List[Dict[str, Any]]:
    """The pruners with their options.

    >>> "asha" in [pruner["name"] for pruner in hone.pruners()]
    True
    """
    operations = _hone.Operations("memory:", False)
    return json.loads(operations.call("pruners", "", "{}"))["pruners"]  # type: ignore[no-any-return]


def samplers() -> List[Dict[str, Any]]:
    """The samplers with their options, as ``hone samplers --json`` lists them.

    >>> "hebo" in [sampler["name"] for sampler in hone.samplers()]
    True
    """
    operations = _hone.Operations("memory:", False)
    return json.loads(operations.call("samplers", "", "{}"))["samplers"]  # type: ignore[no-any-return]
