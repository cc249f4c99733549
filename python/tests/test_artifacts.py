# SPDX-License-Identifier: MIT
"""Files that trials leave."""

import concurrent.futures
import hashlib
import pathlib

import pytest

import hone

SPACE = {"x": hone.Float(0, 1)}


def made(**more):
    return hone.create_study(SPACE, sampler="random", seed=1, **more)


def test_bytes_and_files_are_kept(tmp_path):
    study = made()
    trial = study.ask()
    file = tmp_path / "plot ü.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    trial.log_artifact(file)
    trial.log_artifact(str(file), name="again.png")
    trial.log_artifact(b"epoch,loss\n", name="loss.csv")
    trial.log_artifact(memoryview(b""), name="empty")
    assert [one.name for one in trial.artifacts] == ["again.png", "empty", "loss.csv", "plot ü.png"]
    study.tell(trial, 0.5)
    kept = {one.name: one for one in study.artifacts()}
    assert kept["plot ü.png"].read() == file.read_bytes()
    assert kept["plot ü.png"].hash == hashlib.sha256(file.read_bytes()).hexdigest()
    assert kept["plot ü.png"].type == "image/png" and kept["loss.csv"].type == "text/csv"
    assert kept["empty"].read() == b"" and kept["empty"].size == 0
    assert (kept["empty"].trial, kept["empty"].attempt) == (0, 1)
    kept["loss.csv"].save(tmp_path / "copy.csv")
    kept["loss.csv"].save(tmp_path / "copy.csv")  # over it
    assert (tmp_path / "copy.csv").read_bytes() == b"epoch,loss\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.csv", "plot ü.png"]


def test_the_same_name_is_replaced_and_may_go(tmp_path):
    study = made(store=str(tmp_path / "hone.db"))
    trial = study.ask()
    trial.log_artifact(b"one", name="a")
    trial.log_artifact(b"two", name="a")
    assert [one.read() for one in trial.artifacts] == [b"two"]
    study.tell(trial, 0.5)
    study.log_artifact(0, b"looks fine", name="verdict.txt")
    assert len(study.artifacts(0)) == 2 and study.artifacts(7) == []
    study.delete_artifact(0, "a")
    assert [one.name for one in hone.load_study(study.name, str(tmp_path / "hone.db")).artifacts()] == ["verdict.txt"]
    with pytest.raises(hone.NotFoundError, match="has no artefact"):
        study.delete_artifact(0, "a")


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "a\nb", "a\u202eb", "x" * 201])
def test_names_that_are_none_are_refused(name):
    trial = made().ask()
    with pytest.raises(hone.InvalidArgumentError):
        trial.log_artifact(b"x", name=name)
    assert trial.artifacts == []


def test_what_is_no_file_is_refused(tmp_path):
    trial = made().ask()
    with pytest.raises(hone.InvalidArgumentError, match="give one: log_artifact"):
        trial.log_artifact(b"x")
    with pytest.raises(hone.InvalidArgumentError, match="path of a file, or bytes"):
        trial.log_artifact(7)
    with pytest.raises(hone.InvalidArgumentError, match="No such file"):
        trial.log_artifact(tmp_path / "nothing")
    with pytest.raises(hone.InvalidArgumentError, match="not a plain file"):
        trial.log_artifact(tmp_path)


def test_a_space_that_the_objective_defines():
    study = hone.create_study(sampler="random", seed=1)

    def objective(trial):
        trial.log_artifact(str(trial.suggest_float("x", 0, 1)).encode(), name="x.txt")
        return trial["x"]

    study.optimize(objective, trials=3)
    assert [one.trial for one in study.artifacts()] == [0, 1, 2]
    assert float(study.artifacts(0)[0].read()) == study.trials[0].params["x"]


def leave(trial):
    trial.log_artifact(str(trial.number).encode(), name="number")
    return trial["x"]


def test_in_other_threads_and_processes(tmp_path):
    study = made(store=str(tmp_path / "hone.db"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        study.optimize(leave, trials=4, executor=pool)
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        study.optimize(leave, trials=4, executor=pool)
    assert [one.read() for one in study.artifacts()] == [str(i).encode() for i in range(8)]


def test_a_lost_trial_takes_nothing_under_an_old_lease(tmp_path):
    study = made(store=str(tmp_path / "hone.db"))
    trial = study.ask()
    study.tell(trial, 0.5)
    with pytest.raises(hone.HoneError, match="is complete"):
        study.call("keep_trial_artefact", number=0, path=str(pathlib.Path(__file__)), fence=1)
