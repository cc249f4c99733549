# SPDX-License-Identifier: MIT
"""Making, asking, telling and looking."""

import pickle
import sys
import warnings

import numpy as np
import pytest

import hone

SPACE = {"x": hone.Float(-5, 5), "n": hone.Int(1, 8), "kind": hone.Categorical(["a", "b"])}


def study_of(**options):
    return hone.create_study(SPACE, **{"sampler": "random", "seed": 1, **options})


def test_values_come_as_pythons_own():
    study = hone.create_study(
        {"x": hone.Float(0, 1), "n": hone.Int(0, 9), "c": hone.Categorical(["a", 1, 2.5, True]), "b": hone.Bool(),
         "o": hone.Ordinal([1, 2]), "k": hone.Constant("here")}, sampler="random")
    kinds = set()
    for trial in study.ask(60):
        assert type(trial["x"]) is float and type(trial["n"]) is int and type(trial["b"]) is bool
        assert trial["k"] == "here" and type(trial["o"]) is int
        kinds.add(type(trial["c"]))
    assert kinds == {str, int, float, bool}


def test_ask_and_tell():
    study = study_of()
    first, second = study.ask(2)
    assert (first.number, second.number) == (0, 1) and study.ask(0) == []
    with pytest.raises(ValueError, match="-1"):
        study.ask(-1)
    assert dict(first) == first.params and set(first) == set(SPACE)
    study.tell(first, 2.0)
    study.tell(second.number, 1.0)
    assert [trial.state for trial in study.trials] == ["complete", "complete"]
    assert study.best_value == 1.0 and study.best_params == second.params
    assert study.best_trial.number == 1 and study.best_trials == [study.best_trial]
    assert study.best_trial.duration >= 0 and study.best_trial.finished.tzinfo is not None


def test_the_same_seed_gives_the_same_proposals():
    def proposals(seed):
        return [trial.params for trial in study_of(seed=seed).ask(5)]

    assert proposals(3) == proposals(3) != proposals(4)


def test_a_trial_is_told_once():
    study = study_of()
    trial = study.ask()
    study.tell(trial, 1)
    with pytest.raises(hone.LeaseLostError, match="has ended already") as caught:
        study.tell(trial, 2)
    assert caught.value.code == "lease_lost" and isinstance(caught.value, hone.HoneError)
    with pytest.raises(KeyError, match="17"):
        study.tell(17, 1.0)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_value_that_is_not_finite_is_a_failure(value):
    study = study_of()
    study.tell(study.ask(), value)
    assert study.trials[0].state == "failed" and study.trials[0].value is None


