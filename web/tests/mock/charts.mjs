// SPDX-License-Identifier: MIT
// The charts of the mock server: the same shapes as those of the real one, with simple contents.

const AXIS = { label: "", scale: "linear", low: null, high: null, categories: [], whole: false, bare: false };
const axis = (changes) => ({ ...AXIS, ...changes });

function parameterAxis(name, p) {
  if (p.type === "float" || p.type === "int") return axis({ label: name, scale: p.scale === "log" ? "log" : "linear", low: p.low, high: p.high, whole: p.type === "int" });
  return axis({ label: name, categories: (p.type === "bool" ? [true, false] : p.choices).map(String) });
}

function place(p, value) {
  if (value === undefined) return null;
  if (p.type === "float" || p.type === "int") return value;
  return (p.type === "bool" ? [true, false] : p.choices).indexOf(value);
}

export function share(count, most) {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

const valueOf = (trial, k) => (trial.values ? trial.values[k] : trial.value);

function chosen(study, query) {
  const all = Object.entries(study.definition.parameters).filter(([, p]) => p.type !== "constant");
  const names = (query.get("parameters") ?? "").split(",").filter(Boolean);
  return names.length ? all.filter(([name]) => names.includes(name)) : all;
}

function history(study, query) {
  const most = Number(query.get("most") ?? 5000);
  return study.objectives.map((objective, k) => {
    const sign = objective.direction === "maximize" ? -1 : 1;
    const complete = study.complete();
    const picked = share(complete.length, most).map((i) => complete[i]);
    let best = null;
    const line = complete.map((trial) => {
      const value = valueOf(trial, k);
      if (best === null || sign * value < sign * best) best = value;
      return best;
    });
    const at = share(complete.length, most);
    const edge = complete.reduce((worst, trial) => (worst === null || sign * valueOf(trial, k) > sign * worst ? valueOf(trial, k) : worst), null) ?? 1;
    const of = (state) => study.trials.filter((trial) => (state === "failed" ? ["failed", "timed_out"].includes(trial.state) : trial.state === state));
    const marks = (trials, marker, y) => ({ type: "points", x: trials.map((t) => t.number), y: trials.map(y), radius: 3.2, marker });
    const series = [
      { name: "trial", colour: -1, marks: { type: "points", x: picked.map((t) => t.number), y: picked.map((t) => valueOf(t, k)) } },
      { name: "best so far", colour: 0, marks: { type: "line", stepped: true, x: at.map((i) => complete[i].number), y: at.map((i) => line[i]) } },
    ];
    const few = (trials) => share(trials.length, most).map((i) => trials[i]);
    if (of("pruned").length) series.push({ name: "pruned", colour: 4, marks: marks(few(of("pruned")), "triangle", (t) => t.reports.at(-1)?.value ?? edge) });
    if (of("failed").length) series.push({ name: "failed", colour: 1, marks: marks(few(of("failed")), "cross", () => edge) });
    return { title: study.objectives.length > 1 ? objective.name : "", x: axis({ label: "trial", whole: true }), y: axis({ label: objective.name, scale: query.get("log") === "true" ? "log" : "linear" }), series };
  });
}

function slices(study, query) {
  const most = Number(query.get("most") ?? 5000);
  const complete = study.complete();
  const picked = share(complete.length, most).map((i) => complete[i]);
  return chosen(study, query).map(([name, p]) => {
    const x = parameterAxis(name, p);
    const series = [];
    if (x.categories.length) {
      const groups = x.categories.map((_, i) => complete.filter((t) => place(p, t.params[name]) === i).map((t) => valueOf(t, 0)).sort((a, b) => a - b));
      const at = (values, q) => values[Math.floor(q * (values.length - 1))];
      const boxes = groups.map((v) => ({ whisker_low: at(v, 0.02), lower: at(v, 0.25), middle: at(v, 0.5), upper: at(v, 0.75), whisker_high: at(v, 0.9), outliers: v.slice(-2) }));
      const kept = groups.map((v, i) => i).filter((i) => groups[i].length >= 5);
      series.push({ name: "", colour: 0, marks: { type: "boxes", position: kept, boxes: kept.map((i) => boxes[i]) } });
    } else {
      const having = picked.filter((t) => t.params[name] !== undefined);
      series.push({ name: "trial", colour: 0, marks: { type: "points", x: having.map((t) => t.params[name]), y: having.map((t) => valueOf(t, 0)), shade: having.map((t) => t.number / study.trials.length) } });
    }
    const best = study.objectives.length === 1 ? study.bestTrial() : null;
    if (best && best.params[name] !== undefined) series.push({ name: "best", colour: 2, marks: { type: "points", x: [place(p, best.params[name])], y: [valueOf(best, 0)], radius: 5, marker: "star", halo: true } });
    return { title: "", x, y: axis({ label: study.objectives[0].name }), series };
  });
}

function parallel(study, query) {
  const most = Number(query.get("most") ?? 1500);
  const sign = study.objectives[0].direction === "maximize" ? -1 : 1;
  const sorted = [...study.complete()].sort((a, b) => sign * (valueOf(b, 0) - valueOf(a, 0)));
  const picked = share(sorted.length, most).map((i) => sorted[i]);
  const parameters = chosen(study, query);
  const axes = [
    ...parameters.map(([name, p]) => parameterAxis(name, p)),
    ...study.objectives.map((objective, k) => {
      const values = picked.map((t) => valueOf(t, k));
      return axis({ label: objective.name, low: Math.min(...values), high: Math.max(...values) });
    }),
  ];
  const row = (t) => [...parameters.map(([name, p]) => place(p, t.params[name])), ...study.objectives.map((_, k) => valueOf(t, k))];
  const series = [{ name: "trial, the better the stronger", colour: 0, marks: { type: "parallel", axes, rows: picked.map(row), shade: picked.map((_, i) => (i / picked.length) ** 2), width: 1 } }];
  const best = study.objectives.length === 1 ? study.bestTrial() : null;
  if (best) series.push({ name: `best (trial ${best.number})`, colour: 1, marks: { type: "parallel", axes, rows: [row(best)], shade: [], width: 2.4 } });
  return [{ title: "", x: axis({ categories: axes.map((one) => one.label) }), y: axis({ bare: true }), series }];
}

function contour(study, query) {
  const numeric = chosen(study, query).filter(([, p]) => p.type === "float" || p.type === "int");
  const [a, b] = numeric;
  if (!a || !b) return null;
  const cells = 40;
  const values = [];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const [u, v] = [column / (cells - 1), row / (cells - 1)];
      values.push(u > 0.9 && v > 0.8 ? null : 0.05 + 1.2 * (u - 0.35) ** 2 + 0.7 * (v - 0.45) ** 2 + 0.4 * (u - 0.35) * (v - 0.45));
    }
  }
  const field = { type: "field", x_low: a[1].low, x_high: a[1].high, y_low: b[1].low, y_high: b[1].high, columns: cells, rows: cells, values, bands: 10 };
  const complete = study.complete().slice(-400).filter((t) => t.params[a[0]] !== undefined && t.params[b[0]] !== undefined);
  const best = study.bestTrial();
  return [{
    title: "", x: parameterAxis(...a), y: parameterAxis(...b),
    series: [
      { name: `predicted ${study.objectives[0].name}: pale 0.05, dark 0.81`, colour: 0, marks: field },
      { name: "trial", colour: 1, marks: { type: "points", x: complete.map((t) => t.params[a[0]]), y: complete.map((t) => t.params[b[0]]), radius: 2.6, halo: true } },
      { name: `best (trial ${best?.number}); others as there`, colour: 2, marks: { type: "points", x: [best?.params[a[0]] ?? null], y: [best?.params[b[0]] ?? null], radius: 6, marker: "star", halo: true } },
    ],
  }];
}

