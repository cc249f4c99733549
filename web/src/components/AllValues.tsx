// SPDX-License-Identifier: MIT
import type { ChartData } from "../api/types";
import { setQuery, useRoute } from "../state/route";

/** Whether something lies behind the ends of the axes of a chart. */
function anyBeyond(chart: ChartData): boolean {
  const upright = chart.series.flatMap(({ marks }) => (marks.type === "parallel" ? marks.axes : []));
  return [chart.x, chart.y, ...upright].some((axis) => axis.beyond !== undefined);
}

/** The switch for axes that reach to the furthest value; there where it changes something. The address says it. */
export function AllValues({ charts }: { charts: ChartData[] }) {
  const { query } = useRoute();
  const all = query.range === "all";
  if (!all && !charts.some(anyBeyond)) return null;
  return (
    <label className="inline all-values">
      <input type="checkbox" checked={all} onChange={(event) => setQuery({ range: event.target.checked ? "all" : null })} />
      <span>All values, however far off</span>
    </label>
  );
}
