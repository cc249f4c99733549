// SPDX-License-Identifier: MIT
import type { ChartData, PointMarks } from "../api/types";
import { extent } from "./axes";
import type { Ink } from "./palette";

// Arrows at an end of an axis: their true places lie behind it. The picture shows that they are there and how many.

export type Arrow = "up" | "down" | "right" | "left";

const ARROWS: Record<Arrow, { turn: number; inwards: [number, number] }> = {
  up: { turn: 0, inwards: [0, 1] },
  down: { turn: 180, inwards: [0, -1] },
  right: { turn: -90, inwards: [-1, 0] },
  left: { turn: 90, inwards: [1, 0] },
};

export function isArrow(marker: string): marker is Arrow {
  return marker in ARROWS;
}

/** A value brought to the end of the axis that it lies behind; a hair inside, or it would be cut off. */
export function atEnd(chart: ChartData, across: boolean, value: number | null): number | null {
  if (value === null || (across ? chart.x : chart.y).categories.length) return value;
  const [low, high] = extent(chart, across);
  const hair = (high - low) * 1e-9;
  return Math.min(high - hair, Math.max(low + hair, value));
}

export function arrowData(chart: ChartData, places: (number | null)[][]): (number | null)[][] {
  return places.map(([x = null, y = null]) => [atEnd(chart, true, x), atEnd(chart, false, y)]);
}

export function arrowOption(marks: PointMarks, arrow: Arrow, colour: string, ink: Ink): Record<string, unknown> {
  const radius = marks.radius ?? 4;
  const { turn, inwards } = ARROWS[arrow];
  const { counts } = marks;
  return {
    type: "scatter",
    symbol: "triangle",
    symbolRotate: turn,
    symbolSize: 2.2 * radius,
    symbolOffset: inwards.map((way) => way * 1.1 * radius),
    itemStyle: { color: colour, opacity: 0.95 },
    emphasis: { scale: 1.6, itemStyle: { borderColor: ink.text, borderWidth: 1.5 } },
    label: {
      show: counts !== undefined,
      position: arrow === "right" ? "left" : "right",
      formatter: (item: { dataIndex: number }) => String(counts?.[item.dataIndex] ?? ""),
      color: ink.text,
      fontSize: 11,
      fontWeight: 600,
      textBorderColor: ink.ground,
      textBorderWidth: 3,
    },
    z: 5,
  };
}
