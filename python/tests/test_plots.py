# SPDX-License-Identifier: MIT
"""Pictures and tables for notebooks."""

import base64
import copy
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest

import hone
from hone.plots import Plot

SPACE = {"x": hone.Float(-5, 5), "kind": ["a", "b"]}
PROGRAM = os.path.join(os.path.dirname(hone.__file__), "bin", "hone")


def study_of(**options):
    study = hone.create_study(SPACE, **{"sampler": "random", "seed": 1, **options})

    def objective(trial):
        for step in range(1, 4):
            trial.report(trial["x"] ** 2 + 1 / step, step)
        return trial["x"] ** 2 + (trial["kind"] == "a")

    study.optimize(objective, 12)
    return study


def shapes(plot, name):
    return list(xml.fromstring(plot.svg).iter("{http://www.w3.org/2000/svg}" + name))


def texts(plot):
    return [text.text for text in shapes(plot, "text")]


def test_a_history_has_a_mark_for_each_trial():
    plot = study_of().plot_history()
    circles = [circle for circle in shapes(plot, "circle") if circle.get("r") == "3"]
    assert len(circles) == 12 and "best so far" in texts(plot)
    assert plot._repr_svg_() == plot.svg


def test_a_picture_is_that_of_the_command_line(store, tmp_path):
    study = study_of(store=store)
    drawn = tmp_path / "history.svg"
    subprocess.run([PROGRAM, "plot", "study", "--store", store, "-k", "history", "-o", str(drawn)], check=True, stdout=subprocess.DEVNULL)
    assert re.sub(r"hone[0-9a-f]{8}-", "", study.plot_history().svg) == drawn.read_text()


def test_a_study_in_memory_is_drawn_as_one_in_a_file(store):
    here, there = study_of(), study_of(store=store)
    assert here.plot_history().svg == there.plot_history().svg
    assert here.plot_slice().svg == there.plot_slice().svg


def test_what_the_sampler_noted_is_drawn_for_studies_in_memory():
    assert "stage 1" in texts(study_of(sampler="sequd").plot_history())


def test_slices_of_some_parameters():
    study = study_of()
    assert {"x", "kind"} <= set(texts(study.plot_slice()))
    assert "kind" not in texts(study.plot_slice("x")) and "x" not in texts(study.plot_slice(["kind"]))


def test_weights_of_sources():
    old = hone.create_study({"x": hone.Float(-5, 5)}, name="old", sampler="random", seed=3)
    old.optimize(lambda trial: (trial["x"] - 2) ** 2, 30)
    new = hone.create_study({"x": hone.Float(-5, 5)}, sampler="rgpe", sources=old, seed=1)
    new.optimize(lambda trial: (trial["x"] - 2) ** 2, 5)
    assert any("old" in text for text in texts(new.plot_weights()))


@pytest.mark.parametrize(
    ("kind", "draw"),
    [
        ("parallel", lambda study: study.plot_parallel()),
        ("contour", lambda study: study.plot_contour(["x", "kind"])),
        ("curves", lambda study: study.plot_learning_curves()),
        ("timeline", lambda study: study.plot_timeline()),
        ("rank", lambda study: study.plot_rank()),
        ("scatter", lambda study: study.plot_scatter("x", colour="kind", size="value")),
        ("edf", lambda study: study.plot_edf()),
        ("warps", lambda study: study.plot_warps()),
        ("calibration", lambda study: study.plot_calibration()),
    ],
)
def test_other_pictures_of_one_objective(kind, draw):
    plot = draw(study_of())
    assert plot.svg.startswith("<svg") and kind in repr(plot)
    assert plot.figure().axes[0].get_children()


def test_far_values_are_arrows_with_their_number_unless_all_are_wanted():
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="sobol", seed=1)
    study.optimize(lambda trial: 1e6 if trial["x"] > 0.85 else trial["x"], 40)
    far = sum(trial.value > 1e5 for trial in study.trials)
    assert 0 < far < 10
    chart = study.plot_history().data["charts"][0]
    assert chart["y"]["beyond"]["high"] == far and str(far) in chart["note"]
    arrows = [one["marks"] for one in chart["series"] if one["marks"].get("marker") == "up"]
    assert [y for marks in arrows for y in marks["y"]] == [1e6] * far
    everything = study.plot_history(all_values=True).data["charts"][0]
    assert "beyond" not in everything["y"] and everything["note"] == ""
    for draw in (study.plot_slice, study.plot_parallel, study.plot_edf):
        assert "beyond" in json.dumps(draw().data) and "beyond" not in json.dumps(draw(all_values=True).data)


def test_a_scatter_of_chosen_properties():
    study = study_of()
    chart = study.plot_scatter("seconds", "x", colour="none").data["charts"][0]
    assert (chart["x"]["label"], chart["y"]["label"]) == ("seconds", "x")
    with pytest.raises(KeyError, match="trials have no 'nothing' to show"):
        study.plot_scatter("nothing")


