#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the code blocks of README.md and docs/guide to what the program does.

Usage: blocks.py HONE SOURCE_DIR

A fenced block says in a comment on the line before it what becomes of it:

    <!-- run -->                       commands after "$ ", or bare ones, run in a scratch folder of the page;
    <!-- run in examples/quickstart -->      ... in a copy of that folder;
    <!-- run after hone tune a.yaml; ... --> ... after these commands, which readers do not see;
    <!-- run, numbers vary -->         ... and a number in the output stands for any number;
    <!-- stdio -->                     lines "> " are sent to `hone stdio`, lines "< " are its answers;
    <!-- not run: REASON -->           nothing is run, for a reason.

Of what is run, the lines that follow a "$ " command are its output. "..." on a line of its own stands for any
lines, inside a line for any characters. Other blocks need no comment: yaml is read by `hone check` (with a
parameter when it has none; a field that appears twice is an alternative), python is compiled. A block of a
shell, or without a language, that says nothing is an error. Whether run or not, every `hone COMMAND --option` in
any block, indented ones included, must exist.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FENCE = re.compile(r"^```(\w*)\s*$")
MARK = re.compile(r"^<!-- (run|stdio|not run)\b(.*?)-->\s*$")
PLACE = re.compile(r"in (\S+)")
SETUP = re.compile(r"after (.*)$")
HONE_LINE = re.compile(r"^(?:\$ )?hone ([a-z].*)$")
WAIT = 300


class Block:
    def __init__(self, page, line, language, mark, lines):
        self.page, self.line, self.language, self.mark, self.lines = page, line, language, mark, lines

    @property
    def where(self):
        return f"{self.page}:{self.line}"


def blocks_of(page, text):
    """Fenced blocks, and the lines of indented ones."""
    lines = text.split("\n")
    blocks, indented, i = [], [], 0
    while i < len(lines):
        fence = FENCE.match(lines[i])
        if not fence:
            if lines[i].startswith("    "):
                indented.append((i + 1, lines[i].strip()))
            i += 1
            continue
        end = next(j for j in range(i + 1, len(lines)) if lines[j].startswith("```"))
        mark = MARK.match(lines[i - 1]) if i > 0 else None
        blocks.append(Block(page, i + 1, fence.group(1), mark, lines[i + 1 : end]))
        i = end + 1
    return blocks, indented


NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def with_any_numbers(line):
    """Numbers and the blanks that line them up say nothing then."""
    return re.sub(r"\s+", " ", NUMBER.sub("0", line))


def matches(expected, got):
    """Whether lines are as expected, "..." standing for anything."""
    if not expected:
        return not got
    head, rest = expected[0], expected[1:]
    if head.strip() == "...":
        return any(matches(rest, got[k:]) for k in range(len(got) + 1))
    if not got:
        return False
    pattern = ".*".join(re.escape(part) for part in head.rstrip().split("..."))
    return re.fullmatch(pattern, got[0].rstrip()) is not None and matches(rest, got[1:])


