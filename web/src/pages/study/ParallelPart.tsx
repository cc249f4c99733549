// SPDX-License-Identifier: MIT
import { useMemo, useState } from "react";
import { studyPath } from "../../api/client";
import { useFigure } from "../../api/figure";
import type { ChartData } from "../../api/types";
import { brushText, brushed, parallelMarks, parseBrush } from "../../charts/parallel";
import { densityOf } from "../../charts/density";
import { ParallelDrawing } from "../../charts/ParallelDrawing";
import { AllValues } from "../../components/AllValues";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Controls, LogChoice, ObjectiveChoice, ParameterChips, useChartQuery } from "../../components/ChartControls";
import { useSettled } from "../../lib/hooks";
import { setQuery, useRoute } from "../../state/route";
import { BrushedTable } from "./BrushedTable";
import { RefreshButton } from "./RefreshButton";
import { useStudy } from "./context";

/** The address says what is chosen. */
function Drawing({ chart, chosen }: { chart: ChartData; chosen: ChartData | null }) {
  const { query } = useRoute();
  const text = query.brush ?? "";
  const brush = useMemo(() => parseBrush(text), [text]);
  const marks = parallelMarks(chart)[0]?.marks;
  const all = useMemo(() => densityOf(marks), [marks]);
  const found = chosen && parallelMarks(chosen)[0]?.marks;
  const active = Object.keys(brush).length > 0;
  return (
    <>
      <ParallelDrawing chart={chosen ?? chart} all={chosen ? all : null} brush={brush} onBrush={(next) => setQuery({ brush: brushText(next) })} />
      {marks && <BrushedTable marks={found ?? marks} rows={brushed(found ?? marks, brush)} active={active} dense={all !== null} />}
    </>
  );
}

/** Every trial as a line across its parameters; parts of axes can be chosen. Of very many it is a density, and the server says what passes. */
export default function ParallelPart() {
  const { name, live } = useStudy();
  const asked = useChartQuery();
  const { query: route } = useRoute();
  const query = { ...asked, range: route.range === "all" ? "all" : undefined, most: 1500 };
  // Axes that move while one draws on them cannot be brushed: new results come on request.
  const [read, setRead] = useState(live.tick);
  const path = studyPath(name, "/charts/parallel");
  const figure = useFigure(path, query, read);
  const chart = figure.data?.charts[0];
  const dense = densityOf(chart && parallelMarks(chart)[0]?.marks) !== null;
  const brush = useSettled(route.brush ?? "", 150);
  const chosen = useFigure(dense && brush ? path : null, { ...query, chosen: brush }, read);
  return (
    <>
      <Controls><ParameterChips /><span className="grow" /><ObjectiveChoice /><LogChoice /><RefreshButton read={read} onRead={() => setRead(live.tick)} /></Controls>
      <Card>
        {figure.error?.status === 404 ? <Empty title="Nothing to draw yet"><p>{figure.error.message}</p></Empty> : <ErrorBox error={figure.error ?? chosen.error} />}
        {!chart && !figure.error && <Waiting label="the picture" lines={8} />}
        {figure.data && <AllValues charts={figure.data.charts} />}
        {chart && <Drawing chart={chart} chosen={(dense && brush ? chosen.data?.charts[0] : null) ?? null} />}
      </Card>
    </>
  );
}
