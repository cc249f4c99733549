// SPDX-License-Identifier: MIT
import { useState, type ReactNode } from "react";
import { post, studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { ChartData, Trial } from "../../api/types";
import { Chart } from "../../charts/Chart";
import { Card, Empty, ErrorBox, Stat, StateBadge, Waiting } from "../../components/basics";
import { Confirm } from "../../components/Confirm";
import { Settings } from "../../components/Settings";
import { moment, number, ran, valuesOf } from "../../lib/format";
import { useNow } from "../../lib/hooks";
import { useRights } from "../../state/identity";
import { href } from "../../state/route";
import { reportChart } from "../../charts/report_chart";
import { Artefacts } from "./Artefacts";
import { useStudy } from "./context";

function Corrections({ trial, onDone }: { trial: Trial; onDone: () => void }) {
  const { name } = useStudy();
  const rights = useRights();
  const [asking, setAsking] = useState<"cancel" | "retry" | "remove" | null>(null);
  const running = trial.state === "running";
  const ended = !running && trial.state !== "waiting" && trial.state !== "deleted";
  const numbers = [trial.number];
  const words = {
    cancel: ["Cancel this trial?", "Cancel the trial", "It ends as failed; its worker hears of it with the next heartbeat."],
    retry: ["Run this trial again?", "Run again", "It goes back to the queue with the settings it had."],
    remove: ["Take this trial out?", "Take out", "It keeps its number but is not counted any more, and samplers forget it."],
  } as const;
  const act = async (verb: "cancel" | "retry" | "remove") => {
    await post(studyPath(name, `:${verb}`), { numbers });
    onDone();
  };
  return (
    <div className="actions">
      {rights.work && (
        <a className="button" href={href(["studies", name, "enqueue"], { from: trial.number })}>Enqueue a variant</a>
      )}
      {rights.admin && running && <button type="button" className="button" onClick={() => setAsking("cancel")}>Cancel</button>}
      {rights.admin && ended && trial.state !== "complete" && <button type="button" className="button" onClick={() => setAsking("retry")}>Run again</button>}
      {rights.admin && ended && <button type="button" className="button" onClick={() => setAsking("remove")}>Take out</button>}
      {asking && (
        <Confirm title={words[asking][0]} action={words[asking][1]} onDo={() => act(asking)} onClose={() => setAsking(null)}>
          <p>{words[asking][2]}</p>
        </Confirm>
      )}
    </div>
  );
}

function Facts({ trial }: { trial: Trial }) {
  const { objectives } = useStudy();
  const now = useNow(1000);
  const values = valuesOf(trial);
  return (
    <dl className="stats" aria-label="Facts about the trial">
      {objectives.map((objective, i) => <Stat key={objective.name} label={objective.name} value={number(values[i], 8)} tone="main" />)}
      <Stat label="Took" value={ran(trial, now)} />
      <Stat label="Attempt" value={trial.attempt} />
      <Stat label="Started" value={moment(trial.started)} />
      <Stat label="Finished" value={moment(trial.finished)} />
      <Stat label="Worker" value={<span className="wrap">{trial.worker ?? "–"}</span>} />
    </dl>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return <Card title={title}>{children}</Card>;
}

function Body({ trial, tick }: { trial: Trial; tick: unknown }) {
  const { objectives } = useStudy();
  const reports = trial.reports ?? [];
  const chart: ChartData | null = reports.length ? reportChart(reports, objectives[0]?.name ?? "value") : null;
  const notes = Object.fromEntries(Object.entries(trial.notes ?? {}).map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : (value as string)]));
  return (
    <div className="split">
      <div className="split-main">
        {trial.error && <Section title={trial.state === "complete" ? "Remark" : "Why it ended"}><pre className="output" tabIndex={0}>{trial.error}</pre></Section>}
        {chart ? <Card><Chart chart={chart} title={`Reports (${reports.length})`} height={280} /></Card> : null}
        <Artefacts number={trial.number} tick={tick} />
        <Section title="Settings"><Settings values={trial.params} /></Section>
        {trial.outside && <Section title="Outside the present space"><p>{trial.outside}</p></Section>}
        {trial.remarks && trial.remarks.length > 0 && (
          <Section title="Corrections">
            <ul className="plain">{trial.remarks.map((remark, i) => <li key={i}><span className="faint">{moment(remark.time)}</span> {remark.text}</li>)}</ul>
          </Section>
        )}
      </div>
      <div className="split-side">
        <Section title="Attributes"><Settings values={trial.attributes} note="The program told none." /></Section>
        {Object.keys(notes).length > 0 && <Section title="Notes of the sampler"><Settings values={notes} /></Section>}
        {trial.former && Object.keys(trial.former).length > 0 && <Section title="Former parameters"><Settings values={trial.former} /></Section>}
        <Section title="Files">
          <p className="hint">
            What the command puts into the folder <code>HONE_ARTEFACT_DIR</code> is kept here. <code>params.json</code>, <code>stdout.txt</code>, <code>stderr.txt</code> and what else it wrote are on the machine of the worker, in{" "}
            <code>.hone/&lt;study&gt;-&lt;8 digits&gt;/{trial.number}{trial.attempt > 1 ? `.${trial.attempt}` : ""}/</code>. The end of stderr of a failed trial is kept here.
          </p>
        </Section>
      </div>
    </div>
  );
}

/** One trial with everything that is known of it. */
export default function TrialPart({ number: text }: { number: string }) {
  const { name, live } = useStudy();
  const [changed, setChanged] = useState(0);
  const trial = useResource<Trial | { trial: Trial }>(studyPath(name, `/trials/${encodeURIComponent(text)}`), {}, `${live.tick} ${changed}`);
  if (trial.error?.status === 404) return <Empty title={`There is no trial ${text}`}><a href={href(["studies", name, "trials"])}>All trials</a></Empty>;
  if (!trial.data) return trial.error ? <ErrorBox error={trial.error} /> : <Waiting label="the trial" />;
  const found = "trial" in trial.data ? trial.data.trial : trial.data;
  return (
    <>
      <div className="page-head">
        <h2 className="trial-title">Trial {found.number}</h2>
        <StateBadge state={found.state} />
        <nav aria-label="Neighbours" className="inline">
          {found.number > 0 && <a href={href(["studies", name, "trials", String(found.number - 1)])}>← {found.number - 1}</a>}
          <a href={href(["studies", name, "trials", String(found.number + 1)])}>{found.number + 1} →</a>
        </nav>
        <span className="grow" />
        <Corrections trial={found} onDone={() => setChanged(changed + 1)} />
      </div>
      <Facts trial={found} />
      <Body trial={found} tick={`${live.tick} ${changed}`} />
    </>
  );
}