class Checker:
    def __init__(self, hone, source):
        self.hone, self.source = hone, source
        self.problems, self.ran, self.read, self.left = [], 0, 0, 0
        self.folders, self.helps = {}, {}
        self.root = Path(tempfile.mkdtemp(prefix="hone-docs-"))
        self.environment = dict(os.environ, PATH=f"{hone.parent}:{os.environ['PATH']}", NO_COLOR="1", COLUMNS="80")
        self.environment.pop("HONE_STORE", None)

    def complain(self, where, problem):
        self.problems.append(f"{where}: {problem}")

    def folder(self, page, place):
        """One for each page and place, so that later blocks see what earlier ones left."""
        if (page, place) not in self.folders:
            path = self.root / f"{len(self.folders)}"
            path.mkdir()
            if place:  # with its neighbours, which it may read
                top = Path(place).parts[0]
                shutil.copytree(self.source / top, path / top)
            self.folders[page, place] = path / (place or ".")
        return self.folders[page, place]

    def shell(self, command, folder):
        return subprocess.run(["sh", "-c", command], cwd=folder, env=self.environment, text=True, timeout=WAIT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

    def run_block(self, block, said):
        place = PLACE.search(said)
        folder = self.folder(block.page, place.group(1) if place else None)
        setup = SETUP.search(said)
        if setup:
            done = self.shell(setup.group(1).strip(), folder)
            if done.returncode != 0:
                return self.complain(block.where, f"what must run before it failed:\n{done.stdout}")
        commands, told = [], any(line.startswith("$ ") for line in block.lines)
        for line in block.lines:
            if line.startswith("$ ") or (not told and line.strip()):
                commands.append((line.removeprefix("$ "), []))
            elif commands:
                commands[-1][1].append(line)
        for command, expected in commands:
            if place and command == f"cd {place.group(1)}":
                continue  # it is there
            self.ran += 1
            done = self.shell(command, folder)
            while expected and not expected[-1].strip():
                expected.pop()
            got = done.stdout.rstrip("\n").split("\n") if done.stdout.strip() else []
            if "numbers vary" in said:
                expected, got = [with_any_numbers(x) for x in expected], [with_any_numbers(x) for x in got]
            if done.returncode != 0 and not expected:
                self.complain(block.where, f"`{command}` ended with exit code {done.returncode}:\n{done.stdout}")
            elif expected and not matches(expected, got):
                self.complain(block.where, f"the output of `{command}` is not what the page shows; it is\n{done.stdout}")

    def run_stdio(self, block):
        asked = [line[2:] for line in block.lines if line.startswith("> ")]
        done = subprocess.run([str(self.hone), "stdio"], input="\n".join(asked) + "\n", text=True, timeout=WAIT,
                              cwd=self.folder(block.page, None), env=self.environment, stdout=subprocess.PIPE)
        answers = done.stdout.strip().split("\n")
        self.ran += len(asked)
        if len(answers) != len(asked):
            return self.complain(block.where, f"{len(asked)} requests have {len(answers)} answers")
        at = -1
        for line in block.lines:
            if line.startswith("> "):
                at += 1
                if answers[at].startswith('{"error":'):
                    self.complain(block.where, f"`{line[2:]}` is refused: {answers[at]}")
            elif line.startswith("< ") and not matches([line[2:]], [answers[at]]):
                self.complain(block.where, f"the answer is not what the page shows; it is {answers[at]}")

    def check_yaml(self, block):
        """Top-level fields that come twice are alternatives: each is tried with the others."""
        parts, key = {}, None
        for line in block.lines:
            start = re.match(r"^([a-z_]+):", line)
            if start:
                key = start.group(1)
                parts.setdefault(key, []).append([line])
            elif key:
                parts[key][-1].append(line)
        for i in range(max(map(len, parts.values()), default=0)):
            study = [line for texts in parts.values() for line in texts[min(i, len(texts) - 1)]]
            if "parameters" not in parts and "candidates" not in parts:
                study.append("parameters: {x: {type: float, low: 0, high: 1}}")
            path = self.root / "fragment.yaml"
            path.write_text("\n".join(study) + "\n")
            done = subprocess.run([str(self.hone), "check", str(path)], env=self.environment, text=True, cwd=self.root,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.read += 1
            # Programs and files of an example need not be here.
            missing = re.search(r"there is no (program|file|folder)|does not exist|cannot be (read|opened)", done.stdout)
            if done.returncode != 0 and not missing:
                self.complain(block.where, f"`hone check` refuses it:\n{done.stdout}")

    def check_options(self, where, line):
        found = HONE_LINE.match(line.split("  #")[0].strip())
        if not found:
            return
        words, path = found.group(1).split(), []
        for word in words:
            if not re.fullmatch(r"[a-z]+", word) or len(path) == 2 or not self.help(path + [word]):
                break
            path.append(word)
        if not path:
            return self.complain(where, f"there is no command `hone {words[0]}`")
        for word in words:
            option = re.match(r"--[a-z][a-z-]*", word)
            if option and not re.search(rf"(^|[\s,]){option.group(0)}($|[\s,=])", self.help(path), re.M):
                self.complain(where, f"`hone {' '.join(path)}` has no option {option.group(0)}")

    def help(self, path):
        key = " ".join(path)
        if key not in self.helps:
            done = subprocess.run([str(self.hone), *path, "--help"], env=self.environment, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL)
            # A word that is an argument gets the help of the command before it.
            usage = f"hone {key}"
            self.helps[key] = done.stdout if done.returncode == 0 and usage in done.stdout else ""
        return self.helps[key]

    def check(self, block):
        for line in block.lines:
            self.check_options(block.where, line)
        kind, said = block.mark.groups() if block.mark else (None, "")
        if kind == "not run":
            self.left += 1
            if not said.strip().startswith(":") or len(said.strip()) < 5:
                self.complain(block.where, "`not run` needs a reason")
        elif kind == "run":
            self.run_block(block, said)
        elif kind == "stdio":
            self.run_stdio(block)
        elif block.language == "yaml":
            self.check_yaml(block)
        elif block.language == "python":
            self.read += 1
            try:
                compile("\n".join(block.lines), block.where, "exec")
            except SyntaxError as error:
                self.complain(block.where, f"it is not Python: {error}")
        else:
            self.complain(block.where, "say what becomes of this block: <!-- run -->, <!-- stdio --> or <!-- not run: REASON -->")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: blocks.py HONE SOURCE_DIR")
    source = Path(sys.argv[2]).resolve()
    checker = Checker(Path(sys.argv[1]).resolve(), source)
    for page in [source / "README.md", *sorted((source / "docs/guide").glob("*.md"))]:
        name = str(page.relative_to(source))
        blocks, indented = blocks_of(name, page.read_text())
        for block in blocks:
            checker.check(block)
        for line, text in indented:
            if name.startswith("docs/guide/python"):
                continue  # the package's `hone` has commands of its own
            checker.check_options(f"{name}:{line}", text)
    shutil.rmtree(checker.root)
    for problem in checker.problems:
        print(problem, file=sys.stderr)
    print(f"{checker.ran} commands and requests run, {checker.read} blocks read, {checker.left} not run,"
          f" {len(checker.problems)} problems")
    sys.exit(1 if checker.problems else 0)


if __name__ == "__main__":
    main()
