# SPDX-License-Identifier: MIT
"""Parameters of a search space, as Python writes them."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Type, Union

from . import _hone
from ._errors import InvalidArgumentError, InvalidSpaceError
from ._choices import Originals, finite, native, problem_within, written
from ._foreign import parameter_hint
from ._values import problem_of

#: What a parameter may be set to; choices and constants may be None, lists, tuples and dicts as well.
Value = Union[bool, int, float, str]
#: What fit() answers where a value is outside: None may be a choice.
OUTSIDE: Any = object()
#: Conditions: ``{"kernel": "poly"}``, ``{"kernel": ["poly", "rbf"]}``, ``{"layers": hone.between(2, 4)}``.
When = Mapping[str, Any]
Definition = Dict[str, Any]
#: Where good values are thought to be: ``{"normal": [mean, deviation]}``, ``{"near": value}``, or of choices
#: ``{"choice": {value: weight}}``. It belongs to a study and not to a space: it is in no definition of a parameter, and
#: parameters that differ in it alone are equal.
Prior = Optional[Mapping[str, Any]]


def between(low: float | None = None, high: float | None = None) -> Dict[str, float]:
    """A condition on a number, for ``when=``: from ``low`` to ``high``, both included.

    >>> hone.Float(0, 1, when={"layers": hone.between(2, 4)}).when
    (('layers', {'min': 2, 'max': 4}),)
    """
    ends = {"min": native(low), "max": native(high)}
    return {name: end for name, end in ends.items() if end is not None}


def _condition(test: Any) -> Any:
    if isinstance(test, Mapping):
        return dict(test)
    if isinstance(test, (list, tuple, set, frozenset)):
        return [written(value) for value in test]
    return [written(test)]


@dataclass(frozen=True, eq=False)
class Parameter:
    """What the kinds of parameters have in common. Two are equal when they mean the same."""

    def definition(self) -> Definition:
        """The fields of a study file."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parameter) and self._text() == other._text()

    def __hash__(self) -> int:
        return hash(self._text())

    @property
    def originals(self) -> Originals:
        """Its choices that are lists, tuples or dicts, as they were given here."""
        return Originals(getattr(self, "choices", (getattr(self, "value", None),)))

    def _text(self) -> str:
        """In which True, 1 and 1.0 differ, as choices do."""
        return json.dumps(self.definition(), sort_keys=True)

    def __repr__(self) -> str:
        shown = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default or field.default is ...
        ]
        return f"{type(self).__name__}({', '.join(shown)})"

    def _with(self, definition: Definition, when: Any, unit: str, description: str, default: Any = None) -> Definition:
        if default is not None:
            definition["default"] = written(native(default))
        if when:
            definition["when"] = {name: _condition(test) for name, test in when}
        if unit:
            definition["unit"] = unit
        if description:
            definition["description"] = description
        return definition


def _pairs(when: Any) -> Tuple[Tuple[str, Any], ...]:
    """Conditions in a form that does not change."""
    if not when:
        return ()
    if isinstance(when, str):
        raise InvalidSpaceError(f"when is the text {when!r}; give a dict, such as when={{'kernel': 'poly'}}")
    listed = [when] if isinstance(when, Mapping) else when  # several conditions come back from a store as a list of dicts
    members = [pair for one in listed for pair in (one.items() if isinstance(one, Mapping) else [one])]
    return tuple((name, _condition(test)) for name, test in members)


def _real(value: Any) -> Any:
    value = native(value)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _scale(log: bool, scale: Optional[str]) -> Optional[str]:
    if log and scale not in (None, "log"):
        raise InvalidSpaceError(f"log=True and scale='{scale}' contradict each other; give one of them")
    return "log" if log else scale


@dataclass(frozen=True, eq=False, repr=False)
class Float(Parameter):
    """A number from ``low`` to ``high``. ``log=True`` searches by orders of magnitude; ``scale="logit"``
    does so towards 0 and towards 1; ``step`` allows ``low``, ``low + step``, ... only.

    >>> hone.Float(1e-5, 1e-1, log=True)
    Float(low=1e-05, high=0.1, log=True)
    """

    low: float
    high: float
    log: bool = False
    step: Optional[float] = None
    scale: Optional[str] = None
    when: Any = ()
    unit: str = ""
    description: str = ""
    prior: Prior = None
    default: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "when", _pairs(self.when))

    def definition(self) -> Definition:
        made: Definition = {"type": "float", "low": _real(self.low), "high": _real(self.high)}
        scale = _scale(self.log, self.scale)
        if scale is not None and scale != "linear":
            made["scale"] = scale
        if self.step is not None:
            made["step"] = _real(self.step)
        return self._with(made, self.when, self.unit, self.description, self.default)


