// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Trial } from "../../src/api/types";
import { groupFailures } from "../../src/lib/failures";
import { ago, duration, grouped, number, plural, ran, setting, stateOf, valuesOf } from "../../src/lib/format";
import { matches, mergeStudies } from "../../src/lib/studies";

describe("numbers", () => {
  it("keeps significant digits and drops noise", () => {
    expect(number(0.030000000000000002)).toBe("0.03");
    expect(number(123456.789)).toBe("123460");
    expect(number(0.00001234567)).toBe("1.2346e-5");
    expect(number(1e-5)).toBe("1e-5");
    expect(number(-0.5)).toBe("-0.5");
    expect(number(0)).toBe("0");
  });
  it("writes whole numbers in groups from five digits on", () => {
    expect(number(9999)).toBe("9999");
    expect(grouped(100000)).toBe("100\u202f000");
    expect(grouped(-1234567)).toBe("-1\u202f234\u202f567");
  });
  it("shows what is not finite as the server writes it, and nothing as a dash", () => {
    expect(number("nan")).toBe("nan");
    expect(number(-Infinity)).toBe("-inf");
    expect(number(null)).toBe("–");
    expect(setting(false)).toBe("false");
    expect(setting(undefined)).toBe("–");
  });
  it("counts in words", () => {
    expect(plural(1, "trial")).toBe("1 trial");
    expect(plural(0, "study", "studies")).toBe("0 studies");
  });
});

describe("times", () => {
  it("chooses a unit", () => {
    expect(duration(90)).toBe("0.09 s");
    expect(duration(59_940)).toBe("59.9 s");
    expect(duration(61_000)).toBe("1 min 01 s");
    expect(duration(3_600_000 * 5 + 60_000 * 7)).toBe("5 h 07 min");
    expect(duration(86_400_000 * 3 + 3_600_000)).toBe("3 d 1 h");
    expect(duration(-1)).toBe("–");
  });
  it("tells how long ago, and how long a running trial has run", () => {
    const now = Date.parse("2026-11-17T12:00:00Z");
    expect(ago("2026-11-17T11:59:30Z", now)).toBe("just now");
    expect(ago("2026-11-17T09:00:00Z", now)).toBe("3 h ago");
    expect(ago("2026-11-16T11:00:00Z", now)).toBe("yesterday");
    expect(ran({ started: "2026-11-17T11:58:00Z", finished: null }, now)).toBe("2 min 00 s");
    expect(ran({ started: null, finished: null }, now)).toBe("–");
  });
});

const TRIAL: Trial = {
  number: 0, state: "failed", params: {}, value: null, created: null, started: null, finished: null, attributes: {}, error: null, attempt: 1, worker: null, version: 1, outside: null,
};

describe("states", () => {
  const study = { stopped: false, running: 0, trials: 10, waiting: 0, budget: 10 };
  it("says what a study is doing", () => {
    expect(stateOf(study)).toBe("finished");
    expect(stateOf({ ...study, running: 1 })).toBe("running");
    expect(stateOf({ ...study, running: 1, stopped: true })).toBe("stopped");
    expect(stateOf({ ...study, waiting: 1 })).toBe("idle");
    expect(stateOf({ ...study, budget: null })).toBe("idle");
    expect(stateOf({ ...study, trials: 0 })).toBe("new");
  });
  it("has the values of one and of several objectives", () => {
    expect(valuesOf({ ...TRIAL, value: 0.5 })).toEqual([0.5]);
    expect(valuesOf({ ...TRIAL, value: undefined, values: [1, "nan"] })).toEqual([1, "nan"]);
    expect(valuesOf(TRIAL)).toEqual([null]);
  });
});

describe("failures", () => {
  it("are grouped by reason, numbers aside, the most frequent first", () => {
    const groups = groupFailures([
      { ...TRIAL, number: 1, error: "killed by signal 9" },
      { ...TRIAL, number: 2, error: "exit code 1\nlost at 0x7f12\n" },
      { ...TRIAL, number: 3, error: "exit code 2\nlost at 0x7f99" },
      { ...TRIAL, number: 4, state: "timed_out", error: null },
    ]);
    expect(groups.map((group) => group.trials.map((trial) => trial.number))).toEqual([[2, 3], [1], [4]]);
    expect(groups[0]?.reason).toBe("lost at 0x7f12");
    expect(groups[2]?.reason).toBe("timed out");
  });
});

describe("the list of studies", () => {
  const entry = (name: string, created: string, running = 0) => ({
    name, created, sampler: "hebo", objectives: [], trials: 0, complete: 0, failed: 0, running, waiting: 0, best: null, budget: null, stopped: false, tags: [],
  });
  const view = { search: "", first: true, order: "-created" };
  it("is brought up to date by events", () => {
    const page = [entry("b", "2026-02"), entry("a", "2026-01")];
    const merged = mergeStudies(page, [entry("a", "2026-01", 3), entry("new", "2026-03"), entry("older", "2025-12")], ["b"], view);
    expect(merged.map((study) => [study.name, study.running])).toEqual([["new", 0], ["a", 3]]);
  });
  it("shows new ones only where they belong", () => {
    const fresh = [entry("new", "2026-03")];
    expect(mergeStudies([], fresh, [], { ...view, search: "svm" })).toEqual([]);
    expect(mergeStudies([], fresh, [], { ...view, first: false })).toEqual([]);
  });
  it("searches parts of names and patterns", () => {
    expect(matches("digits-SVM", "svm")).toBe(true);
    expect(matches("digits-svm", "svm-*")).toBe(false);
    expect(matches("svm-a.b", "svm-*.b")).toBe(true);
    expect(matches("svm-aXb", "svm-*.b")).toBe(false);
  });
});
