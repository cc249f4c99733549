# SPDX-License-Identifier: MIT
"""Mistakes that people make, and what each is answered: in Python's words, with what to do."""

import pathlib
import re

import hone
import pytest
from hone._words import in_pythons_words

SPACE = {"x": hone.Float(0, 1), "k": ["a", "b"], "n": hone.Int(1, 8)}

#: What somebody writes, the exception, and a part of its text.
MISTAKES = [
    # what an objective asks for
    (
        'study.ask().suggest_float("z", 1, 0)', hone.InvalidSpaceError,
        "the parameter 'z': low is 1 and high is 0; make low smaller than high (for a fixed value use hone.Constant)",
    ),
    (
        'study.ask().suggest_float("z", 0, 1, log=True)', hone.InvalidSpaceError,
        "the parameter 'z': the log scale needs a lower bound above 0, not 0; raise low or use the linear scale",
    ),
    ('study.ask().suggest_int("z", 0, 5, step=0)', hone.InvalidSpaceError, "the parameter 'z': the step is 0; make it an integer above 0"),
    (
        'hone.create_study().ask().suggest_categorical("z", [])', hone.InvalidSpaceError,
        "the parameter 'z': choices: there are no choices; list at least one value",
    ),
    ('study.ask().suggest_float("z 5", 0, 1)', hone.InvalidSpaceError, "the parameter 'z 5': the parameter name 'z 5' holds a blank"),
    ('study.set_attr("a", float("nan"))', hone.InvalidArgumentError, "the attribute 'a' is nan, which a store cannot keep as a number"),
    ('hone.Study()', hone.UnknownWordError, "a study is made with hone.create_study(...), and one of a store is opened with"),
    ('hone.Study(study_name="a")', hone.UnknownWordError, "a study is made with hone.create_study(...)"),
    # the space
    (
        'hone.create_study({"x": hone.Float(1, 0)})', hone.InvalidSpaceError,
        "the parameter 'x': low is 1 and high is 0; make low smaller than high (for a fixed value use hone.Constant)",
    ),
    (
        'hone.create_study({"x": hone.Float(0, 1, log=True)})', hone.InvalidSpaceError,
        "the parameter 'x': the log scale needs a lower bound above 0, not 0; raise low or use the linear scale",
    ),
    (
        'hone.create_study({"x": hone.Float(0, 1, step=0)})', hone.InvalidSpaceError,
        "the parameter 'x': the step is 0; make it a number above 0",
    ),
    (
        'hone.create_study({"x": hone.Float("0", 1)})', hone.InvalidSpaceError,
        "the parameter 'x': low must be a number, not the text '0'; give a number, such as 0.1 or 1e-4",
    ),
    (
        'hone.create_study({"x": hone.Float(0, 1, scale="log2")})', hone.InvalidSpaceError,
        "the parameter 'x': scale is 'log2' (did you mean 'log'?); give one of linear, log, logit",
    ),
    (
        'hone.create_study({"fit.low": hone.Float(1, 0)})', hone.InvalidSpaceError,
        "the parameter 'fit.low': low is 1 and high is 0; make low smaller than high (for a fixed value use hone.Constant)",
    ),
    (
        'hone.create_study({"n": hone.Int(0.5, 8)})', hone.InvalidSpaceError,
        "Int(low=0.5, high=8) has the end 0.5; give whole numbers, or use hone.Float",
    ),
    (
        'hone.create_study({"n": hone.Int("1", 8)})', hone.InvalidSpaceError,
        "the parameter 'n': low must be an integer, not the text '1'; give a whole number",
    ),
    (
        'hone.create_study({"n": hone.Int(0, 2**70)})', hone.InvalidSpaceError,
        "the parameter 'n': high is a whole number beyond 64 bits; give a number, a text or a boolean",
    ),
    (
        'hone.create_study({"k": hone.Categorical([])})', hone.InvalidSpaceError,
        "the parameter 'k': choices: there are no choices; list at least one value",
    ),
    (
        'hone.create_study({"k": hone.Categorical(["a", "a"])})', hone.InvalidSpaceError,
        "the parameter 'k': choices: the choice a is listed twice; remove one",
    ),
    ('hone.Categorical("abc")', hone.InvalidSpaceError, "the choices are one text, 'abc'; give a list of them"),
    ("hone.create_study({})", hone.InvalidSpaceError, "parameters: the space has no parameters; add at least one"),
    (
        "hone.create_study([1])", hone.InvalidArgumentError,
        "the space is of type list; give a dict from names to hone.Float, hone.Int, ...",
    ),
    (
        'hone.create_study({"a b": hone.Float(0, 1)})', hone.InvalidSpaceError,
        "the parameter 'a b': the parameter name 'a b' holds a blank, a quote, a brace, an equals sign, a comma or a semicolon; use letters, digits, _ - and .",
    ),
    (
        'hone.create_study({"x": hone.Float(0, 1, when={"kk": "a"})})', hone.InvalidSpaceError,
        "the parameter 'x': when: the condition of 'x' names 'kk', which does not exist; name a parameter of the space",
    ),
    (
        'hone.create_study({"k": ["a", "b"], "x": hone.Float(0, 1, when={"k": "c"})})', hone.InvalidSpaceError,
        "the parameter 'x': when: the condition of 'x' on 'k' asks for a value that it cannot have; use values of its domain",
    ),
    (
        'hone.Float(0, 1, when="k == \'a\'")', hone.InvalidSpaceError,
        'when is the text "k == \'a\'"; give a dict, such as when={\'kernel\': \'poly\'}',
    ),
    # making a study
    (
        'hone.create_study(SPACE, sampler="heboo")', hone.NotFoundError,
        "there is no sampler 'heboo' (did you mean 'hebo'?); use one of hebo, auto, gp",
    ),
    (
        'hone.create_study(SPACE, sampler={"name": "hebo", "startup": -3})', hone.InvalidOptionError,
        "option 'startup' of hebo is -3; give an integer from 0 to 100000",
    ),
    (
        'hone.create_study(SPACE, sampler={"startup": 3})', hone.InvalidArgumentError,
        "sampler: the field 'name' is missing; add it",
    ),
    (
        "hone.create_study(SPACE, sampler=object)", hone.InvalidArgumentError,
        "the sampler is of type object; give its name, or a dict of 'name' and options",
    ),
    (
        'hone.create_study(SPACE, pruner="medain")', hone.NotFoundError,
        "there is no pruner 'medain' (did you mean 'median'?); use one of asha, median, percentile, hyperband, patient, "
        "threshold, wilcoxon",
    ),
    (
        'hone.create_study(SPACE, direction="min")', hone.InvalidArgumentError,
        "direction is 'min'; give 'minimize' or 'maximize'",
    ),
    (
        'hone.create_study(SPACE, direction="maximise")', hone.InvalidArgumentError,
        "direction is 'maximise' (did you mean 'maximize'?); give 'minimize' or 'maximize'",
    ),
    (
        'hone.create_study(SPACE, directions="minimize")', hone.InvalidArgumentError,
        "directions is one text, 'minimize'; give a list, or use 'direction'",
    ),
    (
        "hone.create_study(SPACE, directions=[])", hone.InvalidArgumentError,
        "directions: there are no objectives; list at least one",
    ),
    (
        'hone.create_study(SPACE, directions=["minimize", "up"])', hone.InvalidArgumentError,
        "directions[1] is 'up'; give 'minimize' or 'maximize'",
    ),
    (
        "hone.create_study(SPACE, constraints=[lambda p: True])", hone.InvalidArgumentError,
        "a constraint is a function; write it as a text, such as 'x + y <= 10'",
    ),
    (
        'hone.create_study(SPACE, constraints=["x <"])', hone.InvalidSpaceError,
        "constraints[0]: in the constraint 'x <': a value was expected, not the end at character 4; write a parameter's name, a number or a quoted string",
    ),
    (
        'hone.create_study(SPACE, constraints=["z < 1"])', hone.InvalidSpaceError,
        "constraints[0]: in the constraint 'z < 1': there is no parameter 'z' at character 1; name one of the space, or quote it if it is a string",
    ),
    (
        'hone.create_study(SPACE, constraints=["k < 3"])', hone.InvalidSpaceError,
        "constraints[0]: in the constraint 'k < 3': '<' needs a number, but this is a string at character 1; compare strings with == and in, numbers with < and >",
    ),
    (
        'hone.create_study(SPACE, constraints_on=["mem < "])', hone.InvalidSpaceError,
        "constraints_on[0]: in the constraint 'mem < ': a value was expected, not the end at character 7; write a parameter's name, a number or a quoted string",
    ),
    ('hone.create_study(SPACE, seed="a")', hone.InvalidArgumentError, "seed is 'a'; give a whole number"),
    ("hone.create_study(SPACE, seed=-1)", hone.InvalidOptionError, "seed is -1; give an integer of at least 0"),
    ("hone.create_study(SPACE, horizon=0)", hone.InvalidOptionError, "horizon is 0; give an integer of at least 1"),
    (
        "hone.create_study(SPACE, candidates=[[1, 2]])", hone.InvalidArgumentError,
        "a candidate is [1, 2]; give a dict from names to values, such as {'x': 0.5}, or a list of them",
    ),
    (
        'hone.create_study(SPACE, candidates=[{"x": 5, "k": "a", "n": 1}])', hone.InvalidSpaceError,
        "candidates: candidate 1: x: the value 5 is not possible here; give a number in [0, 1]; correct the row",
    ),
    (
        'hone.create_study(SPACE, sources="nope", sampler="rgpe")', hone.NotFoundError,
        "sources[0]: there is no study 'nope' in this store; check its name",
    ),
    (
        "hone.create_study(SPACE, sources=[7])", hone.InvalidArgumentError,
        "a source is of type builtins.int; give a hone.Study, its name, or a dict of rows",
    ),
    (
        'hone.create_study(SPACE, enqueue={"x": 5, "k": "a", "n": 1})', hone.InvalidArgumentError,
        "enqueue[0]: x: the value 5 is not possible here; give a number in [0, 1]",
    ),
    (
        'hone.create_study(SPACE, enqueue={"z": 5})', hone.InvalidArgumentError,
        "enqueue[0]: there is no parameter 'z'; remove or rename it",
    ),
    ('hone.create_study(SPACE, name="")', hone.InvalidArgumentError, "name: the name is empty; give one"),
    ("hone.create_study(SPACE, name=3)", hone.InvalidArgumentError, "the study's name is 3; give a text"),
    (
        'hone.create_study(SPACE, store="mysql://x")', hone.InvalidArgumentError,
        "there is no kind of store 'mysql'; use memory:, sqlite:PATH, the path of a file, postgresql://USER@HOST/DATABASE, or http://HOST:PORT of a service",
    ),
    (
        "hone.create_study(SPACE, store=store)", hone.AlreadyExistsError,
        "there is a study named 'study' already; choose another name, or go on with it: load_if_exists=True",
    ),
    (
        'hone.create_study({"x": hone.Float(0, 2)}, store=store, load_if_exists=True)', hone.AlreadyExistsError,
        "the study 'study' has another space: the parameter 'x': widened from [0, 1] to [0, 2]; the parameter 'k': removed (was a, b); the parameter 'n': removed (was 1 to 8); give it this one with adopt=True (all trials so far fit it), or give this study another name",
    ),
    (
        'hone.create_study(SPACE, store=store, load_if_exists=True, direction="maximize")', hone.AlreadyExistsError,
        "the study 'study' has the direction minimize, and maximize is given; leave it out to go on with the study, or give this one another name",
    ),
    (
        'hone.create_study(constraints=["x < 1"])', hone.InvalidArgumentError,
        "constraints need a space that is known at the start; give it as 'space'",
    ),
    (
        "hone.create_study(store=store)", hone.AlreadyExistsError,
        "there is a study named 'study' already; choose another name, or go on with it: load_if_exists=True",
    ),
    (
        'hone.load_study("zz", store)', hone.NotFoundError,
        "; make it with hone.create_study(..., name='zz'); the store has 'study'",
    ),
    # asking and telling
    ("study.ask(-1)", hone.InvalidArgumentError, "-1 trials are asked for; ask for 0 or more"),
    ('study.ask("a")', hone.InvalidArgumentError, "the count of trials is 'a'; give a whole number"),
    (
        "study.pause(); study.ask()", hone.InvalidArgumentError,
        "the study is paused, so nothing is handed out; study.resume() goes on",
    ),
    ('study.tell(trial, "a")', hone.InvalidArgumentError, "the value is a text, 'a'; give a number"),
    ("study.tell(trial, [1, 2])", hone.InvalidArgumentError, "there are 2 values; give one"),
    ('study.tell(trial, {"loss": 1})', hone.InvalidArgumentError, "the values are named loss; give one for each of: value"),
    (
        'study.tell(trial, state="done")', hone.InvalidArgumentError,
        "a trial cannot end as 'done'; use complete, failed, pruned, timed_out or infeasible",
    ),
    (
        'study.tell(trial, state="complete")', hone.InvalidArgumentError,
        "trial 0 is told 0 values for 1 objective; give one value for each objective, in their order",
    ),
    ("study.tell(99, 1.0)", hone.NotFoundError, "there is no trial 99; tell a number that ask gave"),
    ('study.tell("a", 1.0)', hone.InvalidArgumentError, "the trial is 'a'; give a whole number"),
    (
        "done.tell(0, 2.0)", hone.LeaseLostError,
        "trial 0 has ended already (complete); a trial ends once; study.amend() corrects its value",
    ),
    (
        "study.enqueue([1, 2])", hone.InvalidArgumentError,
        "settings to try are 1; give a dict from names to values, such as {'x': 0.5}, or a list of them",
    ),
    (
        'study.enqueue({"x": 5, "k": "a", "n": 1})', hone.InvalidArgumentError,
        "enqueue[0]: x: the value 5 is not possible here; give a number in [0, 1]",
    ),
    ('study.enqueue({"y": 5})', hone.InvalidArgumentError, "enqueue[0]: there is no parameter 'y'; remove or rename it"),
    (
        'trial["zz"]', hone.NotFoundError,
        "the trial has no parameter 'zz'; it has: x, k, n (one with a condition is not in every trial: use get())",
    ),
    ('trial.report("a", 1)', hone.InvalidArgumentError, "step 1 reports 'a'; give a number"),
    ("trial.report(1.0, 2.5)", hone.InvalidArgumentError, "the step is 2.5; give a whole number"),
    (
        'trial.set_attr("a", {1})', hone.InvalidArgumentError,
        "the attribute 'a' is of type set; give a bool, an int, a float, a str, None, or a list or dict of these",
    ),
    (
        'trial.set_attr("param:x", 1)', hone.InvalidArgumentError,
        "'unused_params' and attributes that begin with 'param:' are hone's own; choose another name",
    ),
    (
        'trial.suggest_float("q", 1, 0)', hone.InvalidSpaceError,
        "the parameter 'q': low is 1 and high is 0; make low smaller than high (for a fixed value use hone.Constant)",
    ),
    (
        'trial.suggest_float("q", 0, 1); trial.suggest_int("q", 0, 1)', hone.InvalidSpaceError,
        "'q' was Float(low=0, high=1) earlier in this trial and is Int(low=0, high=1) now; use another name for one of them",
    ),
    (
        'trial.suggest_int("q", 1, 9, default=12)', hone.InvalidArgumentError,
        "the default of 'q' is 12, which is not in Int(low=1, high=9); give one of its values",
    ),
    # running
    (
        "study.optimize(3, 1)", hone.InvalidArgumentError,
        "the objective is 3; give a function that takes a trial and returns a number",
    ),
    ("study.optimize(len, -1)", hone.InvalidArgumentError, "trials is -1; give 0 or more, or leave it out"),
    ('study.optimize(len, "a")', hone.InvalidArgumentError, "trials is 'a'; give a whole number"),
    (
        'study.optimize(len, 1, timeout="soon")', hone.InvalidArgumentError,
        "timeout is 'soon'; give seconds, or a text such as '90s', '5m' or '1h30m'",
    ),
    (
        "study.optimize(len, 1, catch=3)", hone.InvalidArgumentError,
        "catch holds 3; give classes of exceptions, such as catch=[ValueError]",
    ),
    (
        "study.optimize(len, 1, callbacks=[3])", hone.InvalidArgumentError,
        "a callback is 3; give functions that take a study and a trial",
    ),
    (
        "study.optimize(len, 1, n_jobs=0)", hone.InvalidArgumentError,
        "n_jobs is at least 1 (-1: one for each core), and processes at least 0",
    ),
    (
        "study.optimize(len, 1, processes=2)", hone.InvalidArgumentError,
        "the study 'study' is in the memory of one process, and another one cannot use it; make it in a store that both see: store='sqlite:hone.db'",
    ),
    (
        "study.optimize(lambda trial: None, 1)", hone.ObjectiveError,
        "the only trial failed with TypeError: the objective returned None; return a number; repair the objective, or give 'catch' to go on regardless",
    ),
    (
        'study.optimize(lambda trial: float("nan"), 1)', hone.ObjectiveError,
        "the only trial failed with the objective returned nan; repair the objective, or give 'catch' to go on regardless",
    ),
    ("hone.minimize(len, SPACE, trials=0)", hone.InvalidArgumentError, "trials is 0; give 1 or more"),
    (
        'hone.set_verbosity("loud")', hone.InvalidArgumentError,
        "the verbosity is 'loud'; give 'debug', 'info', 'warning', 'error', or a level such as logging.WARNING",
    ),
    # looking
    ("study.best_value", hone.NotFoundError, "no trial is complete yet; run some first"),
    (
        "done.plot_learning_curves()", hone.NotFoundError,
        "no trial of 'study' reported a value on its way; call trial.report(value, step) in the objective",
    ),
    (
        "done.plot_pareto()", hone.NotFoundError,
        "the study has one objective, so there is no Pareto front; use plot_history()",
    ),
    ('done.plot_slice("zz")', hone.NotFoundError, "there is no parameter 'zz'; name one of x, k, n"),
    (
        "done.plot_weights()", hone.NotFoundError,
        "no trial of 'study' has weights of sources; they come when a study learns from others: create_study(..., sources=...)",
    ),
    (
        "done.importance()", hone.InvalidArgumentError,
        "importance needs at least 10 complete trials, and there are 3; run 7 more",
    ),
    ('done.importance(method="shap")', hone.InvalidArgumentError, "method is 'shap'; give one of fanova, ped-anova"),
    ('done.importance(objective="q")', hone.NotFoundError, "there is no objective 'q'; name one of value"),
    ('done.report("a.txt")', hone.InvalidArgumentError, "'a.txt' does not end in .html; choose such a name"),
    (
        'done.chart("hist")', hone.NotFoundError,
        "there is no picture 'hist' (did you mean 'cost'?); name one of history, slices, parallel, contour, rank, scatter, curves, timeline, front, hypervolume, attainment, importance, weights, edf, cost, warps, calibration",
    ),
    (
        "hone.create_study().plot_history()", hone.NotFoundError,
        "no trial of 'study' has ended yet, so there is nothing to draw; run some first",
    ),
    # putting right
    (
        "done.retry(0)", hone.InvalidArgumentError,
        "trial 0 is complete and cannot be run again under its number; correct its value with study.amend(), or measure its settings once more with study.enqueue()",
    ),
    ("done.retry(99)", hone.NotFoundError, "there is no trial 99 in this study; study.trials has those there are"),
    (
        'done.retry(states=["bad"])', hone.InvalidArgumentError,
        "states[0]: 'bad' is not a state in which a trial ends; give one of complete, failed, pruned, timed_out, infeasible",
    ),
    ("done.amend(99, 1)", hone.NotFoundError, "there is no trial 99 in this study; study.trials has those there are"),
    (
        'done.amend(0, "a")', hone.InvalidArgumentError,
        "values must be a number, not the text 'a'; give a number, such as 0.1 or 1e-4",
    ),
    (
        "study.amend(0, 1.0)", hone.InvalidArgumentError,
        "trial 0 is running and cannot be amended; tell its result with study.tell()",
    ),
    (
        "study.delete(0)", hone.InvalidArgumentError,
        "trial 0 is running and cannot be deleted; stop who runs it, or tell its end with study.tell(number, state='failed')",
    ),
    (
        "study.retry(0)", hone.InvalidArgumentError,
        "trial 0 is running and cannot be run again under its number; stop who runs it, or tell its end with study.tell(number, state='failed')",
    ),
    (
        "done.cancel(0)", hone.LeaseLostError,
        "trial 0 has ended already (complete); a trial ends once; study.amend() corrects its value",
    ),
    (
        "done.delete(0); done.delete(0)", hone.InvalidArgumentError,
        "trial 0 is deleted already; study.retry(number) runs its settings again",
    ),
    (
        'done.set_space({**SPACE, "y": hone.Float(0, 1)})', hone.InvalidSpaceError,
        "the parameter 'y': old trials have no value of this parameter (3 trials, the first is 0); say what they count as, as a dict with a 'default', such as {'type': 'float', 'low': 0, 'high': 1, 'default': 0.5}: the value that the objective used without it; or with 'optional': True when there was none",
    ),
    (
        'done.set_space({"x": hone.Float(0, 1)})', hone.InvalidSpaceError,
        "the parameter 'k' is gone, and old trials had it (3 trials, the first is 0); say which of them still count: removed={'k': 'a'} for those that had this value, as all have from now on, or removed={'k': 'any'} for all",
    ),
    (
        'done.notes = {"txt": "a"}', hone.InvalidArgumentError,
        "txt: there is no field 'txt' here (did you mean 'text'?); rename or remove it",
    ),
    ("study.extend(-1)", hone.InvalidArgumentError, "trials is -1; give an integer from 1 to 1000000000"),
    (
        'study.call("retyr")', hone.InvalidArgumentError,
        "there is no verb 'retyr' (did you mean 'retry'?); docs/guide/stdio.md has them all",
    ),
    (
        'study.call("trial", nubmer=0)', hone.InvalidArgumentError,
        "nubmer: there is no field 'nubmer' here (did you mean 'number'?); rename or remove it",
    ),
    (
        'study.call("amend", number=0, value=float("nan"))', hone.InvalidArgumentError,
        "a field holds NaN, an infinity or itself; give finite numbers",
    ),
]  # fmt: skip


