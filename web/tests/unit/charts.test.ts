// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { EventParser } from "../../src/api/event_parser";
import type { Axis, ChartData, FieldMarks, LineMarks, ParallelMarks, PointMarks, Series, SpanMarks } from "../../src/api/types";
import { extent, placeText } from "../../src/charts/axes";
import { atEnd } from "../../src/charts/arrows";
import { chartRows } from "../../src/charts/chart_rows";
import { axisTicks, colourBar } from "../../src/charts/colour_bar";
import { countDensity, densityOf, strokeClasses } from "../../src/charts/density";
import { fieldPixels, fieldPlace, fieldValue } from "../../src/charts/field";
import { importanceChart } from "../../src/charts/importance_chart";
import { describeChart, drawCurves, drawPoints, drawSpans } from "../../src/charts/marks";
import { chartOption } from "../../src/charts/option";
import { overlay } from "../../src/charts/overlay";
import { DARK_INK, LIGHT_INK, colourOf, depth, tint } from "../../src/charts/palette";
import { parallelOption } from "../../src/charts/parallel";
import { reportChart } from "../../src/charts/report_chart";
import { evenShare, stepsOnly } from "../../src/lib/decimate";

const AXIS: Axis = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };
const CHART: ChartData = {
  title: "",
  x: { ...AXIS, label: "trial", whole: true },
  y: { ...AXIS, label: "loss" },
  series: [
    { name: "trial", colour: -1, marks: { type: "points", x: [0, 1, 2, 3], y: [5, 3, null, 4] } },
    { name: "best so far", colour: 0, marks: { type: "line", stepped: true, x: [0, 1, 3], y: [5, 3, 3] } },
  ],
};

describe("decimation", () => {
  it("shows all of few, and of many an even share with both ends", () => {
    expect(evenShare(3, 5)).toEqual([0, 1, 2]);
    expect(evenShare(101, 5)).toEqual([0, 25, 50, 75, 100]);
    const picked = evenShare(100_000, 2000);
    expect(picked.length).toBe(2000);
    expect(new Set(picked).size).toBe(2000);
    expect([picked[0], picked[1999]]).toEqual([0, 99_999]);
    expect(evenShare(5, 0)).toEqual([]);
    expect(evenShare(5, 1)).toEqual([0]);
  });
  it("keeps of a stepped line what one can see", () => {
    expect(stepsOnly([0, 1, 2, 3, 4, 5], [9, 9, 7, 7, 7, 7])).toEqual([[0, 9], [2, 7], [5, 7]]);
    expect(stepsOnly([0, 1, 2], [1, null, 1])).toEqual([[0, 1], [1, null], [2, 1]]);
    expect(stepsOnly([], [])).toEqual([]);
  });
});

describe("axes", () => {
  it("reach over the data with a margin, or as far as they say", () => {
    expect(extent(CHART, false)).toEqual([2.92, 5.08]);
    expect(extent({ ...CHART, y: { ...CHART.y, low: 0 } }, false)[0]).toBe(0);
    expect(extent({ ...CHART, series: [] }, true)).toEqual([-0.04, 1.04]);
  });
  it("leave out what a logarithm cannot show", () => {
    const log = { ...CHART, y: { ...CHART.y, scale: "log" as const }, series: [{ name: "", colour: 0, marks: { type: "points" as const, x: [0, 1, 2], y: [0, 1, 100] } }] };
    const [low, high] = extent(log, false);
    expect(low).toBeCloseTo(100 ** -0.04, 6);
    expect(high).toBeCloseTo(100 ** 1.04, 6);
  });
  it("name categories by their places", () => {
    const kernel = { ...AXIS, categories: ["rbf", "poly"] };
    expect([placeText(kernel, 1), placeText(kernel, null), placeText(AXIS, 0.25)]).toEqual(["poly", "–", "0.25"]);
    expect(extent({ ...CHART, x: kernel }, true)).toEqual([-0.5, 1.5]);
  });
  it("leave room for their name, however short those of its places are", () => {
    const kinds = (name: string) => ({ ...CHART, y: { ...AXIS, label: "kind", categories: [name] } });
    for (const chart of [CHART, kinds("a"), kinds("a long name of a choice")]) {
      for (const narrow of [false, true]) {
        const { grid, yAxis } = chartOption(chart, LIGHT_INK, narrow).option as { grid: { left: number }; yAxis: { nameTextStyle: { padding: number[] } } };
        expect(grid.left + (yAxis.nameTextStyle.padding[3] ?? 0)).toBeGreaterThanOrEqual(0);
      }
    }
  });
  it("place the cells of a field evenly on the scale", () => {
    expect(fieldPlace(1, 100, 0.5, true)).toBeCloseTo(10, 9);
    expect(fieldPlace(1, 100, 0.5, false)).toBe(50.5);
  });
});

