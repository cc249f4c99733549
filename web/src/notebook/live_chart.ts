// SPDX-License-Identifier: MIT
import type { ChartData } from "../api/types";
import { add } from "./draw";
import { hitsOf, uprightOf, type Hit, type Row, type Upright } from "./hits";
import { pixelX, pixelY, readFrame, readScale, shareX, shareY, WHOLE, type Frame, type Scale, type View } from "./place";
import { rules, stretch } from "./zoom";

const REACH = 14; // pixels from which a mark is meant

let clips = 0;

/** Pale colours are mixed with the white of a page: on a dark one a field keeps all of its bands, and boxes let the page through. */
function fitAnyGround(series: SVGGElement, type: string | undefined): void {
  for (const shape of series.querySelectorAll<SVGElement>("path, rect")) {
    const [fill, stroke] = [shape.getAttribute("fill"), shape.getAttribute("stroke")];
    if (type === "field" && fill) shape.style.fill = fill;
    if (type === "boxes" && fill && stroke) {
      shape.setAttribute("fill", stroke);
      shape.setAttribute("fill-opacity", "0.25");
    }
  }
}

/** One chart of a picture: its drawing, and what can be pointed at in it. */
export class LiveChart {
  readonly frame: Frame;
  readonly upright: Upright | null;
  private readonly scales: [Scale, Scale];
  private readonly hits: Hit[];
  private readonly series: SVGGElement[];
  private readonly grid: SVGGElement | null;
  private readonly ownGrid: SVGGElement;
  private readonly over: SVGGElement;
  private readonly chosen: SVGGElement;
  private readonly hidden = new Set<number>();
  private readonly brush = new Map<number, [number, number]>();
  private view: View = WHOLE;

  constructor(private readonly group: SVGGElement, private readonly chart: ChartData) {
    this.frame = readFrame(group.dataset.frame ?? "");
    this.scales = [readScale(group.dataset.x ?? ""), readScale(group.dataset.y ?? "")];
    this.hits = hitsOf(chart, ...this.scales);
    this.upright = uprightOf(chart);
    this.series = [...group.querySelectorAll<SVGGElement>("[data-series]")];
    this.grid = group.querySelector("[data-grid]");
    this.ownGrid = add(group, "g", {});
    this.grid?.after(this.ownGrid);
    this.chosen = add(group, "g", { "pointer-events": "none" });
    this.over = add(group, "g", { "pointer-events": "none" });
    for (const entry of group.querySelectorAll<SVGGElement>("[data-legend]")) this.legend(entry);
    this.series.forEach((one, i) => fitAnyGround(one, chart.series[i]?.marks.type));
  }

  private legend(entry: SVGGElement): void {
    const at = Number(entry.dataset.legend);
    entry.style.cursor = "pointer";
    entry.addEventListener("click", () => {
      if (!this.hidden.delete(at)) this.hidden.add(at);
      const hide = this.hidden.has(at);
      entry.setAttribute("opacity", hide ? "0.35" : "1");
      this.series[at]?.setAttribute("visibility", hide ? "hidden" : "visible");
      this.light(null);
    });
  }

  private x(at: number): number {
    return pixelX(this.frame, this.view, at);
  }

  private y(at: number): number {
    return pixelY(this.frame, this.view, at);
  }

  holds(px: number, py: number): boolean {
    const { left, top, width, height } = this.frame;
    return px >= left - REACH && px <= left + width + REACH && py >= top - REACH && py <= top + height + REACH;
  }

  /** What is meant at a place: the nearest point, else the rectangle around it, else the nearest line. */
  at(px: number, py: number): Hit | Row | null {
    if (this.upright) return this.rowAt(px, py);
    let best: Hit | null = null;
    let least = Infinity;
    for (const hit of this.hits) {
      if (this.hidden.has(hit.series)) continue;
      let distance: number;
      if (hit.x2 === undefined || hit.y2 === undefined) {
        distance = Math.hypot(this.x(hit.x) - px, this.y(hit.y) - py);
        if (distance > REACH) continue;
      } else {
        const [x1, x2, y1, y2] = [this.x(hit.x), this.x(hit.x2), this.y(hit.y), this.y(hit.y2)];
        if (px < Math.min(x1, x2) - 1 || px > Math.max(x1, x2) + 1 || py < Math.min(y1, y2) || py > Math.max(y1, y2)) continue;
        distance = REACH;
      }
      if (hit.behind) distance += 2 * REACH;
      if (distance <= least) [best, least] = [hit, distance]; // of two at one place the one on top
    }
    return best;
  }

  private rowAt(px: number, py: number): Row | null {
    let best: Row | null = null;
    let least = 9;
    for (const row of this.passing()) {
      const corners = this.corners(row);
      for (let i = 1; i < corners.length; i++) {
        const [[x1, y1], [x2, y2]] = [corners[i - 1] ?? [0, 0], corners[i] ?? [0, 0]];
        if (px < x1 || px > x2) continue;
        const height = y1 + ((y2 - y1) * (px - x1)) / (x2 - x1 || 1);
        const distance = Math.abs(height - py) / Math.hypot(1, (y2 - y1) / (x2 - x1 || 1));
        if (distance <= least) [best, least] = [row, distance];
      }
    }
    return best;
  }

  /** The upright axis near a place. */
  axisAt(px: number): number | null {
    const found = this.upright?.axes.findIndex((_, j) => Math.abs(this.axisX(j) - px) < 12) ?? -1;
    return found < 0 ? null : found;
  }

