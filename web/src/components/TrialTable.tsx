// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import type { Trial } from "../api/types";
import { columnsOf, isUsual, tagsOf, type Column } from "../lib/columns";
import { moment, number, ran, setting, valuesOf } from "../lib/format";
import { useNarrow, useNow } from "../lib/hooks";
import { href } from "../state/route";
import { useStudy } from "../pages/study/context";
import { StateBadge, Tags } from "./basics";

interface Sorting {
  order: string;
  onOrder: (order: string) => void;
}

/** Trials can be ticked. */
export interface Ticking {
  isTicked: (trial: Trial) => boolean;
  onTick: (trials: Trial[], on: boolean) => void;
}

interface Props {
  trials: Trial[];
  /** Those of the study that are usually shown when left out. */
  columns?: Column[];
  /** Beside other things: with few of the settings. */
  compact?: boolean;
  sorting?: Sorting;
  ticking?: Ticking;
  label?: string;
}

const FEW = 4;

function Heading({ label, orders, sorting, right }: { label: string; orders: [string, string]; sorting?: Sorting; right: boolean }) {
  const className = right ? "right" : undefined;
  if (!sorting) return <th scope="col" className={className}>{label}</th>;
  const [first, second] = orders;
  const at = sorting.order === first ? first : sorting.order === second ? second : null;
  const turned = at === first ? second : first;
  const direction = at === null ? undefined : at.startsWith("-") ? ("descending" as const) : ("ascending" as const);
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sort" onClick={() => sorting.onOrder(turned)}>
        {label}<span aria-hidden="true">{at === null ? "" : at.startsWith("-") ? " ↓" : " ↑"}</span>
      </button>
    </th>
  );
}

function isRight(column: Column): boolean {
  return column.kind === "parameter" || column.kind === "objective" || column.holds === "numbers" || column.holds === "times";
}

function Cell({ column, trial, now }: { column: Column; trial: Trial; now: number }) {
  const cell = (className: string, content: ReactNode, title?: string) => <td className={className} title={title} data-label={column.label}>{content}</td>;
  if (column.kind === "objective") return cell("right num strong", number(valuesOf(trial)[column.at] ?? null));
  if (column.kind === "parameter") return cell(trial.params[column.key] === undefined ? "right num absent" : "right num", setting(trial.params[column.key], 5));
  if (column.kind === "attribute") return cell(`${isRight(column) ? "right " : ""}num clip`, setting(trial.attributes[column.key], 5), String(trial.attributes[column.key] ?? ""));
  switch (column.key) {
    case "state": return cell("trial-state", <StateBadge state={trial.state} />);
    case "duration": return cell("right num faint", ran(trial, now));
    case "worker": return cell("faint clip", trial.worker ?? "–", trial.worker ?? undefined);
    case "started": return cell("right num faint", moment(trial.started));
    case "finished": return cell("right num faint", moment(trial.finished));
    case "attempt": return cell("right num", trial.attempt);
    case "version": return cell("right num", trial.version);
    case "error": return cell("clip", trial.error ? lastLine(trial.error) : "–", trial.error ?? undefined);
    case "tags": return cell("", tagsOf(trial).length ? <Tags tags={tagsOf(trial)} /> : "–");
    default: return cell("", "–");
  }
}

/** Programs say last why they failed. */
function lastLine(error: string): string {
  return error.trimEnd().split("\n").pop() ?? "";
}

/** The box over a column of boxes: half full when some of them are ticked. */
function TickAll({ trials, ticking }: { trials: Trial[]; ticking: Ticking }) {
  const box = useRef<HTMLInputElement>(null);
  const ticked = trials.filter(ticking.isTicked).length;
  const some = ticked > 0 && ticked < trials.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  const all = trials.length > 0 && ticked === trials.length;
  return <input ref={box} type="checkbox" checked={all} onChange={() => ticking.onTick(trials, !all)} aria-label="Choose all trials of this page" />;
}

/** What the headings of columns do, where there are none: on a phone. */
function CardBar({ trials, columns, sorting, ticking }: { trials: Trial[]; columns: Column[]; sorting?: Sorting; ticking?: Ticking }) {
  if (!sorting && !ticking) return null;
  const orders = [{ label: "Trial", orders: ["-number", "number"] }, ...columns.filter((one) => one.key !== "state" || one.kind !== "trial")].flatMap(({ label, orders }) => orders.map((order) => ({ order, text: `${label} ${order.startsWith("-") ? "↓" : "↑"}` })));
  return (
    <div className="card-bar">
      {ticking && <TickAll trials={trials} ticking={ticking} />}
      {sorting && (
        <label className="inline">
          <span>Order</span>
          <select value={sorting.order} onChange={(event) => sorting.onOrder(event.target.value)}>
            {!orders.some((one) => one.order === sorting.order) && <option value={sorting.order}>{sorting.order}</option>}
            {orders.map(({ order, text }) => <option key={order} value={order}>{text}</option>)}
          </select>
        </label>
      )}
    </div>
  );
}

/** Trials as rows: results first, then settings. A parameter that a trial does not have is a dash. */
export function TrialTable({ trials, columns, compact = false, sorting, ticking, label = "Trials" }: Props) {
  const { name, detail, parameters } = useStudy();
  const now = useNow();
  const narrow = useNarrow();
  const shown = useMemo(() => {
    if (columns) return columns;
    const usual = columnsOf(detail.study, []).filter(isUsual);
    const few = new Set(parameters.slice(0, FEW));
    return compact ? usual.filter((one) => (one.kind === "parameter" ? few.has(one.key) : one.kind !== "trial" || one.key === "state" || one.key === "duration")) : usual;
  }, [columns, compact, detail.study, parameters]);
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      {narrow && <CardBar trials={trials} columns={shown} sorting={sorting} ticking={ticking} />}
      <table className="table trials trial-cards">
        <thead>
          <tr>
            {ticking && <th scope="col" className="tick">{!narrow && <TickAll trials={trials} ticking={ticking} />}</th>}
            <Heading label="Trial" orders={["-number", "number"]} sorting={sorting} right />
            {shown.map((column) => <Heading key={column.name} label={column.label} orders={column.orders} sorting={column.key === "state" && column.kind === "trial" ? undefined : sorting} right={isRight(column)} />)}
          </tr>
        </thead>
        <tbody>
          {trials.map((trial) => (
            <tr key={trial.number} className={trial.outside ? "outside" : ""}>
              {ticking && (
                <td className="tick">
                  <input type="checkbox" checked={ticking.isTicked(trial)} onChange={(event) => ticking.onTick([trial], event.target.checked)} aria-label={`Choose trial ${trial.number}`} />
                </td>
              )}
              <th scope="row" className="right num"><a href={href(["studies", name, "trials", String(trial.number)])}>{trial.number}</a></th>
              {shown.map((column) => <Cell key={column.name} column={column} trial={trial} now={now} />)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
