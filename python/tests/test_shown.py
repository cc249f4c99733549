# SPDX-License-Identifier: MIT
"""How studies and trials show themselves in a notebook."""

import re

import hone

SPACE = {"x": hone.Float(-5, 5), "kind": ["a", "b"]}
HOSTILE = "<script>alert('&')</script>"


def cells(table):
    """The rows of a table as texts."""
    pairs = re.findall(r"<th [^>]*>(.*?)</th><td [^>]*>(.*?)</td>", table)
    return dict(pairs)


def study_of(**options):
    study = hone.create_study(SPACE, **{"sampler": "random", "seed": 1, **options})
    study.optimize(lambda trial: trial["x"] ** 2, 12)
    return study


def test_a_study_shows_its_state_and_its_best_trial():
    study = study_of(name="<b>")
    study.tell(study.ask(), state="failed")
    table = study._repr_html_()
    shown = cells(table)
    assert "<b>&lt;b&gt;</b>" in table
    assert shown["trials"] == "13 (1 failed)" and shown["best value"].startswith(f"{study.best_value:.6g} (trial")
    assert shown["best x"] == f"{study.best_params['x']:.6g}"
    assert "best" not in hone.create_study()._repr_html_()


def test_a_study_of_two_objectives_shows_the_first_of_its_front():
    study = hone.create_study(SPACE, directions={"loss": "minimize", "gain": "maximize"}, sampler="random")
    assert "minimize loss, maximize gain" in study._repr_html_()
    for k in range(9):
        study.tell(study.ask(), [9 - k, 9 - k])
    shown = cells(study._repr_html_())
    assert shown["Pareto-optimal"] == "9 trials"
    assert shown["trial 8"] == "loss 1, gain 1" and "trial 3" not in shown
    assert shown[""] == "and 4 more: study.best_trials"


def test_trials_show_themselves():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)
    trial = study.ask()
    assert cells(trial._repr_html_()) == {"state": "running", "x": f"{trial['x']:.6g}"}
    trial.report(0.5, 3)
    trial.set_attr("who", HOSTILE)
    study.tell(trial, 0.25)
    shown = cells(study.trials[0]._repr_html_())
    assert shown["state"] == "complete" and shown["value"] == "0.25" and shown["reports"] == "1, last 0.5 at step 3"
    assert shown["attribute who"] == "&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;"


def test_a_failed_trial_shows_the_last_line_of_its_error():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", seed=1)

    def objective(trial):
        raise ValueError(HOSTILE * 9)

    study.optimize(objective, 1, catch=(ValueError,))
    error = cells(study.trials[0]._repr_html_())["error"]
    assert error.startswith("ValueError: &lt;script&gt;") and error.endswith("…") and "Traceback" not in error


def test_what_a_search_found_shows_itself():
    found = hone.minimize(lambda trial: trial["x"], {"x": hone.Float(0, 1)}, 3, sampler="random", seed=1)
    assert repr(found) == f"Found(value={found.value!r}, params={found.params!r}, trial={found.trial.number})"
    assert found._repr_html_() == found.study._repr_html_()


def test_tables_stay_small():
    study = hone.create_study({f"x{i}": hone.Float(0, 1) for i in range(200)}, sampler="random", seed=1)
    study.tell(study.ask(), 1.0)
    for shown in (study, study.trials[0], study.ask()):
        table = shown._repr_html_()
        assert len(table) < 15_000 and "and 171 more" in table


def test_a_study_that_learns_its_space_is_not_disturbed_by_being_looked_at():
    def objective(trial):
        trial._repr_html_()
        return trial.suggest_float("x", 0, 1)

    study = hone.create_study(sampler="random", seed=1)
    study.optimize(objective, 3)
    assert all(trial.params.keys() == {"x"} for trial in study.trials)