#: What belongs to the command line or to a file.
FOREIGN = ["space:1", "study:1", "hone tune", "`hone ", "FILE", "-k history", "without quotes", "request", "study: ", " --"]


@pytest.fixture
def names(tmp_path):
    """What the mistakes are made with: studies of which one has three results, and a trial that runs."""
    store = f"sqlite:{tmp_path / 'hone.db'}"
    hone.create_study(SPACE, store=store, sampler="random")
    study, done = (hone.create_study(SPACE, sampler="random", seed=1) for _ in range(2))
    done.optimize(lambda trial: trial["x"], 3)
    return {"hone": hone, "SPACE": SPACE, "store": store, "study": study, "done": done, "trial": study.ask()}


@pytest.mark.parametrize(("code", "kind", "text"), MISTAKES, ids=[code for code, _, _ in MISTAKES])
def test_a_mistake_is_answered(code, kind, text, names):
    with pytest.raises(hone.HoneError) as caught:
        exec(code, names)  # noqa: S102
    assert type(caught.value) is kind and text in str(caught.value)
    assert [word for word in FOREIGN if word in str(caught.value)] == []


SOURCES = pathlib.Path(__file__).parents[2] / "src" / "hone"
#: What speaks to those who use the command line, a service's configuration, or programs that hone starts.
ELSEWHERE = {
    "cli", "server", "layouts", "net",
    "runner/command.cpp", "runner/command_remarks.cpp", "runner/private_files.cpp", "runner/result.cpp",
    "runner/substitute.cpp", "runner/trial_ends.cpp", "runner/trial_run.cpp", "runner/refusal.cpp",
    "service/verbs_work.cpp", "storage/postgres_database.cpp",
    "codec/study_advice.cpp", "codec/study_file.cpp",  # of study files, whose fields Python does not write
}  # fmt: skip
COMMAND_LINE = re.compile(r"`hone |hone tune|\bFILE\b|-k history|HONE_REPORT_FILE|without quotes|(?<=[\s(`])--[a-z]")
#: What has no words of Python, and is said to belong elsewhere.
TERMINAL = re.compile(r"`hone (?:db|meta|export|token)[^`]*` in a terminal")


