// SPDX-License-Identifier: MIT
import { useEffect, useRef } from "react";
import { init, type Instance } from "./echarts";

export interface CanvasProps {
  option: Record<string, unknown>;
  label: string;
  height: number;
  onClick?: (seriesIndex: number, dataIndex: number) => void;
  onReady?: (chart: Instance) => void;
}

/** One drawing of ECharts that follows the size of its place, on paper too. */
export default function Canvas({ option, label, height, onClick, onReady }: CanvasProps) {
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
    const fit = () => made.resize();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    // A page is printed as it is when this has been told: no frame follows in which ECharts would draw.
    const print = () => {
      fit();
      made.getZr().flush();
    };
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", fit);
    ready.current?.(made);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", fit);
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option]);

  return <div ref={place} className="canvas" role="img" aria-label={label} style={{ height }} />;
}