describe("charts", () => {
  it("lead from a point to its trial", () => {
    const { option, trialAt } = chartOption(CHART, LIGHT_INK, false);
    expect((option.series as unknown[]).length).toBe(2);
    expect(trialAt(0, 3)).toBe(3);
    expect(trialAt(1, 0)).toBeNull();
    const slice = { ...CHART, x: { ...AXIS, label: "C" } };
    expect(chartOption(slice, LIGHT_INK, false).trialAt(0, 3)).toBeNull();
  });
  it("say of a point which trial it is", () => {
    const slice: ChartData = {
      ...CHART,
      x: { ...AXIS, label: "C" },
      series: [
        { name: "trial", colour: 0, marks: { type: "points", x: [0.5, 0.25], y: [3, 4], numbers: [12, 7] } },
        { name: "failed", colour: 1, marks: { type: "points", x: [0.1], y: [9], numbers: [8] } },
      ],
    };
    const { option, trialAt } = chartOption(slice, LIGHT_INK, false);
    expect([trialAt(0, 1), trialAt(1, 0)]).toEqual([7, 8]);
    expect((option.series as unknown[]).length).toBe(2);
    const titles = slice.series.map((series) => drawPoints(slice, series, series.marks as PointMarks, LIGHT_INK).describe(0)[0]);
    expect(titles).toEqual(["trial 12", "failed, trial 8"]);
  });
  it("say of a bar and of a curve whose trial it is", () => {
    const spans: SpanMarks = { type: "spans", row: [0, 0], begin: [0, 2], end: [1, 5], numbers: [4, null] };
    const timeline: ChartData = { ...CHART, x: { ...AXIS, label: "seconds since the first trial began" }, y: { ...AXIS, categories: ["host:1"] }, series: [{ name: "complete", colour: 0, marks: spans }] };
    const bars = chartOption(timeline, LIGHT_INK, false);
    expect([bars.trialAt(0, 0), bars.trialAt(0, 1)]).toEqual([4, null]);
    const bar = (i: number) => drawSpans(timeline, timeline.series[0] as Series, spans, LIGHT_INK).describe(i);
    expect(bar(0)).toEqual(["trial 4", [["state", "complete"], ["worker", "host:1"], ["begins at", "0 seconds"], ["takes", "1 seconds"]]]);
    expect(bar(1)[0]).toBe("host:1");
    const line: LineMarks = { type: "line", x: [1, 2, null], y: [3, 4, null], numbers: [9, 9, null] };
    const curves: ChartData = { ...CHART, x: { ...AXIS, label: "step" }, series: [{ name: "complete", colour: 0, marks: line }] };
    const drawn = chartOption(curves, LIGHT_INK, false);
    expect([drawn.trialAt(0, 0), drawn.trialAt(0, 1)]).toEqual([9, null]); // the curve as a whole
    expect([drawn.trialAt(1, 1), drawn.trialAt(1, 2)]).toEqual([9, null]); // and its points
    expect(drawn.marksOf(9)).toEqual([{ seriesIndex: 0, dataIndex: 0 }, { seriesIndex: 1, dataIndex: 0 }]);
    expect(drawn.option.tooltip).toMatchObject({ trigger: "item" });
    const [whole, points] = drawCurves(curves, curves.series[0] as Series, line, LIGHT_INK);
    expect(whole?.describe(0)).toEqual(["complete, trial 9", [["loss at step 2", "4"]]]);
    expect(points?.describe(1)).toEqual(["complete, trial 9", [["step", "2"], ["loss", "4"]]]);
  });
  it("are told in words and numbers", () => {
    expect(describeChart(CHART)).toBe("loss against trial: trial (4 points), best so far (3 points).");
    expect(chartRows(CHART).rows.slice(0, 3)).toEqual([["trial", "0", "5"], ["trial", "1", "3"], ["trial", "2", "–"]]);
    const large = { ...CHART, series: [{ name: "t", colour: 0, marks: { type: "points" as const, x: evenShare(1000, 1000), y: evenShare(1000, 1000) } }] };
    expect(chartRows(large, 10)).toMatchObject({ left_out: 990 });
  });
  it("show importance with the largest on top, and reports in the order of steps", () => {
    const chart = importanceChart({
      method: "fanova", objective: "loss", trials: 9, left_out: 0, warning: null,
      importances: [{ parameter: "C", importance: 0.6, deviation: 0.1, trials: 9 }, { parameter: "k", importance: 0.1, deviation: 0.2, trials: 9 }],
    });
    expect(chart.y.categories).toEqual(["k", "C"]);
    expect(chart.series[1]?.marks).toMatchObject({ x: [0, expect.closeTo(0.3), null, 0.5, expect.closeTo(0.7), null] });
    expect(reportChart([{ step: 2, value: "nan" }, { step: 1, value: 0.5 }], "loss").series[0]?.marks).toMatchObject({ x: [1, 2], y: [0.5, null] });
  });
  it("lay histories of studies over each other by name", () => {
    const both = overlay([{ name: "a", objective: "loss", chart: CHART }, { name: "b", objective: "error", chart: CHART }]);
    expect(both?.series.map((series) => [series.name, series.colour, series.marks.type])).toEqual([["a", 0, "line"], ["b", 1, "line"]]);
    expect(both?.y.label).toBe("loss, error");
    expect(overlay([])).toBeNull();
  });
  it("have colours that repeat, grey below zero, and tints towards the ground", () => {
    expect(colourOf(8, LIGHT_INK)).toBe(colourOf(0, LIGHT_INK));
    expect(colourOf(-1, DARK_INK)).toBe(DARK_INK.grey);
    expect([tint("#000000", 0, LIGHT_INK), tint("#000000", 1, LIGHT_INK), tint("#000000", 0.5, LIGHT_INK)]).toEqual(["#ffffff", "#000000", "#808080"]);
    const light = (hex: string) => parseInt(hex.slice(1, 3), 16) + parseInt(hex.slice(3, 5), 16) + parseInt(hex.slice(5, 7), 16);
    for (const ink of [LIGHT_INK, DARK_INK]) expect(light(depth(colourOf(0, ink), 0.1, ink))).toBeGreaterThan(light(depth(colourOf(0, ink), 0.9, ink)));
  });
});

