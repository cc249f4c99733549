// SPDX-License-Identifier: MIT
// The parts of ECharts that are used, and no others: the whole would be twice as large.
import { CustomChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import {
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  ParallelComponent,
  TooltipComponent,
} from "echarts/components";
import * as core from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

core.use([
  CanvasRenderer, CustomChart, DataZoomInsideComponent, GridComponent, LegendComponent, LineChart, MarkLineComponent,
  ParallelChart, ParallelComponent, ScatterChart, TooltipComponent,
]);

export const init = core.init;
export type Instance = core.ECharts;
