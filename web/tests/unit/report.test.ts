// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Axis, ChartData, FieldMarks, ParallelMarks } from "../../src/api/types";
import { colourBar, shadeTicks } from "../../src/charts/colour_bar";
import { drawBoxes } from "../../src/charts/marks";
import { chartOption } from "../../src/charts/option";
import { DARK_INK, LIGHT_INK } from "../../src/charts/palette";
import { importanceChart } from "../../src/charts/importance_chart";
import { cellText, type ReportColumn, type ReportData } from "../../src/report/data";
import { TrialIndex, chosenRows, firstOrder, sortedRows } from "../../src/report/rows";

const AXIS: Axis = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };

const COLUMNS: ReportColumn[] = [
  { name: "number", kind: "number", values: [0, 1, 2, 7] },
  { name: "state", kind: "state", categories: ["complete", "failed"], values: [0, 0, 1, 0] },
  { name: "loss", kind: "objective", axis: "loss", values: [0.5, 0.1, null, 0.3] },
  { name: "rate", kind: "parameter", axis: "rate (1/s)", values: [0.01, 0.1, 0.2, 0.3] },
  { name: "kind", kind: "parameter", axis: "kind", categories: ["b", "a"], values: [0, 1, 0, 1] },
  { name: "degree", kind: "parameter", axis: "degree", values: [3, null, 4, null] },
];
const AXES = ["rate (1/s)", "kind", "degree", "loss"].map((label) => ({ ...AXIS, label, high: label === "loss" ? 0.4 : null }));
const DATA: ReportData = { objectives: [{ name: "loss", direction: "minimize" }], figures: {}, columns: COLUMNS, trials: 4 };

describe("the table of a report", () => {
  it("holds the trials that pass through every chosen part of the axes", () => {
    expect(chosenRows(COLUMNS, AXES, {})).toEqual([0, 1, 2, 3]);
    expect(chosenRows(COLUMNS, AXES, { "rate (1/s)": [[0.05, 0.25]] })).toEqual([1, 2]);
    expect(chosenRows(COLUMNS, AXES, { "rate (1/s)": [[0, 0.02], [0.25, 1]] })).toEqual([0, 3]);
    expect(chosenRows(COLUMNS, AXES, { kind: [[-0.4, 0.4]], "rate (1/s)": [[0, 1]] })).toEqual([0, 2]);
    expect(chosenRows(COLUMNS, AXES, { degree: [[0, 10]] })).toEqual([0, 2]); // what is not there lies nowhere
    expect(chosenRows(COLUMNS, AXES, { loss: [[0, 1]] })).toEqual([0, 1, 3]);
    expect(chosenRows(COLUMNS, AXES, { loss: [[0.35, 0.4]] })).toEqual([0]); // it stands at the end of the axis
    expect(chosenRows(COLUMNS, AXES, { gone: [[0, 1]] })).toEqual([0, 1, 2, 3]);
  });
  it("begins with the best, and of several objectives with the first trial", () => {
    expect(firstOrder(DATA)).toEqual({ column: 2, down: false });
    expect(firstOrder({ ...DATA, objectives: [{ name: "loss", direction: "maximize" }] })).toEqual({ column: 2, down: true });
    expect(firstOrder({ ...DATA, objectives: [...DATA.objectives, { name: "size", direction: "minimize" }] })).toEqual({ column: 0, down: false });
  });
  it("sorts numbers by size and names by the alphabet, with what is missing last either way", () => {
    const all = [0, 1, 2, 3];
    expect(sortedRows(COLUMNS, all, { column: 2, down: false })).toEqual([1, 3, 0, 2]);
    expect(sortedRows(COLUMNS, all, { column: 2, down: true })).toEqual([0, 3, 1, 2]);
    expect(sortedRows(COLUMNS, all, { column: 4, down: false })).toEqual([1, 3, 0, 2]);
    expect(sortedRows(COLUMNS, [3, 1], { column: 0, down: false })).toEqual([1, 3]);
    expect(all).toEqual([0, 1, 2, 3]);
  });
  it("writes cells as people read them", () => {
    expect(COLUMNS.map((column) => cellText(column, 1))).toEqual(["1", "complete", "0.1", "0.1", "a", "–"]);
  });
  it("finds a trial by its number, its settings, and its line across the axes", () => {
    const index = new TrialIndex(COLUMNS);
    expect([index.rowOf(7), index.rowOf(3)]).toEqual([3, null]);
    expect(index.settings(7)).toEqual([["loss", "0.3"], ["rate (1/s)", "0.3"], ["kind", "a"]]);
    expect(index.settings(99)).toEqual([]);
    const axes = ["kind", "degree", "loss"].map((label) => ({ ...AXIS, label }));
    expect(index.placesOn(axes, 0)).toEqual([0, 3, 0.5]);
    expect(index.placesOn(axes, 2)).toEqual([0, 4, null]);
    expect(index.placesOn(axes, null)).toBeNull();
  });
});

