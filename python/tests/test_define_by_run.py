# SPDX-License-Identifier: MIT
"""Spaces that are written in the objective."""

import json
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor

import pytest

import hone

PROGRAM = [sys.executable, "-m", "hone"]

SAMPLERS = [sampler["name"] for sampler in hone.samplers()]


def branched(trial):
    x = trial.suggest_float("x", -5, 5)
    kind = trial.suggest_categorical("kind", ["a", "b"])
    if kind == "b":
        return (x - 1) ** 2 + abs(trial.suggest_int("depth", 1, 9) - 4)
    return (x - 2) ** 2 + 1 + trial.suggest_float("rate", 1e-4, 1, log=True)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_it_works_with_every_sampler(sampler):
    study = hone.create_study(sampler=sampler, seed=1)
    study.optimize(branched, 14)
    assert len(study) == 14 or sampler in ("grid",)
    for trial in study.trials:
        assert trial.state == "complete", trial.error
        needed = "depth" if trial.params["kind"] == "b" else "rate"
        x, more = trial.params["x"], trial.params[needed]
        assert trial.value == ((x - 1) ** 2 + abs(more - 4) if needed == "depth" else (x - 2) ** 2 + 1 + more)


def test_the_space_grows_in_memory():
    study = hone.create_study(sampler="random", seed=1)
    study.optimize(branched, 30)
    assert set(study.space) == {"x", "kind", "depth", "rate"}
    assert study.space["rate"] == hone.Float(1e-4, 1, log=True)
    assert [trial.number for trial in study.trials] == list(range(30))


def test_it_grows_while_threads_run():
    study = hone.create_study(sampler="random", seed=1)
    study.optimize(branched, 60, n_jobs=8)
    assert set(study.space) == {"x", "kind", "depth", "rate"} and len(study) == 60
    for trial in study.trials:
        x, kind = trial.params["x"], trial.params["kind"]
        more = trial.params["depth" if kind == "b" else "rate"]
        assert trial.value == ((x - 1) ** 2 + abs(more - 4) if kind == "b" else (x - 2) ** 2 + 1 + more)


def value_of(trial):
    x, kind = trial.params["x"], trial.params["kind"]
    more = trial.params["depth" if kind == "b" else "rate"]
    return (x - 1) ** 2 + abs(more - 4) if kind == "b" else (x - 2) ** 2 + 1 + more


def test_it_grows_in_a_file(store):
    study = hone.create_study(store=store, sampler="random", seed=1)
    study.optimize(branched, 20, n_jobs=4)
    again = hone.load_study(store=store)
    assert set(again.space) == {"x", "kind", "depth", "rate"}
    assert again.trials == study.trials and len(study) == 20
    for trial in again.trials:
        assert trial.value == value_of(trial) and trial.attributes == {}


def test_it_grows_while_a_model_thinks(store):
    """An ask that began with a smaller space is begun anew."""
    study = hone.create_study(store=store, sampler={"name": "hebo", "startup": 4}, seed=1)

    def objective(trial):
        chosen = trial.suggest_int("branch", 0, 9)
        return chosen + trial.suggest_float(f"x{chosen}", 0, 1)

    study.optimize(objective, 24, n_jobs=4)
    assert [trial.state for trial in study.trials] == ["complete"] * 24
    for trial in study.trials:
        assert trial.value == trial.params["branch"] + trial.params[f"x{trial.params['branch']}"]


def test_it_grows_under_several_processes(store):
    study = hone.create_study(store=store, sampler="random", seed=1)
    study.optimize(branched, 24, processes=3)
    assert set(study.space) == {"x", "kind", "depth", "rate"} and len(study) == 24
    assert all(trial.value == value_of(trial) for trial in study.trials)


def test_two_programs_begin_one_study(store):
    """Both rehearse; whoever ends last joins the other's study, and brings what it saw."""
    studies = [hone.create_study(store=store, sampler="random", load_if_exists=True) for _ in range(2)]
    first, second = (study.ask() for study in studies)
    x, n = first.suggest_float("x", 0, 1), second.suggest_int("n", 1, 9)
    studies[0].tell(first, x)
    studies[1].tell(second, n)
    told = hone.load_study(store=store).trials
    assert [trial.value for trial in told] == [x, n]
    assert told[0].params["x"] == x and told[1].params["n"] == n and set(told[1].params) == {"x", "n"}


