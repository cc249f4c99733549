# SPDX-License-Identifier: MIT
"""A study whose results tell which settings they belong to, so that nothing can be crossed unseen."""

import hone

SPACE = {"x": hone.Float(0, 1), "n": hone.Int(0, 1000000)}


def mirrored(trial):
    """A value that tells which settings it belongs to."""
    trial.set_attr("n", trial["n"])
    return trial["x"]


def require_whole(study, count):
    trials = study.trials
    assert [trial.number for trial in trials] == list(range(count))
    for trial in trials:
        assert trial.state == "complete", trial
        assert trial.value == trial.params["x"] and trial.attributes == {"n": trial.params["n"]}
    assert len({trial.params["x"] for trial in trials}) == count