@dataclass(frozen=True, eq=False, repr=False)
class Int(Parameter):
    """A whole number from ``low`` to ``high``, both included.

    >>> hone.Int(1, 1024, log=True)
    Int(low=1, high=1024, log=True)
    """

    low: int
    high: int
    log: bool = False
    step: int = 1
    scale: Optional[str] = None
    when: Any = ()
    unit: str = ""
    description: str = ""
    prior: Prior = None
    default: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "when", _pairs(self.when))

    def definition(self) -> Definition:
        for end in (native(self.low), native(self.high)):
            if isinstance(end, float) and math.isfinite(end) and not end.is_integer():
                raise InvalidSpaceError(f"{self!r} has the end {end}; give whole numbers, or use hone.Float")
        made: Definition = {"type": "int", "low": native(self.low), "high": native(self.high)}
        scale = _scale(self.log, self.scale)
        if scale is not None and scale != "linear":
            made["scale"] = scale
        if self.step != 1:
            made["step"] = native(self.step)
        return self._with(made, self.when, self.unit, self.description, self.default)


def _choices(values: Sequence[Any]) -> Tuple[Any, ...]:
    if isinstance(values, (str, bytes)):
        raise InvalidSpaceError(f"the choices are one text, {values!r}; give a list of them")
    if isinstance(values, Mapping):
        raise InvalidSpaceError("the choices are a dict; give a list of them, such as its keys")
    chosen = tuple(native(value) for value in values)
    for value in chosen:
        if problem := problem_within(value):
            raise InvalidSpaceError(
                f"a choice {problem}; use texts, numbers, True, False, None, and lists, tuples and dicts of these, "
                "and look up what they stand for in the objective"
            )
    return chosen


def _listed(choices: Sequence[Any]) -> Any:
    return [written(choice) for choice in choices]


@dataclass(frozen=True, eq=False, repr=False)
class Categorical(Parameter):
    """One of several values in no order: texts, numbers, True, False, None, and lists, tuples and dicts of these. What
    is written here is what an objective gets, a tuple as a tuple; in the store, and for whoever opens the study with
    load_study(), tuples are lists.

    >>> hone.Categorical(["rbf", "poly"])
    Categorical(choices=('rbf', 'poly'))
    >>> study = hone.create_study({"layers": hone.Categorical([None, (64, 64)])}, sampler="grid")
    >>> [trial["layers"] for trial in study.ask(2)]
    [None, (64, 64)]
    """

    choices: Sequence[Any]
    when: Any = ()
    description: str = ""
    prior: Prior = None
    default: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", _choices(self.choices))
        object.__setattr__(self, "when", _pairs(self.when))

    def definition(self) -> Definition:
        made: Definition = {"type": "categorical", "choices": _listed(self.choices)}
        return self._with(made, self.when, "", self.description, self.default)


@dataclass(frozen=True, eq=False, repr=False)
class Ordinal(Parameter):
    """One of several values in their order: neighbours resemble each other.

    >>> hone.Ordinal(["small", "medium", "large"])
    Ordinal(choices=('small', 'medium', 'large'))
    """

    choices: Sequence[Any]
    when: Any = ()
    description: str = ""
    prior: Prior = None
    default: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", _choices(self.choices))
        object.__setattr__(self, "when", _pairs(self.when))

    def definition(self) -> Definition:
        made: Definition = {"type": "ordinal", "choices": _listed(self.choices)}
        return self._with(made, self.when, "", self.description, self.default)


@dataclass(frozen=True, eq=False, repr=False)
class Bool(Parameter):
    """True or False.

    >>> hone.Bool()
    Bool()
    """

    when: Any = ()
    description: str = ""
    prior: Prior = None
    default: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "when", _pairs(self.when))

    def definition(self) -> Definition:
        return self._with({"type": "bool"}, self.when, "", self.description, self.default)


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Parameter):
    """One value: it is handed to the objective and never searched.

    >>> hone.Constant(42)
    Constant(value=42)
    """

    value: Any
    when: Any = ()
    description: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", native(self.value))
        object.__setattr__(self, "when", _pairs(self.when))

    def definition(self) -> Definition:
        return self._with({"type": "constant", "value": written(self.value)}, self.when, "", self.description)


#: A parameter, or short: a list is categorical, a single value a constant.
Shorthand = Union[Parameter, Sequence[Any], Value]
Space = Mapping[str, Shorthand]


def definitions(space: Space) -> Dict[str, Any]:
    """The ``parameters`` of a study file."""
    if not isinstance(space, Mapping):
        raise InvalidArgumentError(
            f"the space is of type {type(space).__name__}; give a dict from names to hone.Float, hone.Int, ..."
        )
    return {
        _named(name): checked(name, what.definition() if isinstance(what, Parameter) else _short(name, what))
        for name, what in space.items()
    }


def priors_of(space: Space) -> Dict[str, Any]:
    """The ``priors`` of a study file."""
    found: Dict[str, Any] = {}
    for name, what in space.items():
        prior = getattr(what, "prior", None) if isinstance(what, Parameter) else None
        if prior is not None:
            found[name] = prior_definition(name, prior)
    return found


def prior_definition(name: str, prior: Any) -> Dict[str, Any]:
    """As a study file has it: choices stand by their texts."""
    if not isinstance(prior, Mapping):
        raise InvalidSpaceError(
            f"the prior of '{name}' is {prior!r}; give {{'normal': [mean, deviation]}}, {{'near': value}} or {{'choice': {{value: weight}}}}"
        )
    made: Dict[str, Any] = {}
    for kind, value in prior.items():
        if isinstance(value, Mapping):
            made[kind] = {_choice_text(choice): native(weight) for choice, weight in value.items()}
        elif isinstance(value, (list, tuple)) and kind != "near":
            made[kind] = [native(one) for one in value]
        else:
            made[kind] = written(value)
    return made