def test_a_trial_that_was_handed_out_before_counts_as_what_it_was_given(store):
    study = hone.create_study({"x": hone.Float(0, 1)}, store=store, sampler="random", seed=3)
    first, second = study.ask(2)
    given = first.suggest_int("depth", 1, 1000)
    assert second.suggest_int("depth", 1, 1000) != given  # a draw of its own, which is told with its result
    third = study.ask()
    assert third.suggest_int("depth", 1, 1000) == third["depth"]
    for trial in (first, second, third):
        study.tell(trial, trial["depth"])
    other = hone.load_study(store=store)
    assert all(trial.value == trial.params["depth"] for trial in other.trials)
    assert len({trial.params["depth"] for trial in other.trials}) == 3
    assert other.call("trial", number=0)["params"]["depth"] == given  # as every other program sees it


def test_trials_from_before_lack_a_parameter(store):
    study = hone.create_study(store=store, seed=2, sampler="random")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 5)
    study.optimize(lambda trial: 1 + trial.suggest_float("x", 0, 1) + trial.suggest_float("dropout", 0, 1), 5)
    study = hone.load_study(store=store)
    assert [set(trial.params) for trial in study.trials] == [{"x"}] * 5 + [{"x", "dropout"}] * 5
    assert set(study.best_params) == {"x"}
    assert study.call("best")["best"]["params"].keys() == {"x"}
    for trial in study.trials[5:]:
        assert trial.value == 1 + trial.params["x"] + trial.params["dropout"]


def test_trials_from_before_count_as_the_default_that_is_given(store):
    study = hone.create_study(store=store, seed=2, sampler="random")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 3)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1) + trial.suggest_int("depth", 1, 9, default=4), 3)
    assert [trial.params["depth"] for trial in study.trials[:3]] == [4, 4, 4]
    with pytest.raises(hone.InvalidArgumentError, match=r"the default of 'n' is 12, which is not in Int\(low=1, high=9\)"):
        study.ask().suggest_int("n", 1, 9, default=12)


@pytest.mark.parametrize("sampler", ["auto", "banner", "bore", "gc3p", "gp", "hebo", "lfbo", "malibo", "rf", "tpe"])
def test_a_parameter_that_comes_later_is_learned(sampler):
    # The first trials, with good values, know nothing of it: a model must not take them for its value.
    study = hone.create_study(sampler=sampler, seed=5)
    study.optimize(lambda trial: (trial.suggest_float("x", -10, 10) - 2) ** 2 + 2.7, 15)
    study.optimize(
        lambda trial: (trial.suggest_float("x", -10, 10) - 2) ** 2 + 30 * (trial.suggest_float("y", 0, 1) - 0.3) ** 2, 40
    )
    assert study.best_value < 0.5


def test_best_params_are_what_the_objective_asked_for(store):
    def objective(trial):
        if trial.suggest_categorical("kernel", ["rbf", "poly"]) == "poly":
            return 10.0 + trial.suggest_int("degree", 2, 5)
        return trial.suggest_float("gamma", 0, 1)

    study = hone.create_study(store=store, sampler="random", seed=1)
    study.optimize(objective, 20)
    for trial in hone.load_study(store=store).trials:
        assert set(trial.params) == {"kernel", "degree" if trial.params["kernel"] == "poly" else "gamma"}
        assert trial.attributes == {}
    assert set(study.best_params) == {"kernel", "gamma"}


