// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Axis, ChartData, Marks } from "../../src/api/types";
import { hitsOf, uprightOf } from "../../src/notebook/hits";
import { pixelX, pixelY, readFrame, readScale, roundValues, share, shareX, shareY, valueAt } from "../../src/notebook/place";

const AXIS: Axis = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };
const X = { low: 0, high: 10, log: false };
const Y = { low: 1, high: 100, log: true };
const chart = (marks: Marks, name = "trial", x: Partial<Axis> = {}): ChartData => ({
  title: "", x: { ...AXIS, label: "rate", ...x }, y: { ...AXIS, label: "loss", scale: "log" }, series: [{ name, colour: 0, marks }],
});

describe("places in a picture", () => {
  it("go from values to shares and back on both scales", () => {
    expect(readScale("1 100 log")).toEqual(Y);
    expect(share(Y, 10)).toBeCloseTo(0.5, 12);
    expect(valueAt(Y, 0.5)).toBeCloseTo(10, 12);
    expect(share(X, 2.5)).toBe(0.25);
    expect([share(Y, 0), share(X, null)]).toEqual([NaN, NaN]);
  });
  it("go from shares to pixels and back, also of a part", () => {
    const frame = readFrame("50 20 200 100");
    const view = { x: [0.5, 1], y: [0, 0.5] } as { x: [number, number]; y: [number, number] };
    expect([pixelX(frame, view, 0.75), pixelY(frame, view, 0.5)]).toEqual([150, 20]);
    expect([shareX(frame, view, 150), shareY(frame, view, 20)]).toEqual([0.75, 0.5]);
  });
  it("are marked at round values", () => {
    expect(roundValues({ low: 0.31, high: 0.98, log: false }, 4)).toEqual([0.4, 0.6, 0.8]);
    expect(roundValues({ low: 0.5, high: 2000, log: true }, 9)).toEqual([1, 10, 100, 1000]);
    expect(roundValues({ low: 0.5, high: 2000, log: true }, 2)).toEqual([1, 100]);
  });
});

describe("what can be pointed at", () => {
  it("a point says its trial, and one outside stands at the edge", () => {
    const hits = hitsOf(chart({ type: "points", x: [5, 20, null], y: [10, 1000, 1], numbers: [7, 8, 9] }, "failed"), X, Y);
    expect(hits.map((hit) => [hit.trial, hit.x, hit.y])).toEqual([[7, 0.5, 0.5], [8, 1, 1]]);
    expect([hits[0]?.title, hits[0]?.rows]).toEqual(["failed, trial 7", [["rate", "5"], ["loss", "10"]]]);
  });
  it("an arrow says what it stands for, and where that really lies", () => {
    const far = { type: "points" as const, x: [5, 6], y: [5000, 9000], marker: "up" as const };
    const [one] = hitsOf(chart({ ...far, numbers: [7, 8] }, "2 beyond, up to 9000"), X, Y);
    expect([one?.y, one?.title, one?.rows[1]]).toEqual([1, "beyond the axis, trial 7", ["loss", "5000"]]);
    expect(hitsOf(chart({ ...far, counts: [9, 1] }, ""), X, Y)[0]?.title).toBe("9 beyond the axis, the furthest:");
  });
  it("what stands over the numbers of trials is of trials", () => {
    const [hit] = hitsOf(chart({ type: "points", x: [3], y: [10] }, "trial", { label: "trial" }), X, Y);
    expect([hit?.trial, hit?.title, hit?.rows]).toEqual([3, "trial 3", [["loss", "10"]]]);
  });
  it("a bar reaches from nothing to its length, and lies when it does", () => {
    const lying = { ...chart({ type: "bars", position: [1], length: [5], horizontal: true }), y: { ...AXIS, categories: ["a", "b"] } };
    const [hit] = hitsOf(lying, X, { low: -0.5, high: 1.5, log: false });
    expect([hit?.x, hit?.x2, hit?.title, hit?.rows]).toEqual([0, 0.5, "b", [["rate", "5"]]]);
  });
  it("a field yields to points on it, and leaves out what has no value", () => {
    const hits = hitsOf(chart({ type: "field", x_low: 0, x_high: 10, y_low: 1, y_high: 100, columns: 2, rows: 2, values: [1, null, 3, 4], bands: 5 }), X, Y);
    expect(hits.length).toBe(3);
    expect([hits[0]?.behind, hits[0]?.x, hits[0]?.x2, hits[0]?.rows]).toEqual([true, -0.5, 0.5, [["value", "1"]]]);
  });
  it("a line of parallel coordinates has a gap where its trial lacks a parameter", () => {
    const axes = [{ ...AXIS, label: "rate", low: 1, high: 100, scale: "log" as const }, { ...AXIS, label: "kind", categories: ["a", "b"] }];
    const found = uprightOf({ ...chart({ type: "parallel", axes, rows: [[10, 1], [1000, null]], numbers: [4, 5] }), y: { ...AXIS, bare: true } });
    expect(found?.rows.map((row) => [row.trial, ...row.at])).toEqual([[4, 0.5, 0.75], [5, 1, NaN]]);
    expect(found?.rows[0]?.rows).toEqual([["rate", "10"], ["kind", "b"]]);
    expect(uprightOf(chart({ type: "points", x: [], y: [] }))).toBeNull();
  });
});
