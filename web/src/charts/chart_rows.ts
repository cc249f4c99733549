// SPDX-License-Identifier: MIT
import type { ChartData, LineMarks, PointMarks, Series } from "../api/types";
import { evenShare } from "../lib/decimate";
import { number } from "../lib/format";
import { placeText } from "./axes";

export interface ChartRows {
  columns: string[];
  rows: string[][];
  left_out: number;
}

/** Of marks that stand for several values, how many. */
function several(marks: LineMarks | PointMarks, i: number): string {
  const count = marks.type === "points" ? marks.counts?.[i] : undefined;
  return count === undefined || count === 1 ? "" : ` (the furthest of ${count})`;
}

function rowsOf(chart: ChartData, series: Series): string[][] {
  const { marks } = series;
  const name = series.name || "–";
  const x = (value: number | null | undefined) => placeText(chart.x, value);
  const y = (value: number | null | undefined) => placeText(chart.y, value);
  switch (marks.type) {
    case "line":
    case "points":
      return marks.x.flatMap((value, i) => (value === null ? [] : [[name + several(marks, i), x(value), y(marks.y[i])]]));
    case "band":
      return marks.x.map((value, i) => [name, x(value), `${y(marks.low[i])} to ${y(marks.high[i])}`]);
    case "bars":
      return marks.position.map((position, i) =>
        marks.horizontal ? [name, number(marks.length[i]), y(position)] : [name, x(position), number(marks.length[i])],
      );
    case "boxes":
      return marks.boxes.map((box, i) => [name, x(marks.position[i]), `median ${number(box.middle)}, half within ${number(box.lower)} to ${number(box.upper)}`]);
    case "field":
      return [];
    case "spans":
      return marks.row.map((row, i) => [name, `${number(marks.begin[i])} to ${number(marks.end[i])}`, y(row)]);
    case "parallel":
      return [];
  }
}

/** The numbers behind a chart as a table of at most so many rows. */
export function chartRows(chart: ChartData, most = 200): ChartRows {
  const all = chart.series.flatMap((series) => rowsOf(chart, series));
  const rows = evenShare(all.length, most).map((i) => all[i] ?? []);
  return { columns: ["what", chart.x.label || "x", chart.y.label || "y"], rows, left_out: all.length - rows.length };
}
