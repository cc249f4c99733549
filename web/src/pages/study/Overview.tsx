// SPDX-License-Identifier: MIT
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { BestAnswer, Num, Predicted, Trial } from "../../api/types";
import { Card, Empty, Progress, Stat } from "../../components/basics";
import { Settings } from "../../components/Settings";
import { TrialTable } from "../../components/TrialTable";
import { grouped, number, valuesOf } from "../../lib/format";
import { href } from "../../state/route";
import { FigureView } from "./FigureView";
import { FrontCard } from "./FrontCard";
import { NotesCard } from "./NotesCard";
import { useStudy } from "./context";

/** A model costs more than a number, so it is asked for again after some trials only. */
const TRIALS_BETWEEN_MODELS = 5;

/** Where values are noisy, what the model expects most of; nothing elsewhere. */
function usePredicted(): Predicted | undefined {
  const { name, counts, objectives } = useStudy();
  const complete = counts.complete ?? 0;
  const path = objectives.length === 1 && complete > 0 ? studyPath(name, "/best") : null;
  return useResource<BestAnswer>(path, { means: true }, Math.floor(complete / TRIALS_BETWEEN_MODELS)).data?.best?.predicted;
}

function Numbers() {
  const { name, counts, detail, objectives } = useStudy();
  const [objective] = objectives;
  const predicted = usePredicted();
  const ended = counts.total - (counts.waiting ?? 0) - (counts.running ?? 0);
  const many = objectives.length > 1;
  const bad = (counts.failed ?? 0) + (counts.timed_out ?? 0) + (counts.infeasible ?? 0);
  return (
    <dl className="stats" aria-label="Numbers of the study">
      {many ? (
        <Stat label="Pareto-optimal" value={grouped(detail.front?.length ?? 0)} hint={`of ${objectives.length} objectives`} tone="main" />
      ) : (
        <Stat label={`Best ${objective?.name ?? ""}`} value={number(bestValue(detail.best))} tone="main"
          hint={detail.best ? <a href={href(["studies", detail.study.name, "trials", String(detail.best.number)])}>trial {detail.best.number}</a> : objective?.direction} />
      )}
      {predicted && (
        <Stat label="Best predicted mean" value={number(predicted.mean)}
          hint={<><a href={href(["studies", name, "trials", String(predicted.number)])}>trial {predicted.number}</a>, 95 %: {number(predicted.low, 4)} to {number(predicted.high, 4)}</>} />
      )}
      <Stat label="Trials ended" value={<Progress label="Trials" done={ended} budget={detail.study.budget?.trials ?? null} failed={bad} />} />
      <Stat label="Running" value={grouped(counts.running ?? 0)} hint={counts.waiting ? `${grouped(counts.waiting)} waiting` : undefined} />
      <Stat label="Complete" value={grouped(counts.complete ?? 0)} />
      {(counts.pruned ?? 0) > 0 && <Stat label="Pruned" value={grouped(counts.pruned ?? 0)} />}
      <Stat label="Failed" value={grouped(bad)} tone={bad ? "bad" : undefined} hint={bad ? <a href={href(["studies", detail.study.name, "failures"])}>why</a> : undefined} />
    </dl>
  );
}

function bestValue(best: Trial | null | undefined): Num | null {
  return best ? (valuesOf(best)[0] ?? null) : null;
}

function BestCard() {
  const { name, detail } = useStudy();
  const { best } = detail;
  return (
    <Card title="Best settings" action={best ? <a href={href(["studies", name, "trials", String(best.number)])}>Trial {best.number}</a> : undefined}>
      {best ? <Settings values={best.params} /> : <Empty title="No trial is complete yet" />}
    </Card>
  );
}

function RecentCard() {
  const { name, live } = useStudy();
  if (live.recent.length === 0) return null;
  return (
    <Card title="Just now" action={<a href={href(["studies", name, "trials"])}>All trials</a>}>
      <TrialTable trials={live.recent} compact />
    </Card>
  );
}

export function Overview() {
  const { name, objectives, counts } = useStudy();
  return (
    <>
      <Numbers />
      <div className="split">
        <div className="split-main">
          <Card>
            {counts.total === 0 ? (
              <Empty title="No trial has begun yet">
                <p>Trials come from workers: <code>hone worker {location.origin} --study {name} -- command …</code></p>
              </Empty>
            ) : (
              <FigureView chart={objectives.length > 1 && (counts.complete ?? 0) > 0 ? "front" : "history"} query={{ most: 2000 }} height={340} />
            )}
          </Card>
          {objectives.length > 1 && counts.total > 0 && <Card><FigureView chart="history" query={{ most: 2000 }} height={260} /></Card>}
          <RecentCard />
        </div>
        <div className="split-side">
          {objectives.length < 2 && <BestCard />}
          <NotesCard />
        </div>
      </div>
      {objectives.length > 1 && counts.total > 0 && <FrontCard />}
    </>
  );
}
