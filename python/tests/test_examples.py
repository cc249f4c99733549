# SPDX-License-Identifier: MIT
"""What stands in examples/python runs, and does what it says."""

import importlib.util
import pathlib
import re

import numpy as np
import pytest

import hone

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "python"


def example(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_boosting(capsys):
    search = example("boosting").main(5)
    assert search.best_score_ >= search.cv_results_["mean_test_score"][0] and search.cv_results_["params"][0]["max_depth"] == 6
    assert "accuracy on data not seen" in capsys.readouterr().out


def test_a_pipeline():
    search = example("pipeline").main(8)
    models = {type(params["model"]).__name__ for params in search.cv_results_["params"]}
    assert models == {"SVC", "RandomForestClassifier"} and search.best_score_ > 0.9


def test_pruning():
    study = example("pruning").main(16)
    states = [trial.state for trial in study.trials]
    assert len(states) == 16 and "pruned" in states and study.best_value < 0.6


def test_a_net_learns_by_its_gradient():
    """The example's slopes are those of finite differences."""
    pruning = example("pruning")
    net, (x, y), step = pruning.Net(3, 1.0), pruning.spirals(20, 5), 1e-6
    before = [part.copy() for part in net.weights]
    net.step(x, y, 1.0, 0.0)
    for part, start in enumerate(before):
        for place in np.ndindex(start.shape):
            losses = []
            for sign in (1, -1):
                net.weights = [one.copy() for one in before]
                net.weights[part][place] += sign * step
                losses.append(net.loss(x, y))
            assert net.speeds[part][place] == pytest.approx(-(losses[0] - losses[1]) / (2 * step), abs=1e-6)


def test_a_warm_start():
    found = example("warm_start").main(6)
    assert found["warm"] < found["cold"]


@pytest.mark.parametrize("task", ["svm", "boosting", "pipeline"])
def test_the_experiments_of_the_sequd_paper(task):
    sequd = example("sequd")
    found = sequd.measure(candidates=3, repeats=1, trees=5, names=[task])
    assert set(found) == {(task, "sequd"), (task, "random")} and all(0.3 < score[0] <= 1 for score in found.values())
    assert len(sequd.tasks(500, 30)["boosting"][1]) == 8  # as many as the paper has


def test_the_notebook():
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "notebook.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells)  # what is committed is the source
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    shown = [output["data"] for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    pictures = [data for data in shown if "image/svg+xml" in data]
    assert len(pictures) == 3 and all('<div class="hone-plot">' in data["text/html"] for data in pictures)
    assert "<b>study</b></caption>" in shown[0]["text/html"]
    assert sum("<table" in data.get("text/html", "") for data in shown) == 2  # the study, and pandas' own
    assert any("image/png" in data for data in shown)  # the figure


def test_the_guide_of_scikit_learn_runs(tmp_path, monkeypatch):
    guide = (ROOT / "docs" / "guide" / "python-sklearn.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", guide, re.M | re.S)
    assert len(blocks) >= 3
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks:
        exec(block, names)
    assert names["search"].cv_results_["pruned"].dtype == bool and isinstance(names["search"].study_, hone.Study)


def test_every_example_is_run():
    tests = "".join(path.read_text() for path in pathlib.Path(__file__).parent.glob("test_*.py"))
    assert {path.stem for path in EXAMPLES.glob("*.py") if f'"{path.stem}' not in tests} == set()
