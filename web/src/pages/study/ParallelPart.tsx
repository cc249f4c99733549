// SPDX-License-Identifier: MIT
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from "react";
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { ChartData, Figure } from "../../api/types";
import type { Instance } from "../../charts/echarts";
import { describeChart } from "../../charts/marks";
import { inkOf } from "../../charts/palette";
import { brushText, brushed, parallelMarks, parallelOption, parseBrush, type Brush } from "../../charts/parallel";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Controls, LogChoice, ObjectiveChoice, ParameterChips, useChartQuery } from "../../components/ChartControls";
import { useNarrow } from "../../lib/hooks";
import { setQuery, useRoute } from "../../state/route";
import { useDark } from "../../state/theme";
import { BrushInputs } from "./BrushInputs";
import { BrushedTable } from "./BrushedTable";
import { RefreshButton } from "./RefreshButton";
import { useStudy } from "./context";

const Canvas = lazy(() => import("../../charts/Canvas"));

interface AxisModel {
  activeIntervals: [number, number][];
}

/** The intervals that were drawn on the axes with the pointer. */
function drawnBrush(chart: Instance, labels: string[]): Brush {
  const model = (chart as unknown as { getModel(): { queryComponents(query: object): AxisModel[] } }).getModel();
  const axes = model.queryComponents({ mainType: "parallelAxis" });
  const brush: Brush = {};
  axes.forEach((axis, i) => {
    const label = labels[i];
    if (label && axis.activeIntervals.length) brush[label] = axis.activeIntervals.map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  });
  return brush;
}

function Drawing({ chart }: { chart: ChartData }) {
  const ink = inkOf(useDark());
  const narrow = useNarrow();
  const { query } = useRoute();
  const text = query.brush ?? "";
  const brush = useMemo(() => parseBrush(text), [text]);
  const option = useMemo(() => parallelOption(chart, ink, narrow), [chart, ink, narrow]);
  const marks = parallelMarks(chart)[0]?.marks;
  const labels = useRef<string[]>([]);
  labels.current = marks?.axes.map((axis) => axis.label) ?? [];
  const instance = useRef<Instance | null>(null);
  const shown = useRef("");

  // The address is the truth: what it says is shown on the axes, also after these were drawn anew.
  const show = (made: Instance) => {
    labels.current.forEach((label, i) => {
      made.dispatchAction({ type: "axisAreaSelect", parallelAxisIndex: i, intervals: brush[label] ?? [] }, { silent: true });
    });
    shown.current = text;
  };
  const ready = (made: Instance) => {
    instance.current = made;
    made.on("axisareaselected", () => {
      const drawn = brushText(drawnBrush(made, labels.current));
      if (drawn === shown.current) return;
      shown.current = drawn;
      setQuery({ brush: drawn });
    });
  };
  const drawnOption = useRef(option);
  useEffect(() => {
    const made = instance.current;
    if (!made || (shown.current === text && drawnOption.current === option)) return;
    drawnOption.current = option;
    show(made);
  }, [option, text]);

  const rows = marks ? brushed(marks, brush) : [];
  const active = Object.keys(brush).length > 0;
  return (
    <>
      <Suspense fallback={<div className="canvas" style={{ height: 440 }} />}>
        <div className="wide-chart">
          <Canvas option={option} label={describeChart(chart)} height={440} onReady={(made) => { ready(made); setTimeout(() => show(made), 0); }} />
        </div>
      </Suspense>
      <p className="hint">
        {chart.series.map((series) => series.name).filter(Boolean).join("; ")}. Draw along an axis to choose a part of it. A line passes over axes of parameters that its trial does not have.
      </p>
      {marks && <BrushInputs axes={marks.axes} brush={brush} />}
      {marks && (
        <BrushedTable marks={marks} rows={rows} active={active} />
      )}
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
