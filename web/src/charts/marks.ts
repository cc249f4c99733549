// SPDX-License-Identifier: MIT
import type { BandMarks, BarMarks, BoxMarks, ChartData, LineMarks, PointMarks, Series, SpanMarks } from "../api/types";
import { stepsOnly } from "../lib/decimate";
import { number, plural } from "../lib/format";
import { placeText } from "./axes";
import { arrowData, arrowOption, isArrow } from "./arrows";
import { colourOf, tint, type Ink } from "./palette";

// Each kind of marks as series of ECharts. What ECharts has no series for on two axes of numbers (bars that lie,
// boxes, fields, spans, bands) is drawn by custom series.

export interface SeriesOption {
  [option: string]: unknown;
}

/** What a mark says when one points at it: a title and rows of name and value. */
export type Describe = (index: number) => [string, [string, string][]];

export interface Drawn {
  option: SeriesOption;
  describe: Describe;
  /** The trial that a mark stands for, when it is known. */
  trial?: (index: number) => number | null;
}

export interface CustomApi {
  value(dimension: number): number;
  coord(place: [number, number]): [number, number];
  size(size: [number, number]): [number, number];
}

const SYMBOLS = { circle: "circle", square: "rect", triangle: "triangle", up: "triangle", down: "triangle", right: "triangle", left: "triangle" } as const;
const CROSS = "path://M-5,-4 L-4,-5 L0,-1 L4,-5 L5,-4 L1,0 L5,4 L4,5 L0,1 L-4,5 L-5,4 L-1,0 Z";
const STAR = "path://M0,-6 L1.8,-1.9 L6,-1.9 L2.7,0.9 L3.9,5.2 L0,2.7 L-3.9,5.2 L-2.7,0.9 L-6,-1.9 L-1.8,-1.9 Z";

export function drawLine(chart: ChartData, series: Series, marks: LineMarks, ink: Ink): Drawn {
  const colour = colourOf(series.colour, ink);
  const data = marks.stepped ? stepsOnly(marks.x, marks.y) : marks.x.map((x, i) => [x, marks.y[i] ?? null] as const);
  return {
    option: {
      type: "line",
      name: series.name,
      data,
      step: marks.stepped ? "end" : false,
      symbol: data.length === 1 ? "circle" : "none",
      symbolSize: 5,
      showAllSymbol: true,
      connectNulls: false,
      lineStyle: { width: marks.width ?? 2, type: marks.dashed ? "dashed" : "solid", color: colour },
      itemStyle: { color: colour },
      emphasis: { lineStyle: { width: marks.width ?? 2 } },
      // A line that lies over points must not catch what is meant for them.
      silent: true,
    },
    describe: (i) => [series.name, pair(chart, data[i]?.[0], data[i]?.[1])],
  };
}

