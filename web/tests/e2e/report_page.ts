// SPDX-License-Identifier: MIT
// A report on disk: by the program that HONE_BIN names, or else put together here as the program does it
// (src/hone/charts/report_page.cpp), from the code in share/web/report and made-up trials.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { test as base } from "@playwright/test";
import { HOSTILE } from "./support";

const PROGRAM = process.env.HONE_BIN ? [process.env.HONE_BIN, join("..", process.env.HONE_BIN)].map((path) => resolve(path)).find(existsSync) : undefined;
const COUNT = 400;
const KINDS = ["rbf", "poly", HOSTILE];

interface MadeTrial {
  rate: number;
  depth: number;
  kind: number;
  loss: number;
}

/** The same trials always; trial 0 is the best. */
function madeTrials(): MadeTrial[] {
  return Array.from({ length: COUNT }, (_, i) => {
    const rate = Number((10 ** (-4 + (4 * ((i * 37) % COUNT)) / COUNT)).toPrecision(6));
    return { rate, depth: 1 + (i % 9), kind: i % 3, loss: i === 0 ? 0.001 : Math.log10(rate / 0.01) ** 2 + 0.01 * (i % 9) + 0.02 };
  });
}

function byProgram(program: string, folder: string): string {
  writeFileSync(join(folder, "study.yaml"), [
    "name: browser", "objective: {name: loss, direction: minimize}", "parameters:", "  rate: {type: float, low: 0.0001, high: 1, scale: log}",
    "  depth: {type: int, low: 1, high: 9}", `  kind: [rbf, poly, "${HOSTILE}"]`, "sampler: random", ""].join("\n"));
  const rows = madeTrials().map(({ rate, depth, kind, loss }) => `${rate},${depth},${KINDS[kind]},${loss}`);
  writeFileSync(join(folder, "trials.csv"), ["rate,depth,kind,loss", ...rows, ""].join("\n"));
  const run = (...words: string[]) => execFileSync(program, [...words, "--store", join(folder, "hone.db")], { cwd: folder, stdio: "pipe" });
  run("import", "study.yaml", "trials.csv");
  run("report", "browser", "-o", "report.html");
  return join(folder, "report.html");
}

function byHand(folder: string): string {
  const trials = madeTrials();
  const axis = { label: "", scale: "linear", low: null, high: null, categories: [] as string[], whole: false, bare: false };
  const axes = [
    { ...axis, label: "rate", scale: "log", low: 1e-4, high: 1 }, { ...axis, label: "depth", low: 1, high: 9, whole: true },
    { ...axis, label: "kind", categories: KINDS }, { ...axis, label: "loss", low: 0, high: 5 },
  ];
  const numbers = trials.map((_, i) => i);
  const of = (key: keyof MadeTrial) => trials.map((trial) => trial[key]);
  const shade = numbers.map((i) => i / COUNT);
  // So many cells that ECharts would draw them over several frames.
  const field = Array.from({ length: 3600 }, (_, i) => i % 10);
  // Long lines between few steps; the upper one is trial 7.
  const curves = { type: "line", width: 1, x: [0, 50, 100, null, 0, 50, 100, null], y: [5, 4, 3, null, 1, 1, 1, null], numbers: [7, 7, 7, null, 8, 8, 8, null] };
  const worstFirst = [...numbers].sort((a, b) => (trials[b]?.loss ?? 0) - (trials[a]?.loss ?? 0));
  const figures = {
    history: [{ title: "", x: { ...axis, label: "trial", whole: true }, y: { ...axis, label: "loss" }, series: [{ name: "trial", colour: -1, marks: { type: "points", x: numbers, y: of("loss") } }] }],
    slices: [{ title: "", x: axes[0], y: axes[3], series: [{ name: "trial", colour: 0, marks: { type: "points", x: of("rate"), y: of("loss"), shade, numbers } }] }],
    parallel: [{ title: "", x: { ...axis, categories: axes.map((one) => one.label) }, y: { ...axis, bare: true }, series: [{ name: "trial, the better the stronger", colour: 0, marks: {
      type: "parallel", axes, numbers: worstFirst, shade: worstFirst.map((_, i) => i / (COUNT - 1)), shade_axis: 3,
      rows: worstFirst.map((i) => [trials[i]?.rate, trials[i]?.depth, trials[i]?.kind, trials[i]?.loss]) } }] }],
    contour: [{ title: "", x: axes[0], y: axes[1], series: [{ name: "predicted loss: pale 0, dark 9", colour: 0, marks: { type: "field", x_low: 1e-4, x_high: 1, y_low: 1, y_high: 9, columns: 60, rows: 60, bands: 10, values: field } }] }],
    curves: [{ title: "", x: { ...axis, label: "step", low: 0, high: 100 }, y: { ...axis, label: "reported loss", low: 0, high: 6 }, series: [{ name: "complete", colour: 0, marks: curves }] }],
  };
  const columns = [
    { name: "number", kind: "number", values: numbers },
    { name: "state", kind: "state", categories: ["complete"], values: numbers.map(() => 0) },
    { name: "loss", kind: "objective", axis: "loss", values: of("loss") },
    { name: "rate", kind: "parameter", axis: "rate", values: of("rate") },
    { name: "depth", kind: "parameter", axis: "depth", values: of("depth") },
    { name: "kind", kind: "parameter", axis: "kind", categories: KINDS, values: of("kind") },
  ];
  const data = JSON.stringify({ objectives: [{ name: "loss", direction: "minimize" }], figures, columns, trials: COUNT }).replace(/</g, "\\u003c");
  const [script, style] = ["report.js", "report.css"].map((name) => readFileSync(resolve("../share/web/report", name), "utf8")) as [string, string];
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const sections = ["history", "slices", "parallel", "contour", "curves", "trials"].map((id) => `<section class="card" id="${id}"><h2>${id}</h2><div data-figure="${id}"></div></section>`);
  const path = join(folder, "report.html");
  writeFileSync(path, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>browser</title><style>${style}</style></head>
<body><main class="report"><h1>browser</h1>${sections.join("\n")}</main>
<script type="application/json" id="report-data">${data}</script><script>${script}</script></body></html>`);
  return path;
}

/** Writes a report of 400 trials into the folder and returns its path. */
function writeReport(folder: string): string {
  return PROGRAM ? byProgram(PROGRAM, folder) : byHand(folder);
}

/** Tests that are given the address of a report. */
export const test = base.extend<object, { report: string }>({
  report: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "hone-report-"));
    await use(pathToFileURL(writeReport(folder)).href);
    rmSync(folder, { recursive: true });
  }, { scope: "worker" }],
});
