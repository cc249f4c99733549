#!/bin/bash
# SPDX-License-Identifier: MIT
# sbatch slurm-workers.sh URL STUDY: one worker on each task. HONE_TOKEN comes from the environment of sbatch.
#SBATCH --job-name=hone
#SBATCH --ntasks=8
#SBATCH --time=12:00:00
# SIGTERM five minutes before the end: running trials may end, no new ones begin.
#SBATCH --signal=B:TERM@300
set -euo pipefail
trap 'kill -TERM "$child"; wait "$child"' TERM
srun hone worker "$1" --study "$2" &
child=$!
wait "$child"
