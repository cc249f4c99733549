# SPDX-License-Identifier: MIT
"""The names that users are promised, and what they take. A change here breaks programs."""

import importlib
import importlib.util
import inspect

import pytest

import hone

PROMISED = {
    "minimize": "objective space trials",
    "create_study": "space name store sampler pruner direction directions constraints priors cost worst start stop sources load_if_exists",
    "load_study": "name store",
    "Study.optimize": "objective trials n_jobs processes timeout callbacks catch show_progress_bar",
    "Study.ask": "n",
    "Study.tell": "trial value state",
    "Study.enqueue": "params",
    "Study.stop": "",
    "Study.trials_dataframe": "",
    "Study.importance": "method objective pairs quantile within",
    "Study.diagnose": "objective",
    "Study.report": "path",
    "Study.plot_history": "log all_values",
    "Study.plot_slice": "parameters objective log all_values",
    "Study.plot_parallel": "parameters objective log all_values",
    "Study.plot_contour": "parameters objective log",
    "Study.plot_rank": "parameters objective",
    "Study.plot_cost": "log all_values",
    "Study.plot_edf": "others objective log all_values",
    "Study.plot_scatter": "x y colour size objective log all_values",
    "Study.plot_hypervolume": "",
    "Study.plot_attainment": "others log",
    "Study.best_trials_where": "where",
    "Study.plot_warps": "objective",
    "Study.plot_calibration": "objective",
    "Study.plot_importance": "method objective",
    "Study.plot_learning_curves": "log all_values",
    "Study.plot_pareto": "all_values",
    "Study.plot_timeline": "",
    "Study.plot_weights": "",
    "Study._repr_html_": "",
    "FrozenTrial._repr_html_": "",
    "plots.Plot._repr_svg_": "",
    "plots.Plot._repr_html_": "",
    "plots.Plot.save": "path",
    "plots.Plot.figure": "",
    "Float": "low high log step scale when",
    "Int": "low high log step when",
    "Categorical": "choices when",
    "Ordinal": "choices when",
    "Bool": "when",
    "Constant": "value",
    "between": "low high",
    "Trial.suggest_float": "name low high log step",
    "Trial.suggest_int": "name low high log step",
    "Trial.suggest_categorical": "name choices",
    "Trial.report": "value step",
    "Trial.should_prune": "",
    "Trial.set_attr": "name value",
    "uniform_design": "runs factors levels seed",
    "augment": "design runs",
    "discrepancy": "points criterion",
    "GaussianProcess.fit": "X y",
    "GaussianProcess.predict": "X covariance",
    "GaussianProcess.sample": "X count seed",
    "GaussianProcess.leave_one_out": "",
    "tests.levene": "groups",
    "tests.fligner_killeen": "groups",
    "tests.transform_gain": "X y",
    "import_optuna": "storage study_name store name sampler",
    "export_optuna": "study storage study_name",
    "sklearn.HoneSearchCV": "estimator space sampler n_iter cv scoring refit n_jobs sources store",
    "optuna.HoneSampler": "sampler seed constraints_func sources",
    "ray.HoneSearch": "space metric mode points_to_evaluate store",
}
PROPERTIES = "best_trial best_params best_value best_predicted best_trials trials name store space direction directions definition"


def found(path):
    first = path.split(".")[0]
    if first in ("sklearn", "optuna", "ray"):
        pytest.importorskip(first)
    if first in ("sklearn", "optuna", "ray", "plots", "tests"):
        importlib.import_module(f"hone.{first}")
    thing = hone
    for name in path.split("."):
        thing = getattr(thing, name)
    return thing


@pytest.mark.parametrize("path", PROMISED)
def test_a_promised_name_takes_what_was_promised(path):
    taken = inspect.signature(found(path)).parameters
    assert [name for name in PROMISED[path].split() if name not in taken] == [], list(taken)
    if not path.split(".")[-1].startswith("_"):
        assert inspect.getdoc(found(path)), f"{path} has no docstring"


def test_a_study_has_its_properties():
    assert all(isinstance(getattr(hone.Study, name), property) for name in PROPERTIES.split())


def test_what_is_exported_is_there():
    assert all(hasattr(hone, name) for name in hone.__all__)
    assert len(set(hone.__all__)) == len(hone.__all__)


def test_importance_says_what_matters(store):
    study = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, store=store, sampler="sobol", seed=1)
    study.optimize(lambda trial: 10 * trial["x"] + trial["y"], 60)
    found = study.importance(pairs=True)
    shares = {one["parameter"]: one["importance"] for one in found["importances"]}
    # The variance of 10 x + y over the unit square is (100 + 1) / 12, of which x has 100 / 12.
    assert shares["x"] == pytest.approx(100 / 101, abs=0.05) and shares["y"] < 0.05
    assert found["method"] == "fanova" and len(found["pairs"]) == 1
    better = study.importance(method="ped-anova", quantile=0.2)
    assert better["importances"][0]["parameter"] == "x" and better["best"] == 12


def test_importance_says_what_is_wrong():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    study.optimize(lambda trial: trial["x"], 8)
    with pytest.raises(hone.HoneError, match="give one of fanova, ped-anova"):
        study.importance(method="guess")
    with pytest.raises(hone.HoneError, match="objective"):
        study.importance(objective="speed")
    with pytest.raises(hone.NotFoundError, match="no trial has ended"):
        hone.create_study(sampler="random").importance()


@pytest.mark.parametrize("kept", [False, True])
def test_a_report_is_one_page(kept, store, tmp_path):
    study = hone.create_study({"x": hone.Float(0, 1), "k": ["a", "b"]}, sampler="random", **({"store": store} if kept else {}))
    study.optimize(lambda trial: trial["x"], 12)
    study.report(tmp_path / "all of it.html", model=False)
    page = (tmp_path / "all of it.html").read_text()
    assert page.lstrip().lower().startswith("<!doctype html") and f"{study.best_params['x']:.4g}"[:4] in page
    with pytest.raises(ValueError, match=".html"):
        study.report(tmp_path / "report.pdf")
    with pytest.raises(hone.HoneError, match="nowhere"):
        study.report(tmp_path / "nowhere" / "report.html")


def test_every_sampler_and_pruner_is_reached_by_its_name():
    for sampler in hone.samplers():
        hone.create_study({"x": hone.Float(0, 1)}, sampler=sampler["name"]).ask()
