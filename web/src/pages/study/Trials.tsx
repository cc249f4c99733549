// SPDX-License-Identifier: MIT
import { useState } from "react";
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { State, TrialPage } from "../../api/types";
import { Empty, ErrorBox, Waiting } from "../../components/basics";
import { Pager } from "../../components/Pager";
import { TrialTable } from "../../components/TrialTable";
import { grouped, plural } from "../../lib/format";
import { parseList, toggled } from "../../lib/list";
import { go, href, setQuery, useRoute } from "../../state/route";
import { useStudy } from "./context";

const STATES: State[] = ["complete", "running", "waiting", "failed", "pruned", "timed_out", "infeasible"];

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

/** All trials, page by page; the server filters and sorts, the address says how. */
export default function Trials() {
  const { name, counts, live } = useStudy();
  const { query } = useRoute();
  const states = parseList(query.state);
  const order = query.order ?? "-number";
  const page = useResource<TrialPage>(
    studyPath(name, "/trials"),
    { state: states.join(","), order, page_size: 50, page_token: query.page, fields: "brief" },
    live.tick,
  );
  const shown = STATES.filter((state) => (counts[state] ?? 0) > 0 || states.includes(state));
  return (
    <>
      <div className="toolbar">
        <div className="chips" role="group" aria-label="Show only these states">
          {shown.map((state) => (
            <button key={state} type="button" className="chip" aria-pressed={states.includes(state)}
              onClick={() => setQuery({ state: toggled(states, state).join(","), page: null })}>
              {state.replace("_", " ")} <span className="count">{grouped(counts[state] ?? 0)}</span>
            </button>
          ))}
        </div>
        <span className="grow" />
        {page.data && <span className="faint" role="status">{plural(page.data.total, "trial")}</span>}
        <GoTo />
      </div>
      <ErrorBox error={page.error} />
      {!page.data && !page.error && <Waiting label="the trials" lines={10} />}
      {page.data && page.data.trials.length > 0 && (
        <TrialTable trials={page.data.trials} sorting={{ order, onOrder: (next) => setQuery({ order: next, page: null }) }} />
      )}
      {page.data && page.data.trials.length === 0 && (
        <Empty title={states.length ? "No trial is in one of these states" : "There are no trials yet"} />
      )}
      {page.data && <Pager token={query.page ?? ""} next={page.data.next} view={`trials ${name} ${states.join(",")} ${order}`} />}
    </>
  );
}
