# SPDX-License-Identifier: MIT
"""Words of other libraries are refused with ours."""

import asyncio
import re

import pytest

import hone
from hone import _foreign, _hints

SPACE = {"x": hone.Float(0, 1)}


def study():
    made = hone.create_study(SPACE, sampler="random")
    made.tell(made.ask(), 1.0)
    return made


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: hone.create_study(SPACE, study_name="a"), r"create_study\(\) has no study_name=; here it is name="),
        (lambda: hone.create_study(SPACE, storage="memory:"), "no storage=; here it is store="),
        (lambda: hone.create_study(SPACE, random_state=1), "no random_state=; here it is seed="),
        (lambda: hone.create_study(SPACE, metric_names=["a"]), "directions={'loss': 'minimize'}"),
        (lambda: hone.create_study(SPACE, sampelr="random"), "did you mean sampler=?"),
        (lambda: hone.create_study(SPACE, qqq=1), "it has space, name, store"),
        (lambda: hone.load_study(study_name="a"), r"load_study\(\) has no study_name=; here it is name="),
        (lambda: hone.minimize(len, SPACE, 1, storage="memory:"), "no storage=; here it is store="),
        (lambda: study().optimize(len, max_evals=3), r"optimize\(\) has no max_evals=; here it is trials="),
        (lambda: study().optimize(len, 1, progress_bar=True), "here it is show_progress_bar="),
        (lambda: study().optimize(len, 1, max_workers=3), "here it is parallel="),
        (lambda: asyncio.run(study().optimize_async(len, n_trials=3)), r"optimize_async\(\) has no n_trials=; here it is trials="),
        (lambda: asyncio.run(study().optimize_async(len, 1, n_jobs=3)), "here it is parallel="),
        (lambda: study().importance(evaluator="fanova"), r"importance\(\) has no evaluator=; here it is method="),
        (lambda: study().add_trial({"x": 1}, values=[1]), "here it is value="),
        (lambda: study().ask(fixed_distributions={}), "the space is given to create_study"),
        (lambda: study().tell(0, values=[1.0]), r"tell\(\) has no values=; here it is value="),
        (lambda: study().tell(0, 1.0, skip_if_finished=True), "raises hone.LeaseLostError, which can be caught"),
        (lambda: study().enqueue({"x": 1}, skip_if_exists=True), "look at study.trials first"),
        (lambda: hone.delete_study(study_name="a"), "here it is name="),
        (lambda: hone.copy_study(study(), "b", to_storage="memory:"), "here it is to_store="),
        (lambda: hone.list_studies(storage="a"), "here it is store="),
        (lambda: hone.minimize(len, SPACE, 1, direction="maximize"), r"said by minimize\(\) and maximize\(\)"),
        (lambda: study().change(space=SPACE), r"change\(\) has no space=; study.set_space\(\)"),
        (lambda: study().change(trials=9), "give budget={'trials': 40}"),
    ],
)
def test_a_keyword_of_another_library(call, words):
    with pytest.raises(hone.UnknownWordError, match=words) as caught:
        call()
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, hone.HoneError)


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (lambda: study().ask().set_user_attr("a", 1), r"a trial has no 'set_user_attr'; here it is set_attr\(name, value\)"),
        (lambda: study().ask().suggest_loguniform("a", 1, 2), "log=True"),
        (lambda: study().trials[0].user_attrs, "a trial that has ended has no 'user_attrs'; here it is attributes"),
        (lambda: study().best_trial.intermediate_values, "here it is reports"),
        (lambda: study().enqueue_trial({"x": 1}), r"a study has no 'enqueue_trial'; here it is enqueue\(params\)"),
        (lambda: study().study_name, "here it is name"),
        (lambda: study().set_user_attr("a", 1), r"a study has no 'set_user_attr'; here it is set_attr\(name, value\)"),
        (lambda: study().user_attrs, "here it is attributes"),
        (lambda: study().sampler, r"change\(sampler=...\) gives the study another one"),
        (lambda: study().nothing, "a study has no 'nothing'$"),
        (lambda: study().plot_optimization_history(), r"here it is plot_history\(\)"),
        (lambda: study().plot_param_importances(), r"here it is plot_importance\(\)"),
        (lambda: study().plot_pareto_front(), r"here it is plot_pareto\(\)"),
        (lambda: study().plot_intermediate_values(), r"here it is plot_learning_curves\(\)"),
        (lambda: study().plot_history().show(), r"a plot has no 'show'; here it is its name alone in a cell, or save\('plot.html'\)"),
        (lambda: study().plot_history().write_html("a.html"), r"here it is save\('plot.html'\)"),
        (lambda: hone.TPESampler(), "hone has no 'TPESampler'; here it is a name, sampler='tpe'"),
        (lambda: hone.MedianPruner(), "pruner='median'"),
        (lambda: hone.CmaEsSampler(), r"here it is a name, sampler='...'; hone.samplers\(\) lists them"),
        (lambda: hone.Real(0, 1), r"here it is hone.Float\(low, high\)"),
        (lambda: hone.fmin, "here it is hone.minimize"),
        (lambda: hone.nothing, "hone has no 'nothing'$"),
    ],
)
def test_a_member_of_another_library(look, words):
    with pytest.raises(AttributeError, match=words):
        look()


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda study: study.plot_history(target=len), r"plot_history\(\) has no target=; it has log, all_values"),
        (lambda study: study.plot_slice(params=["x"]), r"plot_slice\(\) has no params=; here it is parameters="),
        (lambda study: study.plot_importance(evaluator=None), "here it is method="),
        (lambda study: study.plot_importance(target=len), "here it is objective="),
        (lambda study: study.plot_timeline(n_recent_trials=5), r"plot_timeline\(\) has no n_recent_trials=; it has none"),
        (lambda study: study.plot_pareto(targets=len), "plot_scatter"),
    ],
)
def test_a_keyword_of_another_picture(draw, said):
    with pytest.raises(hone.UnknownWordError, match=said):
        draw(study())


