# SPDX-License-Identifier: MIT
"""Laws of spaces, for whatever spaces there may be."""

import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hone

RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

names = st.text(st.characters(categories=("L", "N"), include_characters="_-."), min_size=1, max_size=12)
scalars = st.one_of(
    st.booleans(), st.integers(-(2**40), 2**40), st.floats(-1e9, 1e9), st.text(st.characters(codec="ascii", exclude_categories=("Cc",)), max_size=8)
)


def different(values):
    """No two that mean the same: 1 and 1.0 do, True and 1 do not."""
    keys = [(isinstance(value, bool), isinstance(value, str), value) for value in values]
    return len(set(keys)) == len(keys)


floats = st.tuples(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6)).map(lambda pair: hone.Float(pair[0], pair[0] + pair[1]))
logs = st.tuples(st.floats(1e-8, 1e3), st.floats(1.5, 1e6)).map(lambda pair: hone.Float(pair[0], pair[0] * pair[1], log=True))
ints = st.tuples(st.integers(-(10**9), 10**9), st.integers(0, 10**6), st.integers(1, 5)).map(
    lambda three: hone.Int(three[0], three[0] + three[1], step=min(three[2], max(1, three[1])))
)
choices = st.lists(scalars, min_size=1, max_size=6).filter(different)
parameters = st.one_of(
    floats, logs, ints, choices.map(hone.Categorical), choices.map(hone.Ordinal), st.just(hone.Bool()), scalars.map(hone.Constant)
)
spaces = st.dictionaries(names, parameters, min_size=1, max_size=6)


def inside(parameter, value):
    if isinstance(parameter, hone.Float):
        return type(value) is float and parameter.low <= value <= parameter.high
    if isinstance(parameter, hone.Int):
        fits = (value - parameter.low) % parameter.step == 0
        return type(value) is int and parameter.low <= value <= parameter.high and fits
    if isinstance(parameter, hone.Bool):
        return type(value) is bool
    if isinstance(parameter, hone.Constant):
        return type(value) is type(parameter.value) and value == parameter.value
    return any(type(value) is type(choice) and value == choice for choice in parameter.choices)


@RELAXED
@given(spaces, st.integers(0, 2**63 - 1))
def test_proposals_lie_in_the_space(space, seed):
    study = hone.create_study(space, sampler="random", seed=seed)
    for trial in study.ask(4):
        assert set(trial) == set(space)
        for name, parameter in space.items():
            assert inside(parameter, trial[name]), (name, parameter, trial[name])


@RELAXED
@given(spaces)
def test_a_space_survives_the_study(space):
    assert hone.create_study(space, sampler="random").space == space


@RELAXED
@given(spaces, st.integers(0, 1000))
def test_what_was_proposed_can_be_enqueued(space, seed):
    study = hone.create_study(space, sampler="random", seed=seed)
    first = study.ask()
    study.tell(first, 1.0)
    study.enqueue(first.params)
    again = study.ask()
    assert again.params == first.params
    assert [type(value) for value in again.values()] == [type(value) for value in first.values()]


@RELAXED
@given(spaces, st.integers(0, 1000))
def test_define_by_run_draws_lie_in_the_space(space, seed):
    study = hone.create_study(sampler="random", seed=seed)
    for _ in range(2):
        trial = study.ask()
        for name, parameter in space.items():
            assert inside(parameter, trial.suggest(name, parameter)), (name, parameter)
        study.tell(trial, 0.0)
    assert study.space == space and len(study) == 2


@RELAXED
@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=8))
def test_values_come_back_as_they_were_told(values):
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    for value in values:
        study.tell(study.ask(), value)
    for value, trial in zip(values, study.trials):
        assert trial.value == value if math.isfinite(value) else trial.state == "failed"
