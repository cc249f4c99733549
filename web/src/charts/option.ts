// SPDX-License-Identifier: MIT
import type { ChartData, Series } from "../api/types";
import { axisOption, gridLeft } from "./axes";
import { colourBar } from "./colour_bar";
import { drawField } from "./field";
import { drawBand, drawBars, drawBoxes, drawCurves, drawLine, drawPoints, drawSpans, type Drawn } from "./marks";
import { colourOf, type Ink } from "./palette";
import { tooltipContent } from "./tooltip";

function draw(chart: ChartData, series: Series, ink: Ink): Drawn[] {
  const { marks } = series;
  switch (marks.type) {
    case "line":
      return marks.numbers ? drawCurves(chart, series, marks, ink) : [drawLine(chart, series, marks, ink)];
    case "points":
      return [drawPoints(chart, series, marks, ink)];
    case "band":
      return [drawBand(series, marks, ink)];
    case "bars":
      return [drawBars(chart, series, marks, ink)];
    case "boxes":
      return drawBoxes(chart, series, marks, ink);
    case "field":
      return drawField(chart, series, marks, ink);
    case "spans":
      return [drawSpans(chart, series, marks, ink)];
    case "parallel":
      return []; // has axes of its own, see parallel.ts
  }
}

/** Faint upright lines where parts of the history begin, such as stages of a sampler. */
function sectionLines(chart: ChartData, ink: Ink): Record<string, unknown> | null {
  if (!chart.sections?.length) return null;
  return {
    type: "line",
    data: [],
    markLine: {
      silent: true,
      symbol: "none",
      precision: 9, // or places are rounded to hundredths
      lineStyle: { color: ink.line, type: "dashed", width: 1 },
      label: { color: ink.faint, fontSize: 10, position: "insideEndTop" },
      data: chart.sections.map((section) => ({ xAxis: section.begin, label: { formatter: () => section.label } })),
    },
  };
}

export interface MarkPlace {
  seriesIndex: number;
  dataIndex: number;
}

export interface ChartOption {
  option: Record<string, unknown>;
  /** The trial behind a mark that was clicked. */
  trialAt(seriesIndex: number, dataIndex: number): number | null;
  /** The marks that stand for a trial. */
  marksOf(trial: number): MarkPlace[];
}

/** The settings of a trial as rows of name and value, where they are at hand. */
export type SettingsOf = (trial: number) => [string, string][];

export const TOOLTIP_STYLE = (ink: Ink) => ({
  confine: true,
  className: "chart-tip",
  backgroundColor: ink.dark ? "#1c2532" : "#ffffff",
  borderColor: ink.line,
  borderWidth: 1,
  padding: 0,
  textStyle: { color: ink.text },
  transitionDuration: 0,
});

/** What a mark says, and below it the settings of its trial, but for what was said already. */
function markContent(drawn: Drawn, index: number, settingsOf: SettingsOf | undefined): HTMLElement {
  const [title, rows] = drawn.describe(index);
  const trial = drawn.trial?.(index) ?? null;
  const said = new Set(rows.map(([name]) => name));
  const settings = trial === null || !settingsOf ? [] : settingsOf(trial).filter(([name]) => !said.has(name));
  return tooltipContent(title, [...rows, ...settings]);
}

/** What all lines are near one place: the place as title, a row for each line. */
function linesAt(chart: ChartData, drawn: Drawn[], items: MarkPlace[]): [string, [string, string][]] {
  const told = items.flatMap((item) => {
    const found = drawn[item.seriesIndex]?.describe(item.dataIndex);
    return found ? [found] : [];
  });
  const place = told[0]?.[1][0];
  return [place ? `${place[0]} ${place[1]}` : "", told.map(([name, rows]) => [name || chart.y.label, rows[1]?.[1] ?? ""])];
}

export function chartOption(chart: ChartData, ink: Ink, narrow: boolean, settingsOf?: SettingsOf): ChartOption {
  const drawn = chart.series.flatMap((series) => draw(chart, series, ink));
  const sections = sectionLines(chart, ink);
  // What has a colour bar needs no sample of one of its colours.
  const barred = colourBar(chart, ink)?.series;
  const named = chart.series.filter((series) => series !== barred || !(series.marks.type === "field" || (series.marks.type === "points" && series.marks.shade_axis)));
  const legend = [...new Set(named.map((series) => series.name).filter(Boolean))];
  const linesOnly = chart.series.length <= 8 && chart.series.every(({ marks }) => marks.type === "line" && !marks.numbers);
  const option = {
    animation: false,
    progressive: 0, // what is drawn over several frames is not there yet when a page is printed
    color: chart.series.map((series) => colourOf(series.colour, ink)),
    textStyle: { fontFamily: "inherit" },
    grid: {
      left: gridLeft(chart, narrow),
      right: narrow ? 10 : 18,
      top: legend.length ? (narrow && legend.length > 3 ? 64 : 46) : 24,
      bottom: chart.x.label ? 42 : 26,
    },
    legend: {
      show: legend.length > 0,
      data: legend,
      top: 0,
      right: 4,
      type: narrow ? "plain" : "scroll",
      itemWidth: 14,
      itemHeight: 8,
      itemGap: 12,
      itemStyle: { borderWidth: 0 },
      textStyle: { color: ink.faint, fontSize: 11, width: narrow ? 130 : 240, overflow: "truncate" },
      pageIconColor: ink.faint,
      pageTextStyle: { color: ink.faint },
    },
    tooltip: {
      ...TOOLTIP_STYLE(ink),
      // Points are pointed at; of lines one asks what they are at a place.
      trigger: linesOnly ? "axis" : "item",
      axisPointer: { lineStyle: { color: ink.line } },
      formatter: (what: MarkPlace | MarkPlace[]) => {
        if (Array.isArray(what)) return tooltipContent(...linesAt(chart, drawn, what));
        const found = drawn[what.seriesIndex];
        return found ? markContent(found, what.dataIndex, settingsOf) : "";
      },
    },
    xAxis: axisOption(chart, true, ink, narrow),
    yAxis: axisOption(chart, false, ink, narrow),
    dataZoom: chart.x.categories.length
      ? []
      : [{ type: "inside", xAxisIndex: 0, filterMode: "none", zoomOnMouseWheel: "ctrl", moveOnMouseMove: "shift", moveOnMouseWheel: false }],
    series: sections ? [...drawn.map((one) => one.option), sections] : drawn.map((one) => one.option),
  };
  const trialAt = (seriesIndex: number, dataIndex: number) => drawn[seriesIndex]?.trial?.(dataIndex) ?? null;
  const marksOf = (trial: number) =>
    drawn.flatMap((one, seriesIndex) => {
      const { trial: trialOf, option: { data } } = one;
      if (!trialOf || !Array.isArray(data)) return [];
      const dataIndex = data.findIndex((_, i) => trialOf(i) === trial);
      return dataIndex < 0 ? [] : [{ seriesIndex, dataIndex }];
    });
  return { option, trialAt, marksOf };
}
