// SPDX-License-Identifier: MIT
import type { Condition, Definition, Objective, Parameter, Value, Values, WrittenParameter } from "../api/types";

// The space of a study as a form needs it: which fields there are, which exist under the others, what may stand in them.

/** A parameter with its short ways of writing spelled out. */
export function spelledOut(written: WrittenParameter): Parameter {
  if (Array.isArray(written)) return { type: "categorical", choices: written };
  if (typeof written === "object" && written !== null) return written;
  return { type: "constant", value: written };
}

export function parametersOf(study: Definition): [string, Parameter][] {
  return Object.entries(study.parameters ?? {}).map(([name, written]) => [name, spelledOut(written)]);
}

export function objectivesOf(study: Definition): Objective[] {
  if (study.objectives && study.objectives.length > 0) return study.objectives;
  const one = study.objective;
  if (typeof one === "string") return [{ name: "value", direction: one }];
  return [{ name: one?.name ?? "value", direction: one?.direction ?? "minimize" }];
}

export function methodName(method: Definition["sampler"], fallback: string): string {
  return typeof method === "string" ? method : (method?.name ?? fallback);
}

function holds(condition: Condition, value: Value): boolean {
  if (Array.isArray(condition)) return condition.some((one) => one === value);
  if (typeof condition === "object") {
    if (typeof value !== "number") return false;
    return value >= (condition.min ?? -Infinity) && value <= (condition.max ?? Infinity);
  }
  return condition === value;
}

/** The values that a parameter may have, when they can be listed. */
export function choicesOf(parameter: Parameter): Value[] | null {
  if (parameter.type === "bool") return [true, false];
  if (parameter.type === "categorical" || parameter.type === "ordinal") return parameter.choices ?? [];
  return null;
}

export type Draft = Record<string, string>;

/** A record without inherited members: a parameter may be called `__proto__` or `constructor`. */
function bare<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** The value that a text in a form stands for, or why it stands for none. */
export function readValue(parameter: Parameter, text: string): { value: Value } | { problem: string } {
  if (parameter.type === "constant") return { value: parameter.value ?? "" };
  const choices = choicesOf(parameter);
  if (choices) {
    const found = choices.find((choice) => String(choice) === text);
    return found === undefined ? { problem: "Choose one of the values." } : { value: found };
  }
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "A value is needed." };
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return { problem: `'${trimmed}' is not a number.` };
  if (parameter.type === "int" && !Number.isInteger(value)) return { problem: `${trimmed} is not a whole number.` };
  const { low = -Infinity, high = Infinity, step } = parameter;
  if (value < low || value > high) return { problem: `${trimmed} is outside ${low} to ${high}.` };
  if (step && parameter.low !== undefined && !onGrid(value, parameter.low, step)) {
    return { problem: `${trimmed} is not ${parameter.low} plus a multiple of ${step}.` };
  }
  return { value };
}

function onGrid(value: number, low: number, step: number): boolean {
  const steps = (value - low) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

export interface Filled {
  /** Parameters that exist under what was chosen so far, in the order of the study. */
  present: string[];
  problems: Record<string, string>;
  /** What to send when there are no problems; constants are left to the server. */
  point: Values;
}

/** Reads a form: a parameter exists when all its conditions hold for values that exist themselves. */
export function readForm(study: Definition, draft: Draft): Filled {
  const all = new Map(parametersOf(study));
  const known = new Map<string, Value | null>();
  const problems = bare<string>();
  const point = bare<Value>();

  // Null when a parameter does not exist, or when its text cannot be read.
  const resolve = (name: string, path: string[]): Value | null => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const parameter = all.get(name);
    if (!parameter || path.includes(name) || !exists(name, parameter, [...path, name])) return null;
    const read = readValue(parameter, draft[name] ?? "");
    const value = "value" in read ? read.value : null;
    known.set(name, value);
    return value;
  };
  const exists = (_name: string, parameter: Parameter, path: string[]): boolean =>
    Object.entries(parameter.when ?? {}).every(([parent, condition]) => {
      const value = resolve(parent, path);
      return value !== null && holds(condition, value);
    });

  const present: string[] = [];
  for (const [name, parameter] of all) {
    if (!exists(name, parameter, [name])) continue;
    present.push(name);
    if (parameter.type === "constant") continue;
    const read = readValue(parameter, draft[name] ?? "");
    if ("problem" in read) problems[name] = read.problem;
    else point[name] = read.value;
  }
  return { present, problems, point };
}

/** A form to begin with: the given settings, and for the rest the first choice or the middle of the range on its scale. */
export function draftOf(study: Definition, given: Values = {}): Draft {
  const draft = bare<string>();
  const values = new Map(Object.entries(given));
  for (const [name, parameter] of parametersOf(study)) draft[name] = String(values.get(name) ?? middle(parameter));
  return draft;
}

function middle(parameter: Parameter): Value {
  const choices = choicesOf(parameter);
  if (choices) return choices[0] ?? "";
  if (parameter.type === "constant") return parameter.value ?? "";
  const { low = 0, high = 1, scale, step } = parameter;
  const centre = scale === "log" && low > 0 ? Math.sqrt(low * high) : (low + high) / 2;
  if (step) return Number((low + Math.floor((centre - low) / step) * step).toPrecision(12));
  return parameter.type === "int" ? Math.round(centre) : Number(centre.toPrecision(4));
}

/** "1 to 1000, logarithmic", for a hint beside a field. */
export function rangeText(parameter: Parameter): string {
  const parts: string[] = [];
  if (parameter.type === "float" || parameter.type === "int") {
    parts.push(`${parameter.low ?? "?"} to ${parameter.high ?? "?"}`);
    if (parameter.step) parts.push(`in steps of ${parameter.step}`);
    if (parameter.scale && parameter.scale !== "linear") parts.push(parameter.scale === "log" ? "logarithmic" : parameter.scale);
  } else if (parameter.type === "constant") {
    parts.push(`always ${String(parameter.value)}`);
  } else if (parameter.type === "bool") {
    parts.push("true or false");
  } else {
    parts.push((parameter.choices ?? []).map(String).join(", "));
  }
  if (parameter.unit) parts.push(`in ${parameter.unit}`);
  return parts.join(", ");
}

/** "when kernel is poly or sigmoid and layers is 2 to 4". */
export function conditionText(parameter: Parameter): string {
  const parts = Object.entries(parameter.when ?? {}).map(([parent, condition]) => {
    if (Array.isArray(condition)) return `${parent} is ${condition.map(String).join(" or ")}`;
    if (typeof condition !== "object") return `${parent} is ${String(condition)}`;
    if (condition.max === undefined) return `${parent} is at least ${condition.min}`;
    if (condition.min === undefined) return `${parent} is at most ${condition.max}`;
    return `${parent} is ${condition.min} to ${condition.max}`;
  });
  return parts.length ? `when ${parts.join(" and ")}` : "";
}
