#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a service does under load: docs/results/service-load.md has the numbers.

    service_scale.py HONE [asks|reads|studies]... [--workers 200] [--work 5] [--seconds 40] [--store ADDRESS]

Starts `HONE serve` on a store of its own (SQLite in a temporary folder, or the one that is named, which must be
empty), plays its clients in this process, prints one line for each measurement, and ends with 1 when a bound was not
kept. Without a word it measures all. service_all.py runs this beside the soak and the abuse.

asks     workers that ask, work and tell, on `random` and on `hebo` after 300, 1000 and 2000 trials: trials per second
         beside what is possible, and the latency of asks
reads    asks while eight clients read all of 100,000 trials, the memory of the server then, and after a look at
         each of its views
studies  a page of the list, the processor time of idle streams, and how long SIGTERM takes, with many studies
"""
import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from service_abuse import ROWS, line

DIMENSIONS = 6


def float_range():
    return {"type": "float", "low": 0, "high": 1}


def value_of(params):
    """Smooth, with its minimum off the centre and a little structure in each direction."""
    return sum((params[f"x{i}"] - 0.3 - 0.05 * i) ** 2 * (1 + i) for i in range(DIMENSIONS))


class Connection:
    """One keep-alive connection."""

    def __init__(self, port):
        self.port = port
        self.reader = self.writer = None

    async def call(self, method, path, body=None, keep=True):
        """(status, size, body): the body is dropped unless it is to be kept."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)
        await self.writer.drain()
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        parts, size = [], 0

        async def take(count):
            nonlocal size
            while count > 0:
                part = await self.reader.read(min(count, 1 << 16))
                if not part:
                    raise ConnectionError("the answer was cut off")
                count -= len(part)
                size += len(part)
                if keep:
                    parts.append(part)

        if fields.get("transfer-encoding") == "chunked":
            while count := int(await self.reader.readline(), 16):
                await take(count)
                await self.reader.readline()
            await self.reader.readline()
        else:
            await take(int(fields.get("content-length", 0)))
        return int(lines[0].split()[1]), size, b"".join(parts)

    async def json(self, method, path, body=None):
        status, _, content = await self.call(method, path, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {content[:300].decode()}")
        return json.loads(content) if content else None

    def close(self):
        if self.writer is not None:
            self.writer.close()


class Server:
    def __init__(self, hone, store=None):
        self.folder = tempfile.TemporaryDirectory()
        address = store or os.path.join(self.folder.name, "hone.db")
        self.process = subprocess.Popen(
            [hone, "serve", "--quiet", "--port", "0", "--store", address], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline().split(" at ")[1].split()[0].rsplit(":", 1)[1])

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith(name))

    def megabytes(self):
        return self.status("VmRSS:") / 1024

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as line:
            fields = line.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        """Seconds from SIGTERM to the end."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(600)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()
        return time.monotonic() - begun


async def create(port, name, sampler, prior=0):
    """A study with so many trials that have ended."""
    connection = Connection(port)
    parameters = {f"x{i}": float_range() for i in range(DIMENSIONS)}
    await connection.json("POST", "/v1/studies", {"name": name, "parameters": parameters, "sampler": sampler, "seed": 1})
    rng = random.Random(1)
    for begin in range(0, prior, 2000):
        trials = []
        for _ in range(min(2000, prior - begin)):
            params = {f"x{i}": rng.random() for i in range(DIMENSIONS)}
            trials.append({"params": params, "value": value_of(params)})
        await connection.json("POST", f"/v1/studies/{name}/trials", {"trials": trials})
    connection.close()


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


class Load:
    """Workers of one study that ask, work for a while and tell."""

    def __init__(self, port, study, workers, work):
        self.port, self.study, self.work = port, study, work
        self.asks, self.tells, self.ended = [], [], []
        self.numbers, self.doubled = set(), 0
        self.rng = random.Random(7)
        self.over = False
        self.tasks = [asyncio.ensure_future(self.worker(i, work * i / workers)) for i in range(workers)]

    async def worker(self, i, delay):
        await asyncio.sleep(delay)
        connection, client = Connection(self.port), f"w{i}"
        while not self.over:
            begun = time.monotonic()
            answer = await connection.json("POST", f"/v1/studies/{self.study}:ask", {"client": client})
            if not answer["trials"]:
                continue
            self.asks.append((begun, time.monotonic() - begun))
            trial = answer["trials"][0]
            self.doubled += trial["number"] in self.numbers
            self.numbers.add(trial["number"])
            await asyncio.sleep(self.work * self.rng.uniform(0.8, 1.2))
            result = {"number": trial["number"], "token": trial["token"], "value": value_of(trial["params"])}
            begun = time.monotonic()
            await connection.json("POST", f"/v1/studies/{self.study}:tell", {"client": client, "results": [result]})
            self.tells.append((begun, time.monotonic() - begun))
            self.ended.append(time.monotonic())
        connection.close()

    async def stop(self):
        self.over = True
        done, late = await asyncio.wait(self.tasks, timeout=self.work + 60)
        for task in late:
            task.cancel()
        for task in done:
            task.result()

    def figures(self, since, until, processor):
        """Trials a second, p50 and p99 of asks and p99 of tells in seconds, processors of the server."""
        seconds = until - since
        asks = [t for begun, t in self.asks if since <= begun <= until]
        tells = [t for begun, t in self.tells if since <= begun <= until]
        rate = sum(since <= at <= until for at in self.ended) / seconds
        return {
            "rate": rate,
            "ask50": percentile(asks, 0.5),
            "ask99": percentile(asks, 0.99),
            "tell99": percentile(tells, 0.99),
            "processor": processor / seconds,
            "twice": self.doubled,
        }


async def load_figures(hone, store, sampler, prior, workers, work, seconds):
    """What Load.figures() has, after the workers have spread; the megabytes of the server; the generator's processors."""
    server = Server(hone, store)
    study = f"{sampler}-{prior}"
    try:
        await create(server.port, study, sampler, prior)
        load = Load(server.port, study, workers, work)
        await asyncio.sleep(2 * work)
        since, processor, own = time.monotonic(), server.processor_seconds(), time.process_time()
        await asyncio.sleep(seconds)
        until, processor, own = time.monotonic(), server.processor_seconds() - processor, time.process_time() - own
        await load.stop()
        seen = load.figures(since, until, processor)
        return {**seen, "megabytes": server.megabytes(), "generator": own / (until - since)}
    finally:
        server.stop()