def test_what_was_not_asked_for_is_shown_nowhere(store):
    def objective(trial):
        if trial.suggest_categorical("kernel", ["rbf", "poly"]) == "poly":
            return 10.0 + trial.suggest_int("degree", 2, 5)
        return trial.suggest_float("gamma", 0, 1)

    study = hone.create_study(store=store, sampler="random", seed=1)
    study.optimize(objective, 20)
    rows = study.call("trials")["trials"]
    for row in rows:
        assert set(row["params"]) == {"kernel", "degree" if row["params"]["kernel"] == "poly" else "gamma"}
    assert set(study.call("best")["best"]["params"]) == {"kernel", "gamma"}
    shown = json.loads(subprocess.run([*PROGRAM, "best", "study", "--store", store, "--json"], capture_output=True, text=True, check=True).stdout)
    assert set(shown["params"]) == {"kernel", "gamma"}
    for picture in ("slices", "parallel"):
        assert study.call("chart", chart=picture)["charts"]
    # The same again: nothing is declared anew by another program that goes on.
    again = hone.load_study(store=store)
    before = again.definition
    again.optimize(objective, 5)
    assert again.definition == before


def test_who_ends_early_makes_nothing_optional(store):
    def objective(trial):
        x = trial.suggest_float("x", 0, 1)
        if trial.number == 2:
            raise RuntimeError("broken")
        if trial.number == 3:
            raise hone.TrialPruned()
        return x + trial.suggest_float("y", 0, 1)

    study = hone.create_study(store=store, sampler="random", seed=1)
    study.optimize(objective, 6)
    assert [set(trial.params) for trial in study.trials[2:4]] == [{"x"}, {"x"}]
    assert "optional" not in study.definition["parameters"]["y"]


def only_x(trial):
    return trial.suggest_float("x", 0, 1)


def test_a_space_that_was_written_down_stays_as_it_is(store):
    space = {"x": hone.Float(0, 1), "y": hone.Float(0, 1)}
    study = hone.create_study(space, store=store, sampler="random", seed=1)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 3)
    study.optimize(only_x, 4, processes=2)
    assert all(set(trial.params) == {"x"} for trial in study.trials)
    assert "optional" not in study.definition["parameters"]["y"]
    hone.create_study(space, store=store, load_if_exists=True)


def test_a_range_outside_the_one_that_is_known_stays_with_its_trial(store):
    study = hone.create_study(store=store, sampler="random", seed=1)
    for high in (1, 2, 3, 4):
        trial = study.ask()
        study.tell(trial, trial.suggest_float("x", high - 0.5, high))
    assert [trial.value == trial.params["x"] for trial in study.trials] == [True] * 4
    assert study.space["x"] == hone.Float(0.5, 1)


def test_the_search_learns():
    study = hone.create_study(sampler="hebo", seed=1)
    study.optimize(lambda trial: (trial.suggest_float("x", -5, 5) - 2) ** 2, 25)
    assert study.best_value < 0.01


def test_ask_and_tell_by_hand():
    study = hone.create_study(sampler="random", seed=1)
    assert study.enqueue({"x": 0.25}) == []
    trial = study.ask()
    assert trial.number is None and trial.suggest_float("x", 0, 1) == 0.25 and trial.suggest_bool("b") in (True, False)
    trial.report(0.5, 1)
    trial.set_attr("mark", "m")
    study.tell(trial, 3.0)
    assert trial.number == 0
    told = study.trials[0]
    assert (told.value, told.reports, told.attributes) == (3.0, [(1, 0.5)], {"mark": "m"}) and told.params["x"] == 0.25


def test_the_same_seed_gives_the_same_trials():
    def params():
        study = hone.create_study(sampler="random", seed=7)
        study.optimize(branched, 8)
        return [trial.params for trial in study.trials]

    assert params() == params()


def test_a_range_may_depend_on_another_value():
    study = hone.create_study(sampler="random", seed=1)

    def objective(trial):
        first = trial.suggest_int("first", 1, 9)
        second = trial.suggest_int("second", 1, first)
        assert 1 <= second <= first
        return first - second

    study.optimize(objective, 40)
    assert all(trial.state == "complete" for trial in study.trials)
    assert all(trial.value == trial.params["first"] - trial.params["second"] for trial in study.trials)