function curves(study) {
  const lines = { complete: { x: [], y: [] }, pruned: { x: [], y: [] }, other: { x: [], y: [] } };
  for (const trial of study.trials) {
    if (!trial.reports.length) continue;
    const line = lines[trial.state] ?? lines.other;
    for (const report of trial.reports) { line.x.push(report.step); line.y.push(report.value); }
    line.x.push(null);
    line.y.push(null);
  }
  const line = (name, colour, data) => ({ name, colour, marks: { type: "line", width: 1, ...data } });
  const series = [line("failed or running", -1, lines.other), line("complete", 0, lines.complete), line("pruned", 4, lines.pruned)].filter((one) => one.marks.x.length);
  const best = study.bestTrial();
  if (best) series.push({ name: `best (trial ${best.number})`, colour: 2, marks: { type: "line", width: 2.6, x: best.reports.map((r) => r.step), y: best.reports.map((r) => r.value) } });
  return series.length ? [{ title: "", x: axis({ label: "step", whole: true }), y: axis({ label: `reported ${study.objectives[0].name}` }), series }] : null;
}

function timeline(study) {
  const begun = study.trials.filter((t) => t.started).slice(-3000);
  if (!begun.length) return null;
  const first = Date.parse(begun[0].started);
  const unit = 60_000;
  const workers = [...new Set(begun.map((t) => t.worker))].sort().reverse();
  const last = Math.max(...begun.filter((t) => t.finished).map((t) => Date.parse(t.finished)), first + unit);
  const kinds = [["complete", 0, ["complete"]], ["pruned", 4, ["pruned"]], ["failed", 1, ["failed", "timed_out"]], ["running", -1, ["running"]]];
  const series = kinds.map(([name, colour, states]) => {
    const of = begun.filter((t) => states.includes(t.state));
    const at = (time) => (Math.min(Date.parse(time), last) - first) / unit;
    return { name, colour, marks: { type: "spans", row: of.map((t) => workers.indexOf(t.worker)), begin: of.map((t) => (t.finished ? at(t.started) : (last - first) / unit - 1)), end: of.map((t) => (t.finished ? at(t.finished) : (last - first) / unit)) } };
  }).filter((one) => one.marks.row.length);
  return [{ title: "", x: axis({ label: "minutes since the first trial began", low: 0 }), y: axis({ categories: workers }), series }];
}

