// SPDX-License-Identifier: MIT
import { useEffect, useState } from "react";
import { follow, type Connection } from "../api/events";
import { useResource } from "../api/resource";
import type { StudyEntry, StudyPage } from "../api/types";
import { ConnectionDot, Empty, ErrorBox, Waiting } from "../components/basics";
import { Pager } from "../components/Pager";
import { StudyTable } from "../components/StudyTable";
import { plural, stateOf, type StudyState } from "../lib/format";
import { useSettled, useTitle } from "../lib/hooks";
import { listText } from "../lib/list";
import { mergeStudies } from "../lib/studies";
import { useRights } from "../state/identity";
import { go, href, setQuery, useRoute } from "../state/route";
import { session } from "../state/session";
import { useStore } from "../state/store";

const STATES: StudyState[] = ["running", "stopped", "finished", "idle", "new"];

/** What has changed since the list was read. */
function useChanges(): { connection: Connection; changed: StudyEntry[]; deleted: string[] } {
  const { generation } = useStore(session);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [changes, setChanges] = useState<{ changed: StudyEntry[]; deleted: string[] }>({ changed: [], deleted: [] });
  useEffect(() => {
    setChanges({ changed: [], deleted: [] });
    return follow("/events", "", {
      state: setConnection,
      event(event) {
        if (event.event !== "studies") return;
        const data = JSON.parse(event.data) as { studies?: StudyEntry[]; deleted?: string[] };
        setChanges((old) => ({
          changed: [...old.changed.filter((one) => !data.studies?.some((other) => other.name === one.name)), ...(data.studies ?? [])],
          deleted: [...old.deleted.filter((name) => !data.studies?.some((one) => one.name === name)), ...(data.deleted ?? [])],
        }));
      },
    });
  }, [generation]);
  return { connection, ...changes };
}

export function StudiesPage() {
  useTitle("Studies");
  const { query } = useRoute();
  const rights = useRights();
  const [search, setSearch] = useState(query.search ?? "");
  const settled = useSettled(search, 200);
  const [chosen, setChosen] = useState<string[]>([]);
  const { connection, changed, deleted } = useChanges();
  const order = query.order ?? "-created";

  useEffect(() => {
    if (settled !== (query.search ?? "")) setQuery({ search: settled, page: null });
  }, [settled]);

  const list = useResource<StudyPage>("/studies", { search: query.search, order, page_size: 50, page_token: query.page });
  const studies = list.data
    ? mergeStudies(list.data.studies, changed, deleted, { search: query.search ?? "", first: !query.page, order })
    : [];
  const shown = query.state ? studies.filter((study) => stateOf(study) === query.state) : studies;
  const choose = (name: string) =>
    setChosen((old) => (old.includes(name) ? old.filter((one) => one !== name) : [...old, name]));

  return (
    <>
      <div className="page-head">
        <h1>Studies</h1>
        {list.data && <span className="faint">{plural(list.data.total, "study", "studies")}</span>}
        <span className="grow" />
        <ConnectionDot state={connection} />
      </div>
      <div className="toolbar" role="search">
        <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} placeholder="Search, or a pattern such as svm-*"
          aria-label="Search studies" />
        <label className="inline">
          <span>State</span>
          <select value={query.state ?? ""} onChange={(event) => setQuery({ state: event.target.value })}>
            <option value="">all</option>
            {STATES.map((state) => <option key={state} value={state}>{state === "new" ? "no trials yet" : state}</option>)}
          </select>
        </label>
        <label className="inline">
          <span>Order</span>
          <select value={order} onChange={(event) => setQuery({ order: event.target.value, page: null })}>
            <option value="-created">newest first</option>
            <option value="created">oldest first</option>
            <option value="name">by name</option>
          </select>
        </label>
        <span className="grow" />
        <button type="button" className="button" disabled={chosen.length < 2} onClick={() => go(href(["compare"], { studies: listText(chosen) }))}>
          {chosen.length < 2 ? "Compare" : `Compare ${chosen.length}`}
        </button>
      </div>
      <ErrorBox error={list.error} />
      {!list.data && !list.error && <Waiting label="the studies" lines={8} />}
      {list.data && shown.length > 0 && <StudyTable studies={shown} chosen={chosen} onChoose={choose} />}
      {list.data && shown.length === 0 && (
        <Empty title={query.search || query.state ? "No study matches" : "There are no studies yet"}>
          {query.search || query.state ? (
            <button type="button" className="button" onClick={() => { setSearch(""); setQuery({ search: null, state: null, page: null }); }}>Show all</button>
          ) : rights.admin ? (
            <a className="button primary" href={href(["new"])}>Make the first one</a>
          ) : (
            <p>They appear here as soon as somebody creates one, for example with <code>hone tune study.yaml</code>.</p>
          )}
        </Empty>
      )}
      {list.data && <Pager token={query.page ?? ""} next={list.data.next} view={`studies ${query.search} ${order}`} />}
    </>
  );
}