/** Lines of trials, which say whose they are wherever one points at them, and their points, which show when one does. */
export function drawCurves(chart: ChartData, series: Series, marks: LineMarks, ink: Ink): Drawn[] {
  const colour = colourOf(series.colour, ink);
  const points: { trial: number; place: [number, number] }[] = [];
  const curves = new Map<number, [number, number][]>();
  marks.x.forEach((x, i) => {
    const [y, trial] = [marks.y[i] ?? null, marks.numbers?.[i] ?? null];
    if (x === null || y === null || trial === null) return;
    points.push({ trial, place: [x, y] });
    const curve = curves.get(trial);
    if (curve) curve.push([x, y]);
    else curves.set(trial, [[x, y]]);
  });
  const all = [...curves];
  const width = marks.width ?? 2;
  const render = (item: { dataIndex: number }, api: CustomApi) => ({
    type: "polyline",
    shape: { points: (all[item.dataIndex]?.[1] ?? []).map((place) => api.coord(place)) },
    style: { stroke: colour, lineWidth: width, fill: "none", lineDash: marks.dashed ? "dashed" : "solid" },
    emphasis: { style: { stroke: colour, lineWidth: width + 2 } },
  });
  const lines: Drawn = {
    option: { ...custom(series, all.map(([, places]) => places[0] ?? [0, 0]), render), itemStyle: { color: colour } },
    describe: (i) => {
      const [trial, places] = all[i] ?? [];
      const [x, y] = places?.at(-1) ?? [null, null];
      return [pointTitle(series.name, trial), [[`${chart.y.label} at ${chart.x.label} ${placeText(chart.x, x)}`, placeText(chart.y, y)]]];
    },
    trial: (i) => all[i]?.[0] ?? null,
  };
  const dots: Drawn = {
    option: {
      type: "scatter",
      name: series.name,
      // A trial with one report has no line.
      data: points.map(({ trial, place }) => (curves.get(trial)?.length === 1 ? { value: place, itemStyle: { opacity: 1 } } : place)),
      symbolSize: 8,
      itemStyle: { color: colour, opacity: 0 },
      emphasis: { itemStyle: { opacity: 1 } },
      z: 3,
    },
    describe: (i) => [pointTitle(series.name, points[i]?.trial), pair(chart, points[i]?.place[0], points[i]?.place[1])],
    trial: (i) => points[i]?.trial ?? null,
  };
  return [lines, dots];
}

export function drawPoints(chart: ChartData, series: Series, marks: PointMarks, ink: Ink): Drawn {
  const colour = colourOf(series.colour, ink);
  const marker = marks.marker ?? "circle";
  const data = marks.x.map((x, i) => [x, marks.y[i] ?? null]);
  const shade = marks.shade?.length ? marks.shade : null;
  const isTrial = chart.x.label === "trial";
  const trial = (i: number) => marks.numbers?.[i] ?? (isTrial ? (data[i]?.[0] ?? null) : null);
  if (isArrow(marker)) {
    return {
      option: { name: series.name, data: arrowData(chart, data), ...arrowOption(marks, marker, colour, ink) },
      describe: (i) => {
        const count = marks.counts?.[i];
        const title = count === undefined ? pointTitle("beyond the axis", trial(i) ?? undefined) : plural(count, "value") + " beyond the axis, the furthest:";
        return [title, pair(chart, data[i]?.[0], data[i]?.[1])];
      },
      trial,
    };
  }
  const { radii } = marks;
  const crowded = data.length > 800;
  return {
    option: {
      type: "scatter",
      name: series.name,
      data,
      symbol: marker === "cross" ? CROSS : marker === "star" ? STAR : SYMBOLS[marker],
      symbolSize: radii ? (_: unknown, item: { dataIndex: number }) => 2 * (radii[item.dataIndex] ?? 3) : (marks.radius ?? 3) * (marker === "star" ? 2.6 : crowded ? 1.4 : 2),
      itemStyle: {
        color: shade ? (item: { dataIndex: number }) => tint(colour, pointStrength(shade[item.dataIndex] ?? 1), ink) : colour,
        opacity: marks.halo ? 1 : crowded ? 0.5 : series.colour < 0 ? 0.65 : 0.85,
        borderColor: marks.halo ? ink.ground : undefined,
        borderWidth: marks.halo ? 1 : 0,
      },
      emphasis: { scale: 1.8, itemStyle: { opacity: 1, borderColor: ink.text, borderWidth: 1.5 } },
      z: marks.halo ? 4 : 2,
    },
    describe: (i) => [pointTitle(marks.shade_axis ? "" : series.name, marks.numbers?.[i]), pair(chart, data[i]?.[0], data[i]?.[1])],
    trial,
  };
}

/** How strong the colour of a point of that shade is. */
export function pointStrength(shade: number): number {
  return 0.25 + 0.75 * shade;
}

