// SPDX-License-Identifier: MIT
import type { Axis } from "../api/types";
import { short } from "../charts/axes";
import { number } from "../lib/format";
import { add } from "./draw";
import { pixelX, pixelY, roundValues, share, valueAt, type Frame, type Scale, type View } from "./place";

// A part of a chart made as large as its frame. Marks move and keep their size and the width of their lines.

const SHAPES = "circle, rect, polygon, polyline, path, line";

/** Markers of points move; all else is stretched. Crowds of points are one path of round strokes. */
function isMarker(shape: SVGGraphicsElement, ofPoints: boolean): boolean {
  return ofPoints && shape.getAttribute("stroke-linecap") !== "round";
}

export function stretch(group: SVGGElement, ofPoints: boolean, frame: Frame, view: View): void {
  const [wide, high] = [1 / (view.x[1] - view.x[0]), 1 / (view.y[1] - view.y[0])];
  const [left, top] = [pixelX(frame, view, 0), pixelY(frame, view, 1)];
  const x = (pixel: number) => left + (pixel - frame.left) * wide;
  const y = (pixel: number) => top + (pixel - frame.top) * high;
  for (const shape of group.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    if (shape.parentElement?.tagName === "clipPath") continue;
    if (wide === 1 && high === 1) {
      shape.removeAttribute("transform");
    } else if (isMarker(shape, ofPoints)) {
      const box = shape.getBBox();
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      shape.setAttribute("transform", `translate(${x(cx) - cx} ${y(cy) - cy})`);
    } else {
      shape.setAttribute("vector-effect", "non-scaling-stroke");
      shape.setAttribute("transform", `matrix(${wide} 0 0 ${high} ${x(0)} ${y(0)})`);
    }
  }
}

interface Tick {
  at: number;
  label: string;
}

function ticksOf(axis: Axis, scale: Scale, [from, to]: [number, number], most: number): Tick[] {
  const seen: Scale = { low: valueAt(scale, from), high: valueAt(scale, to), log: scale.log };
  const values = axis.categories.length
    ? axis.categories.map((_, i) => i).filter((i) => i > seen.low && i < seen.high)
    : roundValues(seen, most).filter((value) => !axis.whole || Number.isInteger(value));
  return values.map((value) => ({ at: share(scale, value), label: axis.categories.length ? short(axis.categories[value] ?? "", 14) : number(value, 5) }));
}

/** Rules and labels of what is seen, in the colours of src/hone/plot/svg.cpp. */
export function rules(group: SVGGElement, axes: [Axis, Axis], scales: [Scale, Scale], frame: Frame, view: View): void {
  group.replaceChildren();
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height];
  for (const { at, label } of ticksOf(axes[0], scales[0], view.x, Math.max(2, frame.width / 90))) {
    const x = pixelX(frame, view, at);
    add(group, "line", { x1: x, x2: x, y1: frame.top, y2: bottom, stroke: "#dde1e7" });
    add(group, "text", { x, y: bottom + 18, "text-anchor": "middle", "font-size": 11, fill: "#6b7280" }, label);
  }
  for (const { at, label } of ticksOf(axes[1], scales[1], view.y, Math.max(2, frame.height / 50))) {
    const y = pixelY(frame, view, at);
    add(group, "line", { x1: frame.left, x2: right, y1: y, y2: y, stroke: "#dde1e7" });
    add(group, "text", { x: frame.left - 8, y: y + 4, "text-anchor": "end", "font-size": 11, fill: "#6b7280" }, label);
  }
  add(group, "line", { x1: frame.left, x2: right, y1: bottom, y2: bottom, stroke: "#9ca3af" });
}
