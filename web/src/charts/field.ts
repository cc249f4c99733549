// SPDX-License-Identifier: MIT
import type { ChartData, FieldMarks, Series } from "../api/types";
import { number } from "../lib/format";
import { custom, pair, type CustomApi, type Drawn } from "./marks";
import { channels, colourOf, depth, type Ink } from "./palette";

// What the model expects over two parameters: a smooth picture made from a grid of values.

/** The place of the i-th of n marks that reach from border to border, evenly on the scale of the axis. */
export function fieldPlace(low: number, high: number, share: number, log: boolean): number {
  return log && low > 0 ? low * (high / low) ** share : low + (high - low) * share;
}

/** The least and the greatest value of a field. */
export function fieldEnds(marks: FieldMarks): [number, number] {
  const finite = marks.values.filter((value): value is number => value !== null);
  return [finite.reduce((a, b) => Math.min(a, b), Infinity), finite.reduce((a, b) => Math.max(a, b), -Infinity)];
}

/** How dark a field is where its value is so far on the way from the least to the greatest. */
export function fieldDepth(share: number): number {
  return 0.06 + 0.82 * share;
}

/**
 * The value at a place between the grid's, both as shares from border to border: bilinear among the four around it. There is
 * none where the nearest one is missing; others that are missing do not count.
 */
export function fieldValue(marks: FieldMarks, across: number, up: number): number | null {
  const { columns, rows, values } = marks;
  const [u, v] = [across * (columns - 1), up * (rows - 1)];
  if ((values[Math.round(v) * columns + Math.round(u)] ?? null) === null) return null;
  const [left, low] = [Math.min(columns - 1, Math.floor(u)), Math.min(rows - 1, Math.floor(v))];
  let sum = 0;
  let weights = 0;
  for (const [row, column] of [[low, left], [low, left + 1], [low + 1, left], [low + 1, left + 1]] as const) {
    const weight = Math.max(0, 1 - Math.abs(u - column)) * Math.max(0, 1 - Math.abs(v - row));
    const value = column < columns && row < rows ? (values[row * columns + column] ?? null) : null;
    if (value === null || weight === 0) continue;
    sum += weight * value;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}

/** The colours of a field from the least value to the greatest. */
export function fieldRamp(colour: string, ink: Ink, steps: number): string[] {
  return Array.from({ length: steps }, (_, i) => depth(colour, fieldDepth(i / (steps - 1)), ink));
}

/** Red, green, blue and opacity of every pixel, row by row from the top; nothing where there is no value. */
export function fieldPixels(marks: FieldMarks, width: number, height: number, colour: string, ink: Ink): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  const [least, most] = fieldEnds(marks);
  const ramp = fieldRamp(colour, ink, 256).map(channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = fieldValue(marks, width > 1 ? x / (width - 1) : 0, height > 1 ? 1 - y / (height - 1) : 0);
      if (value === null) continue;
      const [red, green, blue] = ramp[Math.round(255 * ((value - least) / (most - least || 1)))] ?? [0, 0, 0];
      pixels.set([red, green, blue, 255], 4 * (y * width + x));
    }
  }
  return pixels;
}

const SIZE = 400;

function fieldImage(marks: FieldMarks, colour: string, ink: Ink): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  const data = context?.createImageData(SIZE, SIZE);
  if (context && data) {
    data.data.set(fieldPixels(marks, SIZE, SIZE, colour, ink));
    context.putImageData(data, 0, 0);
  }
  return canvas;
}

/** One smooth image, and over it a grid that cannot be seen and says what is expected where one points. */
export function drawField(chart: ChartData, series: Series, marks: FieldMarks, ink: Ink): Drawn[] {
  const colour = colourOf(series.colour, ink);
  const cells = marks.values.flatMap((value, i) => (value === null ? [] : [[i % marks.columns, Math.floor(i / marks.columns), value]]));
  const at = (column: number, row: number): [number, number] => [
    fieldPlace(marks.x_low, marks.x_high, Math.min(1, Math.max(0, column / (marks.columns - 1))), chart.x.scale === "log"),
    fieldPlace(marks.y_low, marks.y_high, Math.min(1, Math.max(0, row / (marks.rows - 1))), chart.y.scale === "log"),
  ];
  const rectangle = (api: CustomApi, from: [number, number], to: [number, number]) => {
    const [left, bottom] = api.coord(from);
    const [right, top] = api.coord(to);
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  let image: HTMLCanvasElement | null = null;
  const whole = (_: unknown, api: CustomApi) => {
    image ??= fieldImage(marks, colour, ink);
    return { type: "image", style: { image, ...rectangle(api, at(0, 0), at(marks.columns - 1, marks.rows - 1)) }, silent: true };
  };
  const cell = (item: { dataIndex: number }, api: CustomApi) => {
    const [column = 0, row = 0] = cells[item.dataIndex] ?? [];
    return { type: "rect", shape: rectangle(api, at(column - 0.5, row - 0.5), at(column + 0.5, row + 0.5)), style: { fill: "rgba(0,0,0,0)" } };
  };
  const data = cells.map(([column = 0, row = 0]) => at(column, row));
  return [
    { option: custom(series, [at(0, 0)], whole, true), describe: () => [series.name, []] },
    {
      option: { ...custom(series, data, cell), z: 1 },
      describe: (i) => ["expected", [...pair(chart, data[i]?.[0], data[i]?.[1]), ["value", number(cells[i]?.[2])]]],
    },
  ];
}
