// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Definition, State, Trial } from "../../src/api/types";
import { fitting } from "../../src/lib/bulk";
import { chosenColumns, columnsOf, isUsual, tagsOf } from "../../src/lib/columns";
import { emptyParameter, emptyStudy } from "../../src/lib/new_study";
import { touchedBy, unfinished } from "../../src/lib/touched";
import { parseWhere, quotedName, whereText, type Clause } from "../../src/lib/where";
import { sortedFront } from "../../src/pages/study/FrontCard";
import { parse } from "../mock/where.mjs";

const trial = (number: number, more: Partial<Trial> = {}): Trial => ({
  number, state: "complete", params: {}, value: null, created: null, started: null, finished: null, attributes: {}, error: null, attempt: 1, worker: null, version: 1, outside: null, ...more,
});

describe("columns", () => {
  const study: Definition = {
    name: "odd", objectives: [{ name: "error", direction: "minimize" }, { name: "speed", direction: "maximize" }],
    parameters: { C: { type: "float", low: 0, high: 1 }, error: { type: "float", low: 0, high: 1 }, started: { type: "int", low: 0, high: 9 }, "param.C": { type: "int", low: 1, high: 2 }, kernel: ["rbf", "poly"], fixed: 3 },
  };
  const columns = columnsOf(study, [trial(0, { attributes: { epochs: 3, "tag.slow": true, note: "x" } }), trial(1)]);
  const named = (kind: string, key: string) => columns.find((one) => one.kind === kind && one.key === key);

  it("have the names by which the server knows them, whatever a parameter is called", () => {
    expect(named("parameter", "C")?.name).toBe("C");
    expect(named("parameter", "error")?.name).toBe("error");
    expect(named("objective", "error")?.name).toBe("objective.error");
    expect(named("trial", "error")?.name).toBe("trial.error");
    expect(named("parameter", "param.C")?.name).toBe("param.param.C"); // param.C is the parameter C
    expect(named("attribute", "epochs")?.name).toBe("attr.epochs");
    expect(named("parameter", "fixed")).toBeUndefined();
    expect(new Set(columns.map((one) => one.name)).size).toBe(columns.length);
  });
  it("are sorted by in the direction that one wants first", () => {
    expect(named("objective", "error")?.orders).toEqual(["objective.error", "-objective.error"]);
    expect(named("objective", "speed")?.orders).toEqual(["-speed", "speed"]);
    expect(named("parameter", "started")?.orders).toEqual(["param.started", "-param.started"]); // 'started' alone is the time
    expect(named("trial", "finished")?.orders).toEqual(["-finished", "finished"]);
    const single = columnsOf({ name: "s", objective: { name: "auc", direction: "maximize" }, parameters: { value: { type: "float", low: 0, high: 1 } } }, []);
    expect(single.find((one) => one.kind === "objective")?.orders).toEqual(["-value", "value"]);
    expect(single.find((one) => one.kind === "parameter")?.orders).toEqual(["param.value", "-param.value"]);
  });
  it("are those that were chosen, or the usual ones when none of them is known", () => {
    expect(chosenColumns(columns, ["C", "attr.epochs", "gone"]).map((one) => one.name)).toEqual(["C", "attr.epochs"]);
    expect(chosenColumns(columns, ["gone"])).toEqual(columns.filter(isUsual));
  });
  it("keep tags apart from attributes", () => {
    expect(columns.filter((one) => one.kind === "attribute").map((one) => one.key)).toEqual(["epochs", "note"]);
    expect(tagsOf(trial(0, { attributes: { "tag.slow": true, "tag.old": false, epochs: 1 } }))).toEqual(["slow"]);
  });
});

