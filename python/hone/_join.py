# SPDX-License-Identifier: MIT
"""Going on with a stored study: what the caller leaves out is kept, and nothing is changed in silence."""

from __future__ import annotations

import json
import warnings
from typing import Any, Dict, List, Tuple

from ._errors import AlreadyExistsError

#: What may be changed while a study goes on, each of which is told when it is. A horizon is how far the caller means to go
#: this time, so another one is no surprise.
_CHANGES = ("sampler", "pruner", "seed", "cost")
#: Its name and its direction.
Objective = Tuple[str, str]


def joined(stored: Dict[str, Any], given: Dict[str, Any], named: bool = True) -> Dict[str, Any]:
    """The definition of a stored study with what is given. Other objectives are refused, since the values so far would
    mean something else; another sampler, pruner, seed or cost is taken over with a warning that names both, another horizon
    without. ``named``: the caller said what the objectives are called."""
    name = str(stored["name"])
    if "objective" in given or "objectives" in given:
        _require_same(name, _objectives(stored), _objectives(given), named)
        given = {field: value for field, value in given.items() if field not in ("objective", "objectives")}
    for field in _CHANGES:
        if field in given and _plain(given[field]) != _plain(stored.get(field)):
            _tell_change(name, field, _shown(stored.get(field)), _shown(given[field]), 4)
    kept = {field: value for field, value in stored.items() if field != "enqueue"}
    return {**kept, **given}


def tell_other_sources(stored: Dict[str, Any], now: Dict[str, Any]) -> None:
    """Warns when the study learns from other sources than it did. The store says what they are: it writes paths and names
    in one way."""
    before, after = stored.get("sources") or [], now.get("sources") or []
    if before != after:
        _tell_change(str(stored["name"]), "sources", _named(before), _named(after), 5)


def tell_other_priors(stored: Dict[str, Any], given: Dict[str, Any]) -> None:
    """Warns of each parameter whose good values are now thought to be elsewhere. ``given``: as the caller has them."""
    before = stored.get("priors") or {}
    for parameter, prior in given.items():
        if _meant(prior) != _meant(before.get(parameter)):
            _tell_change(str(stored["name"]), f"the prior of '{parameter}'", _shown(before.get(parameter)), _shown(prior), 4, "it")


def _tell_change(name: str, field: str, before: str, now: str, level: int, called: str = "") -> None:
    """``level``: how many calls away the user is. ``called``: the field, where it is named again."""
    now = f"{now} with other rows" if now == before else now
    warnings.warn(
        f"the study '{name}' had {field} {before}, and has {now} from now on; leave {called or field} out to keep what a study has",
        stacklevel=level,
    )


def _require_same(name: str, old: List[Objective], new: List[Objective], named: bool) -> None:
    if not named:
        if [direction for _, direction in old] == [direction for _, direction in new]:
            return
    elif old == new:
        return
    remedy = "leave it out to go on with the study, or give this one another name"
    if named and sorted(old) == sorted(new):
        raise AlreadyExistsError(
            f"the study '{name}' has the objectives in the order {_listed(old)}, and {_listed(new)} is given, by which a list "
            f"of values would be read otherwise; give them in the study's order, or {remedy}"
        )
    if named and [one for one, _ in old] != [one for one, _ in new]:
        raise AlreadyExistsError(
            f"the study '{name}' has the objective{'s' * (len(old) > 1)} {_listed(old)}, and {_listed(new)} is given; {remedy}"
        )
    raise AlreadyExistsError(
        f"the study '{name}' has the direction {', '.join(one for _, one in old)}, and {', '.join(one for _, one in new)} is given; {remedy}"
    )


def _listed(objectives: List[Objective]) -> str:
    return ", ".join(f"{name} ({direction})" for name, direction in objectives)


def _objectives(definition: Dict[str, Any]) -> List[Objective]:
    """Names and directions."""
    several = definition.get("objectives") or [definition.get("objective", "minimize")]
    pairs = [("value", one) if isinstance(one, str) else (one.get("name"), one.get("direction")) for one in several]
    return [(str(name or "value"), str(direction or "minimize")) for name, direction in pairs]


def _named(sources: List[Any]) -> str:
    def name(one: Any) -> str:
        if not isinstance(one, dict):
            return repr(one)
        known = one.get("study") or one.get("studies") or one.get("name") or one.get("file")
        return repr(known if one.get("store") is None else f"{one['store']}:{known}")

    return ", ".join(map(name, sources)) or "none"


def _meant(prior: Any) -> Any:
    """A prior in one form: a number is a number, whether it has a point or not."""
    return json.loads(json.dumps(prior), parse_int=float)


def _plain(value: Any) -> Any:
    """A method with options and one without, in one form."""
    return {"name": value} if isinstance(value, str) else value


def _shown(value: Any) -> str:
    return "none" if value is None else repr(value) if isinstance(value, str) else json.dumps(value)
