// SPDX-License-Identifier: MIT
import { useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { ChartData } from "../api/types";
import { Chart } from "../charts/Chart";
import { countDensity, densityOf } from "../charts/density";
import { ParallelDrawing } from "../charts/ParallelDrawing";
import { parallelMarks, type Brush } from "../charts/parallel";
import { useSettled } from "../lib/hooks";
import type { ReportData } from "./data";
import { chosenRows, firstOrder, TrialIndex } from "./rows";
import { TrialsView } from "./TrialsView";

/** As high as its rows need, or as its kind looks well at. */
function heightOf(name: string, chart: ChartData): number {
  if (chart.y.categories.length) return Math.min(900, Math.max(170, 80 + 26 * chart.y.categories.length));
  return name === "contour" ? 480 : name === "slices" ? 260 : 340;
}

/** What sets one of several pictures apart from the others; one alone has the heading of its section. */
function titleOf(name: string, chart: ChartData, several: boolean): string {
  if (chart.title || !several) return chart.title;
  return name === "slices" ? chart.x.label : `${chart.y.label} against ${chart.x.label}`;
}

const NO_CHART: Pick<ChartData, "series"> = { series: [] };

/** The living parts of a report, each in the place that the page holds for it. */
export function Report({ data, places }: { data: ReportData; places: HTMLElement[] }) {
  const index = useMemo(() => new TrialIndex(data.columns), [data]);
  const [brush, setBrush] = useState<Brush>({});
  const [order, setOrder] = useState(() => firstOrder(data));
  const [picked, setPicked] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  // A pointer that only crosses the table does not stir the pictures.
  const pointed = useSettled(over, 60) ?? picked;
  const parallelAxes = useMemo(() => {
    const [chart] = data.figures.parallel ?? [];
    return (chart && parallelMarks(chart)[0]?.marks.axes) || [];
  }, [data]);
  const rows = useMemo(() => chosenRows(data.columns, parallelAxes, brush), [data, parallelAxes, brush]);
  // The table has all trials unless the page would have been too long: then only the lines follow what is chosen.
  const all = useMemo(() => densityOf(parallelMarks(data.figures.parallel?.[0] ?? NO_CHART)[0]?.marks), [data]);
  const part = useMemo(() => {
    if (!all || Object.keys(brush).length === 0) return undefined;
    return index.size < data.trials ? null : countDensity(parallelAxes, index.completeRows(parallelAxes, rows), all.cells);
  }, [all, brush, data, index, parallelAxes, rows]);
  const line = useMemo(() => index.placesOn(parallelAxes, pointed), [index, parallelAxes, pointed]);
  const chosen = Object.keys(brush).length > 0;

  const fill = (name: string) => {
    if (name === "trials") {
      return <TrialsView data={data} index={index} rows={rows} chosen={chosen} order={order} onOrder={setOrder} picked={picked} onPick={setPicked} onPoint={setOver} onChooseAll={() => setBrush({})} />;
    }
    const charts = data.figures[name] ?? [];
    const [first] = charts;
    if (name === "parallel" && first) return <ParallelDrawing chart={first} all={part === undefined ? null : all} shown={part} brush={brush} onBrush={setBrush} picked={line} onTrial={setPicked} />;
    return (
      <div className={name === "slices" ? "chart-grid" : "chart-list"}>
        {charts.map((chart, i) => (
          <Chart key={i} chart={chart} height={heightOf(name, chart)} title={titleOf(name, chart, charts.length > 1)}
            onTrial={setPicked} settingsOf={index.settings} pointed={pointed} />
        ))}
      </div>
    );
  };
  return <>{places.map((place) => createPortal(fill(place.dataset.figure ?? ""), place, place.dataset.figure))}</>;
}
