// SPDX-License-Identifier: MIT
// Studies for the mock server: deterministic, and with everything that makes pages difficult: failures, pruned and
// running trials, reports, conditions, two objectives, hostile names, and one hundred thousand trials.

export function rng(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const START = Date.parse("2026-11-16T08:00:00Z");
const stamp = (time) => (time === null ? null : new Date(time).toISOString());

function holds(condition, value) {
  if (Array.isArray(condition)) return condition.includes(value);
  if (typeof condition === "object") return value >= (condition.min ?? -Infinity) && value <= (condition.max ?? Infinity);
  return condition === value;
}

export function draw(parameters, random) {
  const point = {};
  for (const [name, p] of Object.entries(parameters)) {
    const exists = Object.entries(p.when ?? {}).every(([parent, condition]) => parent in point && holds(condition, point[parent]));
    if (!exists) continue;
    const u = random();
    if (p.type === "float") point[name] = p.scale === "log" ? p.low * (p.high / p.low) ** u : p.low + (p.high - p.low) * u;
    else if (p.type === "int") point[name] = Math.round(p.scale === "log" ? p.low * (p.high / p.low) ** u : p.low + (p.high - p.low) * u);
    else if (p.type === "bool") point[name] = u < 0.5;
    else if (p.type === "constant") point[name] = p.value;
    else point[name] = p.choices[Math.floor(u * p.choices.length)];
  }
  return point;
}

/** 0..1, low where every numeric parameter is near a place of its own; the search wanders towards it. */
function loss(parameters, point, random) {
  let sum = 0;
  let i = 0;
  for (const [name, p] of Object.entries(parameters)) {
    i += 1;
    const value = point[name];
    if (typeof value !== "number") sum += value === undefined ? 0.02 : typeof value === "string" ? 0.05 * (value.length % 3) : 0;
    else {
      const u = p.scale === "log" ? Math.log(value / p.low) / Math.log(p.high / p.low) : (value - p.low) / (p.high - p.low || 1);
      sum += (1.2 / i) * (u - 0.25 - 0.1 * i) ** 2;
    }
  }
  return 0.031 + sum + 0.015 * random();
}

function towards(parameters, best, random, spread) {
  const fresh = draw(parameters, random);
  for (const name of Object.keys(fresh)) {
    const p = parameters[name];
    if (typeof fresh[name] !== "number" || typeof best[name] !== "number" || random() < 0.2) continue;
    const mixed = p.scale === "log" ? Math.exp(Math.log(best[name]) + spread * (Math.log(fresh[name]) - Math.log(best[name]))) : best[name] + spread * (fresh[name] - best[name]);
    fresh[name] = p.type === "int" ? Math.round(mixed) : mixed;
  }
  return fresh;
}

const ERRORS = [
  "exit code 1\nTraceback (most recent call last):\n  File \"train.py\", line 42, in <module>\n    model.fit(x, y)\nRuntimeError: CUDA out of memory. Tried to allocate 2.31 GiB (GPU 0; 15.78 GiB total capacity)",
  "exit code 1\nValueError: Input contains NaN, infinity or a value too large for dtype('float32').",
  "killed by signal 9 (out of memory?)",
];

export class Study {
  constructor(definition, options = {}) {
    this.name = definition.name;
    this.definition = { sampler: "hebo", ...definition };
    this.objectives = definition.objectives ?? [definition.objective ?? { name: "value", direction: "minimize" }];
    this.trials = [];
    this.created = stamp(START + (options.day ?? 0) * 86_400_000);
    this.revision = 1;
    this.version = 1;
    this.stopped = options.stopped ?? false;
    this.notes = { text: options.text ?? "", tags: options.tags ?? [] };
    this.options = options;
    this.random = rng(options.seed ?? 7);
    this.best = null;
    this.clock = START + (options.day ?? 0) * 86_400_000;
    this.listeners = new Set();
    this.keys = new Map();
    for (let i = 0; i < (options.count ?? 0); i++) this.finish(this.begin(this.propose()));
    for (let i = 0; i < (options.running ?? 0); i++) {
      const trial = this.begin(this.propose());
      trial.started = stamp(Date.now() - 1000 * (20 + 35 * i));
    }
  }

  propose() {
    const { parameters } = this.definition;
    if (!this.best || this.random() < 0.25) return draw(parameters, this.random);
    return towards(parameters, this.best.params, this.random, 0.15 + 0.6 * Math.exp(-this.trials.length / 60));
  }

  begin(params) {
    const number = this.trials.length;
    const worker = this.options.worker ?? `gpu-${1 + (number % (this.options.workers ?? 3))}`;
    const trial = {
      number, state: "running", params, created: stamp(this.clock), started: stamp(this.clock), finished: null, attributes: {}, notes: {}, reports: [],
      error: null, attempt: 1, worker, version: this.version, outside: null, former: {},
    };
    trial[this.objectives.length > 1 ? "values" : "value"] = null;
    trial.revision = ++this.revision;
    this.trials.push(trial);
    return trial;
  }

  finish(trial) {
    const r = this.random;
    const took = (this.options.seconds ?? 20) * 1000 * (0.4 + 1.2 * r());
    const workers = this.options.workers ?? 3;
    const begun = Date.parse(trial.started);
    trial.finished = stamp(begun + took);
    this.clock += took / workers;
    trial.revision = ++this.revision;
    const value = loss(this.definition.parameters, trial.params, r) * (this.options.far?.(trial.params) ? 4000 : 1);
    if (this.options.steps) {
      const steps = this.options.steps;
      for (let s = 1; s <= steps; s++) trial.reports.push({ step: s, value: value + 0.8 * Math.exp(-s / (steps / 5)) + 0.01 * (r() - 0.5) });
    }
    const luck = r();
    if (luck < (this.options.failing ?? 0)) {
      trial.state = luck < (this.options.failing ?? 0) * 0.15 ? "timed_out" : "failed";
      trial.error = trial.state === "timed_out" ? "took longer than 10m and was stopped" : (this.options.error ?? ERRORS[Math.floor(r() * ERRORS.length)]);
      trial.reports = trial.reports.slice(0, 3);
    } else if (this.options.steps && this.best && value > this.best.value * 2.2 && r() < 0.7) {
      trial.state = "pruned";
      trial.reports = trial.reports.slice(0, Math.ceil(this.options.steps * (0.2 + 0.4 * r())));
    } else {
      trial.state = "complete";
      trial.attributes = { accuracy: 1 - value / 2, epochs: this.options.steps ?? 1 };
      if (this.objectives.length > 1) trial.values = [value, 4 + 30 * Math.abs(0.5 - value) ** 2 / (0.05 + value) + 2 * r()];
      else trial.value = this.objectives[0].direction === "maximize" ? 1 - value : value;
      if (!this.best || value < this.best.value) this.best = { value, params: trial.params, number: trial.number };
    }
    return trial;
  }

  /** Asked for with every event, and the same until something changes. */
  counts() {
    if (this.counted?.revision !== this.revision) this.counted = { revision: this.revision, counts: this.count() };
    return this.counted.counts;
  }

  count() {
    const counts = { total: 0, waiting: 0, running: 0, complete: 0, failed: 0, pruned: 0, timed_out: 0, infeasible: 0 };
    for (const trial of this.trials) {
      if (trial.state === "deleted") {
        counts.deleted = (counts.deleted ?? 0) + 1;
        continue;
      }
      counts[trial.state] += 1;
      counts.total += 1;
    }
    return counts;
  }

  complete() {
    return this.trials.filter((trial) => trial.state === "complete");
  }

  bestTrial() {
    const sign = this.objectives[0].direction === "maximize" ? -1 : 1;
    return this.complete().reduce((best, trial) => (best === null || sign * trial.value < sign * best.value ? trial : best), null);
  }

  front() {
    return this.complete().filter((a) => !this.complete().some((b) => b !== a && b.values.every((v, i) => v <= a.values[i]) && b.values.some((v, i) => v < a.values[i])));
  }

  entry() {
    const counts = this.counts();
    const best = this.objectives.length > 1 ? null : (this.bestTrial()?.value ?? null);
    const sampler = typeof this.definition.sampler === "string" ? this.definition.sampler : this.definition.sampler.name;
    return {
      name: this.name, created: this.created, sampler, objectives: this.objectives, trials: counts.total, complete: counts.complete,
      failed: counts.failed + counts.timed_out, running: counts.running, waiting: counts.waiting, best, budget: this.definition.budget?.trials ?? null,
      stopped: this.stopped, tags: this.notes.tags,
    };
  }

  /** Tells everybody who follows this study. */
  changed(trials, event = "trials") {
    for (const listener of this.listeners) listener(event, trials);
  }
}

const float = (low, high, scale) => ({ type: "float", low, high, ...(scale ? { scale } : {}) });
const HOSTILE = "<img src=x onerror=window.pwned=1>";
/** A name that reads from right to left, one that holds what nobody sees, and one that ends a line. */
const TURNED = "cost\u202etsoc";
const UNSEEN = "pa\u200frt\u{e0041}";

/** `large` trials of the study 'large': one hundred thousand take a while to make, and only some tests need them. */
export function makeStudies(large) {
  const svm = {
    C: { ...float(0.01, 1000, "log"), description: "how much errors cost" },
    gamma: float(0.0001, 10, "log"),
    kernel: { type: "categorical", choices: ["rbf", "poly", "sigmoid"] },
    degree: { type: "int", low: 2, high: 5, when: { kernel: "poly" } },
    coef0: { ...float(0, 1), when: { kernel: ["poly", "sigmoid"] } },
    shrinking: { type: "bool" },
  };
  const net = {
    learning_rate: float(0.00001, 0.3, "log"), weight_decay: float(0.000001, 0.1, "log"), layers: { type: "int", low: 1, high: 6 },
    width: { type: "int", low: 16, high: 1024, scale: "log" }, dropout: float(0, 0.6), optimizer: { type: "categorical", choices: ["adamw", "sgd", "lion"] },
    momentum: { ...float(0.5, 0.99), when: { optimizer: "sgd" } }, augmentation: { type: "ordinal", choices: ["none", "weak", "strong"] },
  };
  const xgb = { eta: float(0.005, 0.5, "log"), depth: { type: "int", low: 2, high: 12 }, rows: float(0.3, 1), columns: float(0.3, 1), l2: float(0.001, 100, "log") };
  const plan = (trials) => ({ budget: { trials, parallel: 3 } });
  return [
    new Study({ name: "digits-svm", objective: { name: "loss", direction: "minimize" }, parameters: svm, constraints: ["kernel == 'rbf' or C < 500"], command: ["python3", "train.py", "--C", "{C}"], ...plan(300) },
      { count: 148, running: 3, failing: 0.06, day: 0, tags: ["team-a", "baseline"], text: "First run on the full digits set.\nC above 500 was slow, hence the constraint.", seed: 3, live: true }),
    new Study({ name: "resnet-cifar", objective: { name: "error", direction: "minimize" }, parameters: net, pruner: "asha", ...plan(120) },
      { count: 96, running: 4, failing: 0.08, steps: 40, seconds: 900, workers: 6, day: -1, tags: ["gpu"], seed: 5 }),
    new Study({ name: "latency-accuracy", objectives: [{ name: "error", direction: "minimize" }, { name: "latency", direction: "minimize" }], parameters: xgb, ...plan(150) },
      { count: 150, day: -2, seed: 9, failing: 0.02 }),
    new Study({ name: "xgboost-adult", objective: { name: "auc", direction: "maximize" }, parameters: xgb, sampler: "lfbo", ...plan(80) }, { count: 80, day: -3, seed: 11 }),
    new Study({ name: "xgboost-adult-random", objective: { name: "auc", direction: "maximize" }, parameters: xgb, sampler: "random", ...plan(80) }, { count: 80, day: -3.1, seed: 12 }),
    new Study({ name: "svm-transfer", objective: { name: "loss", direction: "minimize" }, parameters: svm, sampler: "rgpe", sources: ["svm-*", "digits-svm"], ...plan(40) }, { count: 26, day: -4, seed: 13, stopped: true, noisy: true, tags: ["transfer"], far: ({ kernel, shrinking }) => kernel === "sigmoid" && shrinking }),
    new Study({ name: "large", objective: { name: "cost", direction: "minimize" }, parameters: xgb, sampler: "tpe", budget: { trials: 120_000 } },
      { count: large, running: 40, failing: 0.01, day: -6, seed: 17, workers: 40, seconds: 30 }),
    new Study({ name: "fresh-idea", objective: { name: "value", direction: "minimize" }, parameters: { x: float(0, 1), y: float(0, 1) }, sampler: "sobol", ...plan(50) }, { day: 0.2 }),
    new Study({ name: `hostile ${HOSTILE}`, objective: { name: HOSTILE, direction: "minimize" }, parameters: { [HOSTILE]: float(0, 1), "{a|rich}": { type: "categorical", choices: [HOSTILE, "plain"] }, "comma, colon: / slash": float(0, 1), [TURNED]: float(0, 1), [UNSEEN]: { type: "categorical", choices: ["a\u2066b", "a\nb"] } }, ...plan(30) },
      { count: 25, day: -5, seed: 19, failing: 0.3, error: `exit code 2\n${HOSTILE} <script>window.pwned=1</script> \u202egnp.exe`, tags: [HOSTILE, "tag\u202egat"], text: `${HOSTILE}\n\n[click](javascript:window.pwned=1) \u202eturned`, worker: "w\u202ekrow" }),
  ];
}