def test_every_picture_refuses_what_it_does_not_know():
    for name in dir(hone.Study):
        if name.startswith("plot_"):
            with pytest.raises(hone.UnknownWordError, match=name):
                getattr(study(), name)(colour_of_the_sky="blue")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"n_trials": 5}, r"HoneSearchCV\(\) has no n_trials=; here it is n_iter="),
        ({"trials": 5}, "here it is n_iter="),
        ({"param_grid": {}}, "here it is param_distributions="),
        ({"seed": 1}, "here it is random_state="),
        ({"storage": "a.db"}, "here it is store="),
        ({"n_itr": 5}, "did you mean n_iter="),
    ],
)
def test_a_keyword_of_another_search(words, said):
    search = pytest.importorskip("hone.sklearn").HoneSearchCV
    with pytest.raises(hone.UnknownWordError, match=said):
        search(None, {"C": [1, 2]}, **words)


def test_a_method_of_optuna():
    optuna = pytest.importorskip("optuna")
    for given, words in [
        ({"sampler": optuna.samplers.TPESampler()}, "the sampler is of type TPESampler; give its name, sampler='tpe', or a dict"),
        ({"sampler": optuna.samplers.TPESampler}, "sampler='tpe'"),
        ({"sampler": optuna.samplers.NSGAIISampler()}, r"give its name, or a dict of 'name' and options; hone.samplers\(\)"),
        ({"pruner": optuna.pruners.MedianPruner()}, r"pruner='median', or a dict of 'name' and options; hone.pruners\(\)"),
        ({"pruner": optuna.pruners.NopPruner()}, "leave pruner out"),
    ]:
        with pytest.raises(hone.InvalidArgumentError, match=words):
            hone.create_study(SPACE, **given)
        (name,) = given
        with pytest.raises(hone.InvalidArgumentError, match=words):
            study().change(**given)
    names = {method["name"] for method in [*hone.samplers(), *hone.pruners()]}
    assert set(_foreign._METHODS.values()) <= names


def test_a_distribution_of_another_library():
    """What the message says to write is taken."""
    distributions = pytest.importorskip("optuna").distributions
    stats = pytest.importorskip("scipy.stats")
    for given, wanted in [
        (distributions.FloatDistribution(1e-3, 1, log=True), hone.Float(1e-3, 1, log=True)),
        (distributions.FloatDistribution(0, 1, step=0.25), hone.Float(0, 1, step=0.25)),
        (distributions.IntDistribution(1, 9, step=2), hone.Int(1, 9, step=2)),
        (distributions.CategoricalDistribution(["a", None]), ["a", None]),
        (stats.uniform(1, 2), hone.Float(1, 3)),
        (stats.loguniform(1e-3, 2), hone.Float(1e-3, 2, log=True)),
        (stats.randint(1, 5), hone.Int(1, 4)),
    ]:
        with pytest.raises(hone.InvalidSpaceError) as caught:
            hone.create_study({"x": given})
        written = re.search("'x': (.*)$", str(caught.value))[1]
        assert eval(written, {"hone": hone}) == wanted
    with pytest.raises(hone.InvalidSpaceError, match="give the range that is to be searched"):
        hone.create_study({"x": stats.norm()})


def test_what_there_is_is_not_hinted_at():
    """A hint for a word that exists would never be read, and one to a word that does not exist would mislead."""
    made = study()
    for words, thing in ((_hints.OF_A_TRIAL, made.ask()), (_hints.OF_A_FROZEN_TRIAL, made.trials[0]), (_hints.OF_A_STUDY, made)):
        for word in words:
            assert not hasattr(thing, word)


def test_importances_are_measured_in_two_ways():
    made = hone.create_study({"x": hone.Float(0, 1), "y": hone.Float(0, 1)}, sampler="sobol", seed=1)
    made.optimize(lambda trial: 10 * trial["x"] + trial["y"], 60)
    shares = {}
    for method in ("fanova", "ped-anova"):
        found = made.importance(method=method)
        assert found["method"] == method and found["importances"][0]["parameter"] == "x"
        shares[method] = found["importances"][0]["importance"]
    assert shares["fanova"] != shares["ped-anova"]
