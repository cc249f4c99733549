// SPDX-License-Identifier: MIT
import { listText, parseList } from "../lib/list";

// Which columns the table of a study's trials has is remembered by the browser, for whoever comes by an address that
// does not say.

const KEY = "hone-columns";
const MOST_STUDIES = 100;

type Kept = [study: string, columns: string][];

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is [string, string] => Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "string") : [];
  } catch {
    return []; // nothing is kept, or it was written by something else
  }
}

export function keptColumns(study: string): string[] {
  return parseList(read().find(([name]) => name === study)?.[1]);
}

/** An empty list forgets. */
export function keepColumns(study: string, columns: string[]): void {
  const others = read().filter(([name]) => name !== study);
  const kept: Kept = columns.length ? [[study, listText(columns)], ...others] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST_STUDIES)));
  } catch {
    // A browser that keeps nothing: the address still says it.
  }
}
