#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the service does when it is abused, line by line with the bound that it must keep.

Starts services of its own on 127.0.0.1, over stores in a folder of its own, lies to them, floods them, takes their
database and their disk away, and prints a table. Ends within a few minutes with 1 when a bound was not kept.
usage: service_abuse.py HONE [--postgres-server tests/support/postgres-server]
Lines that need PostgreSQL or a file system of their own (root) say when they were left out.
"""
import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from hashlib import sha256

PASSWORD = "swordfish-7180"
SPACE = {"x": {"type": "float", "low": 0, "high": 1}}
ROWS = []


def line(item, what, bound, seen, good):
    ROWS.append((item, what, bound, seen, good))
    mark = "left out" if good is None else "ok" if good else "NOT KEPT"
    print(f"{item:>2} | {what} | {bound} | {seen} | {mark}", flush=True)


def timed_line(what, status, answer):
    """One of item 4: a status within a second."""
    seen = f"{answer[0]}, {answer[1]:.2f} s"
    line(4, what, f"{status} in 1 s", seen, answer[0] == status and answer[1] < 1)


class Service:
    """`hone serve` over a store, until the end of the block."""

    def __init__(self, hone, store, *options, token=None, environment=None):
        self.token = token
        self.log = tempfile.TemporaryFile("w+")
        words = [hone, "serve", "--store", store, "--port", "0", *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        self.banner = self.process.stdout.readline()
        if "http://" not in self.banner:
            self.process.wait()
            raise RuntimeError(self.logged().strip() or "it ended at once")
        self.port = int(self.banner.split("http://127.0.0.1:")[1].split()[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def logged(self):
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def call(self, method, path, body=None, token=None, kind="application/json", timeout=60):
        """Status, text and seconds."""
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {}
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, (bytes, str)) else json.dumps(body)
        if token or self.token:
            headers["Authorization"] = "Bearer " + (token or self.token)
        try:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, path, body, headers)  # it may be refused before it is sent whole
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace"), time.monotonic() - begun
        except ConnectionResetError:
            return "closed", "", time.monotonic() - begun
        except TimeoutError:
            return "no answer", "", time.monotonic() - begun
        finally:
            connection.close()

    def seconds(self):
        """Of processor time that it has used."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self):
        """That it holds in memory."""
        words = open(f"/proc/{self.process.pid}/statm").read().split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def open(self, text, source="127.0.0.1"):
        """A connection of this address on which this has been sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), source_address=(source, 0))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(text if isinstance(text, bytes) else text.encode())
        return connection


def study(name="svm", **more):
    return {"name": name, "parameters": SPACE, "sampler": "random", "seed": 1, **more}


def run(hone, *words, **more):
    return subprocess.run([hone, *words], capture_output=True, text=True, timeout=120, **more)


def token(hone, store, *words):
    return json.loads(run(hone, "token", "create", *words, "--store", store, "--json").stdout)["token"]


def artefacts(hone, folder):
    store = os.path.join(folder, "artefacts.db")
    admin = token(hone, store, "admin")
    work = token(hone, store, "work", "--studies", "svm")
    with Service(hone, store, "-q", token=admin) as service:
        service.call("POST", "/v1/studies", study())
        for kind in ("study-note", "service-token", "base-model", "meta-model"):
            path = f"/v1/artefacts/{kind}/1-1%2Fx"
            kinds = "application/octet-stream"
            by = [service.call("PUT", path, b"[", token=who, kind=kinds)[0] for who in (work, admin)]
            good = by[0] == 403 and by[1] in (400, 403)
            line(1, f"PUT of `[` as an artefact of kind {kind}", "refused to work and admin", f"{by[0]}, {by[1]}", good)
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        for kind, name in (("study-note", "1-1/x"), ("service-token", "0a1b2c3d")):
            database.execute(
                "INSERT OR REPLACE INTO artefacts (kind, name, hash, size, created, made_by, settings, sources, "
                "version, bytes) VALUES (?, ?, ?, 1, 0, '', '', '[]', "
                "(SELECT COALESCE(MAX(version), 0) + 1 FROM artefacts), ?)",
                (kind, name, sha256(b"[").hexdigest(), b"["),
            )
        database.execute("UPDATE hone_meta SET value = value + 2 WHERE name = 'next_artefact'")
    what = "list and ask over a store with such entries"
    try:
        with Service(hone, store, "-q", token=admin) as service:
            listed = service.call("GET", "/v1/studies")[0]
            asked = service.call("POST", "/v1/studies/svm:ask", {"client": "a"})[0]
            line(1, what, "200", f"{listed}, {asked}", listed == asked == 200)
    except RuntimeError as refusal:
        line(1, what, "200", f"the server does not start: {refusal}", False)
    check = run(hone, "db", "check", "--store", store)
    found = check.stdout + check.stderr
    good = check.returncode != 0 and "study-note" in found and "service-token" in found
    line(1, "`hone db check` of that store", "names both", f"exit code {check.returncode}", good)


def bodies(hone, folder):
    choices = [f"c{i}" for i in range(40_000)]
    shapes = {
        "100,000 empty objects under an unknown name": {"z": [{}] * 100_000},
        "40,000 choices": study(parameters={"c": {"type": "categorical", "choices": choices}}),
        "40,000 numbers as choices": study(parameters={"c": {"type": "ordinal", "choices": list(range(40_000))}}),
        "40,000 choices, each a condition": study(
            parameters={"c": {"type": "categorical", "choices": choices}, "d": {**SPACE["x"], "when": {"c": choices}}}
        ),
        "40,000 choices, each enqueued": study(
            parameters={"c": {"type": "categorical", "choices": choices}}, enqueue=[{"c": c} for c in choices]
        ),
        "40,000 parameters": study(parameters={f"p{i}": SPACE["x"] for i in range(40_000)}),
        "100,000 members": {f"k{i}": 1 for i in range(100_000)},
    }
    with Service(hone, os.path.join(folder, "bodies.db"), "-q") as service:
        for what, body in shapes.items():
            before = service.seconds()
            status = service.call("POST", "/v1/studies:check", body)[0]
            spent = service.seconds() - before
            line(2, f":check of {what}", "1 s of processor time", f"{status} after {spent:.2f} s", spent < 1)
        for what, text, wanted in (
            ("brackets 100,000 deep", '{"z":' + "[" * 100_000 + "]" * 100_000 + "}", 400),
            ("5 million values", '{"z":[' + "{}," * 5_000_000 + "{}]}", 400),
            ("17 MB", '{"z":"' + "x" * 17_000_000 + '"}', (413, "closed")),
        ):
            before = service.seconds()
            status, answer, _ = service.call("POST", "/v1/studies:check", text)
            spent = service.seconds() - before
            allowed = wanted if isinstance(wanted, tuple) else (wanted,)
            good = status in allowed and spent < 1
            line(2, f":check of {what}", f"{allowed[0]}, 1 s", f"{status} after {spent:.2f} s", good)


def leaving(hone, folder):
    """Clients that leave while a thread computes for them."""
    with Service(hone, os.path.join(folder, "leaving.db"), "-q") as service:
        space = {f"x{i}": SPACE["x"] for i in range(20)}
        service.call("POST", "/v1/studies", study(parameters=space))
        draw = random.Random(1)
        for _ in range(15):
            trials = [{"params": {name: draw.random() for name in space}, "value": draw.random()} for _ in range(2000)]
            service.call("POST", "/v1/studies/svm/trials", {"trials": trials})
        service.call("POST", "/v1/studies/svm:ask", {"client": "a"})  # it has been read then
        for path in ("charts/contour", "diagnosis"):
            head = f"GET /v1/studies/svm/{path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
            with socket.create_connection(("127.0.0.1", service.port)) as client:
                client.sendall(head.encode())
                time.sleep(0.1)
            before = service.seconds()
            time.sleep(2)
            spent = service.seconds() - before
            what = f"a client that leaves after 0.1 s of /{path} of 30,000 trials"
            line(2, what, "0.3 s of processor time after it", f"{spent:.2f} s", spent < 0.3)


def post_text(path, body):
    body = json.dumps(body)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}"


def constraints(hone, folder):
    """Definitions whose constraints cannot hold, which takes a while to find out."""
    plane = {"x": SPACE["x"], "y": SPACE["x"]}
    cube = {f"p{i}": {"type": "int", "low": 0, "high": 9} for i in range(6)}
    long = "0 < " + " + ".join(f"p{i % 6} * p{(i + 1) % 6}" for i in range(350))
    many = ["x + y < 0", *(f"x + y < {i + 1}" for i in range(9_999))]
    shapes = {
        "10,000 constraints": study(parameters=plane, constraints=many),
        "50 constraints on a million settings": study(
            parameters=cube, constraints=[*(f"p0 + p1 >= {-i}" for i in range(50)), "p0 * p0 == 2"]
        ),
        "3 constraints of 3,900 characters on a million settings": study(
            parameters=cube, constraints=[*(f"{long} + {i}" for i in range(3)), "p0 * p0 == 2"]
        ),
    }
    with Service(hone, os.path.join(folder, "constraints.db"), "-q") as service:
        for what, body in shapes.items():
            before = service.seconds()
            answer = service.call("POST", "/v1/studies:check", body)
            spent = service.seconds() - before
            good = answer[0] == 200 and "unsatisfiable" in answer[1] and spent < 2
            line(2, f":check of {what}", "2 s of processor time", f"{answer[0]} after {spent:.2f} s", good)
        text = post_text("/v1/studies:check", shapes["10,000 constraints"])
        service.open(text).close()
        time.sleep(0.5)
        before = service.seconds()
        time.sleep(2)
        spent = service.seconds() - before
        what = "a client that leaves after :check of 10,000 constraints"
        line(2, what, "0.3 s of processor time after it", f"{spent:.2f} s", spent < 0.3)
        service.call("POST", "/v1/studies", study("small"))
        busy = [service.open(text) for _ in range(8)]
        status, _, seconds = service.call("POST", "/v1/studies/small:ask", {"client": "a"})
        what = "an ask beside eight :check of 10,000 constraints"
        line(2, what, "200 in 1 s", f"{status}, {seconds:.2f} s", status == 200 and seconds < 1)
        for connection in busy:
            connection.close()


def crowds(hone, folder):
    """Connections that wait for something to happen."""
    stream = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    poll = post_text("/v1/studies/once:ask", {"client": "b", "wait": 60})
    for kind, text in (("event streams", stream), ("asks that wait", poll)):
        with Service(hone, os.path.join(folder, "crowds.db"), "-q", "--connections", "60") as service:
            service.call("POST", "/v1/studies", study("once", budget={"trials": 1}))
            service.call("POST", "/v1/studies", study("svm"))
            service.call("POST", "/v1/studies/once:ask", {"client": "a"})
            held = [service.open(text) for _ in range(70)]
            time.sleep(0.5)
            status, _, seconds = service.call("POST", "/v1/studies/svm:ask", {"client": "c"})
            what = f"an ask beside 70 {kind} of its address, of 60 connections"
            line(7, what, "200 in 1 s", f"{status}, {seconds:.2f} s", status == 200 and seconds < 1)
            held += [service.open(text, f"127.0.0.{2 + i // 30}") for i in range(90)]
            time.sleep(0.5)
            health = longest(service, "/healthz")
            timed_line(f"/healthz beside {kind} of several addresses that take all connections", 200, health)
            timed_line("/readyz, the same", 200, longest(service, "/readyz"))
            for connection in held:
                connection.close()


def memory(hone, folder):
    """What makes a service keep bytes."""
    with Service(hone, os.path.join(folder, "memory.db"), "-q") as service:
        service.call("POST", "/v1/studies", study())
        pad = "y" * 15_000
        connection = http.client.HTTPConnection("127.0.0.1", service.port)

        def request(method, path, body=None):
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            connection.getresponse().read()

        before = service.megabytes()
        for i in range(5000):
            request("GET", f"/v1/studies/{i}{pad}")
        more = service.megabytes() - before
        line(3, "5,000 looks at studies with names of 15 kB that are not there", "20 MB", f"{more:.0f} MB", more < 20)
        before = service.megabytes()
        for i in range(3000):
            request("POST", f"/v1/studies/q{i}{pad}:ask", '{"client": "a", "wait": 0}')
        more = service.megabytes() - before
        line(3, "3,000 asks of such studies", "20 MB", f"{more:.0f} MB", more < 20)
    with Service(hone, os.path.join(folder, "unfinished.db"), "-q") as service:
        service.call("POST", "/v1/studies", study())
        before = service.megabytes()
        head = "POST /v1/studies:check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        body = f"{head}Content-Length: 16000000\r\n\r\n".encode() + b"x" * 15_500_000
        held = [service.open(body) for _ in range(60)]
        time.sleep(1)
        more = service.megabytes() - before
        line(3, "60 bodies of 15.5 MB that do not end", "320 MB", f"{more:.0f} MB", more < 320)
        status, _, seconds = service.call("POST", "/v1/studies/svm:ask", {"client": "a"})
        line(3, "an ask beside them", "200 in 1 s", f"{status}, {seconds:.2f} s", status == 200 and seconds < 1)
        for connection in held:
            connection.close()


class Postgres:
    """A server of our own, in a folder, with any password."""

    def __init__(self, script, folder):
        self.script, self.folder, self.stopped = script, folder, []
        subprocess.run([script, "start", folder], check=True, stdout=subprocess.DEVNULL)
        self.address = f"postgresql://postgres:{PASSWORD}@/postgres?host={folder}"

    def processes(self):
        first = int(open(os.path.join(self.folder, "data", "postmaster.pid")).readline())
        children = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout.split()
        return [first, *map(int, children)]

    def go_on(self):
        for process in self.stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        self.stopped = []

    def stop(self):
        self.go_on()
        subprocess.run([self.script, "stop", self.folder], stdout=subprocess.DEVNULL)


def longest(service, path, count=5):
    """The last status and the longest time of some requests."""
    answers = [service.call("GET", path, timeout=5) for _ in range(count)]
    return answers[-1][0], max(seconds for _, _, seconds in answers), answers[-1][1]


def database(hone, folder, script):
    server = Postgres(script, os.path.join(folder, "pg"))
    said = []
    try:
        with Service(hone, server.address) as service:
            said.append(service.banner)
            service.call("POST", "/v1/studies", study())
            status, seconds, _ = longest(service, "/readyz")
            timed_line("/readyz while PostgreSQL answers", 200, (status, seconds))
            stopped = server.processes()
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            server.stopped = stopped
            look = lambda: said.append(service.call("GET", "/v1/studies")[1])  # noqa: E731
            threads = [threading.Thread(target=look) for _ in range(12)]
            for thread in threads:
                thread.start()
            time.sleep(1)
            health = longest(service, "/healthz")
            ready = longest(service, "/readyz")
            server.go_on()
            for thread in threads:
                thread.join()
            timed_line("/healthz, PostgreSQL stopped (SIGSTOP), 12 requests in flight", 200, health)
            timed_line("/readyz, the same", 503, ready)
            server.stop()
            time.sleep(1)
            ready = longest(service, "/readyz")
            said += [ready[2], service.call("GET", "/v1/studies")[1]]
            timed_line("/readyz, PostgreSQL gone", 503, ready)
            hidden = all(server.folder not in text and "postgresql://" not in text for text in said[1:])
            line(6, "503 texts", "no address", "none" if hidden else "an address", hidden)
            subprocess.run([script, "start", server.folder], check=True, stdout=subprocess.DEVNULL)
            end = time.monotonic() + 30
            while service.call("GET", "/readyz")[0] != 200 and time.monotonic() < end:
                time.sleep(0.2)
            back = service.call("GET", "/readyz")[0]
            line(4, "/readyz, PostgreSQL back", "200", str(back), back == 200)
            said.append(service.logged())
        for words in ("studies --json", "show svm --json", "show svm", "db check --json", "show nothing", "token list"):
            ran = run(hone, *words.split(), "--store", server.address)
            said += [ran.stdout, ran.stderr]
        ran = run(hone, "studies", "--store", f"http://ann:{PASSWORD}@127.0.0.1:1")
        said += [ran.stdout, ran.stderr]
        ran = run(hone, "studies", "--store", f"http://127.0.0.1:1?token={PASSWORD}")
        said += [ran.stdout, ran.stderr]
        leaks = sum(PASSWORD in text for text in said)
        seen = f"in {leaks} of {len(said)} texts"
        line(6, "banner, log, answers, --json, messages: the password of an address", "nowhere", seen, leaks == 0)
    finally:
        server.stop()


def disk(hone, folder):
    place = os.path.join(folder, "small")
    os.mkdir(place)
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", place]
    if os.geteuid() != 0 or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
        return line(7, "full disk", "", "no file system could be mounted", None)
    try:
        with Service(hone, os.path.join(place, "hone.db"), "-q") as service:
            service.call("POST", "/v1/studies", study())
            url = f"http://127.0.0.1:{service.port}"
            big = "big=$(head -c 20000 /dev/zero | tr '\\0' x)"
            script = f"sleep 0.2; {big}; echo '{{\"value\": 1, \"big\": \"'$big'\"}}'"
            worker = subprocess.Popen(
                [hone, "worker", url, "--study", "svm", "-j", "2", "--", "sh", "-c", script],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            )
            time.sleep(3)
            with contextlib.suppress(OSError), open(os.path.join(place, "filler"), "wb", buffering=0) as filler:
                while filler.write(b"x" * 4096) > 0:
                    pass
            ready, text, begun = 200, "", time.monotonic()
            while ready == 200 and time.monotonic() < begun + 30:
                ready, text, _ = service.call("GET", "/readyz")
            line(7, "/readyz on a full disk", "503, storage_full", f"{ready}", ready == 503 and "storage_full" in text)
            try:
                message = worker.communicate(timeout=180)[1]
                code = worker.returncode
            except subprocess.TimeoutExpired:
                worker.kill()
                message, code = worker.communicate()[1], None
            seconds = time.monotonic() - begun
            good = code not in (0, None) and "full" in message
            last = message.strip().splitlines()[-1:] or [""]
            seen = f"code {code} after {seconds:.0f} s: {last[0][:120]}"
            line(7, "a worker of that service", "exits with a code and the reason", seen, good)
    finally:
        subprocess.run(["umount", "-l", place])


def lies(hone, folder):
    store = os.path.join(folder, "lies.db")
    made = json.loads(run(hone, "token", "create", "admin", "--store", store, "--json").stdout)
    line(7, "`hone token create --json`", "id and expiry", ", ".join(made), {"id", "expires"} <= set(made))
    with Service(hone, store, "-q", token=made["token"]) as service:
        files = [os.path.join(folder, name) for name in os.listdir(folder) if name.startswith("lies.db")]
        modes = {stat.S_IMODE(os.stat(file).st_mode) for file in files}
        seen = ", ".join(f"{mode:o}" for mode in modes)
        line(7, f"rights of a new store's {len(files)} files", "600", seen, modes == {0o600})
        service.call("POST", "/v1/studies", study())
        trial = json.loads(service.call("POST", "/v1/studies/svm:ask", {"client": "a"})[1])["trials"][0]
        identity = json.loads(service.call("GET", "/v1/studies/svm/definition")[1])["id"]
        guesses = [1, identity * 100_000_000 + 1, *(trial["token"] + (step << 16) for step in range(1, 500))]

        def tell(token, **more):
            result = {"number": trial["number"], "token": token, "value": 0.5, **more}
            return service.call("POST", "/v1/studies/svm:tell", {"client": "a", "results": [result]})[0]

        answers = {tell(guess) for guess in guesses}
        what = f"a result with a guessed fencing token ({len(guesses)} tries)"
        line(7, what, "409", ", ".join(map(str, answers)), answers == {409})
        for what, attributes in (
            ("2 MB of attributes", {"a": "x" * 2_000_000}),
            ("2,000 attributes", {f"a{i}": 1 for i in range(2000)}),
            ("an attribute whose name turns the direction of text", {"a\u202eb": 1}),
        ):
            status = tell(trial["token"], attributes=attributes)
            line(7, what, "400", str(status), status == 400)
        status = service.call("POST", "/v1/studies/svm:note", {"note": "x" * 200_000})[0]
        line(7, "a note of 200 kB", "400", str(status), status == 400)
        turned = {"study": study("a\u202eb"), "parameter": study("b", parameters={"x\u2066": SPACE["x"]})}
        for what, body in turned.items():
            status = service.call("POST", "/v1/studies", body)[0]
            line(7, f"a {what} whose name turns the direction of text", "400", str(status), status == 400)
        scoped = token(hone, store, "read", "--studies", "svm")
        time.sleep(2.5)  # until the server has seen it
        status = service.call("GET", "/metrics", token=scoped)[0]
        line(7, "/metrics with a token for one study", "403", str(status), status == 403)
        url = f"http://127.0.0.1:{service.port}"
        seen = os.path.join(folder, "seen")
        service.call("POST", "/v1/studies", study("once", budget={"trials": 1}))
        command = ["sh", "-c", f"env > {seen}; echo 1"]
        environment = {**os.environ, "HONE_TOKEN": made["token"]}
        run(hone, "worker", url, "--study", "once", "--", *command, cwd=folder, env=environment)
        inherited = made["token"] in open(seen).read() if os.path.exists(seen) else None
        said = {True: "the token", False: "none", None: "no trial ran"}[inherited]
        line(7, "the environment of a worker's trial", "no HONE_TOKEN", said, inherited is False)
    with Service(hone, os.path.join(folder, "idle.db"), "-q", "--connections", "200") as service:
        idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(400)]
        status, seconds, _ = longest(service, "/v1/studies")
        seen = f"{status}, {seconds:.2f} s"
        line(7, "400 idle connections to a server of 200", "others get 200 in 1 s", seen, status == 200 and seconds < 1)
        for connection in idle:
            connection.close()


# The wall clock of a process in which this is preloaded is a day behind as long as a file is there.
CLOCK = """
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *at) {
  const long result = syscall(SYS_clock_gettime, id, at);
  if (result == 0 && id == CLOCK_REALTIME && access(getenv("CLOCK_IS_BACK"), F_OK) == 0) at->tv_sec -= 86400;
  return (int)result;
}
"""


def clock(hone, folder):
    """A server whose clock is set back a day while two workers hold trials, of which one is dead."""
    library, back = os.path.join(folder, "clock.so"), os.path.join(folder, "back")
    build = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library]
    if not shutil.which("cc") or subprocess.run(build, input=CLOCK, text=True).returncode != 0:
        return line(7, "a clock that is set back a day", "", "no C compiler", None)
    environment = {**os.environ, "LD_PRELOAD": library, "CLOCK_IS_BACK": back}
    with Service(hone, os.path.join(folder, "clock.db"), environment=environment) as service:
        held = {}
        for name in ("dead", "living"):
            service.call("POST", "/v1/studies", study(name, budget={"trials": 1}))
            answer = service.call("POST", f"/v1/studies/{name}:ask", {"client": name, "lease": 5 if name == "dead" else 60})
            held[name] = json.loads(answer[1])["trials"][0]
        one = {"number": 0, "token": held["living"]["token"]}
        open(back, "w").close()
        begun, others = time.monotonic(), dict.fromkeys(held)
        while others["dead"] is None and time.monotonic() < begun + 90:
            service.call("POST", "/v1/studies/living:heartbeat", {"client": "living", "leases": [one]})
            for name, wait in (("living", 0), ("dead", 4)):
                answer = service.call("POST", f"/v1/studies/{name}:ask", {"client": "other", "lease": 5, "wait": wait})
                if answer[0] == 200 and json.loads(answer[1])["trials"]:
                    others[name] = time.monotonic() - begun
        told = service.call("POST", "/v1/studies/living:tell", {"client": "living", "results": [{**one, "value": 1}]})[0]
        day = '"time":"' + time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
        if day not in service.logged():
            return line(7, "a clock that is set back a day", "", "this program's clock cannot be set by a library", None)
        seen = "never" if others["dead"] is None else f"after {others['dead']:.0f} s"
        what = "the clock set back a day: another worker is given the trial of a dead one whose lease is 5 s"
        line(7, what, "60 s", seen, others["dead"] is not None and others["dead"] < 60)
        good = others["living"] is None and told == 200
        line(7, "the same: a worker that lives keeps his trial", "200", f"{told}, given to {'nobody' if others['living'] is None else 'another'}", good)


def abuse(hone, postgres_server, short=False):
    """`short`: without what takes a clock, a database or a disk away."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        artefacts(hone, folder)
        bodies(hone, folder)
        constraints(hone, folder)
        leaving(hone, folder)
        crowds(hone, folder)
        memory(hone, folder)
        lies(hone, folder)
        if short:
            return
        clock(hone, folder)
        if postgres_server:
            database(hone, folder, os.path.abspath(postgres_server))
        else:
            line(4, "PostgreSQL silent and gone", "", "give --postgres-server", None)
        disk(hone, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hone")
    parser.add_argument("--postgres-server", default="")
    given = parser.parse_args()
    abuse(os.path.abspath(given.hone), given.postgres_server)
    kept = sum(row[4] is True for row in ROWS)
    print(f"{kept} of {len(ROWS)} bounds kept, {sum(row[4] is None for row in ROWS)} left out")
    return 0 if all(row[4] is not False for row in ROWS) else 1


if __name__ == "__main__":
    sys.exit(main())
