# SPDX-License-Identifier: MIT
"""Words of other libraries, and what ours are. Nothing is an alias in silence: a word that is not ours is refused with the
one that is."""

from __future__ import annotations

import difflib
import inspect
from typing import Any, Callable, Dict, Mapping, Tuple

from ._errors import UnknownWordError

#: What other libraries call a keyword, and what it may be called here: the first that the function has.
_KEYWORDS: Dict[str, Tuple[str, ...]] = {
    "study_name": ("name",),
    "storage": ("store",),
    "algo": ("sampler",),
    "algorithm": ("sampler",),
    "random_state": ("seed",),
    "seed": ("random_state",),
    "load_if_exists": ("resume",),
    "name": ("study_name",),
    "parallel": ("n_jobs",),
    "random_seed": ("seed", "random_state"),
    "search_space": ("space",),
    "search_spaces": ("space",),
    "bounds": ("space",),
    "dimensions": ("space",),
    "points_to_evaluate": ("enqueue",),
    "x0": ("enqueue",),
    "resume": ("load_if_exists",),
    "func": ("objective",),
    "fn": ("objective",),
    "n_trials": ("trials", "n_iter"),
    "trials": ("n_iter",),
    "max_evals": ("trials", "n_iter"),
    "n_calls": ("trials", "n_iter"),
    "n_iter": ("trials",),
    "budget": ("trials", "n_iter"),
    "param_grid": ("param_distributions",),
    "param_space": ("param_distributions",),
    "parameters": ("space",),
    "n_iterations": ("n_iter", "trials"),
    "n_jobs": ("parallel",),
    "n_workers": ("parallel", "n_jobs"),
    "num_workers": ("parallel", "n_jobs"),
    "max_workers": ("parallel", "n_jobs"),
    "workers": ("parallel", "n_jobs"),
    "parallelism": ("parallel", "n_jobs"),
    "pool": ("executor",),
    "client": ("executor",),
    "callback": ("callbacks",),
    "progress": ("show_progress_bar",),
    "progress_bar": ("show_progress_bar",),
    "verbose": ("show_progress_bar",),
    "max_time": ("timeout",),
    "time_limit": ("timeout",),
    "values": ("value",),
    "count": ("n",),
    "evaluator": ("method",),
    "target": ("objective",),
    "target_name": ("objective",),
    "params": ("parameters",),
    "user_attrs": ("attributes",),
    "intermediate_values": ("reports",),
    "datetime_start": ("started",),
    "datetime_complete": ("finished",),
    "study": ("name",),
    "from_study_name": ("name",),
    "to_study_name": ("to",),
    "from_storage": ("store",),
    "to_storage": ("to_store",),
}

#: What is said otherwise, in words.
_SENTENCES = {
    "direction": "it is given to create_study(), or said by minimize() and maximize()",
    "directions": "they are given to create_study()",
    "metric_names": "name the objectives where their directions stand: directions={'loss': 'minimize'}",
    "fixed_distributions": "the space is given to create_study(), or the objective asks with trial.suggest_float() and its like",
    "skip_if_finished": "a trial that has ended already raises hone.LeaseLostError, which can be caught",
    "skip_if_exists": "look at study.trials first",
    "n_startup_trials": "it is an option of the sampler, in a dict with its name; hone.samplers() lists them",
    "distributions": "the study knows its space: study.space",
    "targets": "pictures of two objectives show both; plot_scatter(x, y) shows any two of them",
    "include_dominated_trials": "all trials are shown",
    "axis_order": "the objectives stand in the study's order; plot_scatter(x, y) shows any two of them",
    "n_best": "plot_edf() and plot_rank() show how the best are spread",
}


def refuse(function: Callable[..., Any], unknown: Mapping[str, Any], called: str = "") -> None:
    """Raises UnknownWordError when there is a keyword that the function does not have. ``called``: its name to users."""
    for word in unknown:
        known = [name for name in inspect.signature(function).parameters if name not in ("self", "other")]
        said = f"{called or function.__name__}() has no {word}="
        ours = next((name for name in _KEYWORDS.get(word, ()) if name in known), None)
        if ours is not None:
            raise UnknownWordError(f"{said}; here it is {ours}=")
        if word in _SENTENCES:
            raise UnknownWordError(f"{said}; {_SENTENCES[word]}")
        close = difflib.get_close_matches(word, known, 1)
        raise UnknownWordError(f"{said}; " + (f"did you mean {close[0]}=?" if close else f"it has {', '.join(known) or 'none'}"))