def test_none_in_place_of_a_value_is_told():
    study = study_of()
    with pytest.warns(UserWarning, match="trial 0 ends as failed: its value is None; give a number, or state='failed'"):
        study.tell(study.ask(), None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study.tell(study.ask())
        study.tell(study.ask(), None, state="pruned")
    assert [trial.state for trial in study.trials] == ["failed", "failed", "pruned"]


def test_states_and_attributes():
    study = study_of()
    trial = study.ask()
    trial.set_attr("epochs", np.int64(3))
    trial.set_attr("good", True)
    study.tell(trial, state="infeasible", error="too large")
    told = study.trials[0]
    assert (told.state, told.error, told.attributes) == ("infeasible", "too large", {"epochs": 3, "good": True})
    with pytest.raises(ValueError, match="set"):
        trial.set_attr("all", {1, 2})
    with pytest.raises(ValueError, match="sideways"):
        study.tell(study.ask(), state="sideways")


def test_several_objectives():
    study = hone.create_study(SPACE, directions={"loss": "minimize", "gain": "maximize"}, sampler="random")
    assert study.objectives == ["loss", "gain"] and study.directions == ["minimize", "maximize"]
    for values in ([1, 1], (2, 2), {"gain": 0, "loss": 3}):
        study.tell(study.ask(), values)
    assert [trial.values for trial in study.trials] == [[1, 1], [2, 2], [3, 0]]
    assert [trial.number for trial in study.best_trials] == [0, 1]
    for broken in (lambda: study.best_trial, lambda: study.direction, lambda: study.trials[0].value):
        with pytest.raises(ValueError, match="several|one objective"):
            broken()
    with pytest.raises(ValueError):
        study.tell(study.ask(), 1.0)
    with pytest.raises(ValueError, match="named"):
        study.tell(study.ask(), {"loss": 1})


def test_enqueued_points_come_first():
    study = study_of(enqueue=[{"x": 1, "n": 2, "kind": "b"}])
    assert study.enqueue({"x": np.float32(0.5), "n": np.int32(3), "kind": "a"}) == [1]
    assert study.ask().params == {"x": 1.0, "n": 2, "kind": "b"}
    assert study.ask().params == {"x": 0.5, "n": 3, "kind": "a"}
    with pytest.raises(ValueError, match=r"enqueue\[0\]: x: "):
        study.enqueue({"x": 77, "n": 2, "kind": "b"})


def test_a_sampler_at_its_end():
    study = hone.create_study({"n": hone.Int(0, 2)}, sampler="grid")
    trials = study.ask(9)
    assert sorted(trial["n"] for trial in trials) == [0, 1, 2]
    for trial in trials:
        study.tell(trial, trial["n"])
    with pytest.raises(ValueError, match="nothing left"):
        study.ask()


def test_conditions_constraints_and_candidates():
    study = hone.create_study(
        {"kernel": ["rbf", "poly"], "degree": hone.Int(2, 5, when={"kernel": "poly"}),
         "layers": hone.Int(1, 5), "drop": hone.Float(0, 1, when={"layers": hone.between(2, 4)}), "a": hone.Float(0, 1)},
        constraints=["kernel == 'rbf' or a < 0.5"], sampler="random")
    for trial in study.ask(80):
        assert ("degree" in trial) == (trial["kernel"] == "poly")
        assert ("drop" in trial) == (2 <= trial["layers"] <= 4)
        assert trial["kernel"] == "rbf" or trial["a"] < 0.5
    rows = [{"c": 1, "d": "u"}, {"c": 4, "d": "v"}]
    pool = hone.create_study(candidates=rows, sampler="random")
    assert sorted((trial.params for trial in pool.ask(2)), key=str) == sorted(rows, key=str)


def test_the_space_comes_back():
    space = {**SPACE, "degree": hone.Int(2, 5, log=True, when={"kind": "b"}), "flag": hone.Bool(), "k": hone.Constant(3)}
    assert hone.create_study(space).space == space


@pytest.mark.parametrize(
    ("make", "kind", "code", "words"),
    [
        (lambda: hone.create_study({"x": hone.Float(1, 0)}), ValueError, "invalid_space", "x"),
        (lambda: hone.create_study({"x": hone.Float(0, 1, log=True)}), ValueError, "invalid_space", "log"),
        (lambda: hone.create_study(SPACE, sampler="hbo"), KeyError, "not_found", "hebo"),
        (lambda: hone.create_study(sampler="hbo"), KeyError, "not_found", "hebo"),
        (lambda: hone.create_study(SPACE, sampler={"name": "hebo", "nope": 1}), ValueError, "invalid_option", "nope"),
        (lambda: hone.create_study(SPACE, constraints=["x <"]), ValueError, "invalid_space", "x <"),
        (lambda: hone.create_study(SPACE, constraints=["n < 0"]).ask(), ValueError, "unsatisfiable", "n < 0"),
        (lambda: hone.create_study({"c": hone.Categorical([{1}])}), ValueError, "invalid_space", "of type set"),
        (lambda: hone.create_study(SPACE, direction="down"), ValueError, "invalid_argument", "down"),
        (lambda: hone.create_study(["x"]), ValueError, "invalid_argument", "list"),
        (lambda: hone.create_study({}), ValueError, "invalid_space", ""),
        (lambda: hone.load_study("s", "sqlite:/nowhere/at/all.db"), KeyError, "not_found", "nowhere"),
        (lambda: hone.create_study(SPACE, store="ftp:x"), ValueError, "invalid_argument", "ftp"),
    ],
)
def test_what_is_refused(make, kind, code, words):
    with pytest.raises(kind) as caught:
        make()
    assert isinstance(caught.value, hone.HoneError)
    assert caught.value.code == code and words in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.code) == (type(caught.value), str(caught.value), code)


