// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "react";
import { download, studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { State, Trial, TrialPage } from "../../api/types";
import { BulkBar } from "../../components/BulkBar";
import { ColumnMenu } from "../../components/ColumnMenu";
import { FilterChips, FilterForm } from "../../components/TrialFilter";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Pager } from "../../components/Pager";
import { TrialTable } from "../../components/TrialTable";
import { matching, type Chosen } from "../../lib/bulk";
import { chosenColumns, columnsOf } from "../../lib/columns";
import { grouped, plural } from "../../lib/format";
import { listText, parseList, toggled } from "../../lib/list";
import { shown } from "../../lib/shown";
import { keepColumns, keptColumns } from "../../state/columns";
import { useRights } from "../../state/identity";
import { go, href, setQuery, useRoute } from "../../state/route";
import { useStudy } from "./context";

const STATES: State[] = ["complete", "running", "waiting", "failed", "pruned", "timed_out", "infeasible", "deleted"];

function GoTo() {
  const { name } = useStudy();
  const [number, setNumber] = useState("");
  const valid = /^\d+$/.test(number.trim());
  return (
    <form className="inline" onSubmit={(event) => { event.preventDefault(); if (valid) go(href(["studies", name, "trials", number.trim()])); }}>
      <input type="search" inputMode="numeric" className="short" value={number} placeholder="Number" aria-label="Go to the trial with this number"
        onChange={(event) => setNumber(event.target.value)} />
      <button className="button small" disabled={!valid}>Go</button>
    </form>
  );
}

/** What is ticked: trials by number, or all that the filter passes. A change of the filter begins anew. */
function useTicks(filter: string) {
  const [ticked, setTicked] = useState<Map<number, State>>(new Map());
  const [all, setAll] = useState(false);
  const none = () => {
    setTicked(new Map());
    setAll(false);
  };
  useEffect(none, [filter]);
  const tick = (trials: Trial[], on: boolean) => {
    setAll(false);
    setTicked((old) => {
      const next = new Map(old);
      for (const { number, state } of trials) {
        if (on) next.set(number, state);
        else next.delete(number);
      }
      return next;
    });
  };
  return { ticked, all, tick, none, chooseAll: () => setAll(true) };
}

/** All trials, page by page; the server filters and sorts, the address says how. */
export default function Trials() {
  const { name, counts, detail, live } = useStudy();
  const { query } = useRoute();
  const rights = useRights();
  const states = parseList(query.state);
  const where = query.where ?? "";
  const order = query.order ?? "-number";
  const [filtering, setFiltering] = useState(where !== "");
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState<Error | null>(null);
  const page = useResource<TrialPage>(
    studyPath(name, "/trials"),
    { state: states.join(","), where, order, page_size: 50, page_token: query.page, fields: "brief" },
    `${live.tick} ${changed}`,
  );
  const trials = page.data?.trials;
  const all = useMemo(() => columnsOf(detail.study, trials ?? []), [detail.study, trials]);
  const columns = useMemo(() => chosenColumns(all, query.columns === undefined ? keptColumns(name) : parseList(query.columns)), [all, name, query.columns]);
  const { ticked, all: everything, tick, none, chooseAll } = useTicks(`${name} ${states.join(",")} ${where}`);
  const total = page.data?.total ?? 0;
  const present = STATES.filter((state) => (counts[state] ?? 0) > 0 || states.includes(state));
  const filter = (next: string) => setQuery({ where: next, page: null });
  const show = (names: string[] | null) => {
    keepColumns(name, names ?? []);
    setQuery({ columns: names ? listText(names) : null });
  };
  const collect = async (): Promise<Chosen[]> => {
    if (everything) return matching(name, states.join(","), where);
    // As they are now, where this page shows them.
    const now = new Map(trials?.map((trial) => [trial.number, trial.state]));
    return [...ticked].map(([number, state]) => ({ number, state: now.get(number) ?? state }));
  };
  const save = () => {
    setProblem(null);
    const listed = states.length ? `(${where}) and trial.state in [${states.map((state) => `'${state}'`).join(", ")}]` : where;
    download(studyPath(name, "/export"), { format: "csv", where: listed }, `${shown(name)}.csv`).catch((error: Error) => setProblem(error));
  };
  const count = everything ? total : ticked.size;
  return (
    <>
      <div className="toolbar">
        <div className="chips" role="group" aria-label="Show only these states">
          {present.map((state) => (
            <button key={state} type="button" className="chip" aria-pressed={states.includes(state)}
              onClick={() => setQuery({ state: toggled(states, state).join(","), page: null })}>
              {state.replace("_", " ")} <span className="count">{grouped(counts[state] ?? 0)}</span>
            </button>
          ))}
        </div>
        <button type="button" className="button small" aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>Filter</button>
        <ColumnMenu all={all} shown={columns} onShown={show} />
        <span className="grow" />
        {page.data && <span className="faint" role="status">{plural(total, "trial")}</span>}
        <GoTo />
      </div>
      {filtering && <Card><FilterForm where={where} columns={all} onWhere={filter} /></Card>}
      {where && (
        <div className="toolbar">
          <FilterChips where={where} columns={all} onWhere={filter} />
          <button type="button" className="link" onClick={() => filter("")}>Show all again</button>
          <button type="button" className="link" onClick={save}>Export these</button>
        </div>
      )}
      <ErrorBox error={page.error ?? problem} />
      {!page.data && !page.error && <Waiting label="the trials" lines={10} />}
      {count > 0 && (
        <BulkBar study={name} count={count} total={page.data && !everything ? total : null} onAll={chooseAll} onNone={none} collect={collect} onDone={() => setChanged(changed + 1)} />
      )}
      {trials && trials.length > 0 && (
        <TrialTable trials={trials} columns={columns} sorting={{ order, onOrder: (next) => setQuery({ order: next, page: null }) }}
          ticking={rights.work ? { isTicked: (trial) => everything || ticked.has(trial.number), onTick: tick } : undefined} />
      )}
      {trials && trials.length === 0 && (
        <Empty title={where ? "No trial fits" : states.length ? "No trial is in one of these states" : "There are no trials yet"} />
      )}
      {page.data && <Pager token={query.page ?? ""} next={page.data.next} view={`trials ${name} ${states.join(",")} ${where} ${order}`} />}
    </>
  );
}
