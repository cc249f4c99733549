// SPDX-License-Identifier: MIT
// A stand-in for `hone serve`: the routes of docs/guide/api.md that the dashboard uses, in memory, with the same headers
// (a strict content-security policy above all). It serves share/web/dashboard too.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chart, chartNames, edf, scatterChoices } from "./charts.mjs";
import { Study, makeStudies } from "./data.mjs";
import { parse } from "./where.mjs";

const DIST = fileURLToPath(new URL("../../../share/web/dashboard/", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
export const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const RANK = { read: 0, work: 1, admin: 2 };

class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function check(body) {
  if (typeof body.text === "string") {
    let parsed;
    try {
      parsed = JSON.parse(body.text);
    } catch {
      // The mock reads just enough YAML to be typed at: names of parameters with a flow map.
      const name = /^name:\s*(\S+)/m.exec(body.text)?.[1];
      const parameters = Object.fromEntries([...body.text.matchAll(/^ {2}(\w+):\s*\{(.*)\}\s*$/gm)].map((m) => [m[1], Object.fromEntries(m[2].replace(/\{.*?\}|\[.*?\]/g, (s) => s.replace(/,/g, ";")).split(",").map((pair) => pair.split(/:(.*)/).map((s) => s.trim())).map(([k, v]) => [k, Number.isFinite(Number(v)) ? Number(v) : v.startsWith("[") ? v.slice(1, -1).split(";").map((s) => s.trim()) : v.startsWith("{") ? Object.fromEntries([v.slice(1, -1).split(":").map((s) => s.trim())]) : v]))]));
      if (!/^parameters:/m.test(body.text)) return { valid: false, error: { code: "invalid_file", message: "line 1: there are no parameters; write `parameters:` with at least one" } };
      parsed = { name, parameters };
    }
    return check(parsed);
  }
  const wrong = (message) => ({ valid: false, error: { code: "invalid_space", message } });
  if (!body.name) return wrong("name: a study needs a name; give one");
  const parameters = Object.entries(body.parameters ?? {});
  if (!parameters.length) return wrong("parameters: there are none; write at least one");
  for (const [name, p] of parameters) {
    if (!name) return wrong("parameters: a parameter has no name; give it one");
    if ((p.type === "float" || p.type === "int") && !(typeof p.low === "number" && typeof p.high === "number")) return wrong(`parameters.${name}: low and high must be numbers`);
    if (typeof p.low === "number" && p.low >= p.high) return wrong(`parameters.${name}: the range ends at ${p.high}, which is not above its start ${p.low}; swap them`);
    if (p.scale === "log" && p.low <= 0) return wrong(`parameters.${name}: log-scale range starts at ${p.low}; raise the lower bound above 0 or use a linear scale`);
    if ((p.type === "categorical" || p.type === "ordinal") && !(p.choices?.length > 1)) return wrong(`parameters.${name}: there are no choices; list at least two`);
  }
  return { valid: true, study: body, warnings: body.pruner ? ["a pruner is of use only when trials report"] : [] };
}

const PIXELS = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFklEQVR42mNkaPhPHGAaNZ4UCJIMAAAqFAEPF0p3FQAAAABJRU5ErkJggg==", "base64");
/** What one trial of the mock has left: one file of each kind that the page shows, and hostile ones. */
function artefactsOf(study, number) {
  if (study.name !== "resnet-cifar" || number !== 12) return [];
  const kinds = [
    ["confusion.png", "image/png", PIXELS],
    ["loss.csv", "text/csv", Buffer.from(`epoch,loss,note\n${Array.from({ length: 300 }, (_, i) => `${i},${(1 / (i + 1)).toFixed(4)},"a ""b"", <img src=x onerror=window.pwned=1>"`).join("\n")}\n`)],
    ["page.html", "text/plain", Buffer.from("<script>window.pwned=1</script><img src=x onerror=window.pwned=1>\u202eabc")],
    ["weights.pt", "application/octet-stream", Buffer.from([0, 1, 2, 3])],
  ];
  return kinds.map(([name, type, bytes]) => ({ trial: number, name, hash: `${name.length}`.repeat(32), size: bytes.length, type, attempt: 1, created: study.created, bytes }));
}

function brief(trial) {
  const { reports, notes, former, revision, ...rest } = trial;
  return rest;
}
function whole(trial) {
  const { revision, ...rest } = trial;
  return rest;
}

/** What a column shows of a trial; null when there is no such column. */
function columnOf(study, name) {
  const bare = name.replace(/^(param|objective|trial)\./, "");
  const objective = study.objectives.findIndex((one) => one.name === bare);
  if (bare in study.definition.parameters) return (trial) => trial.params[bare];
  if (objective >= 0) return (trial) => (trial.values ? trial.values[objective] : trial.value);
  if (bare === "duration") return (trial) => (trial.finished ? (Date.parse(trial.finished) - Date.parse(trial.started)) / 1000 : null);
  if (["number", "state", "worker", "started", "finished", "attempt", "version", "error", "tags"].includes(bare)) return (trial) => trial[bare];
  if (bare.startsWith("attr.")) return (trial) => trial.attributes[bare.slice(5)];
  return null;
}

function passing(study, query) {
  const where = query.get("where");
  if (!where) return () => true;
  try {
    const told = parse(where, (name) => columnOf(study, name) !== null);
    return (trial) => told((name) => columnOf(study, name)(trial)) === true;
  } catch (error) {
    throw new Refusal(400, "invalid_argument", error.message);
  }
}

function listTrials(study, query) {
  const states = (query.get("state") ?? "").split(",").filter(Boolean);
  let trials = study.trials.filter((trial) => (states.length ? states.includes(trial.state) : trial.state !== "deleted")).filter(passing(study, query));
  const order = query.get("order") ?? "number";
  if (order === "-number") trials = trials.slice().reverse();
  if (order === "value" || order === "-value") {
    const sign = order === "value" ? 1 : -1;
    const none = (trial) => trial.value === null || trial.value === undefined;
    trials = [...trials.filter((t) => !none(t)).sort((a, b) => sign * (a.value - b.value)), ...trials.filter(none)];
  }
  const column = columnOf(study, order.replace(/^-/, ""));
  if (column && !["number", "-number", "-finished"].includes(order)) {
    const sign = order.startsWith("-") ? -1 : 1;
    const none = (trial) => column(trial) === null || column(trial) === undefined;
    trials = [...trials.filter((t) => !none(t)).sort((a, b) => sign * (column(a) < column(b) ? -1 : column(a) > column(b) ? 1 : 0)), ...trials.filter(none)];
  } else if (!column && !["value", "-value"].includes(order)) throw new Refusal(400, "invalid_argument", `order: there is no column '${order}'`);
  if (order === "-finished") trials = trials.slice().sort((a, b) => (a.finished ?? "") < (b.finished ?? "") ? 1 : -1);
  const size = Number(query.get("page_size") ?? 100);
  const from = Number(query.get("page_token") ?? 0);
  const page = trials.slice(from, from + size);
  return { trials: page.map(query.get("fields") === "brief" ? brief : whole), next: from + size < trials.length ? String(from + size) : null, total: trials.length, revision: study.revision };
}

export class Mock {
  constructor(options = {}) {
    this.tokens = options.tokens ?? null; // {secret: role}
    this.readOnly = options.readOnly ?? false;
    this.studies = new Map(makeStudies(options.large ?? 3000).map((study) => [study.name, study]));
    this.watchers = new Set();
    this.streams = new Set();
    this.requests = [];
    for (const study of this.studies.values()) this.watch(study);
    this.server = createServer((request, response) => void this.handle(request, response));
    this.ticker = options.live === false ? null : setInterval(() => this.live(), options.every ?? 700);
  }

  listen(port = 0) {
    return new Promise((resolve) => this.server.listen(port, "127.0.0.1", () => resolve(this.server.address().port)));
  }

  close() {
    clearInterval(this.ticker);
    this.cut();
    return new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections(); // a page that is still open may have come back meanwhile
    });
  }

  /** Breaks all streams, as a network does. */
  cut() {
    for (const response of this.streams) response.destroy();
    this.streams.clear();
  }

  watch(study) {
    study.listeners.add(() => this.watchers.forEach((tell) => tell(study)));
  }

  /** A worker: ends the oldest running trial of each live study and begins another. */
  live() {
    for (const study of this.studies.values()) {
      if (!study.options.live) continue;
      const running = study.trials.find((trial) => trial.state === "running");
      const changed = [];
      if (running) {
        study.finish(running);
        running.finished = new Date().toISOString();
        changed.push(running);
      }
      const waiting = study.trials.find((trial) => trial.state === "waiting");
      if (!study.stopped && study.trials.length < (study.definition.budget?.trials ?? Infinity)) {
        const next = waiting ?? study.begin(study.propose());
        next.state = "running";
        next.started = new Date().toISOString();
        next.revision = ++study.revision;
        changed.push(next);
      }
      if (changed.length) study.changed(changed);
    }
  }

  role(request) {
    if (!this.tokens) return "admin";
    const secret = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const role = this.tokens[secret];
    if (!role) throw new Refusal(401, "unauthorized", "a token is needed; send it as 'Authorization: Bearer hone_...'");
    return role;
  }

  need(request, role) {
    const own = this.role(request);
    if (RANK[own] < RANK[role]) throw new Refusal(403, "forbidden", `this needs the role '${role}', and the token has '${own}'`);
    if (role !== "read" && this.readOnly) throw new Refusal(403, "forbidden", "the server is read-only");
  }

  async handle(request, response) {
    const url = new URL(request.url, "http://mock");
    const headers = { "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    try {
      if (!url.pathname.startsWith("/v1")) return await this.file(url.pathname, response);
      this.requests.push(`${request.method} ${url.pathname}${url.search}`);
      const pieces = [];
      for await (const piece of request) pieces.push(piece);
      const body = pieces.length ? JSON.parse(Buffer.concat(pieces).toString()) : {};
      const answer = await this.route(request, response, url, body);
      if (answer === undefined) return;
      const [status, data] = Array.isArray(answer) ? answer : [200, answer];
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(status === 204 ? undefined : JSON.stringify(data));
    } catch (error) {
      const status = error.status ?? 500;
      if (!error.status) console.error(error);
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: { code: error.code ?? "internal", message: error.message } }));
    }
  }

  async file(path, response) {
    const name = normalize(path === "/" ? "/index.html" : path);
    try {
      const bytes = await readFile(join(DIST, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end("not found");
    }
  }

  async route(request, response, url, body) {
    const { method } = request;
    const path = url.pathname.slice(3);
    const query = url.searchParams;
    if (path === "" && method === "GET") return { name: "hone", version: "0.1.0", api: 1, role: this.role(request), studies: "*", read_only: this.readOnly };
    this.need(request, "read");
    if (path === "/samplers") return { samplers: [["hebo", "Gaussian process with warped inputs; the default"], ["tpe", "densities of good and other trials"], ["random", "independent draws"], ["sobol", "a sequence that fills the space evenly"], ["auto", "chooses from the plan and the trials so far"]].map(([name, summary]) => ({ name, summary, options: [] })) };
    if (path === "/pruners") return { pruners: [["median", "stops what is worse than the median at the same step"], ["asha", "asynchronous successive halving"]].map(([name, summary]) => ({ name, summary, options: [] })) };
    if (path === "/studies:check") return check(body);
    if (path === "/studies" && method === "GET") return this.list(query);
    if (path === "/studies" && method === "POST") return this.create(request, body);
    if (path === "/events") return this.stream(request, response, (send) => {
      const tell = (study) => send("studies", null, { studies: [study.entry()], deleted: [] });
      this.watchers.add(tell);
      return () => this.watchers.delete(tell);
    });
    const match = /^\/studies\/([^/]+?)(?::([a-z]+))?(?:\/(.*))?$/.exec(path);
    if (!match) throw new Refusal(404, "not_found", "there is no such path");
    const name = decodeURIComponent(match[1]);
    const study = this.studies.get(name);
    if (!study) throw new Refusal(404, "not_found", `there is no study '${name}'; GET /v1/studies lists them`);
    if (match[2]) return this.verb(request, study, match[2], body);
    return this.look(request, response, study, match[3] ?? "", query, body);
  }

  list(query) {
    const search = query.get("search") ?? "";
    const pattern = search.includes("*") ? new RegExp(`^${search.split("*").map((s) => s.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "i") : null;
    const found = [...this.studies.values()].filter((study) => (pattern ? pattern.test(study.name) : study.name.toLowerCase().includes(search.toLowerCase())));
    const order = query.get("order") ?? "-created";
    found.sort((a, b) => (order === "name" ? (a.name < b.name ? -1 : 1) : (a.created < b.created ? -1 : 1) * (order === "created" ? 1 : -1)));
    const size = Number(query.get("page_size") ?? 100);
    const from = Number(query.get("page_token") ?? 0);
    return { studies: found.slice(from, from + size).map((study) => study.entry()), next: from + size < found.length ? String(from + size) : null, total: found.length };
  }

  create(request, body) {
    this.need(request, "admin");
    const verdict = check(body);
    if (!verdict.valid) throw new Refusal(400, verdict.error.code, verdict.error.message);
    if (this.studies.has(verdict.study.name)) throw new Refusal(409, "already_exists", `there is a study '${verdict.study.name}' already; choose another name`);
    const study = new Study(verdict.study, { live: true, day: 1 });
    study.created = new Date().toISOString();
    study.clock = Date.now();
    this.studies.set(study.name, study);
    this.watch(study);
    study.changed([]);
    return [201, { study: study.name, trials: 0, created: true, warnings: [] }];
  }

  verb(request, study, verb, body) {
    this.need(request, verb === "enqueue" || verb === "note" ? "work" : "admin");
    if (verb === "stop" || verb === "resume") {
      study.stopped = verb === "stop";
      study.revision += 1;
      study.changed([]);
      return { stopped: study.stopped };
    }
    if (verb === "enqueue") {
      if (study.keys.has(body.key)) return { numbers: study.keys.get(body.key) };
      const added = body.points.map((point) => {
        const trial = study.begin(point);
        Object.assign(trial, { state: "waiting", started: null, worker: null });
        return trial;
      });
      const numbers = added.map((trial) => trial.number);
      if (body.key) study.keys.set(body.key, numbers);
      study.changed(added);
      return { numbers };
    }
    if (verb === "note") {
      const trial = study.trials[body.number];
      if (!trial) throw new Refusal(404, "not_found", `there is no trial ${body.number}`);
      for (const [tag, on] of Object.entries(body.tags ?? {})) {
        if (on) trial.attributes[`tag.${tag}`] = true;
        else delete trial.attributes[`tag.${tag}`];
      }
      if (body.note) trial.remarks = [...(trial.remarks ?? []), { time: new Date().toISOString(), text: `note: ${body.note}` }];
      trial.revision = ++study.revision;
      study.changed([trial]);
      return { ok: true };
    }
    const wanted = body.numbers ? study.trials.filter((t) => body.numbers.includes(t.number)) : study.trials.filter((t) => body.states.includes(t.state));
    const state = { cancel: "failed", retry: "waiting", remove: "deleted" }[verb];
    if (!state) throw new Refusal(404, "not_found", `there is no verb '${verb}'`);
    if (verb === "cancel" && wanted.some((trial) => trial.state !== "running")) throw new Refusal(409, "lease_lost", "one of these trials does not run; name those that do");
    for (const trial of wanted) Object.assign(trial, { state, error: verb === "cancel" ? "cancelled" : null, revision: ++study.revision, remarks: [{ time: new Date().toISOString(), text: `was ${trial.state}; ${verb}` }] });
    study.changed(wanted);
    return verb === "retry" ? { numbers: wanted.map((t) => t.number) } : { ok: true };
  }

  look(request, response, study, rest, query, body) {
    const { method } = request;
    if (rest === "" && method === "GET") return this.show(study);
    if (rest === "" && method === "DELETE") {
      this.need(request, "admin");
      this.studies.delete(study.name);
      study.changed([], "deleted");
      return [204, null];
    }
    if (rest === "" && method === "PATCH") {
      this.need(request, "admin");
      Object.assign(study.definition, body);
      study.changed([], "definition");
      return { study: study.name, version: study.version, adopted: true, changes: [] };
    }
    if (rest === "trials") return listTrials(study, query);
    const file = /^trials\/(\d+)\/artefacts\/(.+)$/.exec(rest);
    if (file) {
      const found = artefactsOf(study, Number(file[1])).find((one) => one.name === decodeURIComponent(file[2]));
      if (!found) throw new Refusal(404, "not_found", "there is no such artefact");
      response.writeHead(200, { "Content-Type": found.type, "Content-Disposition": "attachment" });
      response.end(found.bytes);
      return undefined;
    }
    if (rest === "artefacts") return { artefacts: artefactsOf(study, Number(query.get("number"))).map(({ bytes, ...entry }) => entry), next: null };
    if (rest.startsWith("trials/")) {
      const trial = study.trials[Number(rest.slice(7))];
      if (!trial) throw new Refusal(404, "not_found", `there is no trial ${rest.slice(7)}`);
      return whole(trial);
    }
    if (rest === "charts") return { charts: chartNames(study) };
    if (rest === "charts/edf") return { title: "", charts: edf([study, ...(query.get("with") ?? "").split(",").filter(Boolean).map((name) => this.studies.get(name)).filter(Boolean)]) };
    if (rest.startsWith("charts/")) {
      const charts = chart(study, rest.slice(7), query);
      if (!charts) throw new Refusal(404, "not_found", `there is nothing to draw as '${rest.slice(7)}' yet`);
      return rest === "charts/scatter" ? { title: "", charts, choices: scatterChoices(study) } : { title: "", charts };
    }
    if (rest === "best") return this.best(study, query);
    if (rest === "importance") return this.importance(study, query);
    if (rest === "diagnosis") return this.diagnosis(study);
    if (rest === "sources") return { sources: study.definition.sources ? SOURCES : [], remarks: [] };
    if (rest === "versions") return { versions: [{ version: 1, space: 1, created: study.created, study: study.definition }] };
    if (rest === "notes" && method === "GET") return study.notes;
    if (rest === "notes" && method === "PUT") {
      this.need(request, "work");
      study.notes = body;
      study.changed([], "definition");
      return study.notes;
    }
    if (rest === "export") {
      response.writeHead(200, { "Content-Type": "text/csv" });
      response.end(`number,state,value\n${study.trials.filter(passing(study, query)).map((t) => `${t.number},${t.state},${t.value ?? ""}`).join("\n")}\n`);
      return undefined;
    }
    if (rest === "events") return this.stream(request, response, (send, since) => {
      const tell = (event, trials) => (event === "trials"
        ? send("trials", study.revision, { revision: study.revision, trials: trials.map(brief), counts: study.counts(), stopped: study.stopped })
        : send(event, study.revision, {}));
      if (since !== null) {
        const missed = study.trials.filter((trial) => trial.revision > since);
        if (missed.length > 500) send("reset", study.revision, { revision: study.revision, counts: study.counts() });
        else if (missed.length) tell("trials", missed);
      }
      study.listeners.add(tell);
      return () => study.listeners.delete(tell);
    });
    throw new Refusal(404, "not_found", "there is no such path");
  }

  show(study) {
    const many = study.objectives.length > 1;
    return {
      study: study.definition, counts: study.counts(), ...(many ? { front: study.front().map(whole) } : { best: study.bestTrial() && whole(study.bestTrial()) }),
      revision: study.revision, version: study.version, created: study.created, stopped: study.stopped, text: study.notes.text, tags: study.notes.tags,
    };
  }

  /** A noisy study has a model that expects something else than the luckiest trial. */
  best(study, query) {
    const best = study.bestTrial();
    if (!best || query.get("means") !== "true" || !study.options.noisy) return { best: best && whole(best) };
    const { number, params, value } = study.complete()[0];
    return { best: { ...whole(best), predicted: { number, params, mean: value, low: value - 0.02, high: value + 0.02, noise: 0.05 } } };
  }

  importance(study, query) {
    if (study.complete().length < 10) throw new Refusal(400, "invalid_argument", `there are ${study.complete().length} complete trials and 10 are needed; run more first`);
    const names = Object.keys(study.definition.parameters);
    const raw = names.map((_, i) => 1 / (1 + i) ** 1.4);
    const sum = raw.reduce((a, b) => a + b, 0);
    return {
      method: query.get("method") ?? "fanova", objective: query.get("objective") ?? study.objectives[0].name, trials: study.complete().length, left_out: study.counts().failed,
      importances: names.map((parameter, i) => ({ parameter, importance: (0.9 * raw[i]) / sum, deviation: 0.02 + 0.01 * i, trials: study.complete().length })),
      pairs: query.get("pairs") === "true" && names.length > 1 ? [{ parameters: [names[0], names[1]], importance: 0.06, deviation: 0.01 }] : [], explained: 0.83, warning: null,
    };
  }

  diagnosis(study) {
    if (study.complete().length < 10) throw new Refusal(400, "invalid_argument", "too few complete trials to tell anything yet; run more first");
    const floats = Object.entries(study.definition.parameters).filter(([, p]) => p.type === "float").map(([name]) => name);
    return {
      study: study.name, objective: study.objectives[0].name, complete: study.complete().length, left_out: 3, noise: { verdict: "unknown" }, models: {},
      calibration: { verdict: "good", coverage: [[0.5, 0.53, 0.42, 0.58], [0.8, 0.79, 0.73, 0.86], [0.95, 0.94, 0.91, 0.99]].map(([level, share, low, high]) => ({ level, share, low, high })), rank_correlation: 0.91 },
      warps: floats.map((parameter, i) => ({ parameter, a: 1, b: 1, largest_move: 0.2 - 0.05 * i, meaning: i ? "about as given" : "small values matter most" })),
      verdict: "The model understands this study well, and knows how sure it may be.",
      advice: ["The model predicts trials that it has not seen well (rank correlation 0.91), and is honest about its doubt: its 95 % intervals hold 94 % of them.", "The output transform helps (+0.81 in log density, p = 0.01): leave it on."],
    };
  }

  stream(request, response, begin) {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(": hello\n\n");
    this.streams.add(response);
    const send = (event, id, data) => response.write(`event: ${event}\n${id === null ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    const last = request.headers["last-event-id"];
    const end = begin(send, last === undefined ? null : Number(last));
    const beat = setInterval(() => response.write(": beat\n\n"), 15_000);
    response.on("close", () => {
      clearInterval(beat);
      this.streams.delete(response);
      end();
    });
    return undefined;
  }
}

const SOURCES = [
  { name: "svm-adult", usable: true, trials: 25, left_out: 0, missing: [], extra: ["tol"], weight: 0.62, agreement: 0.82, dropped: false },
  { name: "svm-covtype", usable: true, trials: 25, left_out: 1, missing: ["coef0"], extra: [], weight: 0, agreement: 0.43, dropped: true },
  { name: "trees", usable: false, reason: "no parameter has the name and the kind of one of this study", trials: 40, left_out: 0, missing: [], extra: [], weight: 0, agreement: null, dropped: null },
];