/** "trial 7" of plain points, "failed, trial 7" of others. */
function pointTitle(name: string, trial: number | undefined): string {
  if (trial === undefined) return name;
  return name === "" || name === "trial" ? `trial ${trial}` : `${name}, trial ${trial}`;
}

export function pair(chart: ChartData, x: number | null | undefined, y: number | null | undefined): [string, string][] {
  return [
    [chart.x.label || "x", placeText(chart.x, x)],
    [chart.y.label || "y", placeText(chart.y, y)],
  ];
}

export function drawBand(series: Series, marks: BandMarks, ink: Ink): Drawn {
  const render = (_: unknown, api: CustomApi) => {
    const upper: [number, number][] = [];
    const lower: [number, number][] = [];
    marks.x.forEach((x, i) => {
      const low = marks.low[i];
      const high = marks.high[i];
      if (x === null || low === null || low === undefined || high === null || high === undefined) return;
      upper.push(api.coord([x, high]));
      lower.unshift(api.coord([x, low]));
    });
    const style = { fill: colourOf(series.colour, ink), opacity: 0.18 };
    return { type: "polygon", shape: { points: [...upper, ...lower] }, style, silent: true };
  };
  return { option: custom(series, [[0, 0]], render, true), describe: () => [series.name, []] };
}

export function drawBars(chart: ChartData, series: Series, marks: BarMarks, ink: Ink): Drawn {
  const colour = colourOf(series.colour, ink);
  const data = marks.position.map((position, i) => (marks.horizontal ? [marks.length[i] ?? 0, position] : [position, marks.length[i] ?? 0]));
  const render = (_: unknown, api: CustomApi) => {
    const [x, y] = [api.value(0), api.value(1)];
    const half = Math.min(14, Math.abs(api.size([1, 1])[marks.horizontal ? 1 : 0]) * 0.36);
    const end = api.coord([x, y]);
    const foot = api.coord(marks.horizontal ? [chart.x.low ?? 0, y] : [x, chart.y.low ?? 0]);
    const shape = marks.horizontal
      ? { x: foot[0], y: end[1] - half, width: Math.max(1, end[0] - foot[0]), height: 2 * half, r: 2 }
      : { x: end[0] - half, y: end[1], width: 2 * half, height: Math.max(1, foot[1] - end[1]), r: 2 };
    return { type: "rect", shape, style: { fill: colour, opacity: 0.85 } };
  };
  const along = marks.horizontal ? chart.y : chart.x;
  const measure = marks.horizontal ? chart.x : chart.y;
  return {
    option: custom(series, data, render),
    describe: (i) => [placeText(along, marks.position[i]), [[measure.label, number(marks.length[i], 3)]]],
  };
}

export function drawBoxes(chart: ChartData, series: Series, marks: BoxMarks, ink: Ink): Drawn[] {
  const colour = colourOf(series.colour, ink);
  const render = (item: { dataIndex: number }, api: CustomApi) => {
    const box = marks.boxes[item.dataIndex];
    const position = marks.position[item.dataIndex];
    if (!box || position === undefined) return null;
    const at = (value: number) => api.coord([position, value]);
    const half = Math.min(18, api.size([1, 0])[0] * 0.3);
    const [x, low] = at(box.whisker_low);
    const stroke = { stroke: colour, lineWidth: 1.4 };
    const line = (x1: number, y1: number, x2: number, y2: number, width = 1.4) => ({
      type: "line", shape: { x1, y1, x2, y2 }, style: { ...stroke, lineWidth: width },
    });
    const [lower, median, upper, high] = [box.lower, box.middle, box.upper, box.whisker_high].map((value) => at(value)[1]) as [number, number, number, number];
    return {
      type: "group",
      children: [
        line(x, low, x, lower),
        line(x, upper, x, high),
        line(x - half / 2, low, x + half / 2, low),
        line(x - half / 2, high, x + half / 2, high),
        { type: "rect", shape: { x: x - half, y: upper, width: 2 * half, height: lower - upper }, style: { ...stroke, fill: tint(colour, 0.18, ink) } },
        line(x - half, median, x + half, median, 2.4),
      ],
    };
  };
  const describe: Describe = (i) => {
    const box = marks.boxes[i];
    const rows: [string, string][] = box
      ? [["median", number(box.middle)], ["half of them", `${number(box.lower)} to ${number(box.upper)}`], ["whiskers", `${number(box.whisker_low)} to ${number(box.whisker_high)}`]]
      : [];
    return [placeText(chart.x, marks.position[i]), rows];
  };
  const outliers = marks.boxes.flatMap((box, i) => box.outliers.map((value) => [marks.position[i] ?? 0, value]));
  const dots: Drawn = {
    option: { type: "scatter", name: series.name, data: outliers, symbolSize: 4, itemStyle: { color: colour, opacity: 0.5 } },
    describe: (i) => [placeText(chart.x, outliers[i]?.[0]), [[chart.y.label, number(outliers[i]?.[1])]]],
  };
  const boxes = { option: custom(series, marks.boxes.map((box, i) => [marks.position[i] ?? 0, box.middle]), render), describe };
  return outliers.length ? [boxes, dots] : [boxes];
}

