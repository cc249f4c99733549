# SPDX-License-Identifier: MIT
"""A stored study that is given another space when it is opened."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Union

from . import _hone
from ._errors import AlreadyExistsError, InvalidArgumentError, InvalidSpaceError
from ._choices import native
from ._words import in_pythons_words

#: What makes a space, in a definition, and which of its trials may be the best.
_SPACE = ("parameters", "constraints", "constraints_on", "candidates")


def require_adoptable(adopt: Union[bool, Mapping[str, Any]], load_if_exists: bool, has_space: bool) -> None:
    """Refuses the word where it would do nothing."""
    if adopt is False:
        return
    if adopt is not True and not isinstance(adopt, Mapping):
        raise InvalidArgumentError(f"adopt is {adopt!r}; give True, or a dict of what earlier trials count as: adopt={{'momentum': 0.9}}")
    if not load_if_exists:
        raise InvalidArgumentError("adopt gives a stored study another space; give load_if_exists=True with it")
    if not has_space:
        raise InvalidArgumentError("adopt gives a stored study another space, and none is given; give one")


def take_space(
    operations: _hone.Operations, stored: Dict[str, Any], given: Dict[str, Any], adopt: Union[bool, Mapping[str, Any]]
) -> None:
    """Gives the stored study the space of ``given`` where it has another. Raises AlreadyExistsError when that is not wanted."""
    if adopt is False and all(given.get(field) == stored.get(field) for field in _SPACE):
        return
    name = str(stored["name"])
    wanted: Dict[str, Any] = {field: given[field] for field in _SPACE if field in given}
    meant = {key: native(value) for key, value in adopt.items()} if isinstance(adopt, Mapping) else {}
    before = stored.get("parameters", {})
    now = wanted.get("parameters", before)
    for key in meant:
        if key not in now and key not in before:
            raise InvalidArgumentError(f"adopt names '{key}', which is a parameter neither of the study nor of the space given; leave it out")
    wanted["parameters"] = {key: _joining(key, made, before, meant) for key, made in now.items()}
    removed = {key: value for key, value in meant.items() if key not in now}
    fields = {**wanted, **({"removed": {**stored.get("removed", {}), **removed}} if removed else {})}
    try:
        report = json.loads(operations.call("set_space", name, json.dumps({**fields, "dry_run": True})))
    except InvalidSpaceError:
        gone = [key for key in before if key not in now and key not in meant]
        if not gone:
            raise
        raise InvalidSpaceError(
            f"the study '{name}' has the parameter '{gone[0]}', the space given does not, and trials so far had it; say which of "
            f"them still count: adopt={{{gone[0]!r}: VALUE}} for those with this value, which all have from now on, or "
            f"adopt={{{gone[0]!r}: 'any'}} for all"
        ) from None
    if not report["changes"]:
        if "parameters" in given:
            given["parameters"] = wanted["parameters"]
        return
    if adopt is False:
        changes: List[str] = [in_pythons_words(f"{change['field']}: {change['what']}") for change in report["changes"]]
        raise AlreadyExistsError(
            f"the study '{name}' has another space: {'; '.join(changes)}; give it this one with adopt=True "
            f"({_outside(report)}), or give this study another name"
        )
    operations.call("set_space", name, json.dumps(fields))
    # create() compares with the definition that the study has now.
    given["parameters"] = json.loads(operations.definition(name))["parameters"]
    if removed:
        given["removed"] = fields["removed"]


def joining(
    made: Mapping[str, Any], given: Mapping[str, Any], before: Mapping[str, Any], adopt: Union[bool, Mapping[str, Any]]
) -> Dict[str, Any]:
    """A space that a study is given, ``made`` of ``given``, with what its trials so far count as. Dicts say that themselves."""
    if adopt is not True and adopt is not False and not isinstance(adopt, Mapping):
        raise InvalidArgumentError(f"adopt is {adopt!r}; give True, or a dict of what earlier trials count as: adopt={{'momentum': 0.9}}")
    meant = {key: native(value) for key, value in adopt.items()} if isinstance(adopt, Mapping) else {}
    for key in meant:
        if key not in given:
            raise InvalidArgumentError(f"adopt names '{key}', which is no parameter of the space given; leave it out")
    joined: Dict[str, Any] = {}
    for name, one in made.items():
        says_it = name not in meant and (isinstance(given[name], Mapping) or (adopt is False and name not in before))
        joined[name] = one if says_it else _joining(name, one, before, meant)
    return joined


def _joining(name: str, made: Any, before: Mapping[str, Any], meant: Mapping[str, Any]) -> Any:
    """A parameter as it joins the study: earlier trials lack it, or count as what is said."""
    if not isinstance(made, Mapping):
        return made
    known = before.get(name)
    if isinstance(known, Mapping):  # what was said of earlier trials holds on
        return {**{word: known[word] for word in ("default", "optional") if word in known and word not in made}, **made}
    if name in meant:
        return {**made, "default": meant[name]}
    return dict(made) if "default" in made or "optional" in made or name in before else {**made, "optional": True}


def _outside(report: Mapping[str, Any]) -> str:
    count = len(report["outside"])
    if count == 0:
        return "all trials so far fit it"
    return "1 trial so far does not fit it, and is kept and not learned from" if count == 1 else (
        f"{count} trials so far do not fit it, and are kept and not learned from"
    )
