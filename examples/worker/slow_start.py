# SPDX-License-Identifier: MIT
"""The same program as a command and as a worker; a second of sleep stands for the import of large libraries."""
import json
import os
import sys
import time

time.sleep(1)


def loss(x):
    return (x - 0.3) ** 2


if "HONE_WORKER" in os.environ:
    for line in iter(sys.stdin.readline, ""):
        request = json.loads(line)
        print(json.dumps({"hone_trial_id": request["hone_trial_id"], "value": loss(request["params"]["x"])}), flush=True)
else:
    print(loss(float(os.environ["HONE_PARAM_X"])))
