// SPDX-License-Identifier: MIT
// Where things lie in a picture that src/hone/plot/svg.cpp drew, in shares of the frame of their chart.

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** One axis of a chart: what its borders are. */
export interface Scale {
  low: number;
  high: number;
  log: boolean;
}

/** The part of a frame that is seen: all of it is 0 to 1. */
export interface View {
  x: [number, number];
  y: [number, number];
}

export const WHOLE: View = { x: [0, 1], y: [0, 1] };

export function readFrame(text: string): Frame {
  const [left = 0, top = 0, width = 1, height = 1] = text.split(" ").map(Number);
  return { left, top, width, height };
}

export function readScale(text: string): Scale {
  const [low, high, kind] = text.split(" ");
  return { low: Number(low), high: Number(high), log: kind === "log" };
}

/** The share of the axis at which a value lies; NaN for what has no place. */
export function share(scale: Scale, value: number | null | undefined): number {
  if (value === null || value === undefined || (scale.log && value <= 0)) return NaN;
  const { low, high } = scale;
  return scale.log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** The value at a share of the axis. */
export function valueAt(scale: Scale, at: number): number {
  const { low, high } = scale;
  return scale.log ? low * (high / low) ** at : low + (high - low) * at;
}

export function pixelX(frame: Frame, view: View, at: number): number {
  return frame.left + ((at - view.x[0]) / (view.x[1] - view.x[0])) * frame.width;
}

export function pixelY(frame: Frame, view: View, at: number): number {
  return frame.top + frame.height - ((at - view.y[0]) / (view.y[1] - view.y[0])) * frame.height;
}

export function shareX(frame: Frame, view: View, pixel: number): number {
  return view.x[0] + ((pixel - frame.left) / frame.width) * (view.x[1] - view.x[0]);
}

export function shareY(frame: Frame, view: View, pixel: number): number {
  return view.y[0] + ((frame.top + frame.height - pixel) / frame.height) * (view.y[1] - view.y[0]);
}

/** Round values on an axis of numbers, about so many of them. */
export function roundValues(scale: Scale, most: number): number[] {
  const { low, high } = scale;
  if (scale.log && high / low > 8) {
    const first = Math.ceil(Math.log10(low) - 1e-9);
    const count = Math.floor(Math.log10(high) + 1e-9) - first + 1;
    const stride = Math.max(1, Math.ceil(count / most));
    return Array.from({ length: Math.max(0, Math.ceil(count / stride)) }, (_, i) => 10 ** (first + i * stride));
  }
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
