// SPDX-License-Identifier: MIT
import type { Axis, ChartData, ParallelMarks, Series } from "../api/types";
import { grouped, number } from "../lib/format";
import { placeText, short } from "./axes";
import { densityOf, densityOptions, type Density } from "./density";
import { TOOLTIP_STYLE } from "./option";
import { colourOf, tint, type Ink } from "./palette";
import { tooltipContent } from "./tooltip";

// Parallel coordinates with brushing: which parts of which axes are chosen, which lines pass through all of them.

/** Chosen intervals by the label of their axis, in the units of the axis. */
export type Brush = Record<string, [number, number][]>;

/** Nothing chosen. Without a prototype: an axis may be called "__proto__". */
export function noBrush(): Brush {
  return Object.create(null) as Brush;
}

/** What is chosen of an axis, whatever it is called: every object has a "constructor". */
export function intervalsOf(brush: Brush, label: string): [number, number][] {
  return Object.prototype.hasOwnProperty.call(brush, label) ? (brush[label] ?? []) : [];
}

/** "C:1..10,90..100;kernel:0..1" for an address, and back. Labels are encoded, as they may hold anything. */
export function brushText(brush: Brush): string {
  return Object.entries(brush)
    .filter(([, intervals]) => intervals.length)
    .map(([label, intervals]) => `${encodeURIComponent(label)}:${intervals.map((ends) => ends.map((end) => Number(end.toPrecision(5))).join("..")).join(",")}`)
    .join(";");
}

export function parseBrush(text: string): Brush {
  const brush = noBrush();
  for (const part of text.split(";")) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const intervals: [number, number][] = [];
    for (const interval of part.slice(colon + 1).split(",")) {
      const [from, to] = interval.split("..").map(Number);
      if (from !== undefined && to !== undefined && Number.isFinite(from) && Number.isFinite(to)) intervals.push([Math.min(from, to), Math.max(from, to)]);
    }
    try {
      if (intervals.length) brush[decodeURIComponent(part.slice(0, colon))] = intervals;
    } catch {
      // A part of an address that was typed wrongly: the others still count.
    }
  }
  return brush;
}

/** Whether a value lies in one of the intervals; one that is not there lies in none. */
export function within(value: number | null | undefined, intervals: [number, number][]): boolean {
  return value !== null && value !== undefined && intervals.some(([low, high]) => value >= low && value <= high);
}

/** Where a value stands on an axis: what lies behind an end of it, as far-off results do, stands at the end. */
export function onAxis(axis: Axis, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  return Math.min(axis.high ?? Infinity, Math.max(axis.low ?? -Infinity, value));
}

/** The rows that pass through a chosen interval on every brushed axis. */
export function brushed(marks: ParallelMarks, brush: Brush): number[] {
  const wanted = marks.axes.flatMap((axis, at) => (intervalsOf(brush, axis.label).length ? [{ axis, at, intervals: intervalsOf(brush, axis.label) }] : []));
  return marks.rows.flatMap((row, i) => (wanted.every(({ axis, at, intervals }) => within(onAxis(axis, row[at]), intervals)) ? [i] : []));
}

export function parallelMarks(chart: Pick<ChartData, "series">): { series: Series; marks: ParallelMarks }[] {
  return chart.series.flatMap((series) => (series.marks.type === "parallel" ? [{ series, marks: series.marks }] : []));
}

/** The lowest label of an axis hangs below its end by half a line and more. */
function parallelMargins(narrow: boolean) {
  return { left: narrow ? 36 : 48, right: narrow ? 36 : 56, top: 46, bottom: 30 };
}

const NO_AXIS: Axis = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };

/** What an axis is called, and how many lines end at its ends although they belong further out. */
function axisName(axis: Axis, narrow: boolean): string {
  const { low = 0, high = 0 } = axis.beyond ?? {};
  const beyond = [high ? `▲ ${grouped(high)}` : "", low ? `▼ ${grouped(low)}` : ""].filter(Boolean).join(" ");
  return short(axis.label, narrow ? 10 : 18) + (beyond ? `\n${beyond}` : "");
}

