// SPDX-License-Identifier: MIT
import type { Axis, ChartData, FieldMarks, ParallelMarks, Series } from "../api/types";
import { isArrow } from "../charts/arrows";
import { placeText } from "../charts/axes";
import { number } from "../lib/format";
import { share, type Scale } from "./place";

// What can be pointed at in a chart. Places are shares of its frame.

/** A mark, what it says, and the trial that it stands for. A rectangle when it has a second corner. */
export interface Hit {
  series: number;
  x: number;
  y: number;
  x2?: number;
  y2?: number;
  /** Lines and fields yield to what lies on them. */
  behind?: boolean;
  trial: number | null;
  title: string;
  rows: [string, string][];
}

/** A line through all axes of parallel coordinates: the heights at which it passes them, NaN where it does not. */
export interface Row {
  series: number;
  at: number[];
  trial: number | null;
  title: string;
  rows: [string, string][];
}

function titleOf(name: string, trial: number | null | undefined): string {
  if (trial === null || trial === undefined) return name;
  return name === "" || name === "trial" ? `trial ${trial}` : `${name}, trial ${trial}`;
}

function pair(chart: ChartData, x: number | null | undefined, y: number | null | undefined): [string, string][] {
  return [[chart.x.label || "x", placeText(chart.x, x)], [chart.y.label || "y", placeText(chart.y, y)]];
}

const inside = (at: number) => Math.min(1, Math.max(0, at));

function fieldHits(marks: FieldMarks, series: number, x: Scale, y: Scale): Hit[] {
  const ends = [share(x, marks.x_low), share(x, marks.x_high), share(y, marks.y_low), share(y, marks.y_high)] as const;
  const [left, right, bottom, top] = ends;
  const [wide, high] = [(right - left) / (marks.columns - 1), (top - bottom) / (marks.rows - 1)];
  return marks.values.flatMap((value, i): Hit[] => {
    if (value === null) return [];
    const [column, row] = [i % marks.columns, Math.floor(i / marks.columns)];
    const [cx, cy] = [left + column * wide, bottom + row * high];
    return [{
      series, x: cx - wide / 2, x2: cx + wide / 2, y: cy - high / 2, y2: cy + high / 2, behind: true, trial: null,
      title: "expected", rows: [["value", number(value)]],
    }];
  });
}

function seriesHits(chart: ChartData, { name, marks }: Series, series: number, x: Scale, y: Scale): Hit[] {
  switch (marks.type) {
    case "points":
    case "line": {
      const ofTrials = chart.x.label === "trial";
      return marks.x.flatMap((value, i): Hit[] => {
        const at = { x: share(x, value), y: share(y, marks.y[i]) };
        if (!Number.isFinite(at.x) || !Number.isFinite(at.y)) return [];
        if (marks.type === "points") [at.x, at.y] = [inside(at.x), inside(at.y)];
        const trial = marks.numbers?.[i] ?? (ofTrials ? value : null);
        const count = marks.type === "points" ? marks.counts?.[i] : undefined;
        const said = marks.type === "points" && isArrow(marks.marker ?? "") ? "beyond the axis" : marks.type === "points" && marks.shade_axis ? "" : name;
        const title = count !== undefined ? `${count} beyond the axis, the furthest:` : marks.type === "line" && !marks.numbers ? name : titleOf(said, trial);
        return [{ series, ...at, trial, behind: marks.type === "line", title, rows: pair(chart, value, marks.y[i]).slice(ofTrials && marks.type === "points" ? 1 : 0) }];
      });
    }
    case "bars":
      return marks.position.map((position, i) => {
        const length = marks.length[i] ?? 0;
        const [across, along] = marks.horizontal ? [y, x] : [x, y];
        const sides = [share(across, position - 0.38), share(across, position + 0.38)] as const;
        const ends = [along.log ? 0 : share(along, 0), share(along, length)] as const;
        const [of, measure] = marks.horizontal ? [chart.y, chart.x] : [chart.x, chart.y];
        const corners = marks.horizontal
          ? { x: ends[0], x2: ends[1], y: sides[0], y2: sides[1] }
          : { x: sides[0], x2: sides[1], y: ends[0], y2: ends[1] };
        return { series, ...corners, trial: null, title: placeText(of, position), rows: [[measure.label, number(length, 3)]] };
      });
    case "boxes":
      return marks.boxes.map((box, i) => {
        const position = marks.position[i] ?? 0;
        return {
          series, x: share(x, position - 0.28), x2: share(x, position + 0.28), y: share(y, box.whisker_low), y2: share(y, box.whisker_high),
          trial: null, title: placeText(chart.x, position),
          rows: [["median", number(box.middle)], ["half of them", `${number(box.lower)} to ${number(box.upper)}`], ["whiskers", `${number(box.whisker_low)} to ${number(box.whisker_high)}`]],
        };
      });
    case "spans":
      return marks.row.map((row, i) => {
        const [begin, end, trial] = [marks.begin[i] ?? 0, marks.end[i] ?? 0, marks.numbers?.[i] ?? null];
        return {
          series, x: share(x, begin), x2: share(x, end), y: share(y, row - 0.38), y2: share(y, row + 0.38), trial, title: titleOf(name, trial),
          rows: [["worker", placeText(chart.y, row)], [chart.x.label || "begins", `${number(begin, 4)} to ${number(end, 4)}`]],
        };
      });
    case "field":
      return fieldHits(marks, series, x, y);
    case "band":
    case "parallel":
      return [];
  }
}

export function hitsOf(chart: ChartData, x: Scale, y: Scale): Hit[] {
  return chart.series.flatMap((series, i) => seriesHits(chart, series, i, x, y)).filter((hit) => Number.isFinite(hit.x) && Number.isFinite(hit.y));
}

/** The borders of an axis of parallel coordinates, as src/hone/plot/scale.cpp has them: it knows both, or its choices. */
function scaleOfAxis(axis: Axis, values: (number | null | undefined)[]): Scale {
  if (axis.categories.length) return { low: -0.5, high: axis.categories.length - 0.5, log: false };
  const finite = values.filter((value): value is number => value !== null && value !== undefined);
  const low = axis.low ?? finite.reduce((a, b) => Math.min(a, b), Infinity);
  const high = axis.high ?? finite.reduce((a, b) => Math.max(a, b), -Infinity);
  return { low, high, log: axis.scale === "log" && low > 0 };
}

export interface Upright {
  axes: Axis[];
  scales: Scale[];
  rows: Row[];
}

export function uprightOf(chart: ChartData): Upright | null {
  const all = chart.series.flatMap(({ name, marks }, series) => (marks.type === "parallel" ? [{ name, marks: marks as ParallelMarks, series }] : []));
  const axes = all[0]?.marks.axes;
  if (!axes) return null;
  const scales = axes.map((axis, j) => scaleOfAxis(axis, all.flatMap(({ marks }) => marks.rows.map((row) => row[j]))));
  const rows = all.flatMap(({ marks, series }) => marks.rows.map((row, i): Row => ({
    series,
    at: scales.map((scale, j) => inside(share(scale, row[j]))),
    trial: marks.numbers?.[i] ?? null,
    title: titleOf("", marks.numbers?.[i]),
    rows: axes.map((axis, j): [string, string] => [axis.label, placeText(axis, row[j])]),
  })));
  return { axes, scales, rows };
}
