#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes every mistake of mistakes.txt and compares what hone answers.

Each mistake must end with an exit code that says so, with a message on standard error and nothing on standard
output, and must leave the folder and the store as they were. usage: mistakes_test.py HONE TABLE [--write]
--write takes over the answers, for a person to read.
"""
import hashlib
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile

LEAST = 140  # mistakes that a newcomer was seen to make, or more

FILES = {
    "study.yaml": """\
name: svm
objective: {name: loss, direction: minimize}
parameters:
  C: {type: float, low: 1, high: 1000, scale: log}
  kernel: {type: categorical, choices: [rbf, poly]}
  degree: {type: int, low: 2, high: 5, when: {kernel: poly}}
""",
    "run.yaml": """\
name: run
parameters:
  x: {type: float, low: 0, high: 1}
command: [sh, -c, 'echo $0', '{x}']
sampler: random
budget: {trials: 2}
""",
    "two.yaml": """\
name: two
objectives:
- {name: loss, direction: minimize}
- {name: size, direction: minimize}
parameters:
  x: {type: float, low: 0, high: 1}
""",
    "new.yaml": "name: new\nparameters:\n  x: {type: float, low: 0, high: 1}\n",
    "changed.yaml": """\
name: svm
objective: {name: loss, direction: minimize}
parameters:
  C: {type: float, low: 1, high: 9, scale: log}
  kernel: {type: categorical, choices: [rbf, poly]}
command: [echo, '1']
""",
    "maximise.yaml": """\
name: svm
objective: {name: loss, direction: maximize}
parameters:
  C: {type: float, low: 1, high: 1000, scale: log}
  kernel: {type: categorical, choices: [rbf, poly]}
  degree: {type: int, low: 2, high: 5, when: {kernel: poly}}
""",
    "wandb.yaml": "name: n\nmethod: bayes\nmetric: {name: acc, goal: maximize}\nrun_cap: 10\nparameters:\n  x: [1, 2]\n",
    "bounds.yaml": "name: n\nparameters:\n  x: {type: float, low: '0', high: ten}\nobjectives: [loss, latency]\n",
    "cd.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [cd, build, '&&', ./train, '{x}']\n",
    "variable.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [CUDA_VISIBLE_DEVICES=0, python3, train.py, '{x}']\n",
    "folder.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [./folder, '{x}']\n",
    "broken.yaml": "name: x\nparameters:\n  a: {type: float, low: 0, high: 1\n",
    "tabs.yaml": "name: x\nparameters:\n\ta: {type: float, low: 0, high: 1}\n",
    "empty.yaml": "",
    "noprogram.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [no-such-program, '{x}']\n",
    "nodir.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [echo, '{x}']\ndirectory: nowhere\n",
    "home.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [python3, ~/train.py, '{x}']\n",
    "format.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [echo, '{x:.2f}']\n",
    "many.yaml": """\
name: n
command: [no-such-program, '{slot}', ~/a, $HOME/b]
sampler: {name: random, speed: 3}
parameters:
  x: {type: float, low: 0, high: 4}
