#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All that is promised of a service under load and under abuse, measured and judged in one go.

    service_all.py HONE [load|scale|soak|abuse]... [--before HONE_OLD] [--postgres-server tests/support/postgres-server]
                   [--minutes 30] [--short] [--write]

load   200 and 1,000 workers on `random` and `hebo`, on SQLite and on PostgreSQL, and with --before the same of another
       program
scale  reads of 100,000 trials; 10,000 studies (service_scale.py)
soak   200 workers for half an hour on studies of 2,000 trials that begin and end in turn, with streams and looks; then
       one study that grows, in bytes per trial
abuse  service_abuse.py and service_abuse_identity.py

Prints one line for each bound, and ends with 1 when one was not kept. --short does a part of each in two minutes, with
bounds that a busy machine keeps. --write puts the tables into docs/results/service-load.md and service.md, between
their markers. PostgreSQL is left out without the script that starts one.
"""
import argparse
import asyncio
import itertools
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import service_abuse
import service_abuse_identity
from service_abuse import ROWS, line
from service_scale import Connection, Load, Server, create, float_range, judge_load, load_figures, measure_reads, measure_studies

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"
TABLES = {}  # of docs/results, by the names of their markers


class Postgres:
    """One server for a block, each study in an empty store of its own."""

    def __init__(self, script):
        self.script, self.folder, self.stores = script, tempfile.TemporaryDirectory(), itertools.count()

    def __enter__(self):
        os.chmod(self.folder.name, 0o755)
        self.place = os.path.join(self.folder.name, "pg")
        subprocess.run([self.script, "start", self.place], check=True, stdout=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        subprocess.run([self.script, "stop", self.place], stdout=subprocess.DEVNULL)
        self.folder.cleanup()

    def empty_store(self):
        name = f"load{next(self.stores)}"
        address = f"postgresql://postgres@/postgres?host={self.place}"
        subprocess.run(["psql", "-q", address, "-c", f"CREATE DATABASE {name}"], check=True)
        return f"postgresql://postgres@/{name}?host={self.place}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def judged(rows):
    marks = {True: "kept", False: "**not kept**", None: "left out"}
    return table(["item", "what", "bound", "seen", ""], [[*row[:4], marks[row[4]]] for row in rows])


def write_tables():
    for file in (RESULTS / "service-load.md", RESULTS / "service.md"):
        text = file.read_text(encoding="utf-8")
        for name, made in TABLES.items():
            begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
            if begin in text:
                text = text[: text.index(begin) + len(begin)] + "\n" + made + "\n\n" + text[text.index(end) :]
        file.write_text(text, encoding="utf-8")


# --- load

# Sampler, trials before, workers, seconds of a trial, seconds that are measured. A model proposes some tens of points a
# second on one core, so a thousand workers of `hebo` have trials of 25 s.
CASES = [
    ("random", 0, 200, 5.0, 20.0),
    ("random", 0, 1000, 5.0, 20.0),
    ("hebo", 300, 200, 5.0, 20.0),
    ("hebo", 1000, 200, 5.0, 20.0),
    ("hebo", 2000, 200, 5.0, 20.0),
    ("hebo", 300, 1000, 25.0, 30.0),
]
SHORT_CASES = [("random", 0, 50, 1.0, 6.0), ("hebo", 100, 20, 2.0, 6.0)]


def cell(seen):
    if isinstance(seen, Exception):
        return f"fails: {seen}"[:60]
    return f"{seen['rate']:.1f}, {1e3 * seen['ask50']:.0f}, {1e3 * seen['ask99']:.0f} ms"


def measured(hone, store, case):
    sampler, prior, workers, work, seconds = case
    try:
        return asyncio.run(load_figures(hone, store, sampler, prior, workers, work, seconds))
    except (RuntimeError, ConnectionError, OSError) as failure:
        return failure


def load_of(given, stores):
    rows = []
    for (name, store), case in itertools.product(stores.items(), SHORT_CASES if given.short else CASES):
        sampler, prior, workers, work, _ = case
        what = f"{workers} workers, `{sampler}` after {prior} trials, {name}"
        if not re.search(given.only, what):
            continue
        now = measured(given.hone, store(), case)
        before = measured(given.before, store(), case) if given.before else None
        if isinstance(now, Exception):
            line(8, what, "works", str(now), False)
        else:
            judge_load(what, now, workers / work)
        kept = "kept" if ROWS[-1][4] else "**not kept**"
        busy = "" if isinstance(now, Exception) else f"{now['processor']:.2f} + {now['generator']:.2f}"
        rows.append([name, f"`{sampler}`, {prior}", workers, f"{workers / work:.0f}", *([cell(before)] if given.before else []), cell(now), busy, kept])
    head = ["store", "sampler, trials before", "workers", "possible trials/s"]
    head += (["before: trials/s, ask p50, p99"] if given.before else []) + ["now: trials/s, ask p50, p99", "processors: server + generator", "80 %, ask p99 2 s"]
    TABLES["load"] = table(head, rows)
    if given.only:
        print(TABLES["load"])


def load(given):
    stores = {"SQLite": lambda: None}
    if given.postgres_server and not given.short:
        with Postgres(given.postgres_server) as postgres:
            load_of(given, {**stores, "PostgreSQL": postgres.empty_store})
    else:
        load_of(given, stores)
        if not given.short:
            line(8, "the same on PostgreSQL", "", "give --postgres-server", None)


def scale(given):
    first = len(ROWS)
    size = argparse.Namespace(hone=given.hone, store=None, trials=5_000 if given.short else 100_000, studies=300 if given.short else 10_000)
    asyncio.run(measure_reads(size))
    asyncio.run(measure_studies(size))
    TABLES["bounds"] = judged(ROWS[first:])


# --- soak


def threads_and_files(server):
    return server.status("Threads:"), len(os.listdir(f"/proc/{server.process.pid}/fd"))


async def sqlite_megabytes(connection):
    """What SQLite holds of the memory; 0 of a server that does not tell."""
    _, _, text = await connection.call("GET", "/metrics")
    found = re.search(rb"^hone_sqlite_memory_bytes (\S+)", text, re.M)
    return float(found[1]) / 2**20 if found else 0.0


class Soak:
    """Workers that go from study to study, each of which ends after some trials; streams, and looks at what is there."""

    def __init__(self, server, workers, work, trials):
        self.server, self.workers, self.work, self.trials = server, workers, work, trials
        self.study, self.studies, self.told, self.failed, self.looks, self.over = None, 0, 0, 0, 0, False

    async def begin_study(self):
        name = f"soak-{self.studies}"
        connection = Connection(self.server.port)
        parameters = {f"x{i}": float_range() for i in range(6)}
        body = {"name": name, "parameters": parameters, "sampler": "random", "seed": 1, "budget": {"trials": self.trials}}
        await connection.json("POST", "/v1/studies", body)
        connection.close()
        self.study, self.studies = name, self.studies + 1

    async def worker(self, i):
        await asyncio.sleep(self.work * i / self.workers)
        connection = Connection(self.server.port)
        while not self.over:
            study = self.study
            answer = await connection.json("POST", f"/v1/studies/{study}:ask", {"client": f"w{i}", "wait": 1})
            if answer["trials"]:
                trial = answer["trials"][0]
                await asyncio.sleep(self.work)
                result = {"number": trial["number"], "token": trial["token"], "value": sum(trial["params"].values())}
                await connection.json("POST", f"/v1/studies/{study}:tell", {"client": f"w{i}", "results": [result]})
                self.told += 1
            elif answer.get("done") and study == self.study:
                self.study = None
                await self.begin_study()
            else:
                await asyncio.sleep(0.2)
            while self.study is None:
                await asyncio.sleep(0.05)
        connection.close()

    async def look(self):
        connection = Connection(self.server.port)
        views = itertools.cycle(["", "/trials", "/best", "/charts/history", "/charts/parallel", "/importance?method=ped-anova", "/export"])
        while not self.over:
            study = self.study
            if study:
                status, _, _ = await connection.call("GET", f"/v1/studies/{study}{next(views)}", keep=False)
                self.looks += 1
                self.failed += status >= 500
            await asyncio.sleep(1)
        connection.close()

    async def stream(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while not self.over and await reader.read(65536):
            pass
        writer.close()

    async def run(self, seconds, every):
        """(second, MB, MB of SQLite, threads, descriptors), again and again."""
        await self.begin_study()
        connection = Connection(self.server.port)
        tasks = [asyncio.ensure_future(self.worker(i)) for i in range(self.workers)]
        tasks += [asyncio.ensure_future(self.look())] + [asyncio.ensure_future(self.stream()) for _ in range(3)]
        begun, samples = time.monotonic(), []
        while (now := time.monotonic() - begun) < seconds:
            samples.append((now, self.server.megabytes(), await sqlite_megabytes(connection), *threads_and_files(self.server)))
            await asyncio.sleep(min(every, seconds - now))
        self.over = True
        connection.close()
        done, late = await asyncio.wait(tasks, timeout=self.work + 30)
        for task in late:
            task.cancel()
        for task in done:
            task.result()
        return samples


def median_of(samples, column, begin, end):
    return statistics.median(sample[column] for sample in samples if begin <= sample[0] <= end)


async def soak_figures(given):
    seconds = 60 * given.minutes
    workers, work, trials = (50, 0.5, 300) if given.short else (200, given.trial, 2000)
    server = Server(given.hone)
    try:
        soak = Soak(server, workers, work, trials)
        samples = await soak.run(seconds, min(10, seconds / 60))
        early, late = (seconds / 6, seconds / 2), (2 * seconds / 3, seconds)
        rows = []
        # A short one ends before much has been freed for the first time.
        share = 1.25 if given.short else 1.05
        for column, what, unit in ((1, "memory", " MB"), (2, "of it SQLite's", " MB"), (3, "threads", ""), (4, "descriptors", "")):
            before, after = median_of(samples, column, *early), median_of(samples, column, *late)
            line(3, f"{what} of the last third beside the second to third sixth", f"{share:.2f} times", f"{before:.0f}{unit}, then {after:.0f}{unit}",
                 after <= share * before + 0.5)
            rows.append([what, f"{samples[0][column]:.0f}{unit}", f"{before:.0f}{unit}", f"{after:.0f}{unit}", f"{max(sample[column] for sample in samples):.0f}{unit}"])
        line(3, f"{soak.looks} looks during it", "none fails", f"{soak.failed} failed", soak.failed == 0)
        ideal = workers / work * seconds
        line(8, f"{given.minutes:g} minutes, {workers} workers, {soak.studies} studies of {trials} trials", f"{0.8 * ideal:.0f} trials",
             f"{soak.told}", soak.told >= 0.8 * ideal)
        TABLES["soak"] = table(["", "at the start", f"{early[0] / 60:g} to {early[1] / 60:g} minutes, median", f"the last {(late[1] - late[0]) / 60:g} minutes, median", "at most"], rows)
    finally:
        server.stop()


async def growth_figures(given):
    """One study that only grows, told by workers: what a trial more costs."""
    server = Server(given.hone)
    try:
        await create(server.port, "grows", "random")
        load = Load(server.port, "grows", 60, 0.05)
        samples, limit, seconds = [], 3_000 if given.short else 30_000, time.monotonic()
        while len(load.ended) < limit and time.monotonic() - seconds < 300:
            await asyncio.sleep(0.5)
            samples.append((len(load.ended), server.megabytes()))
        await load.stop()
        half = next(i for i, (count, _) in enumerate(samples) if count >= samples[-1][0] / 2)
        bytes_each = 1e6 * (samples[-1][1] - samples[half][1]) / (samples[-1][0] - samples[half][0])
        what = f"a study that grows to {samples[-1][0]} trials of six numbers: bytes for each of the second half"
        line(3, what, "4,000" if given.short else "1,500", f"{bytes_each:.0f}", bytes_each < (4000 if given.short else 1500))
    finally:
        server.stop()


def soak(given):
    first = len(ROWS)
    asyncio.run(soak_figures(given))
    asyncio.run(growth_figures(given))
    TABLES["soak"] += "\n\n" + judged(ROWS[first:])


# --- abuse


def abuse(given):
    first = len(ROWS)
    service_abuse.abuse(given.hone, given.postgres_server, short=given.short)
    TABLES["abuse"] = judged(ROWS[first:])
    first = len(ROWS)
    service_abuse_identity.abuse(given.hone)
    TABLES["identities"] = judged(ROWS[first:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hone", type=os.path.abspath)
    parser.add_argument("what", nargs="*", default=[])
    parser.add_argument("--before", type=os.path.abspath, help="an older program, for the table of load")
    parser.add_argument("--postgres-server", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, help="of the soak: 30, and half of one with --short")
    parser.add_argument("--trial", type=float, default=5.0, help="seconds of a trial of the soak: what its memory follows is the number of trials")
    parser.add_argument("--only", default="", help="of load what fits this regular expression, such as '200 workers, `hebo`'")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.minutes = given.minutes or (0.5 if given.short else 30)
    for what, measure in {"load": load, "scale": scale, "soak": soak, "abuse": abuse}.items():
        if not given.what or what in given.what:
            measure(given)
    if given.write:
        write_tables()
    kept = sum(row[4] is True for row in ROWS)
    print(f"{kept} of {len(ROWS)} bounds kept, {sum(row[4] is None for row in ROWS)} left out")
    return 0 if all(row[4] is not False for row in ROWS) else 1


if __name__ == "__main__":
    sys.exit(main())
