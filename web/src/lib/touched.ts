// SPDX-License-Identifier: MIT
import type { StudyDraft } from "./new_study";

// What somebody has come to in the form for a new study. What is still empty because nobody came to it is no mistake.

/** "name", and the rows of parameters by their ids. */
export type Touched = ReadonlySet<string | number>;

export function touchedBy(touched: Touched, before: StudyDraft, after: StudyDraft): Touched {
  const next = new Set(touched);
  if (before.name !== after.name) next.add("name");
  for (const parameter of after.parameters) {
    const old = before.parameters.find((one) => one.id === parameter.id);
    if (old !== undefined && old !== parameter) next.add(parameter.id);
  }
  return next;
}

/** Whether the server's message is about this parameter: it names fields as `parameters.NAME`. */
export function concerns(message: string, name: string): boolean {
  return name !== "" && (message.includes(`parameters.${name}:`) || message.includes(`parameters.${name}.`) || message.includes(`'${name}'`));
}

/** What is empty only because nobody came to it yet, in words; null when there is something else to tell. */
export function unfinished(draft: StudyDraft, touched: Touched, message: string): string | null {
  if (draft.parameters.some((one) => touched.has(one.id) && concerns(message, one.name.trim()))) return null;
  if (!draft.name.trim() && !touched.has("name")) return "Give the study a name, and say what may change.";
  return draft.parameters.some((one) => !one.name.trim() && !touched.has(one.id)) ? "Give the new parameter a name." : null;
}
