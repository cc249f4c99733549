// SPDX-License-Identifier: MIT
import type { ChartData, Series } from "../api/types";
import { number } from "../lib/format";
import { bandDepth, fieldEnds, pointStrength } from "./marks";
import { colourOf, depth, tint, type Ink } from "./palette";
import { lineStrength } from "./parallel";

const STEPS = 16;

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
      colours: Array.from({ length: marks.bands }, (_, band) => depth(colour, bandDepth(band, marks.bands), ink)),
      ticks: [number(least, 3), number((least + most) / 2, 3), number(most, 3)],
    };
  }
  if (marks.type === "points" && marks.shade?.length && marks.numbers) {
    const ticks = shadeTicks(marks.shade, marks.numbers);
    return ticks && { series, label: "trial", colours: steps((share) => tint(colour, pointStrength(share), ink)), ticks };
  }
  if (marks.type === "parallel" && marks.shade?.length && typeof marks.shade_axis === "number") {
    const at = marks.shade_axis;
    const ticks = shadeTicks(marks.shade, marks.rows.map((row) => row[at]));
    return ticks && { series, label: marks.axes[at]?.label ?? "", colours: steps((share) => tint(colour, lineStrength(share), ink)), ticks };
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