describe("conditions", () => {
  const clauses: Clause[] = [
    { column: "C", operator: ">=", value: 1e-7 }, { column: "learning-rate", operator: "<", value: -0.5 }, { column: "a`b and c", operator: "!=", value: "it's" },
    { column: "kernel", operator: "==", value: "rbf' or 1 == 1 or 'x" }, { column: "in", operator: "==", value: true }, { column: "attr.epochs", operator: "==", value: 3 }, { column: "größe", operator: "==", value: "a\nb" },
  ];
  it("come back from the expression that they are", () => {
    expect(parseWhere(whereText(clauses))).toEqual(clauses);
    for (const clause of clauses) expect(parseWhere(whereText([clause]))).toEqual([clause]);
    expect(whereText([clauses[0]!, clauses[5]!])).toBe("C >= 1e-7 and attr.epochs == 3");
    expect(parseWhere("")).toEqual([]);
  });
  it("are one comparison each: a value closes no quotes", () => {
    const [, , , hostile] = clauses;
    const told = parse(whereText([hostile!]), () => true);
    expect(told(() => "rbf")).toBe(false);
    expect(told(() => "rbf' or 1 == 1 or 'x")).toBe(true);
  });
  it("are not read out of what is more than conditions", () => {
    for (const text of ["C > 1 or C < 0", "not C > 1", "(C > 1)", "1 < C", "C > D", "C + 1 > 2", "0 < C < 1", "C", "C >", "C > 1 and", "C in [1]", "C == null", "C > 1 C > 2", "'", "`C > 1", "x = 3"]) expect(parseWhere(text)).toBeNull();
  });
  it("quote names that are no plain words", () => {
    expect(["C", "a.b", "_x1"].map(quotedName)).toEqual(["C", "a.b", "_x1"]);
    expect(["a b", "1st", "and", "a-b", "", "x.", "学習率", "a`b"].map(quotedName)).toEqual(["`a b`", "`1st`", "`and`", "`a-b`", "``", "`x.`", "`学習率`", "`a``b`"]);
  });
});

describe("what is done to many trials", () => {
  it("is done to those in a fitting state", () => {
    const states: State[] = ["complete", "running", "waiting", "failed", "pruned", "timed_out", "infeasible", "deleted"];
    const all = states.map((state, number) => ({ number, state }));
    expect(fitting(all, "cancel")).toEqual([1]);
    expect(fitting(all, "retry")).toEqual([3, 4, 5, 6, 7]);
    expect(fitting(all, "remove")).toEqual([0, 3, 4, 5, 6]);
  });
});

describe("a Pareto front", () => {
  const study: Definition = { name: "m", objectives: [{ name: "a", direction: "minimize" }, { name: "b", direction: "maximize" }], parameters: { x: { type: "float", low: 0, high: 1 }, k: { type: "int", low: 1, high: 3 } } };
  const front = [trial(3, { values: [1, 5], params: { x: 0.5 } }), trial(1, { values: [2, 9], params: { x: 0.1, k: 2 } }), trial(2, { values: [3, 10], params: { x: 0.9, k: 1 } })];
  const order = (word: string) => sortedFront(front, columnsOf(study, []), word).map((one) => one.number);
  it("is sorted by any column, what is missing last", () => {
    expect(order("a")).toEqual([3, 1, 2]);
    expect(order("-b")).toEqual([2, 1, 3]);
    expect(order("number")).toEqual([1, 2, 3]);
    expect(order("k")).toEqual([2, 1, 3]);
    expect(order("-k")).toEqual([1, 2, 3]);
    expect(order("-x")).toEqual([2, 3, 1]);
    expect(order("nothing")).toEqual([3, 1, 2]);
  });
});

describe("a form for a new study", () => {
  const draft = emptyStudy();
  it("finds nothing wrong before anything was typed, nor in what nobody came to", () => {
    expect(unfinished(draft, new Set(), "name: a study needs a name")).toContain("name");
    const wider = { ...draft, name: "s", parameters: [...draft.parameters, emptyParameter()] };
    const touched = touchedBy(new Set(), draft, wider);
    expect([...touched]).toEqual(["name"]);
    expect(unfinished(wider, touched, "parameters: a parameter has no name")).toContain("new parameter");
  });
  it("says what is wrong where somebody was", () => {
    const named = touchedBy(new Set(), draft, { ...draft, name: "s" });
    expect(unfinished(draft, named, "name: a study needs a name")).toBeNull(); // typed, and taken away again
    const [x] = draft.parameters;
    const log = { ...draft, parameters: [{ ...x!, scale: "log" as const }] };
    expect(unfinished(log, touchedBy(new Set(), draft, log), "parameters.x: log-scale range starts at 0")).toBeNull();
  });
});
