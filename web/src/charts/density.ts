// SPDX-License-Identifier: MIT
import type { Axis, ParallelMarks } from "../api/types";
import { colourOf, type Ink } from "./palette";

// Parallel coordinates of more trials than lines can be told apart: how many pass from where to where, drawn as strokes between
// the cells of neighbouring axes, the stronger the more, by the logarithm of their number.

export interface Density {
  cells: number;
  pairs: number[][];
}

export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function densityOf(marks: ParallelMarks | undefined): Density | null {
  return marks?.density?.length && marks.cells ? { cells: marks.cells, pairs: marks.density } : null;
}

/** The cell of a value on an axis, of so many; what lies behind an end is in the last one there. */
function cellOf(axis: Axis, value: number | null | undefined, cells: number): number | null {
  if (value === null || value === undefined) return null;
  const [low, high] = axis.categories.length ? [-0.5, axis.categories.length - 0.5] : [axis.low ?? 0, axis.high ?? 1];
  const place = axis.scale === "log" && low > 0 ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low || 1);
  return Number.isFinite(place) ? Math.min(cells - 1, Math.max(0, Math.floor(place * cells))) : null;
}

/** The density of rows of places on the axes, counted as src/hone/charts/parallel_chart.cpp does. */
export function countDensity(axes: Axis[], rows: (number | null)[][], cells: number): Density {
  const pairs = axes.slice(1).map(() => new Array<number>(cells * cells).fill(0));
  for (const row of rows) {
    let before: number | null = null;
    axes.forEach((axis, j) => {
      const cell = cellOf(axis, row[j], cells);
      const counts = pairs[j - 1];
      if (counts && before !== null && cell !== null) counts[before * cells + cell] = (counts[before * cells + cell] ?? 0) + 1;
      before = cell;
    });
  }
  return { cells, pairs };
}

/** From a pair of axes, by heights as shares of them. */
export interface Stroke {
  pair: number;
  from: number;
  to: number;
}

const CLASSES = 14;

/** The strokes of a density, from the faintest to the strongest: those of one class are drawn at once. */
export function strokeClasses({ cells, pairs }: Density): Stroke[][] {
  const most = Math.log(Math.max(2, pairs.reduce((a, pair) => pair.reduce((b, count) => Math.max(b, count), a), 0)));
  const classes: Stroke[][] = Array.from({ length: CLASSES }, () => []);
  pairs.forEach((counts, pair) => counts.forEach((count, i) => {
    if (!count) return;
    const strength = Math.round(((CLASSES - 1) * Math.log(count)) / most);
    classes[strength]?.push({ pair, from: (Math.floor(i / cells) + 0.5) / cells, to: ((i % cells) + 0.5) / cells });
  }));
  return classes;
}

function paint(density: Density, width: number, height: number, colour: string, strongest: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.scale(scale, scale);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1.2, height / density.cells / 3);
  const apart = width / density.pairs.length;
  strokeClasses(density).forEach((strokes, k) => {
    context.globalAlpha = 0.03 + (strongest * (k + 1)) / CLASSES;
    context.beginPath();
    for (const { pair, from, to } of strokes) {
      context.moveTo(pair * apart, (1 - from) * height);
      context.lineTo((pair + 1) * apart, (1 - to) * height);
    }
    context.stroke();
  });
  return canvas;
}

function densityOption(density: Density, margins: Margins, colour: string, strongest: number, z: number): Record<string, unknown> {
  let made: { canvas: HTMLCanvasElement; width: number; height: number } | null = null;
  return {
    type: "custom",
    coordinateSystem: "none",
    silent: true,
    z,
    data: [0],
    renderItem: (_: unknown, api: { getWidth(): number; getHeight(): number }) => {
      const width = api.getWidth() - margins.left - margins.right;
      const height = api.getHeight() - margins.top - margins.bottom;
      if (width <= 0 || height <= 0) return null;
      if (made?.width !== width || made.height !== height) made = { canvas: paint(density, width, height, colour, strongest), width, height };
      return { type: "image", silent: true, style: { image: made.canvas, x: margins.left, y: margins.top, width, height } };
    },
  };
}

/** The density of what is chosen over that of everything, or the latter alone. Grey stays behind the lines of the best. */
export function densityOptions(shown: Density | null, all: Density | null, margins: Margins, ink: Ink): Record<string, unknown>[] {
  const options = all ? [densityOption(all, margins, ink.grey, 0.14, 0)] : [];
  if (shown) options.push(densityOption(shown, margins, all ? colourOf(5, ink) : ink.grey, 0.4, 1));
  return options;
}
