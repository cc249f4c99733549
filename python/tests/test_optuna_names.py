# SPDX-License-Identifier: MIT
"""What Optuna allows and hone has no word for: names, whole numbers, intervals, texts."""

from __future__ import annotations

import itertools
import pathlib
import warnings
from typing import Any

import pytest

optuna = pytest.importorskip("optuna")

import hone  # noqa: E402
from hone.optuna import HoneSampler, _names  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)
NAMES = ["learning rate", "a\tb", "a,b", "x=1", "{x}", "a;b", "it's", '"q"', "", "%", "%20", "é", "100%", "a\0", "\udcff"]


def test_names_go_there_and_back() -> None:
    hones = [_names.to_hone(name) for name in NAMES]
    assert len(set(hones)) == len(NAMES)
    assert [_names.to_optuna(name) for name in hones] == NAMES
    hone.create_study({name: hone.Float(0, 1) for name in hones}, sampler="random").ask()
    for letters in itertools.product("%2 0A", repeat=4):
        name = "".join(letters)
        assert _names.to_optuna(_names.to_hone(name)) == name
    assert _names.to_hone("learning rate") == "learning%20rate"
    assert _names.to_hone("plain.name-1") == "plain.name-1"


def test_every_name_is_searched() -> None:
    """The least lies at 0.3 in each: independent draws do not come near it in several at once."""

    def objective(trial: Any) -> float:
        return sum((trial.suggest_float(name, 0, 1) - 0.3) ** 2 for name in ("learning rate", "{x}", ""))

    study = optuna.create_study(sampler=HoneSampler(seed=1))
    study.optimize(objective, n_trials=30)
    assert study.best_value < 0.005
    assert set(study.best_params) == {"learning rate", "{x}", ""}


def odd(trial: Any) -> float:
    big = trial.suggest_int("big", -(2**62), 2**62)
    log = trial.suggest_int("log", 1, 2**62, log=True)
    wide = trial.suggest_float("wide", -1e308, 1e308)
    x = trial.suggest_float("learning rate", -5, 5)
    kind = trial.suggest_categorical("kind", ["a\0b", "c", 2**80])
    assert -(2**62) <= big <= 2**62 and 1 <= log <= 2**62 and -1e308 <= wide <= 1e308
    trial.set_user_attr("zero", "a\0b")
    trial.set_user_attr("large", 2**80)
    return float(x * x + (kind == "c"))


def test_what_hone_cannot_search_is_drawn() -> None:
    runs = []
    for _ in range(2):
        study = optuna.create_study(sampler=HoneSampler(seed=3))
        study.optimize(lambda trial: odd(trial) + 0 * trial.suggest_float("fine", 0, 1, step=1e-17), n_trials=25)
        runs.append([trial.params for trial in study.trials])
    assert runs[0] == runs[1]
    assert study.best_value < 0.1
    assert len({trial.params["big"] for trial in study.trials}) == 25


def test_such_a_study_goes_there_and_back(tmp_path: pathlib.Path) -> None:
    old = optuna.create_study(
        study_name="odd", storage=f"sqlite:///{tmp_path / 'old.db'}", sampler=HoneSampler("random", seed=1)
    )
    old.optimize(odd, n_trials=6)
    old.add_trial(optuna.trial.create_trial(state=optuna.trial.TrialState.FAIL, system_attrs={"fail_reason": "a\0b"}))
    with pytest.warns(UserWarning, match="'learning rate' is 'learning%20rate'") as seen:
        study = hone.import_optuna(old, store=f"sqlite:{tmp_path / 'hone.db'}")
    assert any("not searched" in str(one.message) and "'big', 'log', 'wide'" in str(one.message) for one in seen)
    assert set(study.space) == {"learning%20rate", "kind"}
    assert study.trials[6].error == "a\\x00b"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = hone.export_optuna(study, tmp_path / "back.db")
    for was, now in zip(old.trials[:6], back.trials):
        assert now.params == was.params and now.distributions == was.distributions
        assert now.user_attrs == was.user_attrs and type(now.user_attrs["large"]) is int


def test_one_attribute_does_not_cost_the_study() -> None:
    old = optuna.create_study()
    old.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=1)
    old.add_trial(optuna.trial.create_trial(
        value=1.0, params={"x": 0.5}, distributions=old.trials[0].distributions, user_attrs={"a\0": "\ud800"}
    ))
    with pytest.warns(UserWarning, match="attributes are called otherwise"):
        study = hone.import_optuna(old)
    assert study.trials[1].attributes == {"json:a\\x00": '"\\ud800"'}
