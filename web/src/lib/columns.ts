// SPDX-License-Identifier: MIT
import type { Definition, Trial, Value } from "../api/types";
import { choicesOf, objectivesOf, parametersOf } from "./space";

// The columns in which trials are listed, sorted and filtered, by the names that the server knows them by: a parameter's
// name means the parameter, then an objective's, then what every trial has (docs/guide/command-line.md, "Names of columns").

export type ColumnKind = "parameter" | "objective" | "attribute" | "trial";

export interface Column {
  /** As expressions, orders and addresses say it. */
  name: string;
  /** As people call it. */
  label: string;
  kind: ColumnKind;
  /** What it is within its kind: the name of the parameter, of the attribute, ... */
  key: string;
  /** Which objective. */
  at: number;
  holds: "numbers" | "words" | "flags" | "times";
  /** The values that it may have, when they can be listed. */
  choices: Value[] | null;
  /** Both ways of sorting by it, the usual one first. */
  orders: [string, string];
}

const PREFIX: Record<ColumnKind, string> = { parameter: "param.", objective: "objective.", attribute: "attr.", trial: "trial." };
const OF_TRIALS = ["number", "state", "duration", "created", "started", "finished", "attempt", "worker", "error", "version", "outside", "remark", "tags", "notes", "stage", "sampler", "violates", "feasible"];
/** Words of `order` that are no columns. */
const ORDERS = new Set(["number", "value", "started", "finished"]);

class Names {
  private readonly parameters: Set<string>;
  private readonly objectives: Set<string>;

  constructor(study: Definition) {
    this.parameters = new Set(parametersOf(study).map(([name]) => name));
    this.objectives = new Set(objectivesOf(study).map((one) => one.name));
  }

  private meaning(name: string): string {
    const after = (prefix: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : null);
    const parameter = after("param.");
    if (parameter !== null && this.parameters.has(parameter)) return `param.${parameter}`;
    const objective = after("objective.");
    if (objective !== null && this.objectives.has(objective)) return `objective.${objective}`;
    const own = after("trial.");
    if (own !== null && OF_TRIALS.includes(own)) return `trial.${own}`;
    if (own !== null && own.startsWith("attr.")) return own;
    if (this.parameters.has(name)) return `param.${name}`;
    if (this.objectives.has(name)) return `objective.${name}`;
    if (OF_TRIALS.includes(name)) return `trial.${name}`;
    return name;
  }

  /** The short name where that means the same, otherwise the full one. */
  nameOf(kind: ColumnKind, key: string): string {
    const full = PREFIX[kind] + key;
    const short = kind === "attribute" ? full : key;
    if (this.meaning(short) === full) return short;
    return kind === "attribute" ? `trial.${full}` : full;
  }
}

function ordersOf(kind: ColumnKind, key: string, name: string, falling: boolean): [string, string] {
  // These two are words of their own, one way round each; the other way is the column.
  if (kind === "trial" && key === "finished") return ["-finished", name];
  if (kind === "trial" && key === "started") return [`-${name}`, "started"];
  const word = ORDERS.has(name) || name.startsWith("-") ? PREFIX[kind] + key : name;
  return falling ? [`-${word}`, word] : [word, `-${word}`];
}

const RUN: [string, string, Column["holds"], boolean][] = [
  ["duration", "Took", "numbers", false], ["worker", "Worker", "words", false], ["started", "Started", "times", true], ["finished", "Finished", "times", true],
  ["attempt", "Attempt", "numbers", true], ["version", "Version", "numbers", true], ["error", "Error", "words", false], ["tags", "Tags", "words", false],
];

const TAG = "tag.";

/** All that a table of these trials may show; their attributes are whatever their programs told. */
export function columnsOf(study: Definition, trials: Trial[]): Column[] {
  const names = new Names(study);
  const objectives = objectivesOf(study);
  const make = (kind: ColumnKind, key: string, label: string, holds: Column["holds"], more: Partial<Column> = {}, falling = false): Column => {
    const name = names.nameOf(kind, key);
    return { name, label, kind, key, at: 0, holds, choices: null, orders: ordersOf(kind, key, name, falling), ...more };
  };
  const state = make("trial", "state", "State", "words");
  const results = objectives.map((objective, at) => {
    const falling = objective.direction === "maximize";
    const one = make("objective", objective.name, objective.name, "numbers", { at }, falling);
    return objectives.length > 1 ? one : { ...one, orders: (falling ? ["-value", "value"] : ["value", "-value"]) as [string, string] };
  });
  const settings = parametersOf(study).filter(([, one]) => one.type !== "constant").map(([name, one]) => {
    const choices = choicesOf(one);
    return make("parameter", name, name, one.type === "bool" ? "flags" : choices ? "words" : "numbers", { choices });
  });
  const told = new Map<string, Column["holds"]>();
  for (const trial of trials) {
    for (const [name, value] of Object.entries(trial.attributes)) {
      if (!name.startsWith(TAG) && !told.has(name)) told.set(name, typeof value === "number" ? "numbers" : typeof value === "boolean" ? "flags" : "words");
    }
  }
  const attributes = [...told].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, holds]) => make("attribute", name, name, holds));
  return [state, ...results, ...settings, ...attributes, ...RUN.map(([key, label, holds, falling]) => make("trial", key, label, holds, {}, falling))];
}

/** What a table shows when nothing was chosen. */
export function isUsual(column: Column): boolean {
  if (column.kind === "attribute") return false;
  return column.kind !== "trial" || ["state", "duration", "worker", "finished"].includes(column.key);
}

/** Those that were chosen by name, in their order; the usual ones when none of the names is known. */
export function chosenColumns(all: Column[], names: string[]): Column[] {
  const chosen = all.filter((column) => names.includes(column.name));
  return chosen.length ? chosen : all.filter(isUsual);
}

/** The tags that people put on a trial: attributes of a name of their own. */
export function tagsOf(trial: Trial): string[] {
  return Object.entries(trial.attributes).filter(([name, value]) => name.startsWith(TAG) && value !== false).map(([name]) => name.slice(TAG.length));
}