function axisOption(axis: Axis, dim: number, ink: Ink, narrow: boolean): Record<string, unknown> {
  const common = {
    dim,
    z: 5, // labels stand over the lines
    name: axisName(axis, narrow),
    nameTextStyle: { color: ink.text, fontSize: 11, lineHeight: 13 },
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { lineStyle: { color: ink.line } },
    areaSelectStyle: { width: 18, borderWidth: 1, borderColor: colourOf(1, ink), color: colourOf(1, ink), opacity: 0.28 },
  };
  const label = { color: ink.text, fontSize: 10, textBorderColor: ink.ground, textBorderWidth: 3 };
  if (axis.categories.length) {
    const names = axis.categories;
    return {
      ...common, type: "value", min: -0.5, max: names.length - 0.5,
      axisTick: { ...common.axisTick, customValues: names.map((_, i) => i) },
      axisLabel: { ...label, customValues: names.map((_, i) => i), formatter: (value: number) => short(names[value] ?? "", 10) },
    };
  }
  const log = axis.scale === "log" && (axis.low ?? 1) > 0;
  return {
    ...common,
    type: log ? "log" : "value",
    min: axis.low ?? undefined,
    max: axis.high ?? undefined,
    splitNumber: 4,
    axisLabel: { ...label, hideOverlap: true, formatter: (value: number) => number(value, 3) },
  };
}

/** `all` is the density of all trials when only a part of them is chosen: that of `chart`, unless `shown` is another one. */
export function parallelOption(chart: ChartData, ink: Ink, narrow: boolean, all: Density | null = null, shown?: Density | null): Record<string, unknown> {
  const drawn = parallelMarks(chart);
  const axes = drawn[0]?.marks.axes ?? [];
  return {
    animation: false,
    textStyle: { fontFamily: "inherit" },
    parallel: {
      ...parallelMargins(narrow),
      axisExpandable: false,
      parallelAxisDefault: {},
    },
    parallelAxis: axes.map((axis, dim) => axisOption(axis, dim, ink, narrow)),
    tooltip: {
      ...TOOLTIP_STYLE(ink),
      formatter: (item: { seriesIndex: number; dataIndex: number }) => {
        const found = drawn[item.seriesIndex];
        const row = found?.marks.rows[item.dataIndex] ?? [];
        const of = found?.marks.numbers?.[item.dataIndex];
        return tooltipContent(of === undefined ? "" : `trial ${of}`, axes.map((axis, i) => [axis.label, placeText(axis, row[i])]));
      },
    },
    series: [...drawn.map(({ series, marks }) => ({
      type: "parallel",
      name: series.name,
      inactiveOpacity: 0.03,
      activeOpacity: 0.9,
      lineStyle: { width: marks.width ?? 1, opacity: 0.75, color: colourOf(series.colour, ink) },
      progressive: 0,
      data: marks.rows.map((row, i) => ({
        value: row.map((value, at) => onAxis(axes[at] ?? NO_AXIS, value) ?? "-"),
        lineStyle: { color: tint(colourOf(series.colour, ink), marks.shade?.length ? lineStrength(marks.shade[i] ?? 1, !!marks.density) : 1, ink) },
      })),
    })), pickedOption(null, axes, ink), ...densityOptions(shown === undefined ? densityOf(drawn[0]?.marks) : shown, all, parallelMargins(narrow), ink)],
  };
}

/** How strong the colour of a line of that shade is: the palest still stands out from the page, and from a density behind it. */
export function lineStrength(shade: number, dense = false): number {
  const palest = dense ? 0.5 : 0.2;
  return palest + (1 - palest) * shade;
}

/** The one line that somebody points at elsewhere, over all others and whatever is chosen on the axes. */
export function pickedOption(row: (number | null)[] | null, axes: Axis[], ink: Ink): Record<string, unknown> {
  return {
    id: "picked",
    type: "parallel",
    silent: true,
    z: 10,
    inactiveOpacity: 1,
    activeOpacity: 1,
    lineStyle: { width: 3.5, opacity: 1, color: ink.text },
    data: row ? [row.map((value, at) => onAxis(axes[at] ?? NO_AXIS, value) ?? "-")] : [],
  };
}