def test_one_name_is_one_parameter():
    trial = hone.create_study(sampler="random").ask()
    first = trial.suggest_float("x", 0, 1)
    assert trial.suggest_float("x", 0, 1) == first
    with pytest.raises(ValueError, match="'x'"):
        trial.suggest_int("x", 0, 1)
    with pytest.raises(ValueError, match="'x'"):
        trial.suggest_float("x", 5, 6)


def test_a_space_that_is_given_may_be_suggested_too():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1) - trial["x"], 3)
    assert [trial.value for trial in study.trials] == [0.0] * 3 and set(study.space) == {"x"}


def test_an_objective_without_parameters():
    study = hone.create_study(sampler="random")
    with pytest.raises(ValueError, match="suggest"):
        study.optimize(lambda trial: 1.0, 3)


def test_a_first_trial_that_fails_is_kept():
    study = hone.create_study(sampler="random", seed=1)

    def objective(trial):
        x = trial.suggest_float("x", 0, 1)
        if len(study) == 0:
            raise RuntimeError("not yet")
        return x

    study.optimize(objective, 3)
    assert [trial.state for trial in study.trials] == ["failed", "complete", "complete"]
    assert "not yet" in study.trials[0].error


def test_a_first_trial_that_fails_before_it_suggests_anything_ends_nothing():
    calls = []

    def flaky(trial):
        calls.append(trial)
        if len(calls) < 3:
            raise RuntimeError("no data yet")
        return trial.suggest_float("x", 0, 1)

    seen = []
    study = hone.create_study(sampler="random")
    with pytest.warns(UserWarning, match="before it suggested a parameter, and is not kept: RuntimeError: no data yet"):
        study.optimize(flaky, 6, callbacks=[lambda _, trial: seen.append(trial.number)])
    assert (len(calls), len(study), seen) == (6, 4, [0, 1, 2, 3])


def test_an_objective_that_never_comes_to_a_parameter_is_called_broken_with_the_reason():
    def broken(trial):
        raise RuntimeError("no data")

    with pytest.warns(UserWarning), pytest.raises(hone.ObjectiveError, match="RuntimeError: no data"):
        hone.create_study(sampler="random").optimize(broken, 20)


LOOKS = {
    "params": lambda trial: set(trial.params),
    "dict": lambda trial: set(dict(trial)),
    "keywords": lambda trial: set(dict(**trial)),
    "items": lambda trial: {name for name, _ in trial.items()},
    "in": lambda trial: {name for name in ("x", "kind", "depth", "rate") if name in trial},
    "get": lambda trial: {name for name in ("x", "kind", "depth", "rate") if trial.get(name) is not None},
    "len": lambda trial: set(list(trial)[: len(trial)]),
    "text": lambda trial: {name for name in ("x", "kind", "depth", "rate") if f"'{name}'" in repr(trial)},
    "table": lambda trial: {name for name in ("x", "kind", "depth", "rate") if f">{name}<" in trial._repr_html_()},
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_an_objective_that_looks_at_its_trial_sees_what_it_asked_for(look):
    def objective(trial):
        value = branched(trial)
        wanted = {"x", "kind", "depth" if trial["kind"] == "b" else "rate"}
        assert look(trial) == wanted
        return value

    study = hone.create_study(sampler="random", seed=1)
    study.optimize(objective, 12)
    for trial in study.trials:
        assert trial.state == "complete", trial.error
        assert set(trial.params) == {"x", "kind", "depth" if trial.params["kind"] == "b" else "rate"}
    assert len(study.best_params) == 3


def test_one_value_that_is_read_is_one_that_was_asked_for():
    def objective(trial):
        x = trial.suggest_float("x", 0, 1)
        if trial.number == 5:
            return x + trial["y"]
        return x + trial.suggest_float("y", 0, 1) + trial.suggest_float("z", 0, 1) if trial.number < 5 else x

    study = hone.create_study(sampler="random", seed=1)
    study.optimize(objective, 7)
    assert [set(trial.params) for trial in study.trials[4:]] == [{"x", "y", "z"}, {"x", "y"}, {"x"}]


def sees_what_was_written_down(trial):
    x = trial.suggest_float("x", 0, 1)
    assert set(trial.params) == {"x", "y"} and "y" in trial and len(trial) == 2
    return x + trial.get("y")


def test_what_was_written_down_is_seen_also_in_other_processes(store):
    study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, store=store, sampler="random", seed=1)
    study.optimize(sees_what_was_written_down, 2)
    study.optimize(sees_what_was_written_down, 2, processes=2)
    with ProcessPoolExecutor(1) as pool:
        study.optimize(sees_what_was_written_down, 2, executor=pool)
    assert [set(trial.params) for trial in study.trials] == [{"x", "y"}] * 6