def _choice_text(choice: Any) -> str:
    return choice if isinstance(choice, str) else json.dumps(written(choice), separators=(",", ":"))


def _named(name: Any) -> str:
    if not isinstance(name, str):
        raise InvalidSpaceError(f"a parameter is named {name!r}; names are texts")
    return name


def _short(name: str, parameter: Any) -> Any:
    parameter = native(parameter)
    if hasattr(parameter, "tolist") and getattr(parameter, "ndim", 0) == 1:  # an array of NumPy
        parameter = parameter.tolist()
    if isinstance(parameter, (bool, int, float, str, Mapping)):
        return parameter
    if not isinstance(parameter, Sequence) or isinstance(parameter, bytes):
        hint = "give a list, whose order is always the same" if isinstance(parameter, (set, frozenset)) else (
            parameter_hint(name, parameter) or "give hone.Float, Int, Categorical, ..., a list of choices, or a single value"
        )
        raise InvalidSpaceError(f"the parameter '{name}' is of type {type(parameter).__name__}; {hint}")
    if _is_pair(parameter):
        low, high = parameter
        raise InvalidSpaceError(
            f"the parameter '{name}' is the pair {parameter!r}, which may be a range or two choices; for the range write "
            f"hone.Float({low!r}, {high!r}) or hone.Int({low!r}, {high!r}), for the choices [{low!r}, {high!r}]"
        )
    return _listed(_choices(parameter))


def _is_pair(parameter: Any) -> bool:
    """Whether it looks like the range of another library."""
    return isinstance(parameter, tuple) and len(parameter) == 2 and all(
        isinstance(native(end), (int, float)) and not isinstance(native(end), bool) for end in parameter
    )


def given_parameters(space: Space) -> Dict[str, Parameter]:
    """The parameters as they were written here; of shorthands those that list choices."""
    return {
        name: what if isinstance(what, Parameter) else Categorical(what)
        for name, what in space.items()
        if isinstance(what, (Parameter, list, tuple))
    }


def checked(name: str, definition: Any) -> Any:
    """The definition, when each of its numbers is one that JSON can write."""
    fields_ = definition.items() if isinstance(definition, Mapping) else [("value", definition)]
    for field, value in fields_:
        several = isinstance(value, (list, tuple))
        what = "a choice" if several else field
        for one in value if several else [value]:
            if isinstance(one, float) and not math.isfinite(one):
                raise InvalidSpaceError(f"the parameter '{name}': {what} is {one}; give a finite number")
            if field != "when" and isinstance(one, (list, tuple, dict)) and finite(written(one)) != written(one):
                raise InvalidSpaceError(f"the parameter '{name}': {what} holds a number that is not finite; give others")
            any_value = field in ("choices", "value", "default")
            if field != "when" and (problem := problem_within(one) if any_value else problem_of(one)):
                raise InvalidSpaceError(f"the parameter '{name}': {what} {problem}; give a number, a text or a boolean")
    return definition


def parameter_of(definition: Any) -> Parameter:
    """The parameter that a study file means."""
    if isinstance(definition, list):
        return Categorical(definition)
    if not isinstance(definition, dict):
        return Constant(definition)
    kind, scale = definition["type"], definition.get("scale", "linear")
    made = _KINDS[kind]
    # What this version of the package has no word for stays in the store.
    rest = {field.name: definition[field.name] for field in fields(made) if field.name in definition}
    if kind in ("float", "int"):
        rest.update(log=scale == "log", scale="logit" if scale == "logit" else None)
    return made(**rest)


_KINDS: Dict[str, Type[Parameter]] = {
    "float": Float, "int": Int, "categorical": Categorical, "ordinal": Ordinal, "bool": Bool, "constant": Constant,
}  # fmt: skip


@lru_cache(maxsize=4096)
def _compiled(definition: str) -> _hone.Space:
    return _hone.Space(definition)


def compiled(name: str, parameter: Parameter) -> _hone.Space:
    """The space of one parameter alone, without its conditions."""
    definition = checked(name, parameter.definition())
    definition.pop("when", None)
    return _compiled(json.dumps({"parameters": {name: definition}}))


def fit(name: str, parameter: Parameter, value: Any) -> Any:
    """The value as the parameter has it; OUTSIDE when it is none of its values."""
    try:
        return parameter.originals.of(compiled(name, parameter).admit({name: value})[name])
    except InvalidArgumentError:
        return OUTSIDE


def draw(name: str, parameter: Parameter, seed: int, number: int) -> Any:
    """A value that depends on the study's seed, the trial's number and the name alone."""
    stream = 0
    for byte in name.encode("utf-8", "surrogatepass"):
        stream = ((stream ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF  # FNV-1a
    return parameter.originals.of(compiled(name, parameter).draw(seed & 0xFFFFFFFFFFFFFFFF, number, stream)[name])
