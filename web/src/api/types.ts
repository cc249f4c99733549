// SPDX-License-Identifier: MIT
// What the HTTP API answers (docs/guide/api.md).

/** NaN and infinities travel as texts. */
export type Num = number | "nan" | "inf" | "-inf";
export type Value = string | number | boolean;
export type Values = Record<string, Value>;

export interface Identity {
  name: string;
  version: string;
  api: number;
  role: "read" | "work" | "admin";
  studies: string;
  read_only: boolean;
}

export interface Objective {
  name: string;
  direction: "minimize" | "maximize";
}

export interface StudyEntry {
  name: string;
  created: string;
  sampler: string;
  objectives: Objective[];
  trials: number;
  complete: number;
  failed: number;
  running: number;
  waiting: number;
  best: Num | null;
  budget: number | null;
  stopped: boolean;
  tags: string[];
}

export interface StudyPage {
  studies: StudyEntry[];
  next: string | null;
  total: number;
}

export type Condition = Value | Value[] | { min?: number; max?: number };

export interface Parameter {
  type: "float" | "int" | "categorical" | "ordinal" | "bool" | "constant";
  low?: number;
  high?: number;
  scale?: "linear" | "log" | "logit";
  step?: number;
  choices?: Value[];
  value?: Value;
  default?: Value;
  unit?: string;
  description?: string;
  when?: Record<string, Condition>;
}

/** A parameter as a study file may have it: a list is short for categorical, a value for constant. */
export type WrittenParameter = Parameter | Value[] | Value;

export interface Definition {
  name: string;
  parameters?: Record<string, WrittenParameter>;
  objective?: Objective | "minimize" | "maximize";
  objectives?: Objective[];
  constraints?: string[];
  sampler?: string | ({ name: string } & Record<string, unknown>);
  pruner?: string | ({ name: string } & Record<string, unknown>);
  command?: string[];
  budget?: { trials?: number; parallel?: number } & Record<string, unknown>;
  seed?: number;
  horizon?: number;
  [field: string]: unknown;
}

export type State =
  | "waiting"
  | "running"
  | "complete"
  | "failed"
  | "pruned"
  | "timed_out"
  | "infeasible"
  | "deleted";

export type Counts = { total: number } & Partial<Record<State, number>>;

export interface Report {
  step: number;
  value: Num;
}

export interface Trial {
  number: number;
  state: State;
  params: Values;
  value?: Num | null;
  values?: Num[] | null;
  created: string | null;
  started: string | null;
  finished: string | null;
  attributes: Values;
  notes?: Record<string, unknown>;
  reports?: Report[];
  error: string | null;
  attempt: number;
  worker: string | null;
  version: number;
  outside: string | null;
  former?: Values;
  remarks?: { time: string; text: string }[];
}

/** A file that a trial left. */
export interface Artefact {
  trial: number;
  name: string;
  hash: string;
  size: number;
  type: string;
  attempt: number;
  created: string;
}

export interface StudyDetail {
  study: Definition;
  counts: Counts;
  best?: Trial | null;
  front?: Trial[];
  revision: number;
  version: number;
  created: string;
  stopped: boolean;
  text: string;
  tags: string[];
}

/** Where values are noisy: the settings of which the model expects most. */
export interface Predicted {
  number: number;
  params: Values;
  mean: Num;
  low: Num;
  high: Num;
  noise: Num;
}

export interface BestAnswer {
  best?: (Trial & { predicted?: Predicted }) | null;
}

export interface TrialPage {
  trials: Trial[];
  next: string | null;
  total: number;
  revision: number;
}

export interface Importance {
  method: string;
  objective: string;
  trials: number;
  left_out: number;
  importances: { parameter: string; importance: number; deviation: number; trials: number }[];
  pairs?: { parameters: [string, string]; importance: number; deviation: number }[];
  explained?: number | null;
  /** Why the numbers are not worth relying on, or null. */
  warning: string | null;
}

export interface Diagnosis {
  objective: string;
  complete: number;
  left_out: number;
  models?: { reason?: string };
  calibration: {
    verdict: string;
    coverage: { level: number; share: number; low: number; high: number }[];
    rank_correlation: number;
  } | null;
  warps: { parameter: string; a: number; b: number; largest_move: number; meaning: string }[];
  verdict: string;
  advice: string[];
}

