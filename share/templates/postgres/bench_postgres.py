#!/usr/bin/env python3
"""Transactions per second of a PostgreSQL server with the given settings, by pgbench.

Run by hone for each setting, or by hand:

    python3 bench_postgres.py --server='host=localhost port=5432 user=postgres' --set=work_mem=64MB

The settings are applied by ALTER SYSTEM and put back afterwards, also after an error, Ctrl-C or a time-out. What they were is
kept in postgres-before.json meanwhile: after a crash the next run, or --restore, puts them back. A password belongs into
~/.pgpass or PGPASSWORD. The work is done in the database hone_pgbench, which is made when it is not there.
"""
import argparse
import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

DATABASE = "hone_pgbench"
BEFORE = "postgres-before.json"
LOCK = "postgres-before.lock"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", help="how to connect: 'host=... port=... user=...'")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting; once for each")
    parser.add_argument("--scale", type=int, default=10, help="size of the data, in 100,000 accounts (default 10)")
    parser.add_argument("--clients", type=int, default=8, help="connections at a time (default 8)")
    parser.add_argument("--seconds", type=int, default=30, help="how long to measure (default 30)")
    parser.add_argument("--script", help="a file of transactions for pgbench instead of its own")
    parser.add_argument("--restart", help="a command that restarts the server, for settings that need it")
    parser.add_argument("--restore", action="store_true", help="only put back what an interrupted run left")
    o = parser.parse_args()
    if not (o.server or "").strip():
        sys.exit("which server? Its settings will be changed, so it must be named: add --server='host=... port=... user=...' "
                 "(in the study file under 'command', or by 'hone init --for postgres --server ...')")
    if "://" in o.server:
        sys.exit("write --server as words, 'host=... port=... user=...', not as an address")
    for word in o.set:
        if not re.fullmatch(r"[a-z_][a-z0-9_.]*=.+", word):
            sys.exit(f"--set={word} is not understood; write --set=work_mem=64MB")
    return o


def required_programs():
    for program in ("psql", "pgbench"):
        if shutil.which(program) is None:
            sys.exit(f"there is no {program} here; install it (Debian: apt install postgresql-client postgresql-contrib)")


class Server:
    def __init__(self, o):
        self.address = o.server
        self.restart_command = o.restart

    def database(self, name):
        return f"{self.address} dbname={name}"  # of two names the later one counts

    def query(self, sql, database="postgres"):
        """The rows as lists of texts. Every call is a new connection, which sees what was reloaded."""
        done = subprocess.run(["psql", "-X", "-A", "-t", "-w", "-q", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql,
                               self.database(database)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"the server refused: {done.stderr.strip()}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def alter(self, name, value):
        """None takes the setting out of ALTER SYSTEM's file."""
        if value is None:
            self.query(f"ALTER SYSTEM RESET {name}")
        else:
            quoted = value.replace("'", "''")
            self.query(f"ALTER SYSTEM SET {name} = '{quoted}'")

    def reload(self):
        """Makes the settings count, by a restart where a setting needs one."""
        loaded = "SELECT pg_conf_load_time()"
        before = self.query(loaded)
        self.query("SELECT pg_reload_conf()")
        for _ in range(100):
            if self.query(loaded) != before:
                break
            time.sleep(0.1)
        else:
            raise RuntimeError("the server did not read its settings again within ten seconds")
        waiting = [row[0] for row in self.query("SELECT name FROM pg_settings WHERE pending_restart")]
        if not waiting:
            return
        if not self.restart_command:
            raise RuntimeError(f"{', '.join(waiting)} needs a restart of the server; say how with --restart=COMMAND")
        subprocess.run(shlex.split(self.restart_command), check=True, stdout=subprocess.DEVNULL)
        for _ in range(300):
            try:
                self.query("SELECT 1")
                return
            except RuntimeError:
                time.sleep(0.2)
        raise RuntimeError("the server did not come back within a minute after --restart")


def remember(server, names):
    """Writes what ALTER SYSTEM says of the settings now: whole, and on the disk, before anything is changed."""
    rows = server.query("SELECT name, setting FROM pg_file_settings WHERE sourcefile LIKE '%postgresql.auto.conf'")
    there = {row[0]: row[1] for row in rows}
    before = {"server": server.address, "settings": {name: there.get(name) for name in names}}
    with open(BEFORE + ".new", "w", encoding="utf-8") as file:
        json.dump(before, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.rename(BEFORE + ".new", BEFORE)


def restore(server):
    """Puts back what the file says, and takes it away."""
    if not os.path.exists(BEFORE):
        return False
    with open(BEFORE, encoding="utf-8") as file:
        before = json.load(file)
    if before["server"] != server.address:
        sys.exit(f"{BEFORE} belongs to the server '{before['server']}'; put its settings back first: "
                 f"python3 {sys.argv[0]} --server='{before['server']}' --restore")
    for name, value in before["settings"].items():
        server.alter(name, value)
    server.reload()
    os.remove(BEFORE)
    return True


def fill_database(server, scale):
    """Tables of the wanted size, made once."""
    if not server.query(f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'"):
        server.query(f"CREATE DATABASE {DATABASE}")
    if server.query("SELECT to_regclass('pgbench_branches')", DATABASE) != [[""]]:
        if server.query("SELECT count(*) FROM pgbench_branches", DATABASE) == [[str(scale)]]:
            return
    print(f"filling {DATABASE}, scale {scale} ...", file=sys.stderr)
    subprocess.run(["pgbench", "-i", "-q", "-s", str(scale), server.database(DATABASE)], check=True,
                   stdout=sys.stderr, stderr=subprocess.STDOUT)


def measure(server, o):
    # What the trial before left to be written is not this one's work.
    server.query("CHECKPOINT")
    command = ["pgbench", "-c", str(o.clients), "-j", str(min(o.clients, os.cpu_count() or 1)), "-T", str(o.seconds)]
    command += ["-f", o.script, "-n"] if o.script else []
    done = subprocess.run([*command, server.database(DATABASE)], capture_output=True, text=True, check=False)
    tps = re.search(r"^tps = ([0-9.]+)", done.stdout, re.MULTILINE)
    if done.returncode != 0 or tps is None:
        raise RuntimeError(f"pgbench failed: {done.stderr.strip()[-2000:]}")
    latency = re.search(r"^latency average = ([0-9.]+) ms", done.stdout, re.MULTILINE)
    return {"tps": float(tps.group(1)), "latency_ms": float(latency.group(1)) if latency else None}


def measured(server, o):
    settings = dict(word.split("=", 1) for word in o.set)
    fill_database(server, o.scale)
    remember(server, list(settings))
    try:
        for name, value in settings.items():
            server.alter(name, value)
        server.reload()
        return measure(server, o)
    finally:
        # From here on nothing interrupts: half of the settings put back would be worse than late.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        restore(server)


def main():
    o = arguments()
    required_programs()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit("stopped; the settings were put back"))
    # One at a time, even when hone is told to run several.
    with open(LOCK, "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = Server(o)
        try:
            if restore(server):
                print("settings that an interrupted run had left were put back", file=sys.stderr)
            if not o.restore:
                print(json.dumps(measured(server, o)))
        except (RuntimeError, subprocess.CalledProcessError) as problem:
            sys.exit(str(problem))


if __name__ == "__main__":
    main()
