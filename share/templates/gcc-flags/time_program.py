#!/usr/bin/env python3
"""Compiles a C or C++ program with the given flags and tells how long it runs.

Run by hone for each setting, or by hand:

    python3 time_program.py --source=my.c --level=O3 --march_native=true

Everything is built in a folder that goes away afterwards. The program may read the files of the folder it is started in.
"""
import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

SWITCHES = ["unroll_loops", "ipa_pta", "prefetch_loop_arrays"]  # -fname, or -fno-name
LEAST_SECONDS = 1e-4  # of a run that can be measured at all


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="append", required=True, help="a file to compile; once for each")
    parser.add_argument("--argument", action="append", default=[], help="for the program; once for each")
    parser.add_argument("--library", action="append", default=[], help="for the linker, such as -lm; once for each")
    parser.add_argument("--compiler", help="(default: gcc, or g++ when a file is C++)")
    parser.add_argument("--runs", type=int, default=5, help="the shortest of so many counts (default 5)")
    parser.add_argument("--level", default="O2")
    parser.add_argument("--march_native", default="false")
    parser.add_argument("--lto", default="false")
    parser.add_argument("--max_unroll_times")
    parser.add_argument("--vect_cost_model")
    parser.add_argument("--max_inline_insns_auto")
    parser.add_argument("--align_loops")
    for name in SWITCHES:
        parser.add_argument("--" + name)
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs takes 1 or more")
    return options


def flags_of(o):
    flags = ["-" + o.level]
    if o.march_native == "true":
        flags.append("-march=native")
    if o.lto == "true":
        flags.append("-flto")
    for name in SWITCHES:
        value = getattr(o, name)
        if value is not None:
            flags.append(("-f" if value == "true" else "-fno-") + name.replace("_", "-"))
    if o.vect_cost_model:
        flags.append("-fvect-cost-model=" + o.vect_cost_model)
    if o.align_loops:
        flags.append("-falign-loops=" + o.align_loops)
    if o.max_inline_insns_auto:
        flags.append("--param=max-inline-insns-auto=" + o.max_inline_insns_auto)
    if o.max_unroll_times:
        flags.append("--param=max-unroll-times=" + o.max_unroll_times)
    return flags


def compiler_of(o):
    plus = any(os.path.splitext(path)[1] in (".cpp", ".cc", ".cxx", ".C") for path in o.source)
    compiler = o.compiler or ("g++" if plus else "gcc")
    if shutil.which(compiler) is None:
        sys.exit(f"there is no {compiler} here; install it (Debian: apt install gcc g++), or name another by --compiler")
    for path in o.source:
        if not os.path.isfile(path):
            sys.exit(f"there is no file {path}; name yours with --source")
    return compiler


def compiled(compiler, o, flags, program):
    """What the compiler complained of, or nothing."""
    command = [compiler, *flags, *o.source, "-o", program, *o.library]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        return f"{' '.join(command)}\n{done.stderr[-2000:]}"
    return None


def run(program, o):
    """What it printed and its seconds of processor time, which others on the machine disturb less than the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, *o.argument], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, done.stdout, used


def impossible(reason):
    """hone learns that these settings cannot be used, which is no failure of the study."""
    print(reason, file=sys.stderr)
    print(json.dumps({"state": "infeasible"}))
    sys.exit(0)


def main():
    o = arguments()
    compiler = compiler_of(o)
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain")
        problem = compiled(compiler, o, ["-O2"], plain)
        if problem:
            sys.exit("the program does not compile with -O2 alone:\n" + problem)
        code, expected, _ = run(plain, o)
        if code != 0:
            sys.exit(f"the program, compiled with -O2 alone, ended with code {code}")

        flags = flags_of(o)
        program = os.path.join(folder, "program")
        problem = compiled(compiler, o, flags, program)
        if problem:
            impossible("the compiler does not take these flags:\n" + problem)
        times = []
        for _ in range(o.runs):
            code, printed, seconds = run(program, o)
            if code != 0:
                impossible(f"with {' '.join(flags)} the program ended with code {code}")
            if printed != expected:
                impossible(f"with {' '.join(flags)} the program printed something else than with -O2")
            times.append(seconds)
        if min(times) < LEAST_SECONDS:
            sys.exit("the program ends too soon to be timed; give it more to do, with --argument for example")
        size = os.path.getsize(program)
    print(json.dumps({"seconds": min(times), "longest": max(times), "bytes": size, "flags": " ".join(flags)}))


if __name__ == "__main__":
    main()