result: {regex: loss}
constraints: [x > 5]
constraints_on: [param.x < 3]
""",
    "ampersand.yaml": "name: n\nparameters: {lr: {type: float, low: 0.01, high: 1}, y: {type: float, low: -1, high: 1}}\n"
    "command: [echo, '{lr}', '{y}']\nconstraints: ['lr < 0.1 && y > 0']\n",
    "choises.yaml": "name: n\nparameters:\n  x: {type: categorical, choises: [1, 2]}\n  y: {type: float, low: 1, high: 2, log: true}\n",
    "logsweep.yaml": "name: n\nparameters:\n  x: {distribution: log_uniform_values, min: 0.1, max: 1}\n",
    "nodirection.yaml": "name: n\nobjective: {name: loss}\nparameters:\n  x: [1, 2]\n",
    "semicolon.csv": "C;kernel;loss\n10;rbf;0,5\n",
    "slot.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: [echo, '{learning_rate}']\n",
    "optuna.yaml": "name: n\nparameters:\n  x: {type: loguniform, low: 0.1, high: 1}\n",
    "sweep.yaml": "name: n\nparameters:\n  x: {values: [1, 2]}\n  y: {min: 0, max: 1}\n",
    "sampler.yaml": "name: n\nparameters:\n  x: [1, 2]\nsampler: tpee\n",
    "option.yaml": "name: n\nparameters:\n  x: [1, 2]\nsampler: {name: tpe, candidats: 3}\n",
    "pruner.yaml": "name: n\nparameters:\n  x: [1, 2]\npruner: medain\n",
    "sha.yaml": "name: n\nparameters:\n  x: [1, 2]\npruner: sha\n",
    "bayes.yaml": "name: n\nparameters:\n  x: [1, 2]\nsampler: bayes\n",
    "method.yaml": "name: n\nmethod: bayes\nparameters:\n  x: [1, 2]\n",
    "beyond.yaml": "name: n\nparameters:\n  x: {type: int, low: 0, high: 99999999999999999999}\n",
    "objectives.yaml": "name: n\nobjectives: [loss, latency]\nparameters:\n  x: [1, 2]\n",
    "pipe.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: ['./p.sh {x} | tail -1']\n",
    "line.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: ['python3 train.py --x {x}']\n",
    "text.yaml": "name: n\nparameters:\n  x: [1, 2]\ncommand: ./p.sh {x} | tail -1\n",
    "never.yaml": "name: n\nparameters:\n  x: {type: int, low: 1, high: 5}\nconstraints: [x > 7]\ncommand: [echo, '1']\n",
    "when.yaml": "name: n\nparameters:\n  a: [p, q]\n  b: {type: float, low: 0, high: 1, when: {a: r}}\n",
    "budget.yaml": "name: n\nparameters:\n  x: [1, 2]\nbudget: {trials: many}\n",
    "time.yaml": "name: n\nparameters:\n  x: [1, 2]\nbudget: {time: soon}\n",
    "notes.txt": "these are my notes\n",
    "good.csv": "C,kernel,degree,loss\n10,rbf,,0.5\n",
    "range.csv": "C,kernel,degree,loss\n10,rbf,,0.5\n5000,rbf,,0.4\n",
    "column.csv": "c,kernel,degree,loss\n10,rbf,,0.5\n",
    "noresult.csv": "C,kernel,degree\n10,rbf,\n",
    "word.csv": "C,kernel,degree,loss\n10,rbf,,low\n",
    "state.csv": "C,kernel,degree,loss,state\n10,rbf,,0.5,done\n",
    "date.csv": "C,kernel,degree,loss,finished\n10,rbf,,0.5,yesterday\n",
    "ragged.csv": "C,kernel,degree,loss\n10,rbf,0.5\n",
    "quote.csv": 'C,kernel,degree,loss\n10,"rbf,,0.5\n',
    "twice.csv": "C,kernel,degree,loss,loss\n10,rbf,,0.5,0.5\n",
    "same.csv": "C,kernel,degree,loss,objective.loss\n10,rbf,,0.5,0.5\n",
    "nothing.csv": "",
    "cut.json": '[{"params": {"C": 10, "kernel": "rbf"}, "value": 0.5}',
    "object.json": '{"C": 10}',
    "unknown.json": '[{"params": {"C": 10, "kernel": "linear"}, "value": 0.5}]',
    "novalue.json": '[{"params": {"C": 10, "kernel": "rbf"}}]',
    "field.json": '[{"parameters": {"C": 10, "kernel": "rbf"}, "value": 0.5}]',
    "not-a-store.db": "this is not a database, but a text of more than a hundred bytes, so that nobody can take "
    "it for one that was cut short by an accident\n",
}

SETUP = [
    "enqueue study.yaml C=10 kernel=rbf",
    "ask study.yaml",
    "tell svm 0 0.5 --attribute epochs=3",
    "enqueue svm C=20 kernel=rbf",
    "ask svm",
    "tell svm 1 --state failed --error 'out of memory'",
    "enqueue svm C=30 kernel=rbf",
    "ask svm",
    "enqueue svm C=40 kernel=rbf",
    "tune run.yaml -q",
    "enqueue two.yaml x=0.5",
    "ask two",
    "tell two 0 1 2",
    "enqueue two x=0.7",
    "ask two",
    "tell two 1 2 1",
]


class Site:
    """A folder with files and a store, in which mistakes are made."""

    def __init__(self, hone, folder):
        self.hone = hone
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": folder,
        }
        for name, content in FILES.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(content)
        os.mkdir(os.path.join(folder, "folder"))
        for line in SETUP:
            code, out, err = self.run(line)
            if code != 0:
                sys.exit(f"hone {line} ended with {code}:\n{out}{err}")

    def run(self, line):
        given = ""
        if " <<< " in line:
            line, given = line.split(" <<< ", 1)
            given = shlex.split(given)[0].replace("\\n", "\n")
        done = subprocess.run(
            [self.hone] + shlex.split(line),
            cwd=self.folder,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def state(self):
        """Everything that a mistake might change: names and contents of files, and what the store holds."""
        found = {}
        for root, folders, files in os.walk(self.folder):
            for name in folders:
                found[os.path.relpath(os.path.join(root, name), self.folder)] = "folder"
            for name in files:
                if name.endswith(("-wal", "-shm")):
                    continue
                path = os.path.join(root, name)
                if name == "hone.db":
                    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
                        content = "\n".join(store.iterdump()).encode()
                else:
                    with open(path, "rb") as file:
                        content = file.read()
                found[os.path.relpath(path, self.folder)] = hashlib.sha256(content).hexdigest()
        return found

    def normal(self, text):
        text = text.replace(os.path.realpath(self.folder), "FOLDER").replace(self.folder, "FOLDER")
        return re.sub(r"[0-9a-zA-Z_.-]+:\d+:\d+:[0-9a-f]+", "WORKER", text)


def read_table(path):
    """Sections of '# words', each case '$ hone ...', its exit code, and the message."""
    cases = []
    heading = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("$ hone"):
                cases.append({"before": heading, "line": line[len("$ hone") :].strip(), "code": None, "text": []})
                heading = []
            elif not cases or line.startswith("#") or heading:
                heading.append(line)
            elif cases[-1]["code"] is None and line.isdigit():
                cases[-1]["code"] = int(line)
            elif line:
                cases[-1]["text"].append(line)
    return cases


def laws(code, out, err):
    """What every answer to a mistake must be like."""
    broken = []
    if code not in range(1, 7):
        broken.append(f"the exit code is {code}")
    if out:
        broken.append(f"something is on standard output: {out!r}")
    lines = err.rstrip("\n").split("\n")
    if not lines[-1]:
        broken.append("there is no message")
    if ";" not in err and len(lines) < 2:
        broken.append("it does not say what to do")
    for word in ("std::", "terminate called", "CLI::", "required", "Could not convert", "basic_string", "nlohmann"):
        if word in err:
            broken.append(f"it holds {word!r}")
    if re.search(r"(?<!there )\bis no (number|time)\b", err):
        broken.append("it is not natural English")
    return broken


def main():
    hone, table = os.path.realpath(sys.argv[1]), sys.argv[2]
    write = "--write" in sys.argv
    cases = read_table(table)
    failures = []
    with tempfile.TemporaryDirectory(prefix="hone-mistakes-") as folder:
        site = Site(hone, folder)
        before = site.state()
        for case in cases:
            code, out, err = site.run(case["line"])
            problems = laws(code, out, err)
            after = site.state()
            if after != before:
                changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
                problems.append(f"it changed {', '.join(sorted(changed))}")
                before = after
            text = [line for line in site.normal(err).split("\n") if line]
            if write:
                case["code"], case["text"] = code, text
            elif (code, text) != (case["code"], case["text"]):
                problems.append("expected {code}: {text}".format(**case))
            if problems:
                failures.append(f"$ hone {case['line']}\n{code}\n{err}" + "".join(f"  ! {p}\n" for p in problems))
    if len({case["line"] for case in cases}) < LEAST:
        failures.append(f"there are {len(cases)} mistakes, and {LEAST} different ones are wanted")
    if write:
        with open(table, "w", encoding="utf-8") as out:
            for case in cases:
                for line in case["before"]:
                    out.write(line + "\n")
                out.write("$ hone {line}\n{code}\n".format(**case) + "\n".join(case["text"]) + "\n\n")
    print("\n".join(failures) if failures else f"{len(cases)} mistakes, each answered as written")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
