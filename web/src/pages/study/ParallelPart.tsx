// SPDX-License-Identifier: MIT
import { useMemo, useState } from "react";
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { ChartData, Figure } from "../../api/types";
import { brushText, brushed, parallelMarks, parseBrush } from "../../charts/parallel";
import { ParallelDrawing } from "../../charts/ParallelDrawing";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Controls, LogChoice, ObjectiveChoice, ParameterChips, useChartQuery } from "../../components/ChartControls";
import { setQuery, useRoute } from "../../state/route";
import { BrushedTable } from "./BrushedTable";
import { RefreshButton } from "./RefreshButton";
import { useStudy } from "./context";

/** The address says what is chosen. */
function Drawing({ chart }: { chart: ChartData }) {
  const { query } = useRoute();
  const text = query.brush ?? "";
  const brush = useMemo(() => parseBrush(text), [text]);
  const marks = parallelMarks(chart)[0]?.marks;
  return (
    <>
      <ParallelDrawing chart={chart} brush={brush} onBrush={(chosen) => setQuery({ brush: brushText(chosen) })} />
      {marks && <BrushedTable marks={marks} rows={brushed(marks, brush)} active={Object.keys(brush).length > 0} />}
    </>
  );
}

/** Every trial as a line across its parameters; parts of axes can be chosen. */
export default function ParallelPart() {
  const { name, live } = useStudy();
  const query = useChartQuery();
  // Axes that move while one draws on them cannot be brushed: new results come on request.
  const [read, setRead] = useState(live.tick);
  const figure = useResource<Figure>(studyPath(name, "/charts/parallel"), { ...query, most: 1500 }, read);
  const chart = figure.data?.charts[0];
  return (
    <>
      <Controls><ParameterChips /><span className="grow" /><ObjectiveChoice /><LogChoice /><RefreshButton read={read} onRead={() => setRead(live.tick)} /></Controls>
      <Card>
        {figure.error?.status === 404 ? <Empty title="Nothing to draw yet"><p>{figure.error.message}</p></Empty> : <ErrorBox error={figure.error} />}
        {!chart && !figure.error && <Waiting label="the picture" lines={8} />}
        {chart && <Drawing chart={chart} />}
      </Card>
    </>
  );
}
