// SPDX-License-Identifier: MIT
import type { Axis, ChartData, Series } from "../api/types";
import { number } from "../lib/format";
import { fieldEnds, fieldPlace, fieldRamp } from "./field";
import { pointStrength } from "./marks";
import { colourOf, tint, type Ink } from "./palette";
import { lineStrength } from "./parallel";

const STEPS = 64;

/** What the colours of a chart mean: from its first colour to its last, and the values at both ends and in between. */
export interface ColourBarData {
  series: Series;
  label: string;
  colours: string[];
  /** At the first colour, in the middle, at the last one. */
  ticks: [string, string, string];
}

/** The values whose shades are nearest to 0, 1/2 and 1: shades need not follow values evenly. */
export function shadeTicks(shades: number[], values: (number | null | undefined)[]): [string, string, string] | null {
  const nearest = (wanted: number): string | null => {
    let best: number | null = null;
    let distance = Infinity;
    shades.forEach((shade, i) => {
      const value = values[i];
      if (value === null || value === undefined || Math.abs(shade - wanted) >= distance) return;
      distance = Math.abs(shade - wanted);
      best = value;
    });
    return best === null ? null : number(best, 3);
  };
  const [first, middle, last] = [nearest(0), nearest(0.5), nearest(1)];
  return first === null || middle === null || last === null ? null : [first, middle, last];
}

/** The values at both ends of an axis and half way between them; what lies behind an end has the colour of that end. */
export function axisTicks(axis: Axis): [string, string, string] {
  const [low, high] = [axis.low ?? 0, axis.high ?? 1];
  const middle = fieldPlace(low, high, 0.5, axis.scale === "log");
  return [`${axis.beyond?.low ? "≤ " : ""}${number(low, 3)}`, number(middle, 3), `${axis.beyond?.high ? "≥ " : ""}${number(high, 3)}`];
}

function steps(colour: (share: number) => string, count = STEPS): string[] {
  return Array.from({ length: count }, (_, i) => colour(i / (count - 1)));
}

function barOf(series: Series, ink: Ink): ColourBarData | null {
  const { marks } = series;
  const colour = colourOf(series.colour, ink);
  if (marks.type === "field") {
    const [least, most] = fieldEnds(marks);
    if (least > most) return null;
    return {
      series,
      label: series.name.replace(/: pale .*$/, ""), // a picture without a bar has its ends in the name
      colours: fieldRamp(colour, ink, STEPS),
      ticks: [number(least, 3), number((least + most) / 2, 3), number(most, 3)],
    };
  }
  if (marks.type === "points" && marks.shade?.length && marks.shade_axis) {
    return { series, label: marks.shade_axis.label, colours: steps((share) => tint(colour, pointStrength(share), ink)), ticks: axisTicks(marks.shade_axis) };
  }
  if (marks.type === "points" && marks.shade?.length && marks.numbers) {
    const ticks = shadeTicks(marks.shade, marks.numbers);
    return ticks && { series, label: "trial", colours: steps((share) => tint(colour, pointStrength(share), ink)), ticks };
  }
  if (marks.type === "parallel" && marks.shade?.length && typeof marks.shade_axis === "number") {
    const at = marks.shade_axis;
    const ticks = shadeTicks(marks.shade, marks.rows.map((row) => row[at]));
    return ticks && { series, label: marks.axes[at]?.label ?? "", colours: steps((share) => tint(colour, lineStrength(share, !!marks.density), ink)), ticks };
  }
  return null;
}

/** The colour bar of a chart, when its colours mean values. */
export function colourBar(chart: ChartData, ink: Ink): ColourBarData | null {
  for (const series of chart.series) {
    const bar = barOf(series, ink);
    if (bar) return bar;
  }
  return null;
}