export interface Source {
  name: string;
  usable: boolean;
  reason?: string;
  trials: number;
  left_out: number;
  missing: string[];
  extra: string[];
  weight?: number;
  agreement?: number | null;
  dropped?: boolean | null;
}

/** A source as a study file has it, or with what is known of it. */
export type WrittenSource = string | Source | { study?: string; studies?: string; file?: string; name?: string; store?: string };

export interface Sources {
  sources: WrittenSource[];
  remarks?: string[];
  own?: number;
  trial?: number;
}

export interface Notes {
  text: string;
  tags: string[];
}

export interface Version {
  version: number;
  space: number;
  created: string;
  study: Definition;
}

export interface Option {
  name: string;
  summary: string;
  values?: string;
}

export interface Method {
  name: string;
  summary: string;
  options: Option[];
}

export interface CheckAnswer {
  valid: boolean;
  study?: Definition;
  warnings?: string[];
  error?: { code: string; message: string };
}

export interface Axis {
  label: string;
  scale: "linear" | "log";
  low: number | null;
  high: number | null;
  categories: string[];
  whole: boolean;
  bare: boolean;
  /** How many values lie behind its ends, and how far the furthest of them; missing when there are none. */
  beyond?: { low: number; high: number; least: number | null; most: number | null };
}

type Maybe = number | null;

export interface LineMarks {
  type: "line";
  x: Maybe[];
  y: Maybe[];
  stepped?: boolean;
  dashed?: boolean;
  width?: number;
  numbers?: Maybe[];
}
export interface PointMarks {
  type: "points";
  x: Maybe[];
  y: Maybe[];
  shade?: number[];
  radius?: number;
  /** The last four are arrows at an end of an axis: their true place lies behind it. */
  marker?: "circle" | "square" | "cross" | "triangle" | "star" | "up" | "down" | "right" | "left";
  halo?: boolean;
  numbers?: number[];
  /** How many values each stands for; one when missing. */
  counts?: number[];
  radii?: number[];
  /** What shades mean: from pale at its low end to full at its high end; likewise the areas of points. */
  shade_axis?: Axis;
  size_axis?: Axis;
}
export interface BandMarks {
  type: "band";
  x: Maybe[];
  low: Maybe[];
  high: Maybe[];
}
export interface BarMarks {
  type: "bars";
  position: number[];
  length: Maybe[];
  horizontal?: boolean;
}
export interface Box {
  whisker_low: number;
  lower: number;
  middle: number;
  upper: number;
  whisker_high: number;
  outliers: number[];
}
export interface BoxMarks {
  type: "boxes";
  position: number[];
  boxes: Box[];
}
export interface FieldMarks {
  type: "field";
  x_low: number;
  x_high: number;
  y_low: number;
  y_high: number;
  columns: number;
  rows: number;
  values: Maybe[];
  bands: number;
}
export interface SpanMarks {
  type: "spans";
  row: number[];
  begin: number[];
  end: number[];
  /** The trial of each; null where one stands for several. */
  numbers?: Maybe[];
}
export interface ParallelMarks {
  type: "parallel";
  axes: Axis[];
  rows: Maybe[][];
  shade?: number[];
  /** The axis whose values the shades follow. */
  shade_axis?: number | null;
  width?: number;
  numbers?: number[];
  /** Of more rows than can be drawn: for each pair of neighbouring axes, how many pass from each cell of the left one to each cell of the right one. */
  cells?: number;
  density?: number[][];
}
export type Marks =
  | LineMarks
  | PointMarks
  | BandMarks
  | BarMarks
  | BoxMarks
  | FieldMarks
  | SpanMarks
  | ParallelMarks;

export interface Series {
  name: string;
  colour: number;
  marks: Marks;
}

export interface ChartData {
  title: string;
  x: Axis;
  y: Axis;
  series: Series[];
  sections?: { begin: number; label: string }[];
  /** What to know before relying on it; empty when there is nothing. */
  note?: string;
}

export interface Figure {
  title: string;
  charts: ChartData[];
  /** Of a custom chart: what its axes, colours and sizes may mean. */
  choices?: string[];
}

export interface TrialsEvent {
  revision: number;
  trials?: Trial[];
  counts: Counts;
  stopped?: boolean;
}