describe("server-sent events", () => {
  const STREAM = ': hello\n\nevent: trials\nid: 7\ndata: {"a":1,\ndata: "b":2}\n\nid: 8\ndata\n\nevent: lost\n\ndata: x\r\n\r\n';
  const EVENTS = [
    { event: "trials", id: "7", data: '{"a":1,\n"b":2}' },
    { event: "message", id: "8", data: "" },
    { event: "message", id: "8", data: "x" },
  ];
  it("are read whole", () => {
    expect(new EventParser().push(STREAM)).toEqual(EVENTS);
  });
  it("are read the same wherever the stream is cut", () => {
    for (let cut = 0; cut <= STREAM.length; cut++) {
      const parser = new EventParser();
      expect([...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))]).toEqual(EVENTS);
    }
    const parser = new EventParser();
    expect([...STREAM].flatMap((character) => parser.push(character))).toEqual(EVENTS);
  });
});

describe("what lies behind an end of an axis", () => {
  const arrows: PointMarks = { type: "points", x: [3, 7], y: [900, 10_900], marker: "up", radius: 4, numbers: [3, 7] };
  const chart: ChartData = {
    ...CHART,
    y: { ...AXIS, label: "loss", low: 0, high: 10, beyond: { low: 0, high: 2, least: null, most: 10_900 } },
    series: [{ name: "2 beyond, up to 10900", colour: -1, marks: arrows }],
  };
  it("is drawn inside of that end, and says where it really is", () => {
    const made = drawPoints(chart, chart.series[0] as Series, arrows, LIGHT_INK);
    const data = made.option.data as [number, number][];
    for (const [, y] of data) {
      expect(y).toBeLessThan(10);
      expect(y).toBeGreaterThan(9.999);
    }
    expect(made.option.symbolRotate).toBe(0);
    expect(made.describe(1)).toEqual(["beyond the axis, trial 7", [["trial", "7"], ["loss", "10\u202f900"]]]);
    expect(made.trial?.(1)).toBe(7);
  });
  it("says how many values one arrow stands for", () => {
    const box: PointMarks = { ...arrows, x: [1], y: [10_900], counts: [9], numbers: undefined };
    const made = drawPoints(chart, { ...(chart.series[0] as Series), marks: box }, box, LIGHT_INK);
    expect(made.describe(0)[0]).toBe("9 values beyond the axis, the furthest:");
    expect(chartRows({ ...chart, series: [{ name: "far", colour: 0, marks: box }] }).rows[0]?.[0]).toBe("far (the furthest of 9)");
  });
  it("is not moved on an axis of choices", () => {
    expect(atEnd({ ...chart, x: { ...AXIS, categories: ["a", "b"] } }, true, 1)).toBe(1);
    expect(atEnd(chart, false, null)).toBeNull();
  });
  it("is counted in the names of upright axes", () => {
    const axes: Axis[] = [{ ...AXIS, label: "rate", low: 0, high: 1 }, { ...AXIS, label: "loss", low: 0, high: 10, beyond: { low: 0, high: 18, least: null, most: 99 } }];
    const marks: ParallelMarks = { type: "parallel", axes, rows: [[0.5, 99]] };
    const option = parallelOption({ ...CHART, y: { ...AXIS, bare: true }, series: [{ name: "", colour: 0, marks }] }, LIGHT_INK, false);
    expect((option.parallelAxis as { name: string }[]).map((one) => one.name)).toEqual(["rate", "loss\n▲ 18"]);
  });
});