def test_a_front_of_two_objectives():
    study = hone.create_study(SPACE, directions=["minimize", "minimize"], sampler="random", seed=1)
    study.optimize(lambda trial: [trial["x"] ** 2, (trial["x"] - 2) ** 2], 15)
    assert {"value_0", "value_1"} <= set(texts(study.plot_pareto()))


def test_the_hypervolume_of_two_objectives():
    study = hone.create_study(SPACE, directions=["minimize", "minimize"], sampler="random", seed=1)
    study.optimize(lambda trial: [trial["x"] ** 2, (trial["x"] - 2) ** 2], 15)
    assert "dominated hypervolume" in texts(study.plot_hypervolume())
    (line,) = [one["marks"] for one in study.plot_hypervolume().data["charts"][0]["series"]]
    assert line["y"] == sorted(line["y"])
    with pytest.raises(KeyError, match="plot_history"):
        study_of().plot_hypervolume()


def test_what_two_objectives_attained():
    study, other = (hone.create_study(SPACE, directions=["minimize", "minimize"], sampler="random", seed=seed) for seed in (1, 2))
    for one in (study, other):
        one.optimize(lambda trial: [trial["x"] ** 2, (trial["x"] - 2) ** 2], 12)
    assert {"after 3 trials", "after 6 trials", "after 12 trials"} <= set(texts(study.plot_attainment()))
    assert "at least half of them" in texts(study.plot_attainment(other))
    with pytest.raises(KeyError, match="plot_history"):
        study_of().plot_attainment()


def test_every_picture_of_the_terminal_can_be_drawn():
    made = subprocess.run([PROGRAM, "plot", "--kind", "nosuch"], capture_output=True, text=True)
    kinds = re.search(r"takes all, (.*), not 'nosuch'", made.stderr)[1].split(", ")
    named = {"slices": "slice", "curves": "learning_curves", "front": "pareto"}
    assert [kind for kind in kinds if not hasattr(hone.Study, f"plot_{named.get(kind, kind)}")] == []


def test_studies_of_one_store_are_compared(store):
    one, two = (hone.create_study(SPACE, name=name, store=store, sampler="random", seed=1) for name in ("one", "two"))
    for study in (one, two):
        study.optimize(lambda trial: trial["x"] ** 2, 5)
    assert {"one (5)", "two (5)"} <= set(texts(one.plot_edf(two))) and set(texts(one.plot_edf([two]))) == set(texts(one.plot_edf(two)))


def test_studies_in_memory_are_compared():
    one, two = (hone.create_study(SPACE, name=name, sampler="random", seed=1) for name in ("one", "two"))
    for study in (one, two):
        study.optimize(lambda trial: trial["x"] ** 2, 5)
    assert {"one (5)", "two (5)"} <= set(texts(one.plot_edf(two)))


def alive(plot):
    """The picture, the data and the script of what a notebook is given."""
    found = re.fullmatch(
        r'<div class="hone-plot"><style>.*?</style><img class="hone-still" alt="(.*?)" src="data:image/svg\+xml;base64,(.*?)">'
        r'<script type="application/json">(.*?)</script><script>(.*)</script></div>',
        plot._repr_html_(), re.DOTALL,
    )  # fmt: skip
    return base64.b64decode(found[2]).decode(), json.loads(found[3]), found[4]


def test_a_notebook_is_given_the_picture_its_data_and_a_small_script():
    study = study_of()
    plot = study.plot_slice("x")
    svg, data, script = alive(plot)
    assert svg == plot.svg and data == plot.data
    assert len(script) < 40_000 and "http://" not in script.replace("http://www.w3.org/2000/svg", "") and "https://" not in script
    (chart,) = data["charts"]
    assert sorted(chart["series"][0]["marks"]["numbers"]) == list(range(12))
    assert data["names"] == ["value", "x", "kind"]
    third = study.trials[3]
    assert data["settings"]["3"] == [f"{third.value:.6g}", f"{third.params['x']:.6g}", third.params["kind"]]


def test_what_people_wrote_stays_text_in_a_page():
    hostile = "</script><script>alert(1)</script><!--"
    study = hone.create_study({"x": hone.Float(0, 1), "kind": [hostile, "b"]}, sampler="random", seed=1)
    study.optimize(lambda trial: trial["x"], 8)
    html = study.plot_parallel()._repr_html_()
    assert "alert(1)</script>" not in html and hostile not in html
    assert html.count("</script>") == 2
    assert hostile in json.dumps(alive(study.plot_parallel())[1]["settings"])


def test_the_picture_of_a_long_study_stays_small():
    study = hone.create_study({f"x{i}": hone.Float(0, 1) for i in range(8)}, sampler="random", seed=1)
    study.call("insert", trials=[
        {"state": "complete", "params": {f"x{i}": (7 * k + i) % 1000 / 1000 for i in range(8)}, "value": k % 977} for k in range(20_000)
    ])  # fmt: skip
    page = study.plot_history()._repr_html_()
    assert len(page) < 700_000
    assert len(study.plot_history().data["settings"]) == 1000


