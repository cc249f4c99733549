// SPDX-License-Identifier: MIT
import type { Axis, ChartData, Report } from "../api/types";

const AXIS: Axis = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };

/** What a trial reported, step by step. What is not finite is a gap. */
export function reportChart(reports: Report[], objective: string): ChartData {
  const sorted = [...reports].sort((a, b) => a.step - b.step);
  return {
    title: "",
    x: { ...AXIS, label: "step", whole: true },
    y: { ...AXIS, label: `reported ${objective}` },
    series: [{
      name: "",
      colour: 0,
      marks: { type: "line", x: sorted.map((one) => one.step), y: sorted.map((one) => (typeof one.value === "number" ? one.value : null)) },
    }],
  };
}