def literals(text):
    """The texts of a source, those that stand in pieces put together, with NAME for what is put between them."""
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M)
    piece = r'"(?:[^"\\\n]|\\.)*"'
    between = r"\s*(?:(?:,|\+)\s*[A-Za-z_.>():]+(?:\([^()\"]*\))?\)?\s*(?:,|\+)\s*)?"
    for found in re.finditer(rf"{piece}(?:{between}{piece})*", text):
        parts = re.split(rf"({piece})", found[0])
        yield "".join(part[1:-1] if part.startswith('"') else "NAME" * bool(part.strip()) for part in parts).replace('\\"', '"')


def spoken():
    for path in sorted(SOURCES.rglob("*.cpp")):
        name = path.relative_to(SOURCES).as_posix()
        if name in ELSEWHERE or name.split("/")[0] in ELSEWHERE or path.name.endswith("_schema.cpp"):
            continue
        for text in literals(path.read_text(encoding="utf-8")):
            if COMMAND_LINE.search(text):
                yield name, text


def test_no_message_of_the_compiled_half_speaks_of_the_command_line():
    found = list(spoken())
    assert len(found) > 40  # or the search has gone blind
    left = [(name, text) for name, text in found if COMMAND_LINE.search(TERMINAL.sub("", in_pythons_words(text)))]
    assert left == []
