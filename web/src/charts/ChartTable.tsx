// SPDX-License-Identifier: MIT
import { useMemo } from "react";
import type { ChartData } from "../api/types";
import { plural } from "../lib/format";
import { chartRows } from "./chart_rows";

/** The numbers of a chart, for those who read rather than look. */
export function ChartTable({ chart, height }: { chart: ChartData; height: number }) {
  const { columns, rows, left_out } = useMemo(() => chartRows(chart), [chart]);
  return (
    <div className="scroll" style={{ maxHeight: height }} tabIndex={0} role="region" aria-label="Numbers of the chart">
      <table className="table">
        <thead>
          <tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>{row.map((cell, j) => <td key={j} className={j ? "num" : ""}>{cell}</td>)}</tr>
          ))}
        </tbody>
      </table>
      {left_out > 0 && <p className="hint">{plural(left_out, "row")} between these are left out; an export has all of them.</p>}
    </div>
  );
}