describe("fields", () => {
  const field: FieldMarks = { type: "field", x_low: 0, x_high: 1, y_low: 0, y_high: 1, columns: 3, rows: 2, values: [0, 1, 2, 4, 5, null], bands: 10 };
  it("are bilinear between the values of the grid", () => {
    expect(fieldValue(field, 0.25, 0)).toBeCloseTo(0.5, 12);
    expect(fieldValue(field, 0.25, 0.5)).toBeCloseTo(2.5, 12);
    expect(fieldValue(field, 0.5, 1)).toBe(5);
  });
  it("have a hole where a value is missing, and only there", () => {
    expect(fieldValue(field, 1, 1)).toBeNull();
    expect(fieldValue(field, 0.9, 0.8)).toBeNull();
    expect(fieldValue(field, 1, 0)).toBe(2);
    expect(fieldValue(field, 0.7, 0.9)).toBeGreaterThan(2);
  });
  it("are painted from the top, without steps", () => {
    const wide: FieldMarks = { ...field, columns: 2, rows: 2, values: [0, 0, 1, 1] };
    const pixels = fieldPixels(wide, 2, 300, "#0072b2", LIGHT_INK);
    const reds = Array.from({ length: 300 }, (_, y) => pixels[8 * y] ?? 0);
    expect(reds[0]).toBeLessThan(reds[299] ?? 0); // the greatest value on top is the darkest
    expect(new Set(reds).size).toBeGreaterThan(150);
    const holes = fieldPixels(field, 3, 2, "#0072b2", LIGHT_INK);
    expect([holes[3], holes[4 * 2 + 3]]).toEqual([255, 0]);
  });
});

describe("colour bars", () => {
  it("of a custom chart say what its colours mean", () => {
    const axis: Axis = { ...AXIS, label: "seconds", scale: "log", low: 1, high: 100, beyond: { low: 0, high: 3, least: null, most: 900 } };
    expect(axisTicks(axis)).toEqual(["1", "10", "≥ 100"]);
    const marks: PointMarks = { type: "points", x: [1, 2], y: [1, 2], shade: [0, 1], shade_axis: axis, numbers: [1, 2] };
    const chart = { ...CHART, series: [{ name: "seconds: pale 1, dark 100", colour: 0, marks }] };
    expect(colourBar(chart, LIGHT_INK)?.label).toBe("seconds");
    expect((chartOption(chart, LIGHT_INK, false).option.legend as { data: string[] }).data).toEqual([]);
  });
});

describe("densities", () => {
  const marks: ParallelMarks = {
    type: "parallel", axes: [AXIS, AXIS], rows: [], cells: 2, density: [[1000, 0, 0, 1]],
  };
  it("are strokes from cell to cell, the stronger the more trials pass", () => {
    const classes = strokeClasses(densityOf(marks) ?? { cells: 1, pairs: [] });
    expect(classes.flat().length).toBe(2);
    expect(classes[0]).toEqual([{ pair: 0, from: 0.75, to: 0.75 }]);
    expect(classes.at(-1)).toEqual([{ pair: 0, from: 0.25, to: 0.25 }]);
  });
  it("are counted here as the server counts them", () => {
    const axes: Axis[] = [{ ...AXIS, scale: "log", low: 0.001, high: 1 }, { ...AXIS, categories: ["a", "b"] }, { ...AXIS, low: 2, high: 5 }];
    const { pairs } = countDensity(axes, [[0.5, 0, null], [0.5, 1, 3], [0.5, 1, 99]], 8);
    expect(pairs[0]?.[7 * 8 + 2]).toBe(1); // the cells of tests/charts/parallel_chart_test.cpp
    expect(pairs[0]?.[7 * 8 + 6]).toBe(2);
    expect(pairs[1]?.[6 * 8 + 2]).toBe(1);
    expect(pairs[1]?.[6 * 8 + 7]).toBe(1); // behind the end
    expect(pairs.flat().reduce((a, b) => a + b, 0)).toBe(5);
  });
  it("of all trials lie behind that of the chosen ones", () => {
    const chart: ChartData = { ...CHART, y: { ...AXIS, bare: true }, series: [{ name: "", colour: 0, marks }] };
    const types = (option: Record<string, unknown>) => (option.series as { type: string; z?: number }[]).map((one) => `${one.type} ${one.z ?? ""}`);
    expect(types(parallelOption(chart, LIGHT_INK, false))).toEqual(["parallel ", "parallel 10", "custom 1"]);
    expect(types(parallelOption(chart, LIGHT_INK, false, densityOf(marks)))).toEqual(["parallel ", "parallel 10", "custom 0", "custom 1"]);
    expect(densityOf({ ...marks, density: undefined })).toBeNull();
  });
});
