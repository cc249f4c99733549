# SPDX-License-Identifier: MIT
"""What Python says of a study is what the program says of it, to the last digit (tests/cli/one_truth_test.cpp)."""

import json
import os
import random
import re
import subprocess

import pytest

import hone

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(hone.__file__)), "bin", "hone")


def program(store, *words):
    made = subprocess.run([PROGRAM, *words, "--store", store], capture_output=True, text=True, check=True)
    return made.stdout


@pytest.fixture
def study(tmp_path):
    """Four parameters that matter little beside the noise, so that two looks at them differ where they can."""
    made = hone.create_study(
        {
            "a": hone.Float(0, 1),
            "b": hone.Float(0, 1),
            "c": hone.Float(0, 1),
            "d": hone.Categorical(["p", "q", "r"]),
        },
        name="net",
        sampler="random",
        seed=7,
        store=f"sqlite:{tmp_path / 'hone.db'}",
    )
    noise = random.Random(3)
    made.optimize(
        lambda trial: 4 * (trial["a"] - 0.3) ** 2 + 0.3 * (trial["d"] == "q") + 6 * noise.random(), trials=50
    )
    return made


def test_importance_and_its_warning(study):
    told = json.loads(program(study.store, "importance", "net", "--json"))
    assert told.pop("study") == "net"
    assert study.importance() == told
    assert told["warning"].endswith("too little to rely on them. Run more trials.")
    assert "The forest behind these numbers predicts" in study.plot_importance().svg


def test_diagnosis(study):
    assert study.diagnose() == json.loads(program(study.store, "diagnose", "net", "--json"))


def test_the_contour_and_the_report(study, tmp_path):
    first, second = [one["parameter"] for one in study.importance()["importances"][:2]]
    svg = study.plot_contour().svg
    assert f">{first}<" in svg and f">{second}<" in svg
    study.report(tmp_path / "net.html")
    page = (tmp_path / "net.html").read_text(encoding="utf-8")
    figures = json.loads(re.search(r'id="report-data">(.*?)</script>', page, re.DOTALL).group(1))["figures"]
    assert [figures["contour"][0][axis]["label"] for axis in "xy"] == [first, second]
    shares = [one["importance"] for one in reversed(study.importance()["importances"])]
    assert figures["importance"][0]["series"][0]["marks"]["length"] == pytest.approx(shares, rel=1e-5, abs=1e-9)
    assert figures["importance"][0]["note"] == study.importance()["warning"]
