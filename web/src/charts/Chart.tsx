// SPDX-License-Identifier: MIT
import { Suspense, lazy, useMemo, useState } from "react";
import type { ChartData } from "../api/types";
import { useDark } from "../state/theme";
import { useNarrow, useSeen } from "../lib/hooks";
import { ChartTable } from "./ChartTable";
import { describeChart } from "./marks";
import { chartOption } from "./option";
import { inkOf } from "./palette";

const Canvas = lazy(() => import("./Canvas"));

interface Props {
  chart: ChartData;
  height?: number;
  title?: string;
  onTrial?: (number: number) => void;
}

/** A chart as the server describes it, with its numbers as a table on request. It is drawn when it comes into view. */
export function Chart({ chart, height = 320, title, onTrial }: Props) {
  const ink = inkOf(useDark());
  const narrow = useNarrow();
  const [ref, seen] = useSeen<HTMLElement>();
  const [table, setTable] = useState(false);
  const made = useMemo(() => chartOption(chart, ink, narrow), [chart, ink, narrow]);
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
            <Canvas option={made.option} label={describeChart(chart)} height={height} onClick={onTrial && click} />
          ) : (
            <div className="canvas" style={{ height }} />
          )}
        </Suspense>
      )}
    </figure>
  );
}
