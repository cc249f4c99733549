// SPDX-License-Identifier: MIT
import { Suspense, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ChartData } from "../api/types";
import { useDark } from "../state/theme";
import { useNarrow, useSeen } from "../lib/hooks";
import { ChartTable } from "./ChartTable";
import { ColourBar } from "./ColourBar";
import type { Instance } from "./echarts";
import { CanvasContext } from "./lazy_canvas";
import { describeChart } from "./marks";
import { chartOption, type SettingsOf } from "./option";
import { inkOf } from "./palette";

interface Props {
  chart: ChartData;
  height?: number;
  title?: string;
  /** Whether its note stands below; several charts of one note have it once. */
  note?: boolean;
  onTrial?: (number: number) => void;
  /** What a mark says of its trial beside what it shows; must stay the same function. */
  settingsOf?: SettingsOf;
  /** The trial that somebody points at elsewhere. */
  pointed?: number | null;
}

/** A chart as the server describes it, with its numbers as a table on request. It is drawn when it comes into view. */
export function Chart({ chart, height = 320, title, note = true, onTrial, settingsOf, pointed = null }: Props) {
  const ink = inkOf(useDark());
  const narrow = useNarrow();
  const Canvas = useContext(CanvasContext);
  const [ref, seen] = useSeen<HTMLElement>();
  const [table, setTable] = useState(false);
  const [instance, setInstance] = useState<Instance | null>(null);
  const made = useMemo(() => chartOption(chart, ink, narrow, settingsOf), [chart, ink, narrow, settingsOf]);
  const lit = useRef(false);
  useEffect(() => {
    if (!instance || instance.isDisposed() || (pointed === null && !lit.current)) return;
    instance.dispatchAction({ type: "downplay" });
    lit.current = pointed !== null;
    if (pointed !== null) for (const mark of made.marksOf(pointed)) instance.dispatchAction({ type: "highlight", ...mark });
  }, [instance, made, pointed]);
  const heading = title ?? chart.title;
  const click = (series: number, index: number) => {
    const trial = made.trialAt(series, index);
    if (trial !== null) onTrial?.(trial);
  };
  return (
    <figure className="chart" ref={ref}>
      <figcaption>
        <span className="chart-title">{heading}</span>
        <button type="button" className="link" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? "Picture" : "Numbers"}
          <span className="sr"> of {heading || chart.x.label}</span>
        </button>
      </figcaption>
      {table ? (
        <ChartTable chart={chart} height={height} />
      ) : (
        <Suspense fallback={<div className="canvas" style={{ height }} />}>
          {seen ? (
            <Canvas option={made.option} label={describeChart(chart)} height={height} onClick={onTrial && click} onReady={setInstance} />
          ) : (
            <div className="canvas" style={{ height }} />
          )}
          <ColourBar chart={chart} ink={ink} />
        </Suspense>
      )}
      {note && chart.note && <p className="hint">{chart.note}</p>}
    </figure>
  );
}
