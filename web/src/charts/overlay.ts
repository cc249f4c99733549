// SPDX-License-Identifier: MIT
import type { ChartData, LineMarks } from "../api/types";

export interface Overlaid {
  name: string;
  objective: string;
  chart: ChartData;
}

/** The best-so-far lines of several histories on common axes, each by the name of its study. */
export function overlay(histories: Overlaid[]): ChartData | null {
  const lines = histories.flatMap(({ name, chart }, i) => {
    const marks = chart.series.find((series) => series.marks.type === "line" && series.name === "best so far")?.marks as LineMarks | undefined;
    return marks && marks.x.length ? [{ name, colour: i, marks }] : [];
  });
  const [first] = histories;
  if (!first || lines.length === 0) return null;
  const log = histories.every(({ chart }) => chart.y.scale === "log");
  const labels = [...new Set(histories.map((one) => one.objective))];
  return {
    title: "",
    x: { ...first.chart.x, beyond: undefined, low: null, high: null },
    y: { ...first.chart.y, beyond: undefined, label: labels.join(", "), scale: log ? "log" : "linear", low: null, high: null },
    series: lines,
  };
}
