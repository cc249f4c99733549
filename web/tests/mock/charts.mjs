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

/** The axis of an objective: it ends before the far worst values unless all are wanted, as src/hone/charts/value_axis.cpp has it. */
function valueAxis(objective, trials, k, query) {
  const values = trials.map((t) => valueOf(t, k)).sort((a, b) => a - b);
  const log = query.get("log") === "true";
  const plain = axis({ label: objective.name, scale: log ? "log" : "linear" });
  if (!values.length || log || query.get("range") === "all" || objective.direction === "maximize") return plain;
  const quartile = values[Math.floor(0.75 * (values.length - 1))];
  const high = quartile + 2 * (quartile - values[0]);
  const far = values.filter((value) => value > high);
  return far.length ? { ...plain, low: values[0] - 0.04 * (high - values[0]), high, beyond: { low: 0, high: far.length, least: null, most: values.at(-1) } } : plain;
}

const beyondNote = (one) => (one.beyond ? `${one.beyond.high} values of ${one.label} lie beyond the ends of the axis, up to ${one.beyond.most.toPrecision(6)}; arrows there count them.` : "");
const beyondName = (one) => `${one.beyond.high} beyond, up to ${one.beyond.most.toPrecision(4)}`;

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
    const y = valueAxis(objective, complete, k, query);
    if (y.beyond) {
      const far = complete.filter((t) => valueOf(t, k) > y.high);
      series[0].marks = { type: "points", x: complete.filter((t) => valueOf(t, k) <= y.high).map((t) => t.number), y: complete.map((t) => valueOf(t, k)).filter((value) => value <= y.high) };
      series.splice(1, 0, { name: beyondName(y), colour: -1, marks: { type: "points", x: far.map((t) => t.number), y: far.map((t) => valueOf(t, k)), radius: 4, marker: "up" } });
    }
    const few = (trials) => share(trials.length, most).map((i) => trials[i]);
    if (of("pruned").length) series.push({ name: "pruned", colour: 4, marks: marks(few(of("pruned")), "triangle", (t) => t.reports.at(-1)?.value ?? edge) });
    if (of("failed").length) series.push({ name: "failed", colour: 1, marks: marks(few(of("failed")), "cross", () => edge) });
    return { title: study.objectives.length > 1 ? objective.name : "", x: axis({ label: "trial", whole: true }), y, series, note: beyondNote(y) };
  });
}

function slices(study, query) {
  const most = Number(query.get("most") ?? 5000);
  const complete = study.complete();
  const picked = share(complete.length, most).map((i) => complete[i]);
  const y = valueAxis(study.objectives[0], complete, 0, query);
  const seen = (t) => !y.beyond || valueOf(t, 0) <= y.high;
  return chosen(study, query).map(([name, p]) => {
    const x = parameterAxis(name, p);
    const series = [];
    if (x.categories.length) {
      const groups = x.categories.map((_, i) => complete.filter((t) => place(p, t.params[name]) === i).map((t) => valueOf(t, 0)).sort((a, b) => a - b));
      const at = (values, q) => values[Math.floor(q * (values.length - 1))];
      const boxes = groups.map((v) => ({ whisker_low: at(v, 0.02), lower: at(v, 0.25), middle: at(v, 0.5), upper: at(v, 0.75), whisker_high: at(v, 0.9), outliers: v.slice(-2) }));
      const kept = groups.map((v, i) => i).filter((i) => groups[i].length >= 5);
      const far = groups.map((v) => (y.beyond ? v.filter((value) => value > y.high) : []));
      const cut = far.map((v, i) => i).filter((i) => far[i].length);
      if (cut.length) series.push({ name: beyondName(y), colour: 0, marks: { type: "points", x: cut, y: cut.map((i) => far[i].at(-1)), counts: cut.map((i) => far[i].length), radius: 4.5, marker: "up" } });
      series.push({ name: "", colour: 0, marks: { type: "boxes", position: kept, boxes: kept.map((i) => boxes[i]) } });
    } else {
      const having = picked.filter((t) => t.params[name] !== undefined && seen(t));
      const far = picked.filter((t) => t.params[name] !== undefined && !seen(t));
      if (far.length) series.push({ name: beyondName(y), colour: 0, marks: { type: "points", x: far.map((t) => t.params[name]), y: far.map((t) => valueOf(t, 0)), numbers: far.map((t) => t.number), radius: 4, marker: "up" } });
      series.push({ name: "trial", colour: 0, marks: { type: "points", x: having.map((t) => t.params[name]), y: having.map((t) => valueOf(t, 0)), shade: having.map((t) => t.number / study.trials.length) } });
    }
    const best = study.objectives.length === 1 ? study.bestTrial() : null;
    if (best && best.params[name] !== undefined) series.push({ name: "best", colour: 2, marks: { type: "points", x: [place(p, best.params[name])], y: [valueOf(best, 0)], radius: 5, marker: "star", halo: true } });
    return { title: "", x, y, series, note: beyondNote(y) };
  });
}

