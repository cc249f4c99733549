// SPDX-License-Identifier: MIT
import type { Axis, ChartData, Marks } from "../api/types";
import { number } from "../lib/format";
import type { Ink } from "./palette";

/** What stands at a place of an axis, for people. */
export function placeText(axis: Axis, value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (axis.categories.length) return axis.categories[Math.round(value)] ?? number(value);
  return number(value);
}

export function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function valuesOf(marks: Marks, across: boolean): (number | null)[] {
  switch (marks.type) {
    case "line":
    case "points":
      return across ? marks.x : marks.y;
    case "band":
      return across ? marks.x : [...marks.low, ...marks.high];
    case "bars":
      return marks.horizontal === across ? [0, ...marks.length] : marks.position;
    case "boxes":
      return across ? marks.position : marks.boxes.flatMap((box) => [box.whisker_low, box.whisker_high, ...box.outliers]);
    case "field":
      return across ? [marks.x_low, marks.x_high] : [marks.y_low, marks.y_high];
    case "spans":
      return across ? [...marks.begin, ...marks.end] : marks.row;
    case "parallel":
      return [];
  }
}

/** The ends of an axis: those it names, or what its data reach, with a margin of 4 % on its scale. */
export function extent(chart: ChartData, across: boolean): [number, number] {
  const axis = across ? chart.x : chart.y;
  if (axis.categories.length) return [-0.5, axis.categories.length - 0.5];
  const log = axis.scale === "log";
  let least = Infinity;
  let most = -Infinity;
  for (const series of chart.series) {
    for (const value of valuesOf(series.marks, across)) {
      if (value === null || !Number.isFinite(value) || (log && value <= 0)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  if (least > most) [least, most] = log ? [1, 10] : [0, 1];
  const inner = log ? [Math.log(least), Math.log(most)] : [least, most];
  const width = (inner[1] ?? 0) - (inner[0] ?? 0) || Math.abs(inner[0] ?? 0) * 0.1 || 1;
  const ends = [(inner[0] ?? 0) - width * 0.04, (inner[1] ?? 0) + width * 0.04].map((end) => (log ? Math.exp(end) : end));
  return [axis.low ?? ends[0] ?? 0, axis.high ?? ends[1] ?? 1];
}

/** Room for what stands left of the upright axis. */
export function gridLeft(chart: ChartData, narrow: boolean): number {
  const names = chart.y.categories;
  if (!names.length) return narrow ? 46 : 56;
  return Math.max(40, 14 + 6.4 * Math.max(...names.map((name) => Math.min(name.length, narrow ? 9 : 16))));
}

/** An axis of a grid. Categories are places on a line of numbers too, so that all marks are drawn in one way. */
export function axisOption(chart: ChartData, across: boolean, ink: Ink, narrow: boolean): Record<string, unknown> {
  const axis = across ? chart.x : chart.y;
  const [min, max] = extent(chart, across);
  const names = axis.categories;
  const log = axis.scale === "log" && min > 0;
  return {
    type: log ? "log" : "value",
    min,
    max,
    name: axis.bare ? "" : short(axis.label, across && !narrow ? 70 : 40),
    nameLocation: across ? "middle" : "end",
    nameGap: across ? 26 : 10,
    nameTextStyle: { color: ink.faint, fontSize: 12, align: across ? "center" : "left", padding: across ? 0 : [0, 0, 0, -34] },
    minInterval: axis.whole ? 1 : undefined,
    splitNumber: narrow ? 3 : 5,
    splitLine: { show: !names.length, lineStyle: { color: ink.grid } },
    axisLine: { show: across, onZero: false, lineStyle: { color: ink.line } },
    axisTick: { show: false },
    axisLabel: {
      show: !axis.bare,
      color: ink.faint,
      fontSize: 11,
      hideOverlap: true,
      // The end of a margin, such as 0.176, says nothing.
      showMinLabel: names.length ? undefined : !log && across && Number.isInteger(axis.low),
      showMaxLabel: names.length ? undefined : false,
      customValues: names.length ? names.map((_, i) => i) : undefined,
      formatter: names.length
        ? (value: number) => short(names[value] ?? "", narrow ? 9 : 16)
        : (value: number) => number(value, 4),
    },
  };
}
