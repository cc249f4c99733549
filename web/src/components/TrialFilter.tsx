// SPDX-License-Identifier: MIT
import { useEffect, useState } from "react";
import type { Value } from "../api/types";
import type { Column } from "../lib/columns";
import { setting } from "../lib/format";
import { readScalar } from "../lib/new_study";
import { OPERATORS, OPERATOR_SIGNS, parseWhere, whereText, type Clause, type Operator } from "../lib/where";
import { Field } from "./Field";

interface Props {
  /** The expression that is in force. */
  where: string;
  columns: Column[];
  onWhere: (where: string) => void;
}

function operatorsOf(column: Column): readonly Operator[] {
  return column.holds === "numbers" ? OPERATORS : (["==", "!="] as const);
}

/** What was typed, as a value of the column. */
function valueOf(column: Column, text: string): Value | null {
  if (column.choices) return column.choices.find((one) => String(one) === text) ?? null;
  if (column.holds === "words") return text;
  if (column.holds === "flags") return text === "true";
  const value = readScalar(text);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function clauseText(clause: Clause, columns: Column[]): string {
  const label = columns.find((one) => one.name === clause.column)?.label ?? clause.column;
  return `${label} ${OPERATOR_SIGNS[clause.operator]} ${setting(clause.value)}`;
}

/** What is in force, each condition with a button that takes it away. */
export function FilterChips({ where, columns, onWhere }: Props) {
  if (!where) return null;
  const clauses = parseWhere(where);
  const parts = clauses ? clauses.map((clause) => clauseText(clause, columns)) : [where];
  const without = (at: number) => onWhere(clauses ? whereText(clauses.filter((_, i) => i !== at)) : "");
  return (
    <ul className="chips" aria-label="Conditions">
      {parts.map((part, i) => (
        <li key={i} className="chip chip-static chip-on">
          <span className="chip-text">{part}</span>
          <button type="button" aria-label={`Take away: ${part}`} onClick={() => without(i)}>×</button>
        </li>
      ))}
    </ul>
  );
}

function ValueInput({ column, wiring, text, onText }: { column: Column; wiring: object; text: string; onText: (text: string) => void }) {
  const choices = column.choices ?? (column.holds === "flags" ? [true, false] : null);
  if (!choices) return <input {...wiring} value={text} inputMode={column.holds === "numbers" ? "decimal" : undefined} onChange={(event) => onText(event.target.value)} autoComplete="off" />;
  return (
    <select {...wiring} value={text} onChange={(event) => onText(event.target.value)}>
      {choices.map((one) => <option key={String(one)} value={String(one)}>{setting(one)}</option>)}
    </select>
  );
}

/** Conditions one by one, or all of them as the expression that they are. */
export function FilterForm({ where, columns, onWhere }: Props) {
  const offered = columns.filter((one) => one.holds !== "times" && !(one.kind === "trial" && (one.key === "state" || one.key === "tags")));
  const [name, setName] = useState(offered.find((one) => one.kind === "parameter")?.name ?? offered[0]?.name ?? "");
  const [wanted, setOperator] = useState<Operator>("==");
  const [text, setText] = useState("");
  const [whole, setWhole] = useState(where);
  useEffect(() => setWhole(where), [where]);
  const column = offered.find((one) => one.name === name) ?? offered[0];
  if (!column) return null;
  const operators = operatorsOf(column);
  const operator = operators.includes(wanted) ? wanted : "==";
  const first = column.choices ? String(column.choices[0]) : column.holds === "flags" ? "true" : "";
  const typed = text || first;
  const value = typed === "" ? null : valueOf(column, typed);
  const add = () => {
    if (value === null) return;
    const one = whereText([{ column: column.name, operator, value }]);
    // What a form cannot show stays as it is, in brackets.
    onWhere(!where ? one : parseWhere(where) ? `${where} and ${one}` : `(${where}) and ${one}`);
    setText("");
  };
  return (
    <div className="filter">
      <form className="form-row" onSubmit={(event) => { event.preventDefault(); add(); }}>
        <Field label="Column">
          {(wiring) => (
            <select {...wiring} value={column.name} onChange={(event) => { setName(event.target.value); setText(""); }}>
              {offered.map((one) => <option key={one.name} value={one.name}>{one.label}</option>)}
            </select>
          )}
        </Field>
        <Field label="Comparison">
          {(wiring) => (
            <select {...wiring} value={operator} onChange={(event) => setOperator(event.target.value as Operator)}>
              {operators.map((one) => <option key={one} value={one}>{OPERATOR_SIGNS[one]}</option>)}
            </select>
          )}
        </Field>
        <Field label="Value" problem={text && value === null ? "A number is needed." : undefined}>
          {(wiring) => <ValueInput column={column} wiring={wiring} text={typed} onText={setText} />}
        </Field>
        <button className="button" disabled={value === null}>Add</button>
      </form>
      <form className="form-row" onSubmit={(event) => { event.preventDefault(); onWhere(whole.trim()); }}>
        <div className="filter-whole">
          <Field label="As an expression" hint="As in hone trials --where: and, or, not, in, brackets, + - * / and names such as attr.epochs.">
            {(wiring) => <input {...wiring} className="code" value={whole} placeholder="loss < 0.3 and kernel in ['rbf', 'poly']" spellCheck={false} autoComplete="off" onChange={(event) => setWhole(event.target.value)} />}
          </Field>
        </div>
        <button className="button" disabled={whole.trim() === where}>Apply</button>
      </form>
    </div>
  );
}
