#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The first hour with hone at a terminal, from `hone init` to the report, as a transcript.

Runs the commands on a pseudo-terminal, presses Ctrl-C where a person would, and compares what was on the screen
with the golden file. Times, paths and process numbers are made equal; what the progress line showed meanwhile is
left out, as it depends on the moment. usage: session_test.py HONE TRANSCRIPT [--write]
"""
import difflib
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import sys
import tempfile
import termios
import time

PATIENCE = 60.0  # seconds for one command, on a machine that has much else to do

# Waits in its third trial until it may end, so that Ctrl-C always finds the same trial running.
TRAIN = """\
import argparse, os, sys, time
parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float)
parser.add_argument("--layers", type=int)
parser.add_argument("--dropout", type=float, default=0.0)
settings = parser.parse_args()
if os.path.exists("broken"):
    sys.exit("ImportError: no module named torch")
if os.path.exists("hold-" + os.environ["HONE_TRIAL_NUMBER"]):
    open("held", "w").close()
    while not os.path.exists("go"):
        time.sleep(0.02)
print((settings.rate - 0.3) ** 2 + 0.01 * settings.layers + settings.dropout)
"""

STUDY = """\
name: net
objective: {name: loss, direction: minimize}
parameters:
  rate: {type: float, low: 0.001, high: 1, scale: log}
  layers: {type: int, low: 1, high: 4}
