# SPDX-License-Identifier: MIT
"""An objective that asks for another range than its study has is told so."""

import warnings

import hone
import pytest


def test_another_range_is_told_once_with_both():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    with pytest.warns(UserWarning) as told:
        study.optimize(lambda trial: trial.suggest_float("x", 2, 3), trials=4)
    assert len(told) == 1
    text = str(told[0].message)
    assert "Float(low=2, high=3)" in text and "Float(low=0.0, high=1.0)" in text and "random draw" in text


@pytest.mark.parametrize(
    "parameter",
    [
        hone.Float(0, 1, unit="s"), hone.Float(1, 8, log=True), hone.Float(0, 1, step=0.25), hone.Int(0, 4, step=2),
        hone.Int(3, 3), hone.Categorical(["a", 1, True]), hone.Ordinal([1, 2.5]), hone.Bool(), hone.Constant(2.0),
    ],
)  # fmt: skip
def test_the_same_range_is_not(parameter, tmp_path):
    store = f"sqlite:{tmp_path}/hone.db"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for study in (hone.create_study({"x": parameter}, store=store), hone.create_study(sampler="random")):
            for _ in range(3):
                trial = study.ask()
                trial.suggest("x", parameter)
                study.tell(trial, 1.0)


def test_what_is_proposed_outside_is_moved_to_the_nearest_value(tmp_path):
    store = f"sqlite:{tmp_path}/hone.db"
    study = hone.create_study({"x": hone.Float(0, 10), "n": hone.Int(0, 10)}, store=store, sampler="random", seed=1)
    proposed = [{"x": 9.5, "n": 9}, {"x": 1.0, "n": 0}, {"x": 3.3, "n": 4}]
    study.enqueue(proposed)
    used = []
    with pytest.warns(UserWarning, match="moved to the nearest value there, from which the sampler learns; ask for the study's range"):
        study.optimize(lambda trial: used.append((trial.suggest_float("x", 2, 4), trial.suggest_int("n", 2, 8, step=3))) or 1.0, trials=3)
    assert used == [(4.0, 8), (2.0, 2), (3.3, 5)]
    stored = hone.load_study(store=store)
    assert [(trial.params["x"], trial.params["n"]) for trial in stored.trials] == used
    assert [stored.call("trial", number=i)["params"] for i in range(3)] == [{"x": x, "n": n} for x, n in used]  # as every other program sees it


def test_a_wider_range_is_searched_where_the_study_has_it():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    with pytest.warns(UserWarning, match=r"nothing outside of the study's range is proposed; widen it with study.set_space\(\)"):
        study.optimize(lambda trial: trial.suggest_float("x", 0, 2), trials=8)
    assert all(trial.params["x"] <= 1 for trial in study.trials)


def test_ranges_with_nothing_in_common_are_drawn_from():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    with pytest.warns(UserWarning, match="replaced by a random draw"):
        study.optimize(lambda trial: trial.suggest_float("x", 2, 3), trials=4)
    assert len({trial.params["x"] for trial in study.trials}) == 4


@pytest.mark.parametrize("sampler", ["hebo", "tpe"])
def test_a_model_learns_from_what_was_moved(sampler):
    """The best is in a range that depends on another value: drawn independently it would be met by chance alone."""

    def objective(trial):
        low = trial.suggest_int("low", 0, 5)
        return (trial.suggest_float("x", low, 10) - 5.3) ** 2 + low

    study = hone.create_study({"low": hone.Int(0, 5), "x": hone.Float(0, 10)}, sampler=sampler, seed=2)
    with pytest.warns(UserWarning):
        study.optimize(objective, trials=35)
    assert study.best_value < (0.01 if sampler == "hebo" else 0.5)


def test_nearest_values():
    from hone._nearest import nearest, overlap
    from hone._space import OUTSIDE

    assert nearest("x", hone.Float(1, 8, log=True), 20) == 8
    assert nearest("x", hone.Float(0, 1, step=0.3), 0.99) == pytest.approx(0.9)
    assert nearest("x", hone.Int(2, 9, step=3), 9) == 8 and nearest("x", hone.Int(2, 9, step=3), -1) == 2
    assert nearest("x", hone.Constant(2.5), 7.0) == 2.5
    assert nearest("x", hone.Float(0, 1), "a") is OUTSIDE and nearest("x", hone.Float(0, 1), True) is OUTSIDE
    assert nearest("x", hone.Categorical([1, 2]), 3) is OUTSIDE
    assert overlap(hone.Float(0, 1), hone.Int(1, 3)) and not overlap(hone.Float(0, 1), hone.Float(2, 3))
    assert not overlap(hone.Categorical([1, 2]), hone.Float(0, 5))