  private axisX(axis: number): number {
    const [scale] = this.scales;
    return this.x((axis - scale.low) / (scale.high - scale.low));
  }

  private corners(row: Row): [number, number][] {
    return row.at.flatMap((at, j): [number, number][] => (Number.isFinite(at) ? [[this.axisX(j), this.y(at)]] : []));
  }

  private passing(): Row[] {
    return (this.upright?.rows ?? []).filter((row) =>
      !this.hidden.has(row.series) && [...this.brush].every(([axis, [low, high]]) => (row.at[axis] ?? NaN) >= low && (row.at[axis] ?? NaN) <= high));
  }

  /** Chooses a part of an upright axis, in pixels; an empty one means all of it again. */
  choose(axis: number, from: number, to: number): void {
    const ends = [from, to].map((pixel) => Math.min(1, Math.max(0, shareY(this.frame, WHOLE, pixel)))) as [number, number];
    if (Math.abs(from - to) < 4) this.brush.delete(axis);
    else this.brush.set(axis, [Math.min(...ends), Math.max(...ends)]);
    this.chosen.replaceChildren();
    const all = this.brush.size === 0;
    for (const group of this.series) group.setAttribute("opacity", all ? "1" : "0.12");
    if (all) return;
    for (const row of this.passing()) this.path(this.chosen, row, this.strokeOf(row.series), 1.4);
    for (const [at, [low, high]] of this.brush) {
      add(this.chosen, "rect", { x: this.axisX(at) - 6, y: this.y(high), width: 12, height: this.y(low) - this.y(high), fill: "#d55e00", "fill-opacity": 0.3, stroke: "#d55e00" });
    }
  }

  /** How many trials pass through what is chosen; nothing when all do. */
  count(): string {
    return this.brush.size === 0 ? "" : `${new Set(this.passing().map((row) => row.trial)).size} trials pass`;
  }

  private strokeOf(series: number): string {
    return this.series[series]?.querySelector("[stroke]")?.getAttribute("stroke") ?? "#0072b2";
  }

  private path(into: SVGGElement, row: Row, stroke: string, width: number): void {
    add(into, "polyline", { points: this.corners(row).map((corner) => corner.join(",")).join(" "), fill: "none", stroke, "stroke-width": width });
  }

  /** Sets off the marks of a trial, or what is pointed at. */
  light(meant: Hit | Row | null, trial: number | null = meant?.trial ?? null): void {
    this.over.replaceChildren();
    if (meant && "x" in meant && meant.x2 !== undefined && meant.y2 !== undefined && !meant.behind) {
      const [x1, x2, y1, y2] = [this.x(meant.x), this.x(meant.x2), this.y(meant.y), this.y(meant.y2)];
      add(this.over, "rect", { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), fill: "none", stroke: "#111827", "stroke-width": 1.5 });
    }
    if (trial === null) {
      if (meant && "x" in meant && meant.x2 === undefined) this.ring(meant);
      return;
    }
    for (const hit of this.hits) if (hit.trial === trial && hit.x2 === undefined && !hit.behind && !this.hidden.has(hit.series)) this.ring(hit);
    if (meant && "x" in meant && meant.behind && meant.x2 === undefined) this.ring(meant);
    for (const row of this.upright?.rows ?? []) if (row.trial === trial) this.path(this.over, row, "#111827", 3);
  }

  private ring(hit: Hit): void {
    const [cx, cy] = [this.x(hit.x), this.y(hit.y)];
    if (this.holds(cx, cy)) add(this.over, "circle", { cx, cy, r: 6.5, fill: "none", stroke: "#111827", "stroke-width": 2 });
  }

  /** The rectangle between two places becomes the whole frame; without one all is seen again. */
  zoom(corners: [number, number, number, number] | null): void {
    if (this.upright) return;
    if (corners) {
      const [x1, y1, x2, y2] = corners;
      const old = this.view;
      const clamp = (at: number, [low, high]: [number, number]) => Math.min(high, Math.max(low, at));
      const xs = [x1, x2].map((px) => clamp(shareX(this.frame, old, px), old.x)).sort((a, b) => a - b) as [number, number];
      const ys = [y1, y2].map((py) => clamp(shareY(this.frame, old, py), old.y)).sort((a, b) => a - b) as [number, number];
      if (xs[1] - xs[0] < 1e-6 || ys[1] - ys[0] < 1e-6) return;
      this.view = { x: xs, y: ys };
    } else {
      this.view = WHOLE;
    }
    this.clip();
    this.chart.series.forEach(({ marks }, i) => {
      const group = this.series[i];
      if (group) stretch(group, marks.type === "points", this.frame, this.view);
    });
    this.grid?.setAttribute("visibility", this.view === WHOLE ? "visible" : "hidden");
    this.ownGrid.replaceChildren();
    if (this.view !== WHOLE) rules(this.ownGrid, [this.chart.x, this.chart.y], this.scales, this.frame, this.view);
    this.light(null);
  }

  get zoomed(): boolean {
    return this.view !== WHOLE;
  }

  private clip(): void {
    if (this.group.querySelector("[data-zoom]")) return;
    const id = `hone-zoom-${Date.now().toString(36)}-${clips++}`;
    const { left, top, width, height } = this.frame;
    add(add(this.group, "clipPath", { id, "data-zoom": "" }), "rect", { x: left - 4, y: top - 4, width: width + 8, height: height + 8 });
    for (const group of this.series) group.setAttribute("clip-path", `url(#${id})`);
  }
}