export function drawSpans(chart: ChartData, series: Series, marks: SpanMarks, ink: Ink): Drawn {
  const colour = colourOf(series.colour, ink);
  const data = marks.row.map((row, i) => [marks.begin[i] ?? 0, row, marks.end[i] ?? 0]);
  const render = (item: { dataIndex: number }, api: CustomApi) => {
    const [begin = 0, row = 0, end = 0] = data[item.dataIndex] ?? [];
    const [x, y] = api.coord([begin, row]);
    const [to] = api.coord([end, row]);
    const half = Math.min(11, Math.abs(api.size([0, 1])[1]) * 0.38);
    const shape = { x, y: y - half, width: Math.max(1, to - x - 0.5), height: 2 * half, r: 1.5 };
    return { type: "rect", shape, style: { fill: colour, opacity: 0.85 } };
  };
  const unit = chart.x.label.split(" ")[0] ?? "";
  return {
    option: { ...custom(series, data, render), encode: { x: [0, 2], y: 1 } },
    describe: (i) => {
      const [begin = 0, row = 0, end = 0] = data[i] ?? [];
      const trial = marks.numbers?.[i] ?? null;
      return [trial === null ? placeText(chart.y, row) : `trial ${trial}`, [["state", series.name], ...(trial === null ? [] : [["worker", placeText(chart.y, row)] as [string, string]]), ["begins at", `${number(begin, 4)} ${unit}`], ["takes", `${number(end - begin, 3)} ${unit}`]]];
    },
    trial: (i) => marks.numbers?.[i] ?? null,
  };
}

export function custom(series: Series, data: number[][], renderItem: unknown, silent = false): SeriesOption {
  return { type: "custom", name: series.name, data, renderItem, silent, clip: true, z: silent ? 1 : 2 };
}

/** What a chart shows, in a sentence, for those who do not see it. */
export function describeChart(chart: ChartData): string {
  const named = chart.series.filter((series) => series.name);
  const counts = named.map((series) => {
    const { marks } = series;
    const count = marks.type === "parallel" ? marks.rows.length : marks.type === "line" || marks.type === "points" ? marks.x.length : 0;
    return count > 1 ? `${series.name} (${plural(count, "point")})` : series.name;
  });
  const parallel = chart.series.find((series) => series.marks.type === "parallel");
  const axes = parallel && parallel.marks.type === "parallel"
    ? `Lines across ${parallel.marks.axes.map((axis) => axis.label).join(", ")}`
    : `${chart.y.label || chart.title || "Values"} against ${chart.x.label || "place"}`;
  return counts.length ? `${axes}: ${counts.join(", ")}.` : `${axes}.`;
}