describe("colour bars", () => {
  const field: FieldMarks = { type: "field", x_low: 0, x_high: 1, y_low: 0, y_high: 1, columns: 2, rows: 2, values: [1, 2, null, 5], bands: 4 };
  const contour: ChartData = { title: "", x: AXIS, y: AXIS, series: [{ name: "predicted loss: pale 1, dark 5", colour: 0, marks: field }] };
  const lines: ParallelMarks = {
    type: "parallel", axes: [{ ...AXIS, label: "rate" }, { ...AXIS, label: "loss" }],
    rows: [[1, 100], [2, 40], [3, 4], [4, 1]], shade: [0, 0.2, 0.55, 1], shade_axis: 1,
  };
  it("tell which value a colour of a field is", () => {
    const bar = colourBar(contour, LIGHT_INK);
    expect([bar?.label, bar?.ticks, bar?.colours.length]).toEqual(["predicted loss", ["1", "3", "5"], 64]);
    expect(colourBar(contour, DARK_INK)?.colours).not.toEqual(bar?.colours);
  });
  it("follow shades that do not go evenly with the values", () => {
    expect(shadeTicks([0, 0.2, 0.55, 1], [100, 40, 4, 1])).toEqual(["100", "4", "1"]);
    expect(shadeTicks([0.5], [null])).toBeNull();
    const bar = colourBar({ ...contour, series: [{ name: "trial", colour: 0, marks: lines }] }, LIGHT_INK);
    expect([bar?.label, bar?.ticks]).toEqual(["loss", ["100", "4", "1"]]);
  });
  it("are left out where colours mean no value", () => {
    const plain: ChartData = { ...contour, series: [{ name: "trial", colour: 0, marks: { type: "points", x: [1], y: [1] } }] };
    expect(colourBar(plain, LIGHT_INK)).toBeNull();
  });
  it("take the place of the field in the legend", () => {
    expect((chartOption(contour, LIGHT_INK, false).option.legend as { data: string[] }).data).toEqual([]);
  });
});

describe("marks of trials", () => {
  const chart: ChartData = {
    title: "", x: { ...AXIS, label: "rate" }, y: { ...AXIS, label: "loss" },
    series: [{ name: "trial", colour: 0, marks: { type: "points", x: [0.1, 0.2], y: [3, 4], numbers: [5, 9] } }],
  };
  it("are found by the number of their trial", () => {
    const { marksOf } = chartOption(chart, LIGHT_INK, false);
    expect(marksOf(9)).toEqual([{ seriesIndex: 0, dataIndex: 1 }]);
    expect(marksOf(1)).toEqual([]);
  });
});

describe("pictures as the server sends them", () => {
  it("have boxes with a middle", () => {
    const chart: ChartData = { title: "", x: { ...AXIS, categories: ["rbf"] }, y: { ...AXIS, label: "loss" }, series: [] };
    const box = { whisker_low: 1, lower: 2, middle: 3, upper: 4, whisker_high: 5, outliers: [] };
    const [drawn] = drawBoxes(chart, { name: "", colour: 0, marks: { type: "boxes", position: [0], boxes: [box] } }, { type: "boxes", position: [0], boxes: [box] }, LIGHT_INK);
    expect(drawn?.option.data).toEqual([[0, 3]]);
    expect(drawn?.describe(0)[1][0]).toEqual(["median", "3"]);
  });
  it("show no importance above 1", () => {
    const one = (importance: number, deviation: number) =>
      importanceChart({ method: "fanova", objective: "loss", trials: 9, left_out: 0, warning: null, importances: [{ parameter: "rate", importance, deviation, trials: 9 }] });
    expect(one(0.98, 0.1).x.high).toBe(1);
    expect(one(0.5, 0.1).x.high).toBeNull();
    const whiskers = one(0.98, 0.1).series[1]?.marks;
    expect(whiskers?.type === "line" && whiskers.x[1]).toBe(1);
  });
});