@pytest.mark.parametrize("store", ["memory:", "file"])
def test_a_space_of_the_objective_follows_it_to_a_wider_range(store, tmp_path):
    store = f"sqlite:{tmp_path}/hone.db" if store == "file" else store
    study = hone.create_study(store=store, sampler="hebo", seed=1)
    study.optimize(lambda trial: (trial.suggest_float("x", 0, 1) - 3) ** 2 + trial.suggest_int("n", 1, 3), 6)
    study.optimize(lambda trial: (trial.suggest_float("x", 0, 1) - 3) ** 2, 2)  # so that trials may lack n
    with pytest.warns(UserWarning, match="nothing else is proposed until 3 trials in a row ask for it, which gives it to the study"):
        study.optimize(lambda trial: (trial.suggest_float("x", 0, 5) - 3) ** 2 + trial.suggest_int("n", 1, 8), 25)
    assert study.space == {"x": hone.Float(0, 5), "n": hone.Int(1, 8)} and study.definition["parameters"]["n"]["optional"]
    assert abs(study.best_params["x"] - 3) < 0.3
    assert all(trial.state == "complete" for trial in study.trials)


def test_choices_that_are_added_are_searched():
    study = hone.create_study(sampler="tpe", seed=1)
    study.optimize(lambda trial: {"a": 2, "b": 1}[trial.suggest_categorical("k", ["a", "b"])], 6)
    with pytest.warns(UserWarning, match="gives it to the study"):
        study.optimize(lambda trial: {"a": 2, "b": 1, "c": 0}[trial.suggest_categorical("k", ["a", "b", "c"])], 20)
    assert study.best_params == {"k": "c"}


def wide(trial):
    return (trial.suggest_float("x", 0, 5) - 3) ** 2


def test_a_program_that_is_run_again_is_followed_and_somebody_elses_study_is_not(tmp_path):
    store = f"sqlite:{tmp_path}/hone.db"
    hone.create_study(store=store, sampler="random").optimize(lambda trial: trial.suggest_float("x", 0, 1), 3)
    with pytest.warns(UserWarning, match="widen it with study.set_space"):
        hone.load_study(store=store).optimize(wide, 6)
    assert hone.load_study(store=store).space == {"x": hone.Float(0, 1)}
    with pytest.warns(UserWarning, match="which gives it to the study"):
        hone.create_study(store=store, load_if_exists=True).optimize(wide, 6)
    assert hone.load_study(store=store).space == {"x": hone.Float(0, 5)}


def test_a_range_that_changes_from_trial_to_trial_is_not_followed():
    study = hone.create_study(sampler="random", seed=1)
    with pytest.warns(UserWarning):
        study.optimize(lambda trial: trial.suggest_float("x", 0, 1 + trial.number), 6)
    assert study.space == {"x": hone.Float(0, 1)}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["a", "b", "c"], r"the other choices are never proposed; give them to the study, study.set_space\(\{\*\*study.space, 'k': hone.Cat"),
        (["b", "c"], "a random draw replaces it, .* study.set_space"),
        (["c", "d"], "replaced by a random draw"),
    ],
)
def test_other_choices_than_those_written_down_are_told_as_they_are(asked, words):
    study = hone.create_study({"k": ["a", "b"]}, sampler="random", seed=1)
    with pytest.warns(UserWarning, match=words):
        study.optimize(lambda trial: float(trial.suggest_categorical("k", asked) == "c"), 8)
    assert study.space == {"k": hone.Categorical(["a", "b"])}


def test_choices_in_another_order_are_the_same():
    study = hone.create_study({"k": ["a", "b"]}, sampler="random", seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study.optimize(lambda trial: float(trial.suggest_categorical("k", ["b", "a"]) == "a"), 4)


def test_what_holds_what():
    from hone._nearest import holds

    assert holds(hone.Float(0, 2), hone.Float(0, 1)) and not holds(hone.Float(0, 1), hone.Float(0, 2))
    assert not holds(hone.Float(1, 8, log=True), hone.Float(1, 4)) and not holds(hone.Float(0, 9), hone.Int(0, 4))
    assert holds(hone.Int(0, 9, step=3), hone.Int(0, 6, step=3)) and not holds(hone.Int(-1, 9, step=3), hone.Int(0, 6, step=3))
    assert holds(hone.Int(-1, 9), hone.Int(0, 6)) and not holds(hone.Float(-0.1, 1, step=0.25), hone.Float(0, 1, step=0.25))
    assert holds(hone.Categorical([2, 1, 3]), hone.Categorical([1, 2])) and not holds(hone.Categorical([True, 2]), hone.Categorical([1, 2]))
    assert holds(hone.Ordinal([1, 2, 3]), hone.Ordinal([1, 3])) and not holds(hone.Ordinal([3, 2, 1]), hone.Ordinal([1, 3]))
