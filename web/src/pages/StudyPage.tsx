// SPDX-License-Identifier: MIT
import { Suspense, lazy, useMemo, useState, type ComponentType } from "react";
import { studyPath } from "../api/client";
import { useResource } from "../api/resource";
import type { StudyDetail } from "../api/types";
import { Empty, ErrorBox, Waiting } from "../components/basics";
import { useTitle } from "../lib/hooks";
import { objectivesOf, parametersOf } from "../lib/space";
import { useLive } from "../state/live";
import { href } from "../state/route";
import { Overview } from "./study/Overview";
import { StudyHead } from "./study/StudyHead";
import { StudyTabs } from "./study/StudyTabs";
import { StudyContext, type StudyView } from "./study/context";

const PARTS: Record<string, ComponentType> = {
  overview: Overview,
  trials: lazy(() => import("./study/Trials")),
  parallel: lazy(() => import("./study/ParallelPart")),
  slices: lazy(() => import("./study/Slices")),
  chart: lazy(() => import("./study/ChartPart")),
  rank: lazy(() => import("./study/Rank")),
  contour: lazy(() => import("./study/Contour")),
  importance: lazy(() => import("./study/ImportancePart")),
  hypervolume: lazy(() => import("./study/Hypervolume")),
  curves: lazy(() => import("./study/Curves")),
  cost: lazy(() => import("./study/Cost")),
  workers: lazy(() => import("./study/Workers")),
  model: lazy(() => import("./study/Model")),
  sources: lazy(() => import("./study/SourcesPart")),
  failures: lazy(() => import("./study/Failures")),
  definition: lazy(() => import("./study/DefinitionPart")),
  enqueue: lazy(() => import("./study/Enqueue")),
};
const TrialPart = lazy(() => import("./study/TrialPart"));

/** A study: what it is and does, and one of its parts. */
export function StudyPage({ name, rest }: { name: string; rest: string[] }) {
  const [part = "overview", number] = rest;
  const [refreshed, setRefreshed] = useState(0);
  const [since, setSince] = useState<number | null>(null);
  const live = useLive(name, since);
  const detail = useResource<StudyDetail>(studyPath(name), {}, `${live.tick} ${live.definition} ${refreshed}`);
  const charts = useResource<{ charts: string[] }>(studyPath(name, "/charts"), {}, `${Math.min(live.tick, 3)} ${live.definition}`);
  useTitle(number === undefined ? name : `Trial ${number} of ${name}`);
  if (since === null && detail.data && !detail.loading) setSince(detail.data.revision);

  const view = useMemo<StudyView | null>(() => {
    if (!detail.data) return null;
    const pushed = live.revision > detail.data.revision ? live : null;
    return {
      name,
      detail: detail.data,
      objectives: objectivesOf(detail.data.study),
      parameters: parametersOf(detail.data.study).filter(([, one]) => one.type !== "constant").map(([key]) => key),
      counts: pushed?.counts ?? detail.data.counts,
      stopped: pushed?.stopped ?? detail.data.stopped,
      live,
      charts: charts.data?.charts ?? null,
      refresh: () => setRefreshed((old) => old + 1),
    };
  }, [name, detail.data, live, charts.data]);

  if (live.deleted || detail.error?.status === 404) {
    return (
      <Empty title={live.deleted ? `The study '${name}' was deleted` : `There is no study '${name}'`}>
        <a className="button" href={href(["studies"])}>To the studies</a>
      </Empty>
    );
  }
  if (!view) return detail.error ? <ErrorBox error={detail.error} /> : <Waiting label="the study" lines={8} />;
  const Part = PARTS[part];
  return (
    <StudyContext.Provider value={view}>
      <StudyHead />
      <StudyTabs part={part} />
      <ErrorBox error={detail.error} />
      <Suspense fallback={<Waiting label="this part" />}>
        {part === "trials" && number !== undefined ? <TrialPart key={number} number={number} /> : Part ? <Part /> : <Empty title="There is no such part of a study" />}
      </Suspense>
    </StudyContext.Provider>
  );
}