function front(study) {
  if (study.objectives.length < 2) return null;
  const best = [...study.front()].sort((a, b) => a.values[0] - b.values[0]);
  const all = study.complete();
  const points = (trials) => ({ x: trials.map((t) => t.values[0]), y: trials.map((t) => t.values[1]), numbers: trials.map((t) => t.number) });
  return [{
    title: "", x: axis({ label: study.objectives[0].name }), y: axis({ label: study.objectives[1].name }),
    series: [
      { name: "trial", colour: -1, marks: { type: "points", ...points(all) } },
      { name: "", colour: 0, marks: { type: "line", width: 1.2, ...points(best) } },
      { name: "Pareto-optimal", colour: 0, marks: { type: "points", radius: 4, halo: true, ...points(best) } },
    ],
  }];
}

function warps(study) {
  return Object.entries(study.definition.parameters).filter(([, p]) => p.type === "float").map(([name, p], i) => {
    const us = Array.from({ length: 41 }, (_, k) => k / 40);
    const x = us.map((u) => (p.scale === "log" ? p.low * (p.high / p.low) ** u : p.low + (p.high - p.low) * u));
    return { title: "", x: axis({ label: name, scale: p.scale === "log" ? "log" : "linear" }), y: axis({ label: "place", low: 0, high: 1 }),
      series: [{ name: "as given", colour: -1, marks: { type: "line", dashed: true, x, y: us } }, { name: "learned", colour: 0, marks: { type: "line", x, y: us.map((u) => 1 - (1 - u ** (0.6 + 0.3 * i)) ** (1.2 + 0.2 * i)) } }] };
  });
}

function calibration(study) {
  const complete = study.complete().slice(0, 300);
  const y = complete.map((t) => valueOf(t, 0));
  const x = y.map((value, i) => value * (1 + 0.12 * Math.sin(i * 7.3)));
  const name = study.objectives[0].name;
  const [low, high] = [Math.min(...y), Math.max(...y)];
  return [{ title: "", x: axis({ label: `predicted ${name}` }), y: axis({ label: `measured ${name}` }),
    series: [{ name: "equal", colour: -1, marks: { type: "line", dashed: true, x: [low, high], y: [low, high] } }, { name: "trial", colour: 0, marks: { type: "points", x, y } }] }];
}

function weights(study) {
  const numbers = study.trials.map((t) => t.number).slice(5);
  const own = numbers.map((n) => 1 - Math.exp(-n / 15));
  return [{ title: "", x: axis({ label: "trial", whole: true }), y: axis({ label: "weight", low: 0, high: 1 }),
    series: [{ name: "", colour: 0, marks: { type: "line", x: numbers, y: own } }, { name: "o: own", colour: 0, marks: { type: "points", x: numbers, y: own } },
      { name: "a: svm-adult", colour: 1, marks: { type: "points", x: numbers, y: own.map((w) => 0.8 * (1 - w)) } }, { name: "b: svm-covtype", colour: 2, marks: { type: "points", x: numbers, y: own.map((w) => 0.2 * (1 - w)) } }] }];
}

export function edf(studies) {
  const series = studies.map((study, i) => {
    const larger = study.objectives[0].direction === "maximize";
    const values = study.complete().map((t) => valueOf(t, 0)).sort((a, b) => (larger ? b - a : a - b));
    const at = share(values.length, 1000);
    return { name: `${study.name} (${values.length})`, colour: i, marks: { type: "line", stepped: true, x: at.map((k) => values[k]), y: at.map((k) => (k + 1) / values.length) } };
  }).filter((one) => one.marks.x.length);
  return [{ title: "", x: axis({ label: studies[0].objectives[0].name }), y: axis({ label: "share of trials as good or better", low: 0, high: 1 }), series }];
}

const DRAW = { history, slices, parallel, contour, curves, timeline, front, warps, calibration, weights };
const NEEDS_MODEL = ["contour", "warps", "calibration", "importance"];

export function chartNames(study) {
  const complete = study.complete().length;
  if (!study.trials.length) return [];
  const names = ["history", "slices", "parallel", "timeline", "edf"];
  if (complete >= 10) names.push(...NEEDS_MODEL);
  if (study.trials.some((t) => t.reports.length)) names.push("curves");
  if (study.objectives.length > 1) names.push("front");
  if (study.definition.sources) names.push("weights");
  return names;
}

export function chart(study, name, query) {
  if (name !== "edf" && !DRAW[name]) return null;
  if (!study.trials.length) return null;
  return DRAW[name]?.(study, query) ?? null;
}
