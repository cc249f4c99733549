// SPDX-License-Identifier: MIT
import { useEffect, useRef } from "react";
import { init, type Instance } from "./echarts";

interface Props {
  option: Record<string, unknown>;
  label: string;
  height: number;
  onClick?: (seriesIndex: number, dataIndex: number) => void;
  onReady?: (chart: Instance) => void;
}

/** One drawing of ECharts that follows the size of its place. */
export default function Canvas({ option, label, height, onClick, onReady }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<Instance | null>(null);
  const click = useRef(onClick);
  const ready = useRef(onReady);
  click.current = onClick;
  ready.current = onReady;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = init(element, undefined, { renderer: "canvas" });
    chart.current = made;
    made.on("click", (event) => {
      if (event.componentType === "series") click.current?.(event.seriesIndex ?? 0, event.dataIndex);
    });
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    ready.current?.(made);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option]);

  return <div ref={place} className="canvas" role="img" aria-label={label} style={{ height }} />;
}
