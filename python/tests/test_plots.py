# SPDX-License-Identifier: MIT
"""Pictures and tables for notebooks."""

import copy
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
    assert plot._repr_svg_() == plot.svg and plot.svg in plot._repr_html_()


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
    ],
)
def test_other_pictures_of_one_objective(kind, draw):
    plot = draw(study_of())
    assert plot.svg.startswith("<svg") and kind in repr(plot)
    assert plot.figure().axes[0].get_children()


def test_a_front_of_two_objectives():
    study = hone.create_study(SPACE, directions=["minimize", "minimize"], sampler="random", seed=1)
    study.optimize(lambda trial: [trial["x"] ** 2, (trial["x"] - 2) ** 2], 15)
    assert {"value_0", "value_1"} <= set(texts(study.plot_pareto()))


def test_importance_has_a_bar_for_each_parameter():
    plot = study_of().plot_importance()
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


def test_a_study_shows_itself_as_a_table():
    study = study_of(name="<b>")
    study.tell(study.ask(), state="failed")
    table = study._repr_html_()
    assert "&lt;b&gt;" in table and "13 (1 failed)" in table and f"{study.best_value:.6g} (trial" in table
    two = hone.create_study(SPACE, directions={"loss": "minimize", "gain": "maximize"}, sampler="random")
    assert "minimize loss, maximize gain" in two._repr_html_()
    two.tell(two.ask(), [1, 2])
    assert "<td style=\"text-align: left\">1 trial<" in two._repr_html_()
    assert "best" not in hone.create_study()._repr_html_()


def test_a_copy_of_a_study_is_the_same_study():
    study = study_of()
    assert copy.deepcopy({"of": [study]})["of"][0] is study and copy.copy(study) is study
