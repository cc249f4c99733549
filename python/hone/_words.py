# SPDX-License-Identifier: MIT
"""What the compiled half and the program say, in Python's words.

Their messages name fields of study files and commands of the terminal. Here is what stands for them in a call; whatever
has no word in Python, such as ``hone db check``, stays and is said to belong into a terminal.
"""

from __future__ import annotations

import re
from typing import Callable, List, Pattern, Tuple, Union

#: "study: parameters.x.low: ", "study: constraints #1: ", "request.value: ", "request:1: sampler: ", each with what follows it.
_PLACE = re.compile(r"(study|request)(?::\d+)?(?:: |\.)(\w[^:;]*?): (this (?:is|must be) )?(?:the text (?='[^']*' ?[(;]))?")
_FIELDS = "low|high|step|scale|choices|when|type|value|default|unit|description|optional"
_PARAMETER = re.compile(rf"parameters\.(.*?)(?:\.({_FIELDS}))?")
_WHOLE = re.compile(r"parameters\.(.*?)(?:\.(choices|when|step))?")  # a name may have dots: only these are told without a verb
_ARGUMENT = re.compile(r"^objective(s?)(\[\d+\])?(?:\.direction)?$")
_ITEM = re.compile(r"(\w+) #(\d+)")

Words = Union[str, Callable[["re.Match[str]"], str]]


def _value(text: str) -> str:
    return text if re.fullmatch(r"-?[\d.]+(e[-+]?\d+)?", text) else {"true": "True", "false": "False"}.get(text, repr(text))


def _removed(match: re.Match[str]) -> str:
    return f"removed={{{match[1]!r}: {_value(match[2])}}}"


#: What a message says, and what Python says in its place: the longer ones first.
_TABLE: List[Tuple[str, Words]] = [
    # studies
    (r"choose another name, or delete the old one with `hone delete [^`]*`",
     "choose another name, or go on with it: load_if_exists=True"),
    (r",? or (?:delete|remove) the old one with `hone delete [^`]*`", ""),
    (r"adopt the new one with `hone tune FILE --adopt` \(.*shows which\), or give the study another 'name'",
     "give the stored one this space with adopt=True (set_space() with dry_run=True says which trials do not fit), or give "
     "this study another name"),
    (r"give the study another 'name'", "give this study another name"),
    (r"`hone tune STUDY --from all`|`hone tune [^`]* --from all[^`]*`", "create_study(..., sources=...)"),
    (r"`hone meta train STUDY.yaml ([^`]*)`", r"`hone meta train STUDY.yaml \1` in a terminal"),
    (r"check (?:the|its) name; `hone (?:tune` makes one|studies` lists those (?:that )?there are)", "check its name"),
    (r"`hone studies` lists those (?:that )?there are", "check its name"),
    (r"; list those there are with `hone studies`", ""),
    (r"run some first: hone tune STUDY", "run some first: study.optimize(...)"),
    (r"`hone init` write an example", "hone.create_study() make it"),
    # trials
    (r"list those there are with `hone trials`", "study.trials has those there are"),
    (r"list them with `hone trials --state running`", "study.trials has them, as running"),
    (r"`hone tell --state failed`", "study.tell(number, state='failed')"),
    (r"`hone ask`", "study.ask(hold=True)"),
    (r"`hone retry --trial`", "study.retry(number)"),
    (r"`hone delete --trial`", "study.delete(number)"),
    (r"`hone (amend|cancel|enqueue|retry|tell)`", r"study.\1()"),
    (r"it will be: run the study", "it will be: study.ask() hands it out"),
    # spaces
    (r"`hone space(?: [^`]*)?` (shows|lists)", r"study.space \1"),
    (r"`hone space(?: [^`]*)?`", "study.space"),
    (r"with `default: VALUE` beside its range: the value that the command used without it; or `optional: true` when there "
     r"was none",
     "as a dict with a 'default', such as {'type': 'float', 'low': 0, 'high': 1, 'default': 0.5}: the value that the "
     "objective used without it; or with 'optional': True when there was none"),
    (r"`removed: \{([^:{}]+): ([^{}]+)\}`", _removed),
    (r"for a fixed value use type: constant", "for a fixed value use hone.Constant"),
    (r"write (?:it in digits and|a whole number) without quotes, for example", "give a number, such as"),
    (r"write a whole number without quotes", "give a whole number"),
    (r"must be a map, not", "must be a dict, not"),
    (r"write `name: value` pairs, one below the other", "give a dict from names to values"),
    (r"write one of minimize, maximize", "give 'minimize' or 'maximize'"),
    # methods and sources
    (r"`hone methods(?: [^`]*)?`", "hone.samplers()"),
    (r"`hone sources(?: [^`]*)?`", "study.sources()"),
    (r"write what 'hone export --format json' writes", "give what `hone export --format json` in a terminal writes"),
    (r"as `hone export` (writes it|does)", r"as `hone export` in a terminal \1"),
    # pictures and what is measured
    (r"draw its history: -k history", "use plot_history()"),
    (r"ask for --method ped-anova", "ask for method='ped-anova'"),
    (r"--repeats 5 measures it", "enqueue() the best settings a few times to measure it"),
    (r"append lines of STEP VALUE to the file named by HONE_REPORT_FILE while the trial runs"
     r"|tell values while a trial runs: trial\.report\(value, step\) in Python, \"report\" over stdio and HTTP",
     "call trial.report(value, step) in the objective"),
    # running
    (r"run fewer trials at a time \(--parallel\)", "run fewer at a time (n_jobs, processes)"),
    (r"`(hone (?:db|meta|token) [^`]*)`(?! in a terminal)", r"`\1` in a terminal"),
    # files
    (r"\bwrite (one|at least|whole|it on)\b", r"give \1"),
]  # fmt: skip
_PHRASES: List[Tuple[Pattern[str], Words]] = [(re.compile(pattern), words) for pattern, words in _TABLE]


def in_pythons_words(message: str) -> str:
    """The message as Python says it."""
    message = re.sub(r"^results\[0\]: ", "", message)  # a trial is told by itself
    message = _PLACE.sub(_placed, message, count=1) if _PLACE.match(message) else re.sub("^study: ", "", message)
    message = re.sub(r"^points\[", "enqueue[", message)
    message = re.sub(r"^(\w+) #(\d+)", lambda item: f"{item[1]}[{int(item[2]) - 1}]", message)
    message = re.sub(r"\bparameters\.([\w.-]*\w): ", r"the parameter '\1': ", message)
    for pattern, words in _PHRASES:
        message = pattern.sub(words, message)
    return message


def _placed(match: re.Match[str]) -> str:
    """Where something is wrong, as the name of an argument, with the verb that follows when the place is its subject."""
    place = match[2]
    verb = (match[3] or "").replace("this ", " ", 1) or ": "
    parameter = (_PARAMETER if match[3] else _WHOLE).fullmatch(place)
    if parameter is not None:
        field = parameter[2] or ""
        return f"the parameter '{parameter[1]}'" + (f": {field}{verb}" if field else verb)
    place = _ITEM.sub(lambda item: f"{item[1]}[{int(item[2]) - 1}]", place)
    return _ARGUMENT.sub(r"direction\1\2", place) + verb
