// SPDX-License-Identifier: MIT
import type { Trial } from "../api/types";

export interface FailureGroup {
  reason: string;
  trials: Trial[];
}

/** What a program said last; the exit code alone where it said nothing. */
export function lastWords(trial: Trial): string {
  const lines = (trial.error ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
  const last = lines[lines.length - 1];
  if (last !== undefined) return last.slice(0, 300);
  return trial.state === "timed_out" ? "timed out" : "no reason was told";
}

/** What two failures have in common, numbers and addresses aside. */
export function reasonOf(trial: Trial): string {
  return lastWords(trial).replace(/0x[0-9a-f]+/gi, "…").replace(/\d+(\.\d+)?(e[+-]?\d+)?/gi, "…");
}

/** Failures by reason, the most frequent first; within one the newest first. */
export function groupFailures(trials: Trial[]): FailureGroup[] {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) {
    const key = `${trial.state}: ${reasonOf(trial)}`;
    const group = groups.get(key);
    if (group) group.push(trial);
    else groups.set(key, [trial]);
  }
  return [...groups.values()]
    .map((members) => ({ reason: members[0] ? lastWords(members[0]) : "", trials: members }))
    .sort((a, b) => b.trials.length - a.trials.length);
}
