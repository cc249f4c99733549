// SPDX-License-Identifier: MIT
import type { ChartData, Objective } from "../api/types";
import { number } from "../lib/format";

// What `hone report` writes into a page (src/hone/charts/report_data.cpp): charts as the server gives them to the
// dashboard, and the trials column by column, as that is the shortest.

export type ColumnKind = "number" | "state" | "objective" | "parameter" | "seconds" | "violates" | "error";

/** A column of the table of trials. What has categories holds places among them; what a trial does not have is null. */
export interface ReportColumn {
  name: string;
  kind: ColumnKind;
  /** The label of the same thing among the parallel coordinates. */
  axis?: string;
  categories?: string[];
  values: (number | null)[];
}

export interface ReportData {
  objectives: Objective[];
  figures: Record<string, ChartData[]>;
  columns: ReportColumn[];
  /** How many trials the study has; the columns may hold the best of them only. */
  trials: number;
}

/** Reads the data of the page. They stand in an element that no browser runs. */
export function readReport(page: Document): ReportData {
  return JSON.parse(page.getElementById("report-data")?.textContent ?? "") as ReportData;
}

export function cellText(column: ReportColumn, row: number): string {
  const value = column.values[row];
  if (value === null || value === undefined) return "–";
  if (column.kind === "number") return String(value);
  return column.categories ? (column.categories[value] ?? "–") : number(value, 6);
}
