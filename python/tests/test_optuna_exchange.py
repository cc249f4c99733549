# SPDX-License-Identifier: MIT
"""Studies from Optuna and back."""

from __future__ import annotations

import math
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest

optuna = pytest.importorskip("optuna")
from optuna.trial import TrialState  # noqa: E402

import hone  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)


def storage_at(path: pathlib.Path) -> Any:
    if path.suffix == ".db":
        return optuna.storages.RDBStorage(f"sqlite:///{path}")
    return optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(path)))


def objective(trial: Any) -> float:
    """All that trials can be."""
    kind = trial.suggest_categorical("kind", ["a", "b", None])
    x = trial.suggest_float("x", -5, 5)
    trial.suggest_float("step", 0, 1, step=0.1)
    trial.suggest_int("only", 1, 1)
    if trial.number % 3 == 0:
        trial.suggest_float("whim", 0, 1)
    if trial.number == 5:
        raise ValueError("no")
    trial.report(x + 1, 0)
    trial.report(float("nan") if trial.number == 4 else x, 3)
    trial.set_user_attr("list", [1, {"two": None}])
    trial.set_user_attr("note", "fine")
    if trial.number == 7:
        raise optuna.TrialPruned()
    if trial.number == 8:
        return math.inf
    if kind == "b":
        trial.suggest_float("rate", 1e-3, 1, log=True)
    elif kind is None:
        trial.suggest_int("even", 2, 8, step=2)
    return float(x * x)


def filled() -> Any:
    study = optuna.create_study(study_name="old", direction="maximize", sampler=optuna.samplers.RandomSampler(seed=1))
    study.optimize(objective, n_trials=14, catch=(ValueError,))
    study.trials  # in memory; copied to where it is wanted
    return study


def written(study: Any, path: pathlib.Path) -> Any:
    made = optuna.create_study(study_name="old", direction="maximize", storage=storage_at(path))
    made.add_trials(study.get_trials())
    made.enqueue_trial({"kind": "a", "x": 1.0, "step": 0.5, "only": 1})
    return made


@pytest.mark.parametrize("kind", ["old.db", "old.log"])
def test_there_and_back(kind: str, tmp_path: pathlib.Path, store: str) -> None:
    old = written(filled(), tmp_path / kind)
    study = hone.import_optuna(tmp_path / kind, store=store)
    assert study.direction == "maximize" and len(study) == 15
    assert [trial.state for trial in study.trials[4:9]] == ["complete", "failed", "complete", "pruned", "failed"]
    assert study.trials[14].state == "waiting" and study.trials[14].params["x"] == 1.0
    assert study.space["rate"] == hone.Float(1e-3, 1, log=True, when={"kind": "b"})
    assert study.space["even"] == hone.Int(2, 8, step=2, when={"kind": "null"})
    assert study.trials[0].params["whim"] == old.trials[0].params["whim"]
    assert hone.load_study("old", store).best_value == study.best_value
    back = hone.export_optuna(study, tmp_path / f"back-{kind}")
    reread = optuna.load_study(study_name="old", storage=storage_at(tmp_path / f"back-{kind}"))
    assert len(reread.trials) == len(back.trials) == 15
    for ours, theirs in zip(reread.trials[:14], old.trials):
        for name in ("number", "state", "params", "distributions", "user_attrs", "values"):
            assert getattr(ours, name) == getattr(theirs, name), (ours.number, name)
        assert str(ours.intermediate_values) == str(theirs.intermediate_values)
        assert abs((ours.datetime_start - theirs.datetime_start).total_seconds()) < 0.002
        assert abs((ours.datetime_complete - theirs.datetime_complete).total_seconds()) < 0.002
    assert reread.trials[14].state == TrialState.WAITING
    reread.optimize(lambda trial: trial.suggest_float("x", -5, 5), n_trials=1)  # what waits is tried
    assert reread.trials[14].params["x"] == 1.0


def test_attributes_of_the_study_go_there_and_back(store: str, tmp_path: pathlib.Path) -> None:
    old = optuna.create_study(study_name="old")
    old.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=2)
    kept = {"data": "penguins", "folds": [1, {"two": None}], "rate": 0.5, "beyond": 2**70}
    for name, value in kept.items():
        old.set_user_attr(name, value)
    old.set_user_attr("long", "x" * 100_000)
    with pytest.warns(UserWarning, match="the study's attribute 'long' is left out"):
        study = hone.import_optuna(old, store=store)
    assert study.attributes == {"data": "penguins", "folds": [1, {"two": None}], "rate": 0.5, "json:beyond": str(2**70)}
    assert hone.export_optuna(study, tmp_path / "back.db").user_attrs == kept


def test_the_search_goes_on(store: str) -> None:
    study = hone.import_optuna(filled(), store=store, name="new", sampler="tpe")
    study.optimize(lambda trial: trial["x"] ** 2, trials=3)
    assert [trial.state for trial in study.trials[-3:]] == ["complete"] * 3


