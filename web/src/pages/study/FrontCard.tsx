// SPDX-License-Identifier: MIT
import { useMemo } from "react";
import type { Trial } from "../../api/types";
import { Card, Empty } from "../../components/basics";
import { Pager } from "../../components/Pager";
import { TrialTable } from "../../components/TrialTable";
import { columnsOf, isUsual, type Column } from "../../lib/columns";
import { plural, valuesOf } from "../../lib/format";
import { setQuery, useRoute } from "../../state/route";
import { useStudy } from "./context";

const PAGE = 20;

/** What a trial is sorted by; null for what it does not have. */
function keyOf(column: Column, trial: Trial): number | string | null {
  const value = column.kind === "objective" ? valuesOf(trial)[column.at] : column.kind === "parameter" ? trial.params[column.key] : ofTrial(column.key, trial);
  if (value === undefined || value === null) return null;
  return typeof value === "number" ? value : String(value);
}

function ofTrial(key: string, trial: Trial): number | string | null {
  if (key === "duration") return trial.started && trial.finished ? Date.parse(trial.finished) - Date.parse(trial.started) : null;
  if (key === "started" || key === "finished") return trial[key];
  return key === "worker" ? trial.worker : null;
}

/** By a column as the server names it, those without a value last; the server has sent all of them. */
export function sortedFront(front: Trial[], columns: Column[], order: string): Trial[] {
  if (order === "number" || order === "-number") return [...front].sort((a, b) => (order === "number" ? 1 : -1) * (a.number - b.number));
  const column = columns.find((one) => one.orders.includes(order));
  if (!column) return front;
  const sign = order.startsWith("-") ? -1 : 1;
  return [...front].sort((a, b) => {
    const [x, y] = [keyOf(column, a), keyOf(column, b)];
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0);
  });
}

/** The whole Pareto front as a table. */
export function FrontCard() {
  const { name, detail, objectives } = useStudy();
  const { query } = useRoute();
  const columns = useMemo(() => columnsOf(detail.study, []).filter((one) => isUsual(one) && !(one.kind === "trial" && one.key === "state")), [detail.study]); // all are complete
  const [first] = columns.filter((one) => one.kind === "objective");
  const order = query.order ?? first?.orders[0] ?? "number";
  const front = useMemo(() => sortedFront(detail.front ?? [], columns, order), [detail.front, columns, order]);
  const from = Math.min(Number(query.page ?? 0) || 0, Math.max(0, front.length - 1));
  const next = from + PAGE < front.length ? String(from + PAGE) : null;
  return (
    <Card title="Pareto-optimal trials" action={<span className="faint">{plural(front.length, "trial")}</span>}>
      {front.length ? (
        <TrialTable trials={front.slice(from, from + PAGE)} columns={columns} sorting={{ order, onOrder: (order) => setQuery({ order, page: null }) }} label="Pareto-optimal trials" />
      ) : (
        <Empty title="No trial is complete yet" />
      )}
      <Pager token={query.page ?? ""} next={next} view={`front ${name} ${objectives.length} ${order}`} />
    </Card>
  );
}