command: [python3, train.py, --rate, "{rate}", --layers, "{layers}"]
sampler: sobol
budget: {trials: 5}
"""

GROWN = STUDY.replace("high: 4}\n", "high: 8}\n  dropout: {type: float, low: 0, high: 0.5, default: 0}\n").replace(
    '"{layers}"]', '"{layers}", --dropout, "{dropout}"]'
)


class Terminal:
    """A person at a terminal of 100 columns."""

    def __init__(self, hone, folder):
        self.hone = hone
        self.folder = folder
        self.transcript = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content, remark):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(content)
        self.transcript.append(f"# {remark}\n")

    def hone_says(self, line, interrupt=0, answers=(), folder="."):
        """Runs a command and answers its questions; with `interrupt` presses Ctrl-C so often once a trial is
        held, and lets that end after a single one."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.path(folder))
            environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", "TZ": "UTC"}
            try:
                os.execve(self.hone, [self.hone] + shlex.split(line), environment)
            finally:
                os._exit(127)  # there is no such program; nothing of this one should go on in the child
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        seen = b""
        pressed = 0
        answered = 0
        deadline = time.monotonic() + PATIENCE
        while True:
            if time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                sys.exit(f"hone {line} does not end; so far: {seen.decode(errors='replace')}")
            understood = b"stopping" in seen
            if pressed < interrupt and os.path.exists(self.path("held")) and (pressed == 0 or understood):
                os.write(terminal, b"\x03")
                pressed += 1
            if interrupt == 1 and understood and not os.path.exists(self.path("go")):
                open(self.path("go"), "w", encoding="utf-8").close()
            if answered < len(answers) and seen.count(b"[y/N]") > answered:
                os.write(terminal, answers[answered].encode() + b"\n")
                answered += 1
            if not select.select([terminal], [], [], 0.05)[0]:
                continue
            try:
                more = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            seen += more
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
        self.transcript.append(f"$ hone {line}\n{self.normal(seen.decode('utf-8', errors='replace'))}")
        if code != 0:
            self.transcript.append(f"[exit code {code}]\n")
        self.transcript.append("\n")

    def normal(self, text):
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "\x00", text)
        lines = []
        for line in text.replace("\r\n", "\n").split("\n"):
            line = line.split("\r")[-1]  # what stayed of a line that was written over
            if line.strip("\x00 ") or "\x00" not in line:
                lines.append(line.replace("\x00", "").rstrip())
        text = "\n".join(lines)
        text = text.replace(os.path.realpath(self.folder), "FOLDER").replace(self.folder, "FOLDER")
        text = re.sub(r"/\S*/python3\b", "python3", text)
        text = re.sub(r"\b\d+(\.\d+)?(ms|s)\b|\b\d+m \d\ds\b", "TIME", text)
        text = re.sub(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?Z?", "DATE", text)
        text = re.sub(r"(just now|TIME ago)", "AGO", text)
        text = re.sub(r"net-[0-9a-f]{8}", "net-DIGITS", text)
        text = re.sub(r"\b[\d.]+ ([kMG]B|bytes)\b", "SIZE", text)
        text = re.sub(r"[\w.-]+:\d+:\d+:[0-9a-f]+", "WORKER", text)
        # Columns are as wide as what is in them.
        text = re.sub(r" +(TIME|DATE|AGO|SIZE)", r" \1", text)
        return re.sub(r"(TIME|DATE|AGO|SIZE) +", r"\1 ", text)


def first_hour(person):
    person.hone_says("--help")
    person.hone_says("init start.yaml")
    person.hone_says("check start.yaml")
    person.write("train.py", TRAIN, "write train.py")
    person.write("study.yaml", STUDY, "write study.yaml")
    person.hone_says("check --run study.yaml")
    person.write("study.yaml", STUDY.replace(', --layers, "{layers}"', ""), "an argument is forgotten")
    person.hone_says("check study.yaml")
    person.write("study.yaml", STUDY, "and remembered")
    person.hone_says("tune study.yaml --trials 1 --store 'last year.db'")
    person.hone_says("ask net --store 'last year.db'")
    person.hone_says("tell net 1 0.5 --store 'last year.db'")
    person.hone_says("tell net 1 0.4 --store 'last year.db'")
    person.write("hold-2", "", "run it, and press Ctrl-C during trial 2")
    person.hone_says("tune study.yaml", interrupt=1)
    person.hone_says("show net")
    for name in ("hold-2", "held", "go"):
        os.remove(person.path(name))
    person.transcript.append("# go on\n")
    person.hone_says("tune study.yaml")
    person.hone_says("tune study.yaml")
    person.write("hold-5", "", "more of it, and press Ctrl-C twice during trial 5")
    person.hone_says("tune study.yaml --trials 7", interrupt=2)
    for name in ("hold-5", "held"):
        os.remove(person.path(name))
    person.hone_says("trials net --state running,waiting --columns number,state")
    person.write("broken", "", "the script breaks")
    person.hone_says("tune study.yaml --trials 7")
    person.hone_says("trials net --state failed --columns number,state,error")
    os.remove(person.path("broken"))
    person.transcript.append("# mended\n")
    person.hone_says("retry net")
    os.mkdir(person.path("below"))
    person.transcript.append("# from another folder\n")
    person.hone_says("show net", folder="below")
    person.hone_says("tune study.yaml --trials 7")
    person.write("study.yaml", GROWN, "more layers, and a new parameter")
    person.hone_says("tune study.yaml --trials 9")
    person.hone_says("tune study.yaml --trials 9 --adopt")
    person.write("old.csv", "rate,layers,dropout,loss\n0.29,1,0,0.0101\n0.9,2,0.1,0.48\n", "results of last year")
    person.hone_says("import study.yaml old.csv")
    person.hone_says("import study.yaml old.csv")
    person.hone_says("note net 0 'the default settings' --tag baseline")
    person.hone_says("trials net --sort best -n 3 --columns number,loss,rate,layers,tags")
    person.hone_says("plot net -k pareto")
    person.hone_says("best net --command")
    person.transcript.append("# two more, though the budget is spent\n")
    person.hone_says("tune study.yaml --more 2")
    person.hone_says("export net -o all.csv")
    person.hone_says("report net -o net.html")
    person.hone_says("gc net --older-than 0 --keep-best 3 --yes")
    person.hone_says("delete net", answers=["y", "y"])


def main():
    hone, golden = os.path.realpath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="hone-first-hour-") as folder:
        person = Terminal(hone, folder)
        first_hour(person)
        for name in ("all.csv", "net.html"):
            if os.path.getsize(person.path(name)) < 500:
                sys.exit(f"{name} is too short")
    transcript = "".join(person.transcript)
    if "--write" in sys.argv:
        with open(golden, "w", encoding="utf-8") as out:
            out.write(transcript)
        return 0
    with open(golden, encoding="utf-8") as file:
        expected = file.read()
    difference = list(difflib.unified_diff(expected.splitlines(), transcript.splitlines(), golden, "the screen", lineterm=""))
    print("\n".join(difference) if difference else "the first hour went as written")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
