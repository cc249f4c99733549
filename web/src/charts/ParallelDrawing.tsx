// SPDX-License-Identifier: MIT
import { Suspense, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ChartData } from "../api/types";
import { useNarrow, useSeen } from "../lib/hooks";
import { useDark } from "../state/theme";
import { BrushInputs } from "./BrushInputs";
import { ColourBar } from "./ColourBar";
import type { Density } from "./density";
import type { Instance } from "./echarts";
import { CanvasContext } from "./lazy_canvas";
import { describeChart } from "./marks";
import { inkOf } from "./palette";
import { brushText, intervalsOf, noBrush, parallelMarks, parallelOption, pickedOption, type Brush } from "./parallel";

const HEIGHT = 440;

interface AxisModel {
  activeIntervals: [number, number][];
}

/** The intervals that were drawn on the axes with the pointer. */
function drawnBrush(chart: Instance, labels: string[]): Brush {
  const model = (chart as unknown as { getModel(): { queryComponents(query: object): AxisModel[] } }).getModel();
  const axes = model.queryComponents({ mainType: "parallelAxis" });
  const brush = noBrush();
  axes.forEach((axis, i) => {
    const label = labels[i];
    if (label && axis.activeIntervals.length) brush[label] = axis.activeIntervals.map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  });
  return brush;
}

interface Props {
  chart: ChartData;
  /** What is chosen: the truth, which the axes show also after they were drawn anew. */
  brush: Brush;
  onBrush: (brush: Brush) => void;
  /** Of more trials than can be drawn one by one: how many there are of all, when `chart` shows those that are chosen. */
  all?: Density | null;
  /** The density of what is chosen, when it is not that of `chart`; null for none. */
  shown?: Density | null;
  /** A place on each axis of the one line to set off. */
  picked?: (number | null)[] | null;
  onTrial?: (number: number) => void;
}

/** Parallel coordinates whose axes can be brushed with the pointer and by typing. */
export function ParallelDrawing({ chart, brush, onBrush, all: everything = null, shown: chosen, picked = null, onTrial }: Props) {
  const ink = inkOf(useDark());
  const narrow = useNarrow();
  const Canvas = useContext(CanvasContext);
  const [ref, seen] = useSeen<HTMLDivElement>();
  const text = brushText(brush);
  const option = useMemo(() => parallelOption(chart, ink, narrow, everything, chosen), [chart, ink, narrow, everything, chosen]);
  const all = useMemo(() => parallelMarks(chart), [chart]);
  const axes = all[0]?.marks.axes ?? [];
  const labels = useRef<string[]>([]);
  labels.current = axes.map((axis) => axis.label);
  const told = useRef(onBrush);
  told.current = onBrush;
  const [instance, setInstance] = useState<Instance | null>(null);
  const shown = useRef("");

  const ready = (made: Instance) => {
    made.on("axisareaselected", () => {
      const drawn = drawnBrush(made, labels.current);
      if (brushText(drawn) === shown.current) return;
      shown.current = brushText(drawn);
      told.current(drawn);
    });
    setInstance(made);
  };
  const drawnOption = useRef<unknown>(null);
  useEffect(() => {
    if (!instance || instance.isDisposed() || (shown.current === text && drawnOption.current === option)) return;
    drawnOption.current = option;
    shown.current = text;
    labels.current.forEach((label, i) => {
      instance.dispatchAction({ type: "axisAreaSelect", parallelAxisIndex: i, intervals: intervalsOf(brush, label) }, { silent: true });
    });
  }, [instance, option, text]);
  useEffect(() => {
    if (instance && !instance.isDisposed()) instance.setOption({ series: [pickedOption(picked, axes, ink)] });
  }, [instance, option, picked]);

  const click = (series: number, index: number) => {
    const trial = all[series]?.marks.numbers?.[index];
    if (trial !== undefined) onTrial?.(trial);
  };
  const empty = <div className="canvas" style={{ height: HEIGHT }} />;
  const room = { minWidth: axes.length * 72 };
  return (
    <>
      <div className="wide-chart" ref={ref} tabIndex={narrow ? 0 : undefined} role={narrow ? "region" : undefined} aria-label={narrow ? "Parallel coordinates" : undefined}>
        <div style={room}>
          <Suspense fallback={empty}>
            {seen ? <Canvas option={option} label={describeChart(chart)} height={HEIGHT} onReady={ready} onClick={onTrial && click} /> : empty}
          </Suspense>
        </div>
      </div>
      <ColourBar chart={chart} ink={ink} />
      <p className="hint">
        {chart.series.map((series) => series.name).filter(Boolean).join("; ")}. Draw along an axis to choose a part of it. A line passes over axes of parameters that its trial does not have.
      </p>
      {chart.note && <p className="hint">{chart.note}</p>}
      <BrushInputs axes={axes} brush={brush} onBrush={onBrush} />
    </>
  );
}
