#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Callers who claim to be somebody else, or want more than they may have, line by line as service_abuse.py has it.

Starts services of its own and an identity provider in this process, whose keys and signatures the program `openssl`
makes, in temporary folders; prints a table and ends with 1 when a bound was not kept.
usage: service_abuse_identity.py HONE
"""
import argparse
import base64
import hmac
import http.client
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

from service_abuse import ROWS, Service, line, run, study, token

ISSUER = "https://id.example"


def encoded(data):
    data = data if isinstance(data, bytes) else json.dumps(data).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*words, given=None):
    return subprocess.run(["openssl", *words], input=given, capture_output=True, check=True).stdout


class Key:
    """A pair of keys, RS256 or ES256."""

    def __init__(self, folder, algorithm, kid):
        self.algorithm, self.kid = algorithm, kid
        self.path = os.path.join(folder, kid + ".pem")
        kind = ["RSA", "rsa_keygen_bits:2048"] if algorithm == "RS256" else ["EC", "ec_paramgen_curve:P-256"]
        openssl("genpkey", "-algorithm", kind[0], "-pkeyopt", kind[1], "-out", self.path)

    def jwk(self):
        shown = openssl("pkey", "-in", self.path, "-pubout", "-outform", "DER")
        if self.algorithm == "ES256":
            point = {"x": encoded(shown[-64:-32]), "y": encoded(shown[-32:])}
            return {"kty": "EC", "crv": "P-256", "kid": self.kid, **point}
        modulus = openssl("rsa", "-in", self.path, "-noout", "-modulus").decode().split("=")[1].strip()
        return {"kty": "RSA", "kid": self.kid, "n": encoded(bytes.fromhex(modulus)), "e": "AQAB"}

    def public_pem(self):
        return openssl("pkey", "-in", self.path, "-pubout")

    def signed(self, header, claims):
        message = f"{encoded(header)}.{encoded(claims)}"
        der = openssl("dgst", "-sha256", "-sign", self.path, given=message.encode())
        return f"{message}.{encoded(der if self.algorithm == 'RS256' else raw_pair(der))}"

    def token(self, **changed):
        header = {"alg": self.algorithm, "kid": self.kid}
        return self.signed(header, {**claims(), **changed})


def raw_pair(der):
    """r and s of a signature in DER, 32 bytes each."""
    numbers, at = [], 2
    for _ in range(2):
        size = der[at + 1]
        numbers.append(der[at + 2 : at + 2 + size].lstrip(b"\0").rjust(32, b"\0"))
        at += 2 + size
    return b"".join(numbers)


def claims():
    return {"iss": ISSUER, "aud": "hone", "sub": "ann", "exp": int(time.time()) + 600, "groups": ["team"]}


class Provider:
    """The address at which an identity provider shows its keys."""

    def __init__(self, keys):
        self.keys, self.asked = keys, 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked += 1
                body = json.dumps({"keys": [key.jwk() for key in outer.keys]}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/keys"


def identities(hone, folder):
    rsa, curve, stranger = Key(folder, "RS256", "a"), Key(folder, "ES256", "b"), Key(folder, "ES256", "c")
    provider = Provider([rsa, curve])
    options = ["--oidc-issuer", ISSUER, "--oidc-audience", "hone", "--oidc-jwks", provider.url]
    options += ["--oidc-role", "team=work:svm-*", "--oidc-role", "ops=admin"]
    store = os.path.join(folder, "identities.db")
    admin = token(hone, store, "admin")
    with Service(hone, store, "-q", *options, token=admin) as service:
        for name in ("svm-1", "other"):
            service.call("POST", "/v1/studies", study(name))

        def status(bearer, path="/v1/studies/svm-1", method="GET"):
            return service.call(method, path, token=bearer)[0]

        def refused(what, bearer):
            seen = status(bearer)
            line(9, what, "401", str(seen), seen == 401)

        for key in (rsa, curve):
            seen = status(key.token())
            line(9, f"a token of the provider, {key.algorithm}", "200", str(seen), seen == 200)
        header = {"alg": "none", "kid": "a"}
        refused("`alg: none` without a signature", f"{encoded(header)}.{encoded(claims())}.")
        refused("`alg: none` with one", rsa.signed(header, claims()))
        message = f"{encoded({'alg': 'HS256', 'kid': 'a'})}.{encoded(claims())}"
        mac = hmac.new(rsa.public_pem(), message.encode(), "sha256").digest()
        refused("HS256 with the public key as the secret", f"{message}.{encoded(mac)}")
        refused("a key of nobody under the id of another", stranger.signed({"alg": "ES256", "kid": "b"}, claims()))
        own = {"alg": "ES256", "kid": "c", "jwk": stranger.jwk(), "jku": provider.url}
        refused("a token that brings its own key", stranger.signed(own, claims()))
        good = curve.token().split(".")
        refused("other claims under a signature", f"{good[0]}.{encoded({**claims(), 'groups': ['ops']})}.{good[2]}")
        refused("for another audience", curve.token(aud=["other"]))
        time.sleep(1.1)  # five wrong ones a second
        refused("of another issuer", curve.token(iss="https://evil.example"))
        refused("expired", curve.token(exp=int(time.time()) - 61))
        refused("not valid yet", curve.token(nbf=int(time.time()) + 120))
        time.sleep(1.1)
        for what, bearer, path, method in (
            ("a group without a role", curve.token(groups=["x"]), "/v1/studies/svm-1", "GET"),
            ("a study beyond the pattern", curve.token(), "/v1/studies/other", "GET"),
            ("a deletion with the role work", curve.token(), "/v1/studies/svm-1", "DELETE"),
        ):
            seen = status(bearer, path, method)
            line(9, f"{what}, by a user of the provider", "403", str(seen), seen == 403)
        for i in range(4):
            status(stranger.signed({"alg": "ES256", "kid": f"x{i}"}, claims()))
        line(9, "unknown keys: how often the provider is asked", "once", str(provider.asked), provider.asked == 1)
        status(curve.token(groups=["ops"]), "/v1/studies/other", "DELETE")
        answer = service.call("GET", "/v1/audit")[1]
        kept = [(one["who"], one["what"], one["status"]) for one in json.loads(answer)["entries"]]
        wanted = [(f"{ISSUER} ann", "deleteStudy", 403), (f"{ISSUER} ann", "deleteStudy", 204)]
        line(9, "the audit trail of both deletions", "names issuer and sub", str(kept[-2:]), kept[-2:] == wanted)


def proxies(hone, folder):
    def statuses(service, forwarded):
        connection = http.client.HTTPConnection("127.0.0.1", service.port)
        seen = set()
        for i in range(40):
            connection.request("GET", "/v1", headers={"X-Forwarded-For": forwarded(i)})
            answer = connection.getresponse()
            answer.read()
            seen.add(answer.status)
        return seen

    store = os.path.join(folder, "proxies.db")
    with Service(hone, store, "-q", "--rate", "5") as service:
        seen = statuses(service, lambda i: f"203.0.113.{i}")
        line(9, "X-Forwarded-For from anybody, another each time", "429", str(sorted(seen)), 429 in seen)
    with Service(hone, store, "-q", "--rate", "5", "--trusted-proxy", "127.0.0.0/8") as service:
        seen = statuses(service, lambda i: f"198.51.100.{i}, 203.0.113.7")
        line(9, "forged entries before that of a trusted proxy", "429", str(sorted(seen)), 429 in seen)
        seen = statuses(service, lambda i: f"2001:db8::{i:x}")
        line(9, "40 clients behind a trusted proxy", "200", str(sorted(seen)), seen == {200})


def quotas(hone, folder):
    store = os.path.join(folder, "quotas.db")
    admin = token(hone, store, "admin")

    def limited(role, limit, value):
        return token(hone, store, role, "--studies", "svm-*", f"--limit-{limit}", str(value))

    bearers = {
        "studies": limited("admin", "studies", 3),
        "bytes": limited("admin", "bytes", 100_000),
        "processor": limited("read", "processor", 1),
        "streams": limited("read", "streams", 2),
        "connections": limited("read", "connections", 5),
    }

    with Service(hone, store, "-q", token=admin) as service:

        def quota_line(what, bound, seen, good, answer):
            told = "quota_exceeded" in answer
            line(9, what, f"{bound}, then 429", f"{seen}{'' if told else ', without quota_exceeded'}", good and told)

        answers = []

        def make(i):
            answers.append(service.call("POST", "/v1/studies", study(f"svm-{i}"), token=bearers["studies"])[:2])

        threads = [threading.Thread(target=make, args=(i,)) for i in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        made = sum(status == 201 for status, _ in answers)
        refusal = next((text for status, text in answers if status == 429), "")
        quota_line("20 studies at once by a token for 3", "3 made", f"{made} made", made == 3, refusal)
        sent, status, answer = 0, 200, ""
        while status == 200 and sent < 1_000_000:
            body = json.dumps({"note": "x" * 9_000})
            status, answer, _ = service.call("POST", "/v1/studies/svm-1:note", body, token=bearers["bytes"])
            status = 200 if status == 404 else status
            sent += len(body) if status == 200 else 0
        quota_line("notes by a token for 100,000 bytes", "at most 100,000", f"{sent} bytes", sent <= 100_000, answer)
        choices = [f"c{i}" for i in range(40_000)]
        body = json.dumps(study("svm-x", parameters={"c": {"type": "categorical", "choices": choices}}))
        before, status, answer = service.seconds(), 200, ""
        while status == 200 and service.seconds() - before < 30:
            status, answer, _ = service.call("POST", "/v1/studies:check", body, token=bearers["processor"])
        spent = service.seconds() - before
        what = "large checks by a token for 1 s of processor time"
        quota_line(what, "2 s, with what reading requests costs", f"{spent:.1f} s", spent < 2, answer)
        open_streams, answer = [], ""
        for _ in range(4):
            connection = http.client.HTTPConnection("127.0.0.1", service.port)
            connection.request("GET", "/v1/events", headers={"Authorization": "Bearer " + bearers["streams"]})
            response = connection.getresponse()
            if response.status == 200:
                open_streams.append((connection, response))
            else:
                answer = response.read().decode()
        quota_line("4 event streams by a token for 2", "2", str(len(open_streams)), len(open_streams) == 2, answer)
        kept, answer = [], ""
        for _ in range(20):
            connection = http.client.HTTPConnection("127.0.0.1", service.port)
            connection.request("GET", "/v1", headers={"Authorization": "Bearer " + bearers["connections"]})
            response = connection.getresponse()
            text = response.read().decode()
            kept.append(connection)
            answer = text if response.status == 429 else answer
        open_now = sum(connection.sock is not None for connection in kept)
        quota_line("20 connections by a token for 5", "5", str(open_now), open_now == 5, answer)
        status, answer, _ = service.call("POST", "/v1/tokens", {"role": "admin"}, token=bearers["studies"])
        line(9, "a wider token asked for by a narrower one", "403", str(status), status == 403)
        made = json.loads(service.call("POST", "/v1/tokens", {"role": "read"})[1])
        listed = service.call("GET", "/v1/tokens")[1] + service.call("GET", "/v1/audit")[1]
        secret = made["token"][14:]
        shown = secret in listed or secret in service.logged() or re.search(r"[0-9a-f]{64}", listed) is not None
        what = "the secret of a token, or its hash, in lists, log and audit trail"
        line(9, what, "nowhere", "shown" if shown else "nowhere", not shown)
        environment = {**os.environ, "HONE_TOKEN": bearers["streams"]}
        url = f"http://127.0.0.1:{service.port}"
        code = run(hone, "token", "list", "--store", url, env=environment).returncode
        line(9, "`hone token list` with a read token", "refused", f"exit code {code}", code != 0)


def abuse(hone):
    with tempfile.TemporaryDirectory() as folder:
        identities(hone, folder)
        proxies(hone, folder)
        quotas(hone, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hone")
    abuse(os.path.abspath(parser.parse_args().hone))
    kept = sum(row[4] is True for row in ROWS)
    print(f"{kept} of {len(ROWS)} bounds kept")
    return 0 if kept == len(ROWS) else 1


if __name__ == "__main__":
    sys.exit(main())
