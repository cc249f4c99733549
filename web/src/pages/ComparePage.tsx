// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "react";
import { get, studyPath } from "../api/client";
import { useFigure } from "../api/figure";
import { useResource } from "../api/resource";
import type { Figure, StudyDetail, StudyPage } from "../api/types";
import { Chart } from "../charts/Chart";
import { overlay } from "../charts/overlay";
import { AllValues } from "../components/AllValues";
import { Card, Empty, ErrorBox, StateBadge, Waiting } from "../components/basics";
import { grouped, number, setting, stateOf, valuesOf } from "../lib/format";
import { useSettled, useTitle } from "../lib/hooks";
import { listText, parseList } from "../lib/list";
import { allShown } from "../lib/shown";
import { methodName, objectivesOf } from "../lib/space";
import { href, setQuery, useRoute } from "../state/route";

const MOST = 8; // as many as the palette has colours

interface Compared {
  name: string;
  detail: StudyDetail;
  history: Figure | null;
}

/** Details and histories of all chosen studies; one that cannot be read is told, the others are shown. */
function useCompared(names: string[]): { studies: Compared[]; errors: Error[]; loading: boolean } {
  const [state, setState] = useState<{ studies: Compared[]; errors: Error[]; loading: boolean }>({ studies: [], errors: [], loading: true });
  const key = listText(names);
  useEffect(() => {
    const controller = new AbortController();
    const read = async (name: string): Promise<Compared> => {
      const detail = await get<StudyDetail>(studyPath(name), {}, controller.signal);
      // A study without results has no history: it is still worth a row.
      const history = await get<Figure>(studyPath(name, "/charts/history"), { most: 1000 }, controller.signal).then(allShown, () => null);
      return { name, detail, history };
    };
    setState((old) => ({ ...old, loading: true }));
    void Promise.allSettled(parseList(key).map(read)).then((answers) => {
      if (controller.signal.aborted) return;
      setState({
        studies: answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])),
        errors: answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as Error] : [])),
        loading: false,
      });
    });
    return () => controller.abort();
  }, [key]);
  return state;
}

function Picker({ names }: { names: string[] }) {
  const [text, setText] = useState("");
  const found = useResource<StudyPage>("/studies", { search: useSettled(text, 200), page_size: 20 });
  const options = (found.data?.studies ?? []).map((study) => study.name).filter((name) => !names.includes(name));
  const add = (name: string) => {
    setText("");
    setQuery({ studies: listText([...names, name]) });
  };
  return (
    <form className="toolbar" onSubmit={(event) => { event.preventDefault(); const name = options.includes(text) ? text : options[0]; if (name) add(name); }}>
      <div className="chips">
        {names.map((name) => (
          <span key={name} className="chip chip-static">
            <a href={href(["studies", name])}>{name}</a>
            <button type="button" aria-label={`Leave out ${name}`} onClick={() => setQuery({ studies: listText(names.filter((one) => one !== name)) })}>×</button>
          </span>
        ))}
      </div>
      <input type="search" list="studies-to-add" value={text} placeholder="Add a study" aria-label="Add a study" disabled={names.length >= MOST}
        onChange={(event) => { const { value } = event.target; if (options.includes(value) && value !== text && !("inputType" in event.nativeEvent)) add(value); else setText(value); }} />
      <datalist id="studies-to-add">{options.map((name) => <option key={name} value={name} />)}</datalist>
      <button className="button" disabled={options.length === 0 || names.length >= MOST || text === ""}>Add</button>
    </form>
  );
}

function Table({ studies }: { studies: Compared[] }) {
  const parameters = [...new Set(studies.flatMap(({ detail }) => Object.keys(detail.best?.params ?? {})))];
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Studies side by side">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Study</th><th scope="col">State</th><th scope="col">Sampler</th><th scope="col" className="right">Complete</th>
            <th scope="col" className="right">Failed</th><th scope="col" className="right">Best</th>
            {parameters.map((name) => <th key={name} scope="col" className="right">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {studies.map(({ name, detail }) => (
            <tr key={name}>
              <th scope="row"><a href={href(["studies", name])}>{name}</a></th>
              <td><StateBadge state={stateOf({ stopped: detail.stopped, running: detail.counts.running ?? 0, trials: detail.counts.total, waiting: detail.counts.waiting ?? 0, budget: detail.study.budget?.trials ?? null })} /></td>
              <td>{methodName(detail.study.sampler, "hebo")}</td>
              <td className="right num">{grouped(detail.counts.complete ?? 0)}</td>
              <td className="right num">{grouped(detail.counts.failed ?? 0)}</td>
              <td className="right num strong">{detail.best ? number(valuesOf(detail.best)[0]) : "–"}</td>
              {parameters.map((parameter) => <td key={parameter} className="right num">{setting(detail.best?.params[parameter], 5)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pictures({ studies }: { studies: Compared[] }) {
  const [first, ...others] = studies;
  const { query } = useRoute();
  const edf = useFigure(first ? studyPath(first.name, "/charts/edf") : null, { with: others.map((one) => one.name).join(","), range: query.range === "all" ? "all" : undefined });
  const edfCharts = edf.data?.charts ?? [];
  const history = useMemo(
    () => overlay(studies.flatMap(({ name, detail, history: figure }) => (figure?.charts[0] ? [{ name, chart: figure.charts[0], objective: objectivesOf(detail.study)[0]?.name ?? "value" }] : []))),
    [studies],
  );
  return (
    <div className="chart-pair">
      <Card>{history ? <Chart chart={history} title="Best so far" height={340} /> : <Empty title="No study has results yet" />}</Card>
      <Card>
        {edf.error ? <Empty title="No distribution to draw"><p>{edf.error.message}</p></Empty> : null}
        <AllValues charts={edfCharts} />
        {edf.data?.charts[0] ? <Chart chart={edf.data.charts[0]} title="Share of trials as good or better" height={340} /> : !edf.error && <Waiting label="the distributions" />}
      </Card>
    </div>
  );
}

/** Studies side by side: who got where how fast, and how good their trials are throughout. */
export default function ComparePage() {
  useTitle("Compare");
  const { query } = useRoute();
  const names = parseList(query.studies).slice(0, MOST);
  const { studies, errors, loading } = useCompared(names);
  return (
    <>
      <div className="page-head"><h1>Compare studies</h1></div>
      <Picker names={names} />
      {errors.map((error) => <ErrorBox key={error.message} error={error} />)}
      {names.length === 0 && <Empty title="Choose studies to compare"><p>Add them above, or tick them in the <a href={href(["studies"])}>list of studies</a>.</p></Empty>}
      {names.length > 0 && loading && studies.length === 0 && <Waiting label="the studies" />}
      {studies.length > 0 && names.length > 0 && (
        <div className="chart-list">
          <Pictures studies={studies} />
          <Card title="Side by side, with the best settings"><Table studies={studies} /></Card>
        </div>
      )}
    </>
  );
}
