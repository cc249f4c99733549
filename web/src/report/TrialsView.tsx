// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "react";
import { StateBadge } from "../components/basics";
import { grouped, plural } from "../lib/format";
import { cellText, type ReportColumn, type ReportData } from "./data";
import { sortedRows, type Order, type TrialIndex } from "./rows";

// As many rows as a browser lays out without a pause.
const PAGE = 100;

interface Props {
  data: ReportData;
  index: TrialIndex;
  /** The rows that pass through what is chosen on the axes. */
  rows: number[];
  chosen: boolean;
  order: Order;
  onOrder: (order: Order) => void;
  picked: number | null;
  onPick: (trial: number | null) => void;
  onPoint: (trial: number | null) => void;
  onChooseAll: () => void;
}

function Heading({ column, at, order, onOrder }: { column: ReportColumn; at: number; order: Order; onOrder: (order: Order) => void }) {
  const here = order.column === at;
  const arrow = !here ? "" : order.down ? " ↓" : " ↑";
  return (
    <th scope="col" className={alignment(column)} aria-sort={here ? (order.down ? "descending" : "ascending") : undefined}>
      <button type="button" className="sort" onClick={() => onOrder({ column: at, down: here && !order.down })}>
        {column.kind === "number" ? "trial" : column.name}<span aria-hidden="true">{arrow}</span>
      </button>
    </th>
  );
}

function alignment(column: ReportColumn): string {
  return column.categories ? "" : "right";
}

function Cell({ column, row }: { column: ReportColumn; row: number }) {
  const text = cellText(column, row);
  if (column.kind === "state") return <td><StateBadge state={text} /></td>;
  const look = column.kind === "objective" ? "strong" : column.kind === "seconds" ? "faint" : "";
  return <td className={`${alignment(column)} num ${look} ${column.kind === "error" ? "clip" : ""}`} title={column.kind === "error" ? text : undefined}>{text}</td>;
}

/** The trials as a table that follows what is chosen on the axes. A row that is pointed at or picked shows in all pictures. */
export function TrialsView({ data, index, rows, chosen, order, onOrder, picked, onPick, onPoint, onChooseAll }: Props) {
  const [page, setPage] = useState(0);
  const sorted = useMemo(() => sortedRows(data.columns, rows, order), [data, rows, order]);
  useEffect(() => setPage(0), [rows, order]);
  useEffect(() => {
    const row = picked === null ? null : index.rowOf(picked);
    const place = row === null ? -1 : sorted.indexOf(row);
    if (place >= 0) setPage(Math.floor(place / PAGE));
  }, [picked]);
  const numbers = data.columns[0]?.values ?? [];
  const listed = numbers.length;
  const last = Math.max(0, Math.ceil(sorted.length / PAGE) - 1);
  const at = Math.min(page, last);
  const shown = sorted.slice(at * PAGE, (at + 1) * PAGE);
  return (
    <>
      <div className="toolbar">
        <p role="status" className={last > 0 ? "on-screen" : ""}>
          {chosen ? <><b>{plural(sorted.length, "trial")}</b> of {grouped(listed)} {sorted.length === 1 ? "lies" : "lie"} in what is chosen above.</> : <><b>{plural(listed, "trial")}</b>{listed < data.trials ? `, the best of ${grouped(data.trials)}; 'hone export' writes all` : ""}.</>}
        </p>
        {last > 0 && (
          <p className="on-paper">
            {at === 0 ? `The first ${shown.length}` : `${grouped(at * PAGE + 1)} to ${grouped(at * PAGE + shown.length)}`} of {plural(sorted.length, "trial")}
            {chosen ? " that lie in what is chosen above" : listed < data.trials ? `, the best of ${grouped(data.trials)}` : ""}; 'hone export' writes all.
          </p>
        )}
        {chosen && <button type="button" className="button small" onClick={onChooseAll}>Show all</button>}
        <span className="grow" />
        {last > 0 && (
          <div className="pager">
            <button type="button" className="button small" disabled={at === 0} onClick={() => setPage(at - 1)}>Previous</button>
            <span className="faint num nowrap">{grouped(at * PAGE + 1)} to {grouped(at * PAGE + shown.length)}</span>
            <button type="button" className="button small" disabled={at === last} onClick={() => setPage(at + 1)}>Next</button>
          </div>
        )}
      </div>
      <div className="scroll trial-rows" tabIndex={0} role="region" aria-label="Trials" onMouseLeave={() => onPoint(null)}>
        <table className="table trials">
          <thead>
            <tr>{data.columns.map((column, i) => <Heading key={i} column={column} at={i} order={order} onOrder={onOrder} />)}</tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const trial = numbers[row] ?? null;
              return (
                <tr key={row} className={trial === picked ? "picked" : ""} onMouseEnter={() => onPoint(trial)} onClick={() => onPick(trial === picked ? null : trial)}>
                  <th scope="row" className="right num">
                    {/* A click on it is one on its row; the button is for the keyboard. */}
                    <button type="button" className="link num" aria-pressed={trial === picked}>{trial}<span className="sr"> in all pictures</span></button>
                  </th>
                  {data.columns.slice(1).map((column, i) => <Cell key={i} column={column} row={row} />)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
