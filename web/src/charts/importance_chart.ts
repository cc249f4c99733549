// SPDX-License-Identifier: MIT
import type { Axis, ChartData, Importance } from "../api/types";

const AXIS: Axis = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };
const MOST = 30;

/**
 * A lying bar for each parameter, the most important on top, with a whisker of one deviation to both sides.
 * Importances are shares: none is above 1, so no axis goes on behind it.
 */
export function importanceChart(data: Importance): ChartData {
  const rows = data.importances.slice(0, MOST).reverse();
  const reach = Math.max(0, ...rows.map((row) => row.importance + row.deviation));
  return {
    title: "",
    x: { ...AXIS, label: "importance", low: 0, high: reach * 1.04 >= 1 ? 1 : null },
    y: { ...AXIS, categories: rows.map((row) => row.parameter) },
    series: [
      { name: "", colour: 0, marks: { type: "bars", horizontal: true, position: rows.map((_, i) => i), length: rows.map((row) => row.importance) } },
      {
        name: "one standard deviation",
        colour: -1,
        marks: {
          type: "line", width: 1.6,
          x: rows.flatMap((row) => [Math.max(0, row.importance - row.deviation), Math.min(1, row.importance + row.deviation), null]),
          y: rows.flatMap((_, i) => [i, i, null]),
        },
      },
    ],
  };
}
