# SPDX-License-Identifier: MIT
"""Beside PyPI's package ``hone``, which has a module and a command of our name. Stood in for by a small one; tools/try-names takes the real one."""

import os
import pathlib
import subprocess
import sys

import pytest

import hone
from hone import _namesake

NAMES = pathlib.Path(__file__).parents[1] / "names"


@pytest.fixture
def site(tmp_path):
    """A folder for modules, with our package as a wheel installs it."""
    for name in ("hone.py", "hone_opt.py"):
        (tmp_path / name).write_text((NAMES / name).read_text())
    (tmp_path / "_hone_opt").symlink_to(os.path.dirname(os.path.abspath(hone.__file__)))
    return tmp_path


@pytest.fixture
def shared(site):
    """The same, and the other package."""
    (site / "hone").mkdir()
    (site / "hone" / "__init__.py").write_text("class Hone: pass\ndef main(): print('theirs')\n")
    (site / "hone-0.2.2.dist-info").mkdir()
    (site / "hone-0.2.2.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: hone\nVersion: 0.2.2\n")
    (site / "hone-0.2.2.dist-info" / "entry_points.txt").write_text("[console_scripts]\nhone = hone:main\n")
    return site


def run(site, code, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(site)}
    made = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment)
    assert made.returncode == 0, made.stderr
    return made


USES = """
import importlib, pickle, sys
ours = importlib.import_module(sys.argv[1])
plots = importlib.import_module(sys.argv[1] + ".plots")
assert plots is ours.plots
study = ours.create_study({"x": ours.Float(-5, 5)}, seed=1)
study.optimize(lambda trial: trial["x"] ** 2, 3)
assert pickle.loads(pickle.dumps(ours.Float(0, 1))) == ours.Float(0, 1)
print(ours.Float.__module__)
"""


@pytest.mark.parametrize("name", ["hone", "hone_opt"])
def test_alone_it_has_both_names(site, name):
    assert run(site, USES, name).stdout.strip() == "hone"


@pytest.mark.parametrize("order", ["hone, hone_opt", "hone_opt, hone"])
def test_both_names_are_one_package(site, order):
    first, second = order.split(", ")
    code = f"import {first}.plots, {second}.plots, sys\nassert {first} is {second} and {first}.plots is {second}.plots"
    run(site, code + "\nassert 'hone_opt._hone' not in sys.modules")


def test_a_missing_module_is_missing_by_either_name(site):
    code = "import hone_opt\ntry:\n import hone_opt.nothing\nexcept ModuleNotFoundError as error: print(error)"
    assert "nothing" in run(site, code).stdout


def test_the_other_package_keeps_its_name_and_ours_works_by_the_second(shared):
    assert run(shared, USES, "hone_opt").stdout.strip() == "hone_opt"
    run(shared, "import hone_opt, hone\nhone.Hone()\nassert hone is not hone_opt and not hasattr(hone, 'minimize')")


def test_the_version_tells_of_the_other_package(shared):
    made = run(shared, "import sys; sys.argv = ['hone-opt', 'version']\nfrom _hone_opt.__main__ import main; main()")
    assert made.stdout.strip() == f"hone {hone.__version__}"
    assert f"'import hone' is {shared / 'hone' / '__init__.py'}" in made.stderr
    assert "this one is always 'import hone_opt' and the command 'hone-opt'" in made.stderr


VERSION = "import sys; sys.argv = ['hone-opt', 'version']\nfrom _hone_opt.__main__ import main; main()"


def test_another_module_that_comes_first_is_told(site, tmp_path_factory):
    """Whatever it is: a folder of somebody's own, say."""
    first = tmp_path_factory.mktemp("first")
    (first / "hone").mkdir()
    (first / "hone" / "__init__.py").write_text("")
    paths = os.pathsep.join(map(str, (first, site)))
    made = run(paths, VERSION)
    assert f"something else is called hone here: 'import hone' is {first / 'hone' / '__init__.py'};" in made.stderr
    assert run(paths, USES, "hone_opt").stdout.strip() == "hone_opt"


def test_another_module_that_comes_later_is_not_in_the_way(site, tmp_path_factory):
    later = tmp_path_factory.mktemp("later")
    (later / "hone").mkdir()
    (later / "hone" / "__init__.py").write_text("")
    paths = os.pathsep.join(map(str, (site, later)))
    assert run(paths, VERSION).stderr == ""
    assert run(paths, USES, "hone").stdout.strip() == "hone"


def test_another_command_that_comes_first_is_told(site, tmp_path_factory, monkeypatch):
    scripts = tmp_path_factory.mktemp("scripts")
    command = scripts / "hone"
    command.write_text("#!/usr/bin/python3\nfrom hone import main\nmain()\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(scripts), os.environ["PATH"]]))
    assert f"the command 'hone' is {command}; this one is always" in run(site, VERSION).stderr
    command.write_text("#!/usr/bin/python3\nfrom _hone_opt.__main__ import main\nmain()\n")
    assert run(site, VERSION).stderr == ""


def test_after_the_other_is_gone_all_is_as_before(shared):
    import shutil

    assert run(shared, VERSION).stderr
    shutil.rmtree(shared / "hone")
    shutil.rmtree(shared / "hone-0.2.2.dist-info")
    assert run(shared, VERSION).stderr == ""
    assert run(shared, USES, "hone").stdout.strip() == "hone"


def test_the_version_tells_nothing_without_reason(site):
    made = run(site, "import sys; sys.argv = ['hone', '--version']\nfrom _hone_opt.__main__ import main; main()")
    assert (made.stdout.strip(), made.stderr) == (f"hone {hone.__version__}", "")


def test_a_call_of_the_other_command_reaches_it(shared):
    made = run(shared, "import sys; sys.argv = ['/bin/hone', 'a.csv', 'b.json']\nfrom _hone_opt.__main__ import main; main()")
    assert made.stdout.strip() == "theirs"


@pytest.mark.parametrize(
    "arguments, theirs",
    [
        (["a.csv", "b.json"], True),
        (["-", "-"], True),
        (["-s", "{}", "a.csv", "b.json"], True),
        (["folder/a", "b"], True),
        ([], False),
        (["--help"], False),
        (["--version"], False),
        (["tune", "study.yaml"], False),
    ],
)
def test_whose_command_is_meant(monkeypatch, arguments, theirs):
    monkeypatch.setattr(_namesake, "version", lambda: "0.2.2")
    assert _namesake.meant(arguments) is theirs
    monkeypatch.setattr(_namesake, "version", lambda: None)
    assert not _namesake.meant(arguments)


def test_errors_are_of_the_package_that_raises_them(shared):
    code = (
        "import hone_opt\n"
        "study = hone_opt.create_study({'x': hone_opt.Float(0, 1)}, name='s', store='memory:')\n"
        "try:\n    study.tell(7, 0.5)\nexcept hone_opt.HoneError as error:\n    print(type(error).__module__)"
    )
    assert run(shared, code).stdout.strip() == "hone_opt"