/** The cell of a place of an axis, of so many; null where it has none. */
function cellOf(one, value, cells) {
  if (value === null || value === undefined) return null;
  const [low, high] = one.categories.length ? [-0.5, one.categories.length - 0.5] : [one.low, one.high];
  const place = one.scale === "log" ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low || 1);
  return Math.min(cells - 1, Math.max(0, Math.floor(place * cells)));
}

function density(axes, rows, cells) {
  const pairs = axes.slice(1).map(() => new Array(cells * cells).fill(0));
  for (const row of rows) {
    const at = row.map((value, i) => cellOf(axes[i], value, cells));
    pairs.forEach((counts, i) => { if (at[i] !== null && at[i + 1] !== null) counts[at[i] * cells + at[i + 1]] += 1; });
  }
  return pairs;
}

function passes(axes, chosen) {
  const parts = chosen.split(";").filter(Boolean).map((part) => {
    const [label, intervals] = [decodeURIComponent(part.slice(0, part.lastIndexOf(":"))), part.slice(part.lastIndexOf(":") + 1)];
    return { at: axes.findIndex((one) => one.label === label), ends: intervals.split(",").map((one) => one.split("..").map(Number)) };
  });
  return (row) => parts.every(({ at, ends }) => {
    const value = Math.min(axes[at]?.high ?? Infinity, row[at] ?? NaN);
    return ends.some(([low, high]) => value >= low && value <= high);
  });
}

function parallel(study, query) {
  const sign = study.objectives[0].direction === "maximize" ? -1 : 1;
  const sorted = [...study.complete()].sort((a, b) => sign * (valueOf(b, 0) - valueOf(a, 0)));
  const parameters = chosen(study, query);
  const axes = [
    ...parameters.map(([name, p]) => parameterAxis(name, p)),
    ...study.objectives.map((objective, k) => {
      const values = sorted.map((t) => valueOf(t, k)).sort((a, b) => a - b);
      const usual = valueAxis(objective, sorted, k, query);
      return { ...usual, low: usual.low ?? values[0], high: usual.high ?? values.at(-1) };
    }),
  ];
  const row = (t) => [...parameters.map(([name, p]) => place(p, t.params[name])), ...study.objectives.map((_, k) => valueOf(t, k))];
  const kept = sorted.filter((t) => passes(axes, query.get("chosen") ?? "")(row(t)));
  const dense = kept.length > 1500;
  const picked = dense ? kept.slice(-300) : kept;
  const name = dense ? `${kept.length} trials as a density, the 300 best as lines` : "trial, the better the stronger";
  const marks = { type: "parallel", axes, rows: picked.map(row), shade: picked.map((_, i) => (i / picked.length) ** 2), shade_axis: parameters.length, numbers: picked.map((t) => t.number), width: 1 };
  const series = [{ name, colour: 0, marks: dense ? { ...marks, cells: 64, density: density(axes, kept.map(row), 64) } : marks }];
  const best = study.objectives.length === 1 ? study.bestTrial() : null;
  if (best) series.push({ name: `best (trial ${best.number})`, colour: 1, marks: { type: "parallel", axes, rows: [row(best)], shade: [], numbers: [best.number], width: 2.4 } });
  return [{ title: "", x: axis({ categories: axes.map((one) => one.label) }), y: axis({ bare: true }), series, note: axes.map(beyondNote).filter(Boolean).join(" ") }];
}

/** What a dot of the custom chart may show. */
export function scatterChoices(study) {
  const parameters = Object.entries(study.definition.parameters).filter(([, p]) => p.type !== "constant").map(([name]) => name);
  return ["number", "started", "seconds", ...study.objectives.map((one) => one.name), ...parameters, ...Object.keys(study.complete()[0]?.attributes ?? {})];
}

function property(study, name, query) {
  const complete = study.complete();
  const k = study.objectives.findIndex((one) => one.name === name);
  if (k >= 0) return { axis: valueAxis(study.objectives[k], complete, k, query), at: (t) => valueOf(t, k) };
  const p = study.definition.parameters[name];
  if (p) return { axis: parameterAxis(name, p), at: (t) => place(p, t.params[name]) };
  const first = Math.min(...complete.map((t) => Date.parse(t.started)));
  if (name === "number") return { axis: axis({ label: "trial", whole: true }), at: (t) => t.number };
  if (name === "started") return { axis: axis({ label: "minutes since the first trial began" }), at: (t) => (Date.parse(t.started) - first) / 60_000 };
  if (name === "seconds") return { axis: axis({ label: "seconds" }), at: (t) => (Date.parse(t.finished) - Date.parse(t.started)) / 1000 };
  if (name in (complete[0]?.attributes ?? {})) return { axis: axis({ label: name }), at: (t) => t.attributes[name] };
  return null;
}

