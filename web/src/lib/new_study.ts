// SPDX-License-Identifier: MIT
import type { Condition, Definition, Parameter, Value } from "../api/types";
import { methodName, objectivesOf, parametersOf } from "./space";

// The form for a new study: texts as they are typed, and the study that they mean. What is wrong is said by the
// server, which knows the rules; here nothing is judged, only sent as it was meant.

export type ParameterType = Parameter["type"];

export interface ParameterDraft {
  /** Distinguishes rows while their names are typed. */
  id: number;
  name: string;
  type: ParameterType;
  low: string;
  high: string;
  scale: "linear" | "log" | "logit";
  step: string;
  choices: string;
  value: string;
  /** The condition: the name of another parameter and its values, separated by commas. */
  parent: string;
  parentValues: string;
}

export interface StudyDraft {
  name: string;
  objectives: { id: number; name: string; direction: "minimize" | "maximize" }[];
  parameters: ParameterDraft[];
  constraints: string;
  sampler: string;
  pruner: string;
  seed: string;
  trials: string;
  parallel: string;
  command: string;
}

let ids = 0;
export function newId(): number {
  ids += 1;
  return ids;
}

export function emptyParameter(): ParameterDraft {
  return { id: newId(), name: "", type: "float", low: "0", high: "1", scale: "linear", step: "", choices: "", value: "", parent: "", parentValues: "" };
}

export function emptyStudy(): StudyDraft {
  return {
    name: "", objectives: [{ id: newId(), name: "loss", direction: "minimize" }], parameters: [{ ...emptyParameter(), name: "x" }],
    constraints: "", sampler: "hebo", pruner: "", seed: "", trials: "100", parallel: "", command: "",
  };
}

/** A number, true or false where the text is one, otherwise the text; quotes keep a text a text. */
export function readScalar(text: string): Value {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed);
  if (quoted) return quoted[2] ?? "";
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  return trimmed;
}

function writeScalar(value: Value): string {
  return typeof value === "string" && typeof readScalar(value) !== "string" ? `'${value}'` : String(value);
}

export function readScalars(text: string): Value[] {
  return text.split(",").map((part) => part.trim()).filter(Boolean).map(readScalar);
}

/** "2..4" is a range, others are values. */
function readCondition(text: string): Condition {
  const range = /^\s*(\S*)\s*\.\.\s*(\S*)\s*$/.exec(text);
  if (range && (range[1] || range[2])) {
    return { ...(range[1] ? { min: Number(range[1]) } : {}), ...(range[2] ? { max: Number(range[2]) } : {}) };
  }
  const values = readScalars(text);
  return values.length === 1 ? (values[0] ?? "") : values;
}

function writeCondition(condition: Condition): string {
  if (Array.isArray(condition)) return condition.map(writeScalar).join(", ");
  if (typeof condition === "object") return `${condition.min ?? ""}..${condition.max ?? ""}`;
  return writeScalar(condition);
}

/** A number when it is one; otherwise the text, which the server then explains. */
function numeric(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

function parameterOf(draft: ParameterDraft): Record<string, unknown> {
  const out: Record<string, unknown> = { type: draft.type };
  if (draft.type === "float" || draft.type === "int") {
    out.low = numeric(draft.low);
    out.high = numeric(draft.high);
    if (draft.scale !== "linear") out.scale = draft.scale;
    if (draft.step.trim()) out.step = numeric(draft.step);
  }
  if (draft.type === "categorical" || draft.type === "ordinal") out.choices = readScalars(draft.choices);
  if (draft.type === "constant") out.value = readScalar(draft.value);
  if (draft.parent) out.when = { [draft.parent]: readCondition(draft.parentValues) };
  return out;
}

/** Arguments one to a line, or a line with spaces and quotes as one types it in a terminal. */
export function readCommand(text: string): string[] {
  if (text.trim() === "") return [];
  if (text.trim().includes("\n")) return text.split("\n").map((line) => line.trim()).filter(Boolean);
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

export function studyOf(draft: StudyDraft): Record<string, unknown> {
  const objectives = draft.objectives.map(({ name, direction }) => ({ name: name.trim(), direction }));
  const budget: Record<string, unknown> = {};
  if (draft.trials.trim()) budget.trials = numeric(draft.trials);
  if (draft.parallel.trim()) budget.parallel = numeric(draft.parallel);
  const constraints = draft.constraints.split("\n").map((line) => line.trim()).filter(Boolean);
  const command = readCommand(draft.command);
  return {
    name: draft.name.trim(),
    ...(objectives.length === 1 ? { objective: objectives[0] } : { objectives }),
    parameters: Object.fromEntries(draft.parameters.map((parameter) => [parameter.name.trim(), parameterOf(parameter)])),
    ...(constraints.length ? { constraints } : {}),
    ...(draft.sampler ? { sampler: draft.sampler } : {}),
    ...(draft.pruner ? { pruner: draft.pruner } : {}),
    ...(draft.seed.trim() ? { seed: numeric(draft.seed) } : {}),
    ...(command.length ? { command } : {}),
    ...(Object.keys(budget).length ? { budget } : {}),
  };
}

function parameterDraft(name: string, parameter: Parameter): ParameterDraft {
  const [condition] = Object.entries(parameter.when ?? {});
  return {
    ...emptyParameter(),
    name,
    type: parameter.type,
    low: parameter.low === undefined ? "" : String(parameter.low),
    high: parameter.high === undefined ? "" : String(parameter.high),
    scale: parameter.scale ?? "linear",
    step: parameter.step === undefined ? "" : String(parameter.step),
    choices: (parameter.choices ?? []).map(writeScalar).join(", "),
    value: parameter.value === undefined ? "" : writeScalar(parameter.value),
    parent: condition?.[0] ?? "",
    parentValues: condition ? writeCondition(condition[1]) : "",
  };
}

/** Fields of a study that the form has no place for: it would lose them. */
export function beyondForm(study: Definition): string[] {
  const known = ["name", "description", "objective", "objectives", "parameters", "constraints", "sampler", "pruner", "seed", "budget", "command"];
  const beyond = Object.keys(study).filter((field) => !known.includes(field));
  for (const field of ["sampler", "pruner"] as const) {
    const method = study[field];
    if (typeof method === "object" && method !== null && Object.keys(method).length > 1) beyond.push(`options of the ${field}`);
  }
  if (Object.keys(study.budget ?? {}).some((field) => field !== "trials" && field !== "parallel")) beyond.push("other limits of the budget");
  if (parametersOf(study).some(([, one]) => Object.keys(one.when ?? {}).length > 1)) beyond.push("conditions on several parameters");
  if (parametersOf(study).some(([, one]) => one.default !== undefined || one.unit !== undefined || one.description !== undefined)) beyond.push("units, descriptions and defaults of parameters");
  return beyond;
}

export function draftOfStudy(study: Definition): StudyDraft {
  return {
    name: study.name ?? "",
    objectives: objectivesOf(study).map(({ name, direction }) => ({ id: newId(), name, direction })),
    parameters: parametersOf(study).map(([name, parameter]) => parameterDraft(name, parameter)),
    constraints: (study.constraints ?? []).join("\n"),
    sampler: methodName(study.sampler, ""),
    pruner: methodName(study.pruner, ""),
    seed: study.seed === undefined ? "" : String(study.seed),
    trials: study.budget?.trials === undefined ? "" : String(study.budget.trials),
    parallel: study.budget?.parallel === undefined ? "" : String(study.budget.parallel),
    command: (study.command ?? []).join("\n"),
  };
}
