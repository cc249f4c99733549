// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Definition } from "../../src/api/types";
import { beyondForm, draftOfStudy, emptyStudy, readCommand, readScalar, studyOf } from "../../src/lib/new_study";
import { conditionText, draftOf, objectivesOf, rangeText, readForm, readValue, spelledOut } from "../../src/lib/space";

const STUDY: Definition = {
  name: "svm",
  parameters: {
    kernel: ["rbf", "poly", "sigmoid"],
    C: { type: "float", low: 0.01, high: 1000, scale: "log" },
    degree: { type: "int", low: 2, high: 8, step: 2, when: { kernel: "poly" } },
    coef0: { type: "float", low: 0, high: 1, when: { kernel: ["poly", "sigmoid"] } },
    fine: { type: "float", low: 0, high: 1, when: { degree: { min: 4 } } },
    shrinking: { type: "bool" },
    version: 3,
  },
};

describe("a form from a space", () => {
  it("takes whatever a parameter is called", () => {
    const parameters = JSON.parse('{"__proto__": {"type": "float", "low": 0, "high": 1}, "constructor": [1, 2], "x": {"type": "int", "low": 1, "high": 9}}');
    const odd: Definition = { name: "odd", parameters };
    const draft = draftOf(odd, { x: 3 });
    expect(Object.entries(draft)).toEqual([["__proto__", "0.5"], ["constructor", "1"], ["x", "3"]]);
    const { point, problems } = readForm(odd, { ...draft, ["__proto__"]: "0.25" });
    expect(JSON.stringify(point)).toBe('{"__proto__":0.25,"constructor":1,"x":3}');
    expect(Object.keys(problems)).toEqual([]);
  });
  it("begins in the middle of each range, on its scale, and with the first choice", () => {
    const draft = draftOf(STUDY);
    expect(draft.kernel).toBe("rbf");
    expect(Number(draft.C)).toBeCloseTo(Math.sqrt(0.01 * 1000), 2);
    expect(draft.degree).toBe("4");
    expect(draft.shrinking).toBe("true");
  });
  it("asks only for what exists under the other values", () => {
    expect(readForm(STUDY, draftOf(STUDY)).present).toEqual(["kernel", "C", "shrinking", "version"]);
    const poly = readForm(STUDY, { ...draftOf(STUDY), kernel: "poly" });
    expect(poly.present).toEqual(["kernel", "C", "degree", "coef0", "fine", "shrinking", "version"]);
    expect(readForm(STUDY, { ...draftOf(STUDY), kernel: "poly", degree: "2" }).present).not.toContain("fine");
    // What a parameter that does not exist would say has no say.
    expect(readForm(STUDY, { ...draftOf(STUDY), kernel: "sigmoid", degree: "4" }).present).toEqual(["kernel", "C", "coef0", "shrinking", "version"]);
  });
  it("sends typed values, without constants", () => {
    const { point, problems } = readForm(STUDY, { ...draftOf(STUDY), C: "10", shrinking: "false" });
    expect(problems).toEqual({});
    expect(point).toEqual({ kernel: "rbf", C: 10, shrinking: false });
  });
  it("says what is wrong with a value", () => {
    const { C, degree } = { C: spelledOut(STUDY.parameters!.C!), degree: spelledOut(STUDY.parameters!.degree!) };
    expect(readValue(C, "")).toEqual({ problem: "A value is needed." });
    expect(readValue(C, "ten")).toEqual({ problem: "'ten' is not a number." });
    expect(readValue(C, "2000")).toEqual({ problem: "2000 is outside 0.01 to 1000." });
    expect(readValue(degree, "2.5")).toEqual({ problem: "2.5 is not a whole number." });
    expect(readValue(degree, "3")).toEqual({ problem: "3 is not 2 plus a multiple of 2." });
    expect(readValue(degree, "6")).toEqual({ value: 6 });
    expect(readValue({ type: "float", low: 0, high: 1, step: 0.1 }, "0.3")).toEqual({ value: 0.3 });
  });
  it("tells numbers, texts and booleans of choices apart", () => {
    expect(readValue({ type: "categorical", choices: [1, "two", true] }, "1")).toEqual({ value: 1 });
    expect(readValue({ type: "categorical", choices: [1, "two", true] }, "true")).toEqual({ value: true });
    expect(readValue({ type: "categorical", choices: ["a"] }, "b")).toEqual({ problem: "Choose one of the values." });
  });
  it("does not hang on conditions that go in a circle", () => {
    const circle: Definition = { name: "c", parameters: { a: { type: "bool", when: { b: true } }, b: { type: "bool", when: { a: true } } } };
    expect(readForm(circle, draftOf(circle)).present).toEqual([]);
  });
  it("describes ranges and conditions", () => {
    expect(rangeText({ type: "float", low: 1, high: 10, scale: "log", unit: "ms" })).toBe("1 to 10, logarithmic, in ms");
    expect(conditionText({ type: "float", when: { kernel: ["a", "b"], n: { min: 2 } } })).toBe("when kernel is a or b and n is at least 2");
  });
  it("knows the objectives however they are written", () => {
    expect(objectivesOf({ name: "a" })).toEqual([{ name: "value", direction: "minimize" }]);
    expect(objectivesOf({ name: "a", objective: "maximize" })).toEqual([{ name: "value", direction: "maximize" }]);
  });
});

describe("a new study", () => {
  it("is what the form says", () => {
    const draft = emptyStudy();
    draft.name = " demo ";
    const [x] = draft.parameters;
    draft.parameters = [
      { ...x!, name: "lr", low: "1e-5", high: "0.1", scale: "log" },
      { ...x!, id: 99, name: "opt", type: "categorical", choices: "sgd, adam, '3', 4" },
      { ...x!, id: 98, name: "momentum", parent: "opt", parentValues: "sgd", high: "oops" },
    ];
    draft.constraints = "lr < 0.05\n\n";
    expect(studyOf(draft)).toEqual({
      name: "demo",
      objective: { name: "loss", direction: "minimize" },
      parameters: {
        lr: { type: "float", low: 0.00001, high: 0.1, scale: "log" },
        opt: { type: "categorical", choices: ["sgd", "adam", "3", 4] },
        momentum: { type: "float", low: 0, high: "oops", when: { opt: "sgd" } },
      },
      constraints: ["lr < 0.05"],
      sampler: "hebo",
      budget: { trials: 100 },
    });
  });
  it("comes back from a file as it was", () => {
    const study = studyOf({ ...draftOfStudy(STUDY), trials: "7" }) as unknown as Definition;
    const again = studyOf(draftOfStudy(study));
    expect(again).toEqual(study);
    expect(study.parameters?.fine).toEqual({ type: "float", low: 0, high: 1, when: { degree: { min: 4 } } });
  });
  it("says what the form would lose", () => {
    expect(beyondForm(STUDY)).toEqual([]);
    expect(beyondForm({ name: "a", sources: ["b"], sampler: { name: "hebo", fit: 1 }, budget: { patience: 3 } })).toEqual(["sources", "options of the sampler", "other limits of the budget"]);
  });
  it("reads scalars and commands as one types them", () => {
    expect([readScalar("1e3"), readScalar("true"), readScalar("'1'"), readScalar("1.2.3"), readScalar("inf")]).toEqual([1000, true, "1", "1.2.3", "inf"]);
    expect(readCommand("python3 train.py --name 'a b' --x {x}")).toEqual(["python3", "train.py", "--name", "a b", "--x", "{x}"]);
    expect(readCommand("python3\n--name\na b")).toEqual(["python3", "--name", "a b"]);
    expect(readCommand("  ")).toEqual([]);
  });
});