def test_nothing_is_complete_yet():
    for study in (study_of(), hone.create_study()):
        with pytest.raises(KeyError, match="complete"):
            study.best_value
        assert study.best_trials == [] and study.trials == [] and len(study) == 0


def test_reports_and_pruning():
    study = study_of(pruner={"name": "median", "startup_trials": 2})
    for level in (1.0, 2.0, 3.0):
        trial = study.ask()
        for step in range(1, 5):
            trial.report(level / step, step)
        study.tell(trial, level)
    bad = study.ask()
    assert not bad.should_prune()
    pruned = False
    for step in range(1, 5):
        bad.report(50.0, step)
        pruned = pruned or bad.should_prune()
    assert pruned
    study.tell(bad, state="pruned")
    assert study.trials[-1].state == "pruned" and study.trials[-1].reports == [(s, 50.0) for s in range(1, 5)]


def test_sources_teach():
    old = hone.create_study({"x": hone.Float(-5, 5)}, name="old", sampler="random", seed=3)
    old.optimize(lambda trial: (trial["x"] - 2) ** 2, 30)
    new = hone.create_study({"x": hone.Float(-5, 5)}, sampler="rgpe", sources=old, seed=1)
    new.optimize(lambda trial: (trial["x"] - 2) ** 2, 5)
    assert new.best_value < 1.0
    with pytest.warns(UserWarning, match="random"):
        hone.create_study(SPACE, sampler="random", sources=old)


def test_a_table_of_trials():
    pandas = pytest.importorskip("pandas")
    study = study_of()
    study.optimize(lambda trial: trial["x"], 4)
    table = study.trials_dataframe()
    assert isinstance(table, pandas.DataFrame) and len(table) == 4
    assert list(table["value"]) == [trial.value for trial in study.trials]
    assert {"number", "state", "params_x", "params_n", "params_kind", "duration"} <= set(table.columns)


def test_a_diagnosis():
    study = study_of()
    study.optimize(lambda trial: (trial["x"] - 1) ** 2 + trial["n"], 25)
    found = study.diagnose(splits=3)
    assert isinstance(found, dict) and found
    with pytest.raises(KeyError, match="loss"):
        study.diagnose(objective="loss")


def test_a_study_in_memory_stays_in_its_process():
    with pytest.raises(ValueError, match="memory"):
        pickle.dumps(study_of())


def test_a_parameter_may_have_several_conditions(store):
    space = {"a": hone.Bool(), "b": hone.Bool(), "c": hone.Float(0, 1, when={"a": True, "b": [False]})}
    study = hone.create_study(space, store=store, sampler="random", seed=1)
    for trial in study.ask(16):
        assert ("c" in trial) == (trial["a"] and not trial["b"])
    assert study.space == hone.load_study("study", store).space == space


def test_a_table_without_pandas_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r"study.trials_dataframe\(\) needs the package pandas, which is not installed; install it: pip install 'hone-opt\[dataframe\]'"):
        hone.create_study({"x": hone.Int(0, 1)}).trials_dataframe()


def test_several_objectives_are_pruned_by_their_fronts():
    study = hone.create_study({"x": hone.Float(0, 1)}, directions={"loss": "minimize", "size": "minimize"}, pruner="asha", sampler="random")
    good, bad, other = study.ask(3)
    good.report([0.5, 10], 1)
    assert not good.should_prune()
    bad.report({"size": 11, "loss": 0.6}, 1)
    assert bad.should_prune()
    other.report([0.6, 5], 1)
    assert not other.should_prune()
    assert study.trials[1].reports == [(1, [0.6, 11.0])]
    with pytest.raises(hone.InvalidArgumentError, match="report `values`, one for each objective: the pruner compares them all"):
        other.report(0.5, 2)
    with pytest.raises(hone.InvalidArgumentError, match="there are 3 values; give 2, for loss, size"):
        other.report([1, 2, 3], 2)


def noisy_study(noise):
    study = study_of(sampler="gp")
    choices = np.random.default_rng(1)
    for trial in study.ask(60):
        value = trial["x"] ** 2 + (trial["kind"] == "a") + noise * choices.normal()
        study.tell(trial, value)
    return study