function scatter(study, query) {
  const wanted = (key, usual) => property(study, query.get(key) || usual, query);
  const parameters = Object.keys(study.definition.parameters);
  const [x, y, size] = [wanted("x", parameters[0]), wanted("y", study.objectives[0].name), query.get("size") && query.get("size") !== "none" ? wanted("size") : null];
  const colour = query.get("colour") === "none" ? null : wanted("colour", "number");
  if (!x || !y) return null;
  const trials = study.complete().filter((t) => x.at(t) !== null && y.at(t) !== null && (!y.axis.beyond || y.at(t) <= y.axis.high));
  const settled = (one) => {
    const values = trials.map(one.at).filter((value) => value !== null);
    return { ...one.axis, low: one.axis.low ?? Math.min(...values), high: one.axis.high ?? Math.max(...values) };
  };
  const share = (one, t) => Math.min(1, Math.max(0, (one.at(t) - settled(one).low) / (settled(one).high - settled(one).low || 1)));
  const marks = (of) => ({
    type: "points", x: of.map(x.at), y: of.map(y.at), numbers: of.map((t) => t.number), radius: 3.4,
    ...(size ? { radii: of.map((t) => Math.sqrt(4 + 77 * share(size, t))), size_axis: settled(size) } : {}),
  });
  const series = colour?.axis.categories.length
    ? colour.axis.categories.map((name, i) => ({ name: `${colour.axis.label} ${name}`, colour: i, marks: marks(trials.filter((t) => colour.at(t) === i)) }))
    : [{ name: colour ? `${colour.axis.label}: pale 0, dark 1` : "trial", colour: 0, marks: { ...marks(trials), ...(colour ? { shade: trials.map((t) => share(colour, t)), shade_axis: settled(colour) } : {}) } }];
  if (y.axis.beyond) {
    const far = study.complete().filter((t) => x.at(t) !== null && y.at(t) > y.axis.high);
    series.push({ name: beyondName(y.axis), colour: 0, marks: { type: "points", x: far.map(x.at), y: far.map(y.at), numbers: far.map((t) => t.number), radius: 4, marker: "up" } });
  }
  return [{ title: "", x: x.axis, y: y.axis, series, note: [beyondNote(y.axis), size ? `The larger a dot, the more ${size.axis.label}.` : ""].filter(Boolean).join(" ") }];
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

/** What the points so far cover below the worst of each objective. */
function hypervolume(study) {
  const complete = study.complete();
  const corner = [0, 1].map((k) => Math.max(...complete.map((t) => valueOf(t, k))));
  let front = [];
  const volumes = complete.map((trial) => {
    front = [...front, [valueOf(trial, 0), valueOf(trial, 1)]].filter((a, _, all) => !all.some((b) => b !== a && b[0] <= a[0] && b[1] <= a[1])).sort((a, b) => a[0] - b[0]);
    return front.reduce((sum, [x, y], i) => sum + (corner[0] - x) * ((i ? front[i - 1][1] : corner[1]) - y), 0);
  });
  return [{ title: "", x: axis({ label: "trial", whole: true }), y: axis({ label: "hypervolume" }),
    series: [{ name: "hypervolume", colour: 0, marks: { type: "line", stepped: true, x: complete.map((t) => t.number), y: volumes } }] }];
}

/** Every two parameters, each trial by its place among all. */
function rank(study, query) {
  const all = chosen(study, query).filter(([, p]) => p.type === "float" || p.type === "int");
  const complete = study.complete().sort((a, b) => valueOf(a, 0) - valueOf(b, 0));
  const shade = complete.map((_, i) => 1 - i / Math.max(1, complete.length - 1));
  return all.flatMap(([x, px], i) => all.slice(i + 1).map(([y, py]) => ({ title: "", x: parameterAxis(x, px), y: parameterAxis(y, py),
    series: [{ name: "trials", colour: 0, marks: { type: "points", x: complete.map((t) => place(px, t.params[x])), y: complete.map((t) => place(py, t.params[y])), shade, numbers: complete.map((t) => t.number) } }] })));
}

const DRAW = { scatter, hypervolume, rank, history, slices, parallel, contour, curves, timeline, front, warps, calibration, weights };
const NEEDS_MODEL = ["contour", "warps", "calibration", "importance"];

export function chartNames(study) {
  const complete = study.complete().length;
  if (!study.trials.length) return [];
  const names = ["history", "slices", "parallel", "timeline", "edf"];
  if (complete) names.push("scatter");
  if (complete >= 10) names.push(...NEEDS_MODEL);
  if (study.trials.some((t) => t.reports.length)) names.push("curves");
  if (complete >= 10) names.push("rank");
  if (study.objectives.length === 2 && complete > 0) names.push("hypervolume");
  if (study.objectives.length > 1) names.push("front");
  if (study.definition.sources) names.push("weights");
  return names;
}

export function chart(study, name, query) {
  if (name !== "edf" && !DRAW[name]) return null;
  if (!study.trials.length) return null;
  return DRAW[name]?.(study, query) ?? null;
}