def test_the_space_of_a_study_that_grew_can_be_changed(store):
    study = hone.create_study(store=store, sampler="random", seed=1)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), 3)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1) + trial.suggest_int("n", 1, 9), 3)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1) + trial.suggest_float("d", 0, 1, default=0.5), 3)
    study.set_space({**study.space, "x": hone.Float(0, 2)})
    made = study.definition["parameters"]
    assert (made["x"]["high"], made["n"]["optional"], made["d"]["default"]) == (2, True, 0.5)
    assert set(study.trials[0].params) == {"x", "d"} and study.trials[0].params["d"] == 0.5
    study.set_space({**study.space, "b": hone.Bool()}, adopt=True)
    study.set_space({**study.space, "c": hone.Float(0, 1)}, adopt={"c": 0.25})
    assert study.definition["parameters"]["b"]["optional"] and study.trials[0].params["c"] == 0.25
    trial = study.ask()
    trial.suggest_float("x", 0, 2)
    assert set(trial.params) == {"x", "b", "c"}  # asked for, and written down
    with pytest.raises(hone.InvalidSpaceError):
        study.set_space({**study.space, "e": hone.Bool()})
    with pytest.raises(hone.InvalidArgumentError, match="adopt names 'z', which is no parameter of the space given"):
        study.set_space(study.space, adopt={"z": 1})
    with pytest.raises(hone.InvalidArgumentError, match="none is given"):
        study.set_space(constraints=[], adopt=True)


def begun_twice(store, **second):
    studies = [
        hone.create_study(store=store, load_if_exists=True, seed=3, direction="maximize"),
        hone.create_study(store=store, load_if_exists=True, **second),
    ]
    for study in studies:
        study.optimize(only_x, 2)
    return studies[1]


def test_who_begins_a_study_second_goes_on_with_what_the_first_said(store):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study = begun_twice(store)
    assert (study.direction, study.seed, study.definition["sampler"], len(study)) == ("maximize", 3, "hebo", 4)


@pytest.mark.parametrize(
    ("given", "before", "now"),
    [({"sampler": "tpe"}, "'hebo'", "'tpe'"), ({"seed": 9}, "3", "9"), ({"pruner": "median"}, "none", "'median'")],
)
def test_who_begins_a_study_second_is_told_what_is_changed(store, given, before, now):
    (field,) = given
    with pytest.warns(UserWarning, match=f"had {field} {before}, and has {now} from now on"):
        study = begun_twice(store, **given)
    assert hone.load_study(store=store).definition[field] == given[field] and study.direction == "maximize"


@pytest.mark.parametrize(
    ("given", "words"),
    [({"direction": "minimize"}, "has the direction maximize"), ({"directions": ["minimize", "maximize"]}, "has the direction maximize")],
)
def test_who_begins_a_study_second_cannot_turn_it_round(store, given, words):
    with pytest.raises(hone.AlreadyExistsError, match=words):
        begun_twice(store, **given)
    assert len(hone.load_study(store=store)) == 2


def test_a_parameter_that_cannot_be_is_none_of_the_study():
    def objective(trial):
        x = trial.suggest_float("x", 0, 1)
        with pytest.raises(hone.InvalidSpaceError, match="^the parameter 'z': low is 1 and high is 0"):
            trial.suggest_float("z", 1, 0)
        return x

    study = hone.create_study(sampler="random", seed=1)
    study.optimize(objective, 3)
    assert set(study.space) == {"x"} and [trial.state for trial in study.trials] == ["complete"] * 3
