# SPDX-License-Identifier: MIT
"""Uniform designs of PyUniDOE, one default run (criterion CD2) for each request:
  {"op": "design", "runs": n, "factors": s, "seed": k, "existing": [[...], ...]}
as many levels as runs; `existing`, when given, are rows of levels to add to, counted in `runs`. The answer has the
`levels` and `search_seconds`, the processor time of PyUniDOE's own call.
"""
import importlib.metadata
import time

import numpy

import pyunidoe
from peer_protocol import serve


class PyUniDoe:
    """Speaks serve()'s protocol; there is nothing to remember between requests."""

    def answer(self, request):
        runs, factors, seed = request["runs"], request["factors"], request["seed"]
        existing = request.get("existing")
        start = time.process_time()
        if existing:
            found = pyunidoe.gen_aud(numpy.array(existing), runs, factors, runs, random_state=seed)
        else:
            found = pyunidoe.gen_ud(runs, factors, runs, random_state=seed)
        seconds = time.process_time() - start
        version = "pyunidoe " + importlib.metadata.version("pyunidoe")
        return {"levels": found["final_design"].tolist(), "search_seconds": seconds, "version": version}


if __name__ == "__main__":
    serve(PyUniDoe())