def test_a_name_that_is_taken(store: str) -> None:
    hone.import_optuna(filled(), store=store, name="new")
    with pytest.raises(hone.AlreadyExistsError) as caught:
        hone.import_optuna(filled(), store=store, name="new")
    assert "import_optuna(..., name=...)" in str(caught.value) and "load_if_exists" not in str(caught.value)
    hone.delete_study("new", store=store)  # as it says
    hone.import_optuna(filled(), store=store, name="new")


def test_several_objectives_with_names() -> None:
    old = optuna.create_study(directions=["minimize", "maximize"])
    old.set_metric_names(["loss", "speed"])
    old.optimize(lambda trial: (trial.suggest_float("x", 0, 1), 1.0), n_trials=3)
    study = hone.import_optuna(old, name="two")
    assert study.objectives == ["loss", "speed"] and study.directions == ["minimize", "maximize"]
    back = hone.export_optuna(study, optuna.storages.InMemoryStorage())
    assert back.metric_names == ["loss", "speed"] and [t.values for t in back.trials] == [t.values for t in old.trials]


def test_constraints_and_running_trials() -> None:
    old = optuna.create_study(sampler=hone_sampler(lambda trial: (trial.params["x"] - 0.5,)))
    old.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=3)
    old.ask()
    with pytest.warns(UserWarning, match="were running: 3"):
        study = hone.import_optuna(old, name="limits")
    back = hone.export_optuna(study, optuna.storages.InMemoryStorage())
    assert [t.constraints for t in back.trials] == [t.constraints for t in old.trials[:3]]


def hone_sampler(limits: Any) -> Any:
    from hone.optuna import HoneSampler

    return HoneSampler("random", seed=1, constraints_func=limits)


def test_a_study_of_hone_s_own(store: str) -> None:
    space = {
        "f": hone.Float(1, 10, log=True), "i": hone.Int(0, 8, step=2), "c": hone.Categorical(["u", 1, 2.5]),
        "o": hone.Ordinal(["s", "m", "l"]), "b": hone.Bool(), "k": hone.Constant(3), "w": hone.Float(0, 1, when={"b": True}),
    }  # fmt: skip
    study = hone.create_study(space, store=store, name="own", sampler="random", seed=1)
    study.optimize(lambda trial: trial["f"], trials=6)
    study.tell(study.ask(), state="timed_out", error="too slow")
    study.tell(study.ask(), state="pruned")
    back = hone.export_optuna(study, optuna.storages.InMemoryStorage())
    assert [trial.params for trial in back.trials] == [trial.params for trial in study.trials]
    assert back.trials[6].state == TrialState.FAIL and back.trials[7].state == TrialState.PRUNED
    again = hone.import_optuna(back, name="again", store=store)
    assert [trial.state for trial in again.trials] == [trial.state for trial in study.trials]
    assert again.trials[6].error == "too slow"


def test_what_is_wrong_is_said(tmp_path: pathlib.Path) -> None:
    with pytest.raises(hone.NotFoundError, match="cannot be read"):
        hone.import_optuna(tmp_path / "nothing.db")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(hone.InvalidFileError, match="neither an SQLite nor a journal"):
        hone.import_optuna(tmp_path / "text")
    path = tmp_path / "two.log"
    for name in ("one", "two"):
        optuna.create_study(study_name=name, storage=storage_at(path))
    with pytest.raises(hone.NotFoundError, match="'one', 'two'; name one"):
        hone.import_optuna(path)
    with pytest.raises(hone.NotFoundError, match="no study 'three'"):
        hone.import_optuna(path, "three")
    with pytest.raises(hone.InvalidArgumentError, match="nothing to bring over"):
        hone.import_optuna(path, "one")
    study = hone.create_study({"x": hone.Float(0, 1)}, name="one")
    clash = hone.create_study({"x": hone.Categorical([1, True])}, name="clash")
    with pytest.raises(hone.InvalidArgumentError, match="cannot tell apart"):
        hone.export_optuna(clash, path)
    with pytest.raises(hone.AlreadyExistsError, match="'one' already"):
        hone.export_optuna(study, path)


def test_on_the_command_line(tmp_path: pathlib.Path) -> None:
    written(filled(), tmp_path / "old.log")

    def run(*arguments: str) -> Any:
        command = [sys.executable, "-m", "hone", *arguments]
        environment = {**os.environ, "HONE_STORE": str(tmp_path / "hone.db")}
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)

    done = run("import", "--optuna", "old.log", "--name", "svm", "--json")
    assert done.returncode == 0, done.stderr
    assert '"trials": 15' in done.stdout
    shown = run("trials", "svm", "--json")
    assert shown.returncode == 0 and "pruned" in shown.stdout
    assert run("import", "--optuna", "old.log", "--name", "svm").returncode == 6
    assert run("import", "--optuna", "nothing.log").returncode == 4
    assert run("export", "svm", "--optuna", "back.db").returncode == 0
    assert len(optuna.load_study(study_name="svm", storage=storage_at(tmp_path / "back.db")).trials) == 15
