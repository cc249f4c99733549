// SPDX-License-Identifier: MIT
import { get, post, studyPath } from "../api/client";
import type { State, TrialPage } from "../api/types";

// What is done to many trials at once.

/** A trial as far as that matters. */
export interface Chosen {
  number: number;
  state: State;
}

export type Correction = "cancel" | "retry" | "remove";

const ENDED_BADLY: State[] = ["failed", "timed_out", "pruned", "infeasible"];

/** States in which a trial can be corrected so; the server refuses others. */
export const FITS: Record<Correction, readonly State[]> = {
  cancel: ["running"],
  retry: [...ENDED_BADLY, "deleted"],
  remove: ["complete", ...ENDED_BADLY],
};

export function fitting(chosen: Chosen[], correction: Correction): number[] {
  return chosen.filter((one) => FITS[correction].includes(one.state)).map((one) => one.number);
}

const PORTION = 1000;
const AT_ONCE = 4;

/** All trials that a filter passes. Each portion begins behind the last number, so that none is missed while others change. */
export async function matching(study: string, state: string, where: string): Promise<Chosen[]> {
  const found: Chosen[] = [];
  for (let last = -1; ; ) {
    const after = `trial.number > ${last}`;
    const page = await get<TrialPage>(studyPath(study, "/trials"), { state, where: where ? `(${where}) and ${after}` : after, order: "number", page_size: PORTION, fields: "brief" });
    for (const { number, state: now } of page.trials) found.push({ number, state: now });
    last = page.trials[page.trials.length - 1]?.number ?? last;
    if (page.next === null || page.trials.length === 0) return found;
  }
}

/** One portion after the other: the server does all of a portion or nothing of it. Says how many are done. */
export async function correct(study: string, correction: Correction, numbers: number[], onDone: (count: number) => void): Promise<void> {
  for (let at = 0; at < numbers.length; at += PORTION) {
    await post(studyPath(study, `:${correction}`), { numbers: numbers.slice(at, at + PORTION) });
    onDone(Math.min(numbers.length, at + PORTION));
  }
}

/** A note, tags or both, trial by trial, a few at a time. */
export async function annotate(study: string, numbers: number[], note: string, tags: Record<string, boolean>, onDone: (count: number) => void): Promise<void> {
  const waiting = [...numbers];
  let done = 0;
  let broken = false;
  const work = async () => {
    for (let number = waiting.shift(); number !== undefined && !broken; number = waiting.shift()) {
      try {
        await post(studyPath(study, ":note"), { number, ...(note ? { note } : {}), ...(Object.keys(tags).length ? { tags } : {}) });
      } catch (problem) {
        broken = true;
        throw problem;
      }
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