def judge_load(what, seen, ideal):
    """At least 80 % of the trials that are possible, asks answered within 2 s, nothing handed out twice."""
    good = seen["rate"] >= 0.8 * ideal and seen["ask99"] < 2 and seen["twice"] == 0
    line(
        8, what, f"{0.8 * ideal:.0f} trials/s, ask p99 2 s",
        f"{seen['rate']:.1f} trials/s, ask p50 {1e3 * seen['ask50']:.0f} ms, p99 {1e3 * seen['ask99']:.0f} ms, tell p99 "
        f"{1e3 * seen['tell99']:.0f} ms, processors {seen['processor']:.2f} + {seen['generator']:.2f}, {seen['megabytes']:.0f} MB, "
        f"{seen['twice']} twice",
        good,
    )


async def measure_asks(args):
    print(f"asks: trials of {args.work} s (20 % more or less), {args.seconds} s after {2 * args.work} s")
    for sampler, prior in args.cases:
        seen = await load_figures(args.hone, args.store, sampler, prior, args.workers, args.work, args.seconds)
        judge_load(f"{args.workers} workers, {sampler} after {prior} trials", seen, args.workers / args.work)


async def measure_reads(args):
    count = args.trials
    server = Server(args.hone, args.store)
    try:
        print(f"reads: a study of {count} trials, {server.megabytes():.0f} MB before")
        await create(server.port, "big", "random", count)
        await create(server.port, "other", "random")
        print(f"  {server.megabytes():.0f} MB with it", flush=True)
        quiet = Load(server.port, "big", 20, 0.5)
        await asyncio.sleep(5)
        await quiet.stop()
        print(f"  asks alone: p99 {1e3 * percentile([t for _, t in quiet.asks], 0.99):.0f} ms, longest {max(t for _, t in quiet.asks):.2f} s", flush=True)
        loads = [Load(server.port, study, 20, 0.5) for study in ("big", "other")]
        await asyncio.sleep(1)
        top, begun, reading = [0.0], time.monotonic(), [True]

        async def watch():
            probe, longest = Connection(server.port), 0.0
            while reading[0]:
                top[0] = max(top[0], server.megabytes())
                at = time.monotonic()
                await probe.call("GET", "/healthz")
                longest = max(longest, time.monotonic() - at)
                await asyncio.sleep(0.05)
            probe.close()
            return longest

        watching = asyncio.ensure_future(watch())
        readers = [Connection(server.port) for _ in range(8)]
        answers = await asyncio.gather(*(one.call("GET", "/v1/studies/big/trials?since=0", keep=False) for one in readers))
        seconds = time.monotonic() - begun
        reading[0] = False
        longest = await watching
        for one in readers:
            one.close()
        for load in loads:
            await load.stop()
        print(f"  8 x trials?since=0: {seconds:.1f} s, {answers[0][1] / 1e6:.0f} MB each, at most {top[0]:.0f} MB of memory")
        line(4, "/healthz meanwhile, at most", "1 s", f"{longest:.2f} s", longest < 1)
        for load in loads:
            times = [t for _, t in load.asks + load.tells]
            seen = f"p99 {1e3 * percentile(times, 0.99):.0f} ms, longest {max(times):.2f} s"
            line(3, f"asks and tells of '{load.study}' meanwhile, at most", "1 s", seen, max(times) < 1)
        reader = Connection(server.port)
        for view in ("", "/trials", "/trials?order=value", "/best", "/charts/history", "/charts/slices", "/charts/parallel", "/charts/edf",
                     "/importance?method=ped-anova", "/export", "/trials?since=0"):
            at = time.monotonic()
            status, size, _ = await reader.call("GET", "/v1/studies/big" + view, keep=False)
            print(f"    {view or '/':30s} {status} {time.monotonic() - at:6.2f} s {size / 1e6:7.1f} MB, {server.megabytes():.0f} MB of memory", flush=True)
        reader.close()
        megabytes = server.megabytes()
        line(3, f"memory after each view of {count} trials", "300 MB", f"{megabytes:.0f} MB", megabytes < 300)
        asking = [asyncio.ensure_future(Connection(server.port).call("GET", "/v1/studies/big/export", keep=False)) for _ in range(32)]
        await asyncio.sleep(0.5)
        seconds = await asyncio.get_running_loop().run_in_executor(None, server.stop)
        answered = sum(not isinstance(one, Exception) for one in await asyncio.gather(*asking, return_exceptions=True))
        line(5, "SIGTERM amid 32 exports", "10 s", f"{seconds:.1f} s, {answered} of them answered", seconds < 10)
    finally:
        if server.process.poll() is None:
            server.stop()


