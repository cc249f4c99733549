// SPDX-License-Identifier: MIT
import type { Axis } from "../api/types";
import { intervalsOf, onAxis, within, type Brush } from "../charts/parallel";
import { cellText, type ReportColumn, type ReportData } from "./data";

// Which rows of the table of trials are shown, and in which order.

export interface Order {
  column: number;
  down: boolean;
}

/** The best first; of several objectives none is the first, so by number. */
export function firstOrder(data: ReportData): Order {
  const [only, other] = data.objectives;
  if (!only || other) return { column: 0, down: false };
  return { column: data.columns.findIndex((column) => column.kind === "objective"), down: only.direction === "maximize" };
}

/** Rows that lie in a chosen interval of every axis that has one. */
export function chosenRows(columns: ReportColumn[], axes: Axis[], brush: Brush): number[] {
  const count = columns[0]?.values.length ?? 0;
  const wanted = axes.flatMap((axis) => {
    const column = columns.find((one) => one.axis === axis.label);
    const intervals = intervalsOf(brush, axis.label);
    return column && intervals.length ? [{ axis, values: column.values, intervals }] : [];
  });
  const rows: number[] = [];
  for (let row = 0; row < count; row++) {
    if (wanted.every(({ axis, values, intervals }) => within(onAxis(axis, values[row]), intervals))) rows.push(row);
  }
  return rows;
}

/** Numbers by size, names by the alphabet, what is not there last whichever way round; equal ones as they were. */
export function sortedRows(columns: ReportColumn[], rows: number[], order: Order): number[] {
  const column = columns[order.column];
  if (!column) return rows;
  const sign = order.down ? -1 : 1;
  const places = column.categories
    ? column.categories.map((name, at) => ({ name, at })).sort((a, b) => a.name.localeCompare(b.name)).reduce<number[]>((rank, { at }, i) => { rank[at] = i; return rank; }, [])
    : null;
  const key = (row: number): number | null => {
    const value = column.values[row] ?? null;
    return value === null || !places ? value : (places[value] ?? null);
  };
  return [...rows].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return sign * (x - y);
  });
}

/** Finds trials by number. */
export class TrialIndex {
  private readonly rows = new Map<number, number>();

  constructor(private readonly columns: ReportColumn[]) {
    columns.find((column) => column.kind === "number")?.values.forEach((value, row) => {
      if (value !== null) this.rows.set(value, row);
    });
  }

  rowOf(trial: number): number | null {
    return this.rows.get(trial) ?? null;
  }

  /** What a trial was given and what came of it, for a tooltip; nothing of one that the table leaves out. */
  settings = (trial: number): [string, string][] => {
    const row = this.rowOf(trial);
    if (row === null) return [];
    return this.columns
      .filter((column) => (column.kind === "objective" || column.kind === "parameter") && (column.values[row] ?? null) !== null)
      .map((column) => [column.axis ?? column.name, cellText(column, row)]);
  };

  /** How many trials the table has. */
  get size(): number {
    return this.rows.size;
  }

  /** Where the complete ones of these rows pass the axes. */
  completeRows(axes: Axis[], rows: number[]): (number | null)[][] {
    const of = axes.map((axis) => this.columns.find((column) => column.axis === axis.label)?.values);
    const results = this.columns.filter((column) => column.kind === "objective");
    return rows.filter((row) => results.every((column) => (column.values[row] ?? null) !== null)).map((row) => of.map((values) => values?.[row] ?? null));
  }

  /** Where the trial passes the axes of parallel coordinates. */
  placesOn(axes: Axis[], trial: number | null): (number | null)[] | null {
    const row = trial === null ? null : this.rowOf(trial);
    if (row === null) return null;
    return axes.map((axis) => this.columns.find((column) => column.axis === axis.label)?.values[row] ?? null);
  }
}