def foreign(what: str, words: Mapping[str, str]) -> Callable[[Any, str], Any]:
    """A __getattr__ that knows what other libraries call things."""

    def __getattr__(self: Any, name: str) -> Any:
        ours = words.get(name)
        hint = f"; here it is {ours}" if ours is not None else ""
        raise AttributeError(f"{what} has no {name!r}{hint}", name=name, obj=self) if _NAMED else AttributeError(
            f"{what} has no {name!r}{hint}"
        )

    return __getattr__


_NAMED = "name" in dir(AttributeError)  # since Python 3.10

OF_A_TRIAL = {
    "set_user_attr": "set_attr(name, value)",
    "set_system_attr": "set_attr(name, value)",
    "set_attribute": "set_attr(name, value)",
    "user_attrs": "attributes",
    "system_attrs": "notes, of a trial that has ended",
    "suggest_uniform": "suggest_float(name, low, high)",
    "suggest_loguniform": "suggest_float(name, low, high, log=True)",
    "suggest_discrete_uniform": "suggest_float(name, low, high, step=)",
    "distributions": "study.space, of all trials",
    "datetime_start": "started, of a trial that has ended",
    "relative_params": "params",
}

OF_A_FROZEN_TRIAL = {
    "user_attrs": "attributes",
    "system_attrs": "notes",
    "intermediate_values": "reports, a list of (step, value)",
    "datetime_start": "started",
    "datetime_complete": "finished",
    "distributions": "study.space, of all trials",
    "last_step": "reports[-1][0]",
    "set_user_attr": "Trial.set_attr(name, value), while it runs, or study.note(number, ...) afterwards",
}

OF_A_PLOT = {
    "show": "its name alone in a cell, or save('plot.html') for a browser",
    "write_html": "save('plot.html')",
    "write_image": "save('plot.svg'), or figure().savefig('plot.png')",
    "to_html": "save('plot.html')",
    "savefig": "figure().savefig('plot.png')",
    "update_layout": "figure(), which matplotlib can change",
    "add_trace": "figure(), which matplotlib can change",
    "axes": "figure().axes",
}

#: What other libraries have where hone has a name, or one word for both.
OF_THE_PACKAGE = {
    "Real": "hone.Float(low, high)",
    "Integer": "hone.Int(low, high)",
    "Uniform": "hone.Float(low, high)",
    "Choice": "hone.Categorical(choices)",
    "FloatDistribution": "hone.Float(low, high)",
    "IntDistribution": "hone.Int(low, high)",
    "CategoricalDistribution": "hone.Categorical(choices)",
    "open_study": "hone.load_study(name, store)",
    "get_all_study_summaries": "hone.list_studies(store)",
    "get_all_study_names": "hone.list_studies(store)",
    "fmin": "hone.minimize(objective, space, trials=100)",
    "gp_minimize": "hone.minimize(objective, space, trials=100)",
    "forest_minimize": "hone.minimize(objective, space, trials=100, sampler='rf')",
    "create_trial": "study.add_trial(params, value)",
    "HoneSearchCV": "hone.sklearn.HoneSearchCV, which is imported by itself",
    "HoneSampler": "hone.optuna.HoneSampler, which is imported by itself",
    "HoneSearch": "hone.ray.HoneSearch, which is imported by itself",
    "visualization": "a method of the study: study.plot_history()",
    "importance": "a method of the study: study.importance()",
    "logging": "hone.set_verbosity(level), and the logger 'hone'",
    "distributions": "hone.Float, hone.Int, hone.Categorical, ...",
}

OF_A_STUDY = {
    "study_name": "name",
    "set_user_attr": "set_attr(name, value)",
    "set_system_attr": "set_attr(name, value)",
    "set_attribute": "set_attr(name, value)",
    "remove_user_attr": "remove_attr(name)",
    "user_attrs": "attributes",
    "system_attrs": "attributes",
    "sampler": "definition['sampler']; change(sampler=...) gives the study another one",
    "pruner": "definition['pruner']; change(pruner=...) gives the study another one",
    "enqueue_trial": "enqueue(params)",
    "get_trials": "trials, which can be filtered by their state",
    "metric_names": "objectives",
    "tell_batch": "tell(trial, value) for each",
    "get_best_trial": "best_trial",
    "get_trials_dataframe": "trials_dataframe()",
    "delete_study": "hone.delete_study(study)",
    "delete_trials": "delete(numbers)",
    "remove_trials": "delete(numbers)",
    "plot_optimization_history": "plot_history()",
    "plot_param_importances": "plot_importance()",
    "plot_pareto_front": "plot_pareto()",
    "plot_intermediate_values": "plot_learning_curves()",
    "plot_parallel_coordinate": "plot_parallel()",
    "plot_hypervolume_history": "plot_hypervolume()",
    "plot_convergence": "plot_history()",
    "minimize": "optimize(objective), with direction='minimize' in create_study()",
    "maximize": "optimize(objective), with direction='maximize' in create_study()",
}