async def measure_studies(args):
    server = Server(args.hone, args.store)
    try:
        many = [Connection(server.port) for _ in range(8)]
        begun = time.monotonic()

        async def make(connection, first):
            for i in range(first, args.studies, len(many)):
                await connection.json("POST", "/v1/studies", {"name": f"study-{i}", "parameters": {"x": float_range()}, "sampler": "random"})

        await asyncio.gather(*(make(one, i) for i, one in enumerate(many)))
        print(f"studies: {args.studies} made in {time.monotonic() - begun:.0f} s, {server.megabytes():.0f} MB")
        reader = many[0]
        times = []
        for page in (0, 100, args.studies // 2, args.studies - 100, 0, 0):
            at = time.monotonic()
            await reader.call("GET", f"/v1/studies?page_size=100&page_token={page}")
            times.append(1e3 * (time.monotonic() - at))
        seen = ", ".join(f"{t:.0f}" for t in times) + " ms"
        line(5, f"pages of 100 of {args.studies} studies", "50 ms", seen, statistics.median(times) < 50 and max(times[1:]) < 50)
        before = server.processor_seconds()
        await asyncio.sleep(10)
        used = (server.processor_seconds() - before) / 10
        line(5, "idle, no stream", "0.02 of a processor", f"{used:.3f}", used < 0.02)
        streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(6)]
        for i, (_, writer) in enumerate(streams):
            path = "/v1/events" if i < 3 else f"/v1/studies/study-{i}/events"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await asyncio.sleep(15)
        before = server.processor_seconds()
        await asyncio.sleep(10)
        used = (server.processor_seconds() - before) / 10
        line(5, "idle, 3 streams of the list and 3 of studies", "0.02 of a processor", f"{used:.3f}", used < 0.02)
        reader_ = streams[0][0]
        at = time.monotonic()
        answer = await reader.json("POST", "/v1/studies/study-1:ask", {"client": "me"})
        assert answer["trials"]
        seen = b""
        while b"study-1\"" not in seen:
            seen += await asyncio.wait_for(reader_.read(65536), 60)
        seconds = time.monotonic() - at
        line(5, "a change is seen by a stream of the list after", "2 s", f"{seconds:.2f} s", seconds < 2)
    finally:
        seconds = server.stop()
        line(5, f"SIGTERM with {args.studies} studies and six streams", "10 s", f"{seconds:.1f} s", seconds < 10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hone")
    parser.add_argument("what", nargs="*", default=[])
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--work", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--trials", type=int, default=100_000)
    parser.add_argument("--studies", type=int, default=10_000)
    parser.add_argument("--store")
    parser.add_argument("--cases", default="random:0,hebo:300,hebo:1000,hebo:2000", help="SAMPLER:TRIALS,...")
    args = parser.parse_args()
    args.cases = [(sampler, int(prior)) for sampler, prior in (case.split(":") for case in args.cases.split(","))]
    for what, measure in {"asks": measure_asks, "reads": measure_reads, "studies": measure_studies}.items():
        if not args.what or what in args.what:
            asyncio.run(measure(args))
    return 0 if all(row[4] is not False for row in ROWS) else 1


if __name__ == "__main__":
    sys.exit(main())
