// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { brushText, brushed, parseBrush } from "../../src/charts/parallel";
import { listText, parseList, toggled } from "../../src/lib/list";
import { sourceName } from "../../src/lib/sources";
import { href, parseRoute } from "../../src/state/route";
import type { Axis, ParallelMarks } from "../../src/api/types";

describe("addresses", () => {
  it("come back as they were written, whatever the name", () => {
    for (const name of ["svm", "a/b", "a?b#c", "100 %", "<img src=x>", "ünï:x", ".."]) {
      const address = href(["studies", name, "trials"], { state: "failed,pruned", order: "-value" });
      expect(parseRoute(address)).toEqual({ path: ["studies", name, "trials"], query: { state: "failed,pruned", order: "-value" } });
    }
  });
  it("leave out what says nothing, so that equal views have equal addresses", () => {
    expect(href(["studies"], { search: "", page: null, log: false, state: undefined })).toBe("#/studies");
    expect(href(["studies"], { log: true, most: 5 })).toBe("#/studies?log=1&most=5");
  });
  it("survive what people type by hand", () => {
    expect(parseRoute("")).toEqual({ path: [], query: {} });
    expect(parseRoute("#studies/50%")).toEqual({ path: ["studies", "50%"], query: {} });
    expect(parseRoute("#/a?x=1?2")).toEqual({ path: ["a"], query: { x: "1?2" } });
  });
});

describe("lists in addresses", () => {
  it("keep names with commas and percent signs whole", () => {
    const names = ["a,b", "100%", "%2C", "plain"];
    expect(parseList(listText(names))).toEqual(names);
    expect(parseList(undefined)).toEqual([]);
  });
  it("are toggled", () => {
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
    expect(toggled(["b"], "a")).toEqual(["b", "a"]);
  });
});

describe("brushes", () => {
  const axis: Axis = { label: "", scale: "linear", low: 0, high: 1, categories: [], whole: false, bare: false };
  const marks: ParallelMarks = {
    type: "parallel",
    axes: [{ ...axis, label: "C" }, { ...axis, label: "k" }],
    rows: [[0.1, 0], [0.5, 1], [0.9, null], [0.95, 1]],
  };
  it("come back from an address", () => {
    const brush = { "a:b;c,d": [[1, 2.5]] as [number, number][], C: [[0.1, 0.2], [0.5, 1e-7]] as [number, number][] };
    expect(parseBrush(brushText(brush))).toEqual({ "a:b;c,d": [[1, 2.5]], C: [[0.1, 0.2], [1e-7, 0.5]] });
    expect(parseBrush("nonsense;C:x..y;%:1..2;k:1..2")).toEqual({ k: [[1, 2]] });
  });
  it("choose the rows that pass through every brushed axis", () => {
    expect(brushed(marks, {})).toEqual([0, 1, 2, 3]);
    expect(brushed(marks, { C: [[0.4, 1]] })).toEqual([1, 2, 3]);
    const named = (label: string) => ({ ...marks, axes: marks.axes.map((axis, at) => (at === 0 ? { ...axis, label } : axis)) });
    for (const label of ["constructor", "toString", "__proto__"]) {
      expect(brushed(named(label), {})).toEqual([0, 1, 2, 3]);
      expect(brushed(named(label), parseBrush(`${label}:0.4..1`))).toEqual([1, 2, 3]);
    }
    expect(brushed(marks, { C: [[0.4, 0.6], [0.94, 1]], k: [[0.5, 1.5]] })).toEqual([1, 3]);
    expect(brushed(marks, { k: [[-1, 2]] })).toEqual([0, 1, 3]); // a trial without k does not pass through it
    expect(brushed(marks, { gone: [[0, 1]] })).toEqual([0, 1, 2, 3]);
  });
});

describe("sources", () => {
  it("are named however they were written", () => {
    expect(["svm-*", { study: "a:b" }, { studies: "x*", store: "old.db" }, { file: "runs.csv" }, { name: "old" }].map(sourceName)).toEqual(["svm-*", "a:b", "old.db:x*", "runs.csv", "old"]);
  });
});
