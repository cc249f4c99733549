// SPDX-License-Identifier: MIT
import type { ChartData } from "../api/types";
import { tooltipContent } from "../charts/tooltip";
import { add } from "./draw";
import { LiveChart } from "./live_chart";

/** What stands beside a picture (python/hone/_live_plot.py): its charts, and the settings of trials as texts by number. */
export interface PictureData {
  charts: ChartData[];
  names: string[];
  settings: Record<string, (string | null)[]>;
}

type Place = [number, number];

/** A picture that answers: to pointing with what lies there, to dragging with a closer look, to its legend. */
export class Picture {
  private readonly charts: LiveChart[];
  private readonly tip: HTMLElement;
  private readonly drag: SVGRectElement;
  private begun: { chart: LiveChart; at: Place; axis: number | null } | null = null;

  constructor(private readonly root: HTMLElement, private readonly svg: SVGSVGElement, private readonly data: PictureData) {
    const groups = [...svg.querySelectorAll<SVGGElement>("g[data-frame]")];
    this.charts = groups.flatMap((group, i) => {
      const chart = data.charts[i];
      return chart ? [new LiveChart(group, chart)] : [];
    });
    this.tip = document.createElement("div");
    this.tip.className = "hone-tip";
    this.tip.hidden = true;
    root.append(this.tip);
    this.drag = add(svg, "rect", { fill: "#0072b2", "fill-opacity": 0.12, stroke: "#0072b2", visibility: "hidden", "pointer-events": "none" });
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerleave", () => this.point(null, null));
    svg.addEventListener("pointerdown", (event) => this.pressed(event));
    svg.addEventListener("pointerup", (event) => this.released(event));
    svg.addEventListener("pointercancel", () => this.leave());
    svg.addEventListener("dblclick", (event) => this.chartAt(this.place(event))?.zoom(null));
  }

  /** A place of the page in the units of the picture. */
  private place(event: MouseEvent): Place {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [at.x, at.y];
  }

  private chartAt([x, y]: Place): LiveChart | null {
    return this.charts.find((chart) => chart.holds(x, y)) ?? null;
  }

  private moved(event: PointerEvent): void {
    const at = this.place(event);
    if (this.begun) return this.stretch(at);
    this.point(this.chartAt(at), at, event);
  }

  /** Shows what lies at a place, and the same trial in all charts. */
  private point(chart: LiveChart | null, at: Place | null, event?: PointerEvent): void {
    const meant = chart && at ? chart.at(...at) : null;
    for (const one of this.charts) one.light(one === chart ? meant : null, meant?.trial ?? null);
    this.tip.hidden = !meant;
    if (!meant || !event) return;
    const said = new Set(meant.rows.map(([name]) => name));
    const settings = meant.trial === null ? [] : this.settings(meant.trial).filter(([name]) => !said.has(name));
    this.tip.replaceChildren(tooltipContent(meant.title, [...meant.rows, ...settings]));
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { offsetWidth: wide, offsetHeight: high } = this.tip;
    this.tip.style.left = `${Math.max(0, x + 14 + wide > box.width ? x - wide - 14 : x + 14)}px`;
    this.tip.style.top = `${Math.max(0, y + 14 + high > box.height ? y - high - 10 : y + 14)}px`;
  }

  private settings(trial: number): [string, string][] {
    const row = Object.prototype.hasOwnProperty.call(this.data.settings, trial) ? this.data.settings[trial] : undefined;
    return this.data.names.flatMap((name, i): [string, string][] => {
      const value = row?.[i] ?? null;
      return value === null ? [] : [[name, value]];
    });
  }

  private pressed(event: PointerEvent): void {
    const at = this.place(event);
    const chart = this.chartAt(at);
    if (!chart || event.button !== 0 || (event.target as Element).closest("[data-legend]")) return;
    const axis = chart.axisAt(at[0]);
    if (chart.upright && axis === null) return;
    this.begun = { chart, at, axis };
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private stretch([x, y]: Place): void {
    if (!this.begun) return;
    const { at, axis, chart } = this.begun;
    if (axis !== null) return chart.choose(axis, at[1], y);
    const sides = { x: Math.min(at[0], x), y: Math.min(at[1], y), width: Math.abs(x - at[0]), height: Math.abs(y - at[1]), visibility: "visible" };
    for (const [name, value] of Object.entries(sides)) this.drag.setAttribute(name, String(value));
    this.point(null, null);
  }

  private released(event: PointerEvent): void {
    if (!this.begun) return;
    const { at, axis, chart } = this.begun;
    const [x, y] = this.place(event);
    if (axis !== null) chart.choose(axis, at[1], y);
    else if (Math.abs(x - at[0]) > 6 && Math.abs(y - at[1]) > 6) chart.zoom([at[0], at[1], x, y]);
    this.leave();
  }

  private leave(): void {
    this.begun = null;
    this.drag.setAttribute("visibility", "hidden");
  }
}
