#!/bin/bash
# SPDX-License-Identifier: MIT
# sbatch slurm-workers.sh URL STUDY: one worker on each task. HONE_TOKEN comes from the environment of sbatch.
#SBATCH --job-name=hone
#SBATCH --ntasks=8
#SBATCH --time=12:00:00
# Five minutes before the end, and by `scancel -b --signal=TERM JOB`: running trials may end, no new ones begin.
#SBATCH --signal=B:TERM@300
set -euo pipefail

# srun kills its tasks on SIGTERM, and `scancel --signal` without -b signals the trials too; so each worker says who it
# is, and is told to drain by itself.
export HONE_PIDS="${TMPDIR:-/tmp}/hone-$SLURM_JOB_ID"
drains=0
drain() {
  drains=$((drains + 1))
  srun --overlap --ntasks="$SLURM_JOB_NUM_NODES" --ntasks-per-node=1 bash -c 'kill -TERM $(cat "$HONE_PIDS".*)' || true
}
trap drain TERM

srun bash -c '
  hone worker "$@" &
  echo $! > "$HONE_PIDS.$SLURM_PROCID"
  wait $!
  code=$?
  rm -f "$HONE_PIDS.$SLURM_PROCID"
  exit $code' worker "$1" --study "$2" &
child=$!

# A signal ends the wait, not the workers.
while
  before=$drains
  wait "$child" && code=0 || code=$?
  ((drains != before))
do :; done
exit "$code"
