# SPDX-License-Identifier: MIT
"""Ctrl-C at awkward moments."""

import _thread
import os
import signal
import subprocess
import sys
import threading

import pytest

import hone


@pytest.mark.parametrize("by_hand", [False, True])
def test_ctrl_c_while_the_sampler_thinks_gives_the_trial_back(by_hand, monkeypatch):
    # A search so long that the other thread has its turn meanwhile, on a busy machine too.
    thorough = {"name": "hebo", "evolution": {"generations": 2000}}
    study = hone.create_study({"x": hone.Float(-5, 5), "y": hone.Float(-5, 5)}, seed=1, sampler=thorough)
    for x in range(20):
        study.add_trial({"x": x / 4 - 2.5, "y": x % 5 - 2.0}, float(x))
    asking, ask, interval = threading.Event(), hone.Study._ask, sys.getswitchinterval()

    def interrupt():
        asking.wait()
        _thread.interrupt_main()

    def interrupted(self, *arguments, **options):
        asking.set()
        return ask(self, *arguments, **options)

    monkeypatch.setattr(hone.Study, "_ask", interrupted)
    sys.setswitchinterval(100)  # the thread runs when hone computes without the interpreter's lock, and not before
    try:
        other = threading.Thread(target=interrupt, daemon=True)
        other.start()
        with pytest.raises(KeyboardInterrupt):
            study.ask() if by_hand else study.optimize(lambda trial: trial["x"], 1)
            other.join()  # should it come late all the same, it ends this test and no other
    finally:
        sys.setswitchinterval(interval)
    assert [trial.state for trial in study.trials[20:]] == ["waiting"]


def fails(trial):
    raise RuntimeError("out of paper")


def test_the_cause_comes_home_from_a_process(store):
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random", store=store)
    with pytest.raises(hone.ObjectiveError) as caught:
        study.optimize(fails, 20, processes=1)
    assert isinstance(caught.value.__cause__, RuntimeError) and "out of paper" in str(caught.value.__cause__)


def test_a_trial_that_waits_already_is_given_back_once_more_in_peace():
    """Ctrl-C between two steps of an ask has both of them give it back."""
    study = hone.create_study({"x": hone.Float(0, 1)}, sampler="random")
    number = study.ask().number
    study._give_back(number)
    study._give_back(number)
    assert [trial.state for trial in study.trials] == ["waiting"]


SLOW = """
import hone, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
print("imports", flush=True)
time.sleep(0.5)
def objective(trial):
    return trial["x"]
if __name__ == "__main__":
    study = hone.create_study({"x": hone.Float(0, 1)}, store=sys.argv[1], sampler="random")
    try:
        study.optimize(objective, 100000, processes=2)
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


def test_ctrl_c_while_workers_import_prints_no_traceback(store, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SLOW)
    child = subprocess.Popen(
        [sys.executable, str(script), store], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert [child.stdout.readline() for _ in range(2)] == ["imports\n"] * 2  # the program, then the first worker
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does it: to all of them
    out, errors = child.communicate(timeout=60)
    assert "stopped\n" in out and child.returncode == 0
    assert "Traceback" not in errors and "KeyboardInterrupt" not in errors