def test_importance_has_a_bar_for_each_parameter():
    plot = study_of().plot_importance()
    assert study_of().plot_importance(method="ped-anova").data != plot.data
    with pytest.raises(hone.InvalidArgumentError, match="ped-anova"):
        study_of().plot_importance(method="gini")
    assert {"x", "kind", "importance"} <= set(texts(plot))
    with pytest.raises(KeyError, match="'speed'"):
        study_of().plot_importance(objective="speed")


def test_what_cannot_be_drawn():
    study = study_of()
    with pytest.raises(KeyError, match="'z'"):
        study.plot_slice("z")
    with pytest.raises(KeyError, match="weights"):
        study.plot_weights()
    with pytest.raises(KeyError, match="run some"):
        hone.create_study().plot_history()


def test_running_trials_do_not_disturb():
    study = study_of()
    study.ask()
    circles = [circle for circle in shapes(study.plot_history(), "circle") if circle.get("r") == "3"]
    assert len(circles) == 12


def test_names_inside_pictures_are_distinct():
    study = study_of()
    first = study.plot_history()
    study.optimize(lambda trial: 0.0, 1)
    second = study.plot_history()
    ids = [set(re.findall(r' id="([^"]+)"', plot.svg)) for plot in (first, second)]
    assert ids[0] and ids[1] and not ids[0] & ids[1]
    assert all(set(re.findall(r"url\(#([^)]+)\)", plot.svg)) <= held for plot, held in zip((first, second), ids))


def test_saving(tmp_path):
    plot = study_of().plot_history()
    plot.save(tmp_path / "history.svg")
    assert (tmp_path / "history.svg").read_text() == plot.svg
    plot.save(tmp_path / "history.html")
    page = (tmp_path / "history.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and plot._repr_html_() in page
    with pytest.raises(ValueError, match="savefig"):
        plot.save(tmp_path / "history.png")


def test_a_figure_of_matplotlib(tmp_path):
    plot = study_of().plot_history()
    figure = plot.figure()
    root = xml.fromstring(plot.svg)
    assert tuple(round(96 * side) for side in figure.get_size_inches()) == (int(root.get("width")), int(root.get("height")))
    axes = figure.axes[0]
    from matplotlib.patches import Circle

    assert len([one for one in axes.patches if isinstance(one, Circle)]) == len(shapes(plot, "circle"))
    assert [one.get_text() for one in axes.texts] == texts(plot)
    assert {round(one.get_rotation()) for one in axes.texts} == {0, 90}  # the label of the vertical axis
    figure.savefig(tmp_path / "history.png")
    assert (tmp_path / "history.png").read_bytes().startswith(b"\x89PNG")


def test_paths_and_groups_become_shapes():
    from matplotlib.patches import PathPatch

    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><g transform="translate(10 20)">'
        '<path d="M1 2l3 4 -1 0zM5 5h2V9" fill="none" stroke="#ff0000" stroke-dasharray="2 3"/></g></svg>'
    )
    axes = Plot(svg).figure().axes[0]
    (patch,) = [one for one in axes.patches if isinstance(one, PathPatch)]
    corners = (patch.get_transform() - axes.transData).transform(patch.get_path().vertices).round(9).tolist()
    assert corners == [[11, 22], [14, 26], [13, 26], [11, 22], [15, 25], [17, 25], [17, 29]]
    with pytest.raises(hone.InternalError, match="ellipse"):
        Plot('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><ellipse/></svg>').figure()


def test_matplotlib_is_imported_for_figures_only():
    code = (
        "import sys, hone\n"
        "study = hone.create_study({'x': hone.Float(0, 1)}, sampler='random')\n"
        "study.optimize(lambda trial: trial['x'], 3)\n"
        "study.plot_history()._repr_svg_(); print('matplotlib' in sys.modules)"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "False"


def test_a_figure_without_matplotlib_says_what_to_install():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from hone.plots import Plot\n"
        "try: Plot('<svg/>').figure()\n"
        "except ImportError as missing: print(missing)"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "hone-opt[plots]" in made.stdout


def test_a_copy_of_a_study_is_the_same_study():
    study = study_of()
    assert copy.deepcopy({"of": [study]})["of"][0] is study and copy.copy(study) is study


def test_a_study_without_results_has_nothing_to_draw():
    """Whether it knows its space or not."""
    for study in (hone.create_study(sampler="random"), hone.create_study({"x": hone.Float(0, 1)}, sampler="random")):
        for draw in (study.plot_history, study.plot_parallel, study.plot_timeline):
            with pytest.raises(hone.NotFoundError, match="no trial of 'study' has ended yet, so there is nothing to draw"):
                draw()
    trial = study.ask()
    with pytest.raises(hone.NotFoundError):
        study.plot_history()
    assert study.plot_timeline().svg  # which shows what runs
    study.tell(trial, 1.0)
    assert study.plot_history().data["charts"]