def test_the_best_predicted_is_not_the_luckiest():
    study = noisy_study(4.0)
    predicted = study.best_predicted
    told = study.call("best", means=True)["best"]["predicted"]
    assert told == {"number": predicted.number, "params": predicted.params, "mean": predicted.mean,
                    "low": predicted.low, "high": predicted.high, "noise": predicted.noise}
    assert predicted.params == study.trials[predicted.number].params
    assert predicted.low < predicted.mean < predicted.high
    assert 2 < predicted.noise < 8
    assert predicted.mean > study.best_value, "what the luckiest of 60 values promises is not expected"


def test_without_noise_there_is_nothing_to_predict():
    assert noisy_study(0.0).best_predicted is None
    assert study_of().best_predicted is None
    both = hone.create_study(SPACE, directions=["minimize", "minimize"], sampler="random")
    with pytest.raises(hone.InvalidArgumentError, match="best_trials"):
        both.best_predicted


def test_the_best_predicted_has_choices_as_they_were_written():
    study = hone.create_study({"x": hone.Float(0, 1), "size": hone.Categorical([(64, 64), (32,)])}, sampler="gp", seed=1)
    choices = np.random.default_rng(1)
    for trial in study.ask(60):
        study.tell(trial, 4 * len(trial["size"]) + 4 * trial["x"] + choices.normal())
    assert study.best_predicted.params["size"] in ((64, 64), (32,))


def test_a_reference_point_is_given_and_moved(tmp_path):
    store = f"sqlite:{tmp_path}/h.db"
    named = {"loss": "minimize", "gain": "maximize"}
    study = hone.create_study(SPACE, directions=named, worst={"loss": 4}, sampler="random", store=store)
    assert [one.get("worst") for one in study.definition["objectives"]] == [4, None]
    again = hone.create_study(SPACE, store=store, worst=[None, 0.5], load_if_exists=True)
    assert [one.get("worst") for one in again.definition["objectives"]] == [None, 0.5]
    kept = hone.create_study(SPACE, directions=named, store=store, load_if_exists=True)
    assert [one.get("worst") for one in kept.definition["objectives"]] == [None, 0.5]
    for wrong, words in (({"los": 1}, "los"), ([1.0], "list of 2"), ({"loss": float("nan")}, "finite"), (3, "by the objectives' names")):
        with pytest.raises(hone.InvalidArgumentError, match=words):
            hone.create_study(SPACE, directions=named, worst=wrong)
    with pytest.raises(hone.InvalidArgumentError, match="there is one"):
        hone.create_study(SPACE, worst={"value": 1})


def test_the_best_of_some_trials():
    study = hone.create_study(SPACE, directions={"loss": "minimize", "gain": "maximize"}, sampler="random")
    for values in ([1, 1], [2, 5], [3, 4], [4, 9]):
        study.tell(study.ask(), values)
    assert [trial.number for trial in study.best_trials_where("number != 1")] == [0, 2, 3]
    assert [trial.number for trial in study.best_trials_where("pareto and loss > 1")] == [1, 3]
    with pytest.raises(hone.InvalidArgumentError, match="los"):
        study.best_trials_where("los < 1")


def test_defaults_are_tried_first_unless_switched_off():
    space = {"x": hone.Float(-5, 5, default=1.5), "kind": hone.Categorical(["a", "b"], default="b"), "n": hone.Int(0, 9)}
    first = hone.create_study(space, sampler="random").ask()
    assert (first["x"], first["kind"]) == (1.5, "b")
    assert hone.create_study(space, sampler="random", start="none").ask()["x"] != 1.5
    assert hone.create_study(space).space["x"] == hone.Float(-5, 5, default=1.5)
    with pytest.raises(ValueError):
        hone.create_study({"x": hone.Float(0, 1, default=2)})


def test_a_search_that_gains_too_little_ends():
    study = hone.create_study({"x": hone.Float(-5, 5)}, stop={"gain": 1e3}, seed=1)
    study.optimize(lambda trial: trial["x"] ** 2, 40)
    assert 3 <= len(study.trials) < 40
    study.enqueue({"x": 1.0})
    assert study.ask()["x"] == 1.0
