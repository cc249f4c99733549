# SPDX-License-Identifier: MIT
"""Ray Tune's search spaces as hone's: nested dicts become names such as ``model/depth``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ray.tune.search import sample

from .._errors import InvalidSpaceError
from .._space import Categorical, Constant, Float, Int, Parameter, Value
from .._values import named_as_they_are

SLASH = "/"


@dataclass(frozen=True)
class RaySpace:
    """What is searched, by flat name. Choices that hone has no word for (None, lists, objects) stand there by their
    position."""

    parameters: Dict[str, Parameter]
    choices: Dict[str, List[Any]]

    def config(self, params: Mapping[str, Value]) -> Dict[str, Any]:
        """hone's settings as Ray's nested dict."""
        made: Dict[str, Any] = {}
        for name, value in params.items():
            *path, last = name.split(SLASH)
            place = made
            for key in path:
                place = place.setdefault(key, {})
            place[last] = self.choices[name][int(value)] if name in self.choices else value
        return made

    def params(self, config: Mapping[str, Any]) -> Dict[str, Any]:
        """Ray's dict, nested or flat, as hone's settings; what is not searched is passed over."""
        made: Dict[str, Any] = {}
        for name in self.parameters:
            found, value = _find(config, name)
            if not found:
                continue
            if name in self.choices:
                positions = [i for i, choice in enumerate(self.choices[name]) if choice is value or choice == value]
                if not positions:
                    raise InvalidSpaceError(
                        f"'{name}' is {value!r}, which is none of its choices; use one of: {self.choices[name]!r}"
                    )
                value = positions[0]
            made[name] = value
        return made


def _find(config: Mapping[str, Any], name: str) -> Tuple[bool, Any]:
    if name in config:
        return True, config[name]
    place: Any = config
    for key in name.split(SLASH):
        if not isinstance(place, Mapping) or key not in place:
            return False, None
        place = place[key]
    return True, place


def has_domains(config: Mapping[str, Any]) -> bool:
    """Whether something in a config is to be searched."""
    return any(
        isinstance(value, (sample.Domain, Parameter))
        or is_grid(value)
        or (isinstance(value, Mapping) and has_domains(value))
        for value in config.values()
    )


def is_grid(value: Any) -> bool:
    return isinstance(value, Mapping) and set(value) == {"grid_search"}


def space_of(config: Mapping[str, Any]) -> RaySpace:
    """Of a Ray config; hone's parameters may stand in it as well. Fixed values are left to Ray."""
    made = RaySpace({}, {})
    _add(made, config, ())
    if not made.parameters:
        raise InvalidSpaceError("nothing in the search space may change; use tune.uniform and its like, or hone.Float")
    return made


def _add(made: RaySpace, config: Mapping[str, Any], path: Tuple[str, ...]) -> None:
    for key, value in config.items():
        name = SLASH.join((*path, str(key)))
        if is_grid(value):
            raise InvalidSpaceError(
                f"'{name}' is a grid_search, which lists trials instead of searching; "
                "use tune.choice for it, or sampler='grid' with all parameters"
            )
        if isinstance(value, Parameter):
            made.parameters[name] = value
        elif isinstance(value, sample.Domain):
            made.parameters[name] = _parameter(made, name, value)
        elif isinstance(value, Mapping):
            _add(made, value, (*path, str(key)))


def _parameter(made: RaySpace, name: str, domain: Any) -> Parameter:
    sampler: Any = domain.get_sampler()
    step = None
    if isinstance(sampler, sample.Quantized):
        step, sampler = sampler.q, sampler.sampler
    log = isinstance(sampler, sample.LogUniform)
    if not log and not isinstance(sampler, sample.Uniform):
        raise InvalidSpaceError(
            f"'{name}' is drawn from a {type(sampler).__name__.lstrip('_')} distribution, "
            "which has no bounds to search between; use tune.uniform or tune.loguniform"
        )
    if isinstance(domain, sample.Categorical):
        return _choice(made, name, list(domain.categories))
    if not isinstance(domain, (sample.Float, sample.Integer)):
        raise InvalidSpaceError(
            f"'{name}' is computed by a function (tune.sample_from), which cannot be searched; "
            "use tune.uniform and its like, and compute the rest in the trainable"
        )
    low, high = domain.lower, domain.upper
    if isinstance(domain, sample.Float):
        if not (abs(low) < float("inf") and abs(high) < float("inf")):
            raise InvalidSpaceError(f"'{name}' has no bounds; use tune.uniform(low, high)")
        return Float(low, high, log=log, step=step)
    # The upper end is excluded, except where Ray rounds to multiples.
    high = high if step not in (None, 1) else high - 1
    if log and step not in (None, 1):
        raise InvalidSpaceError(
            f"'{name}' has a step on a logarithmic scale, which hone's whole numbers lack; use tune.lograndint"
        )
    return Constant(int(low)) if low == high else Int(int(low), int(high), log=log, step=int(step or 1))


def _choice(made: RaySpace, name: str, choices: Sequence[Any]) -> Parameter:
    nested = [choice for choice in choices if isinstance(choice, sample.Domain) or
              (isinstance(choice, Mapping) and has_domains(choice))]  # fmt: skip
    if nested:
        raise InvalidSpaceError(
            f"a choice of '{name}' holds a search space of its own; "
            "write it beside the choice with hone's parameters: hone.Float(0, 1, when={'NAME': 'CHOICE'})"
        )
    if named_as_they_are(choices):
        return Categorical(choices)
    made.choices[name] = list(choices)
    return Categorical(range(len(choices)))
