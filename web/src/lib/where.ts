// SPDX-License-Identifier: MIT
import type { Value } from "../api/types";

// Conditions that a form can show, and the expression that the server understands: "C > 10 and kernel == 'rbf'".

export const OPERATORS = ["==", "!=", "<", "<=", ">", ">="] as const;
export type Operator = (typeof OPERATORS)[number];

export const OPERATOR_SIGNS: Record<Operator, string> = { "==": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥" };

export interface Clause {
  column: string;
  operator: Operator;
  value: Value;
}

const WORDS = new Set(["and", "or", "not", "in", "true", "false", "null"]);

/** A name as an expression needs it. */
export function quotedName(name: string): string {
  const plain = /^[A-Za-z_]\w*(\.\w+)*$/.test(name) && !WORDS.has(name);
  return plain ? name : `\`${name.replace(/`/g, "``")}\``;
}

function literal(value: Value): string {
  if (typeof value === "string") return `'${value.replace(/'/g, "''")}'`;
  if (value === null) return "null";
  // Lists and maps are compared by their texts.
  return typeof value === "object" ? `'${JSON.stringify(value).replace(/'/g, "''")}'` : String(value);
}

export function whereText(clauses: Clause[]): string {
  return clauses.map(({ column, operator, value }) => `${quotedName(column)} ${operator} ${literal(value)}`).join(" and ");
}

const TOKEN = /\s*(?:`((?:[^`]|``)*)`|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*(?:\.\w+)*)|(<=|>=|==|!=|<|>))/y;

interface Token {
  kind: "name" | "value" | "word" | "operator";
  text: string;
  value?: Value;
}

function tokens(text: string): Token[] | null {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    if (!text.slice(TOKEN.lastIndex).trim()) break;
    const match = TOKEN.exec(text);
    if (!match) return null;
    const [, name, single, double, number, word, operator] = match;
    if (name !== undefined) found.push({ kind: "name", text: name.replace(/``/g, "`") });
    else if (single !== undefined) found.push({ kind: "value", text: single, value: single.replace(/''/g, "'") });
    else if (double !== undefined) found.push({ kind: "value", text: double, value: double.replace(/""/g, '"') });
    else if (number !== undefined) found.push({ kind: "value", text: number, value: Number(number) });
    else if (word === "true" || word === "false") found.push({ kind: "value", text: word, value: word === "true" });
    else if (word !== undefined) found.push({ kind: WORDS.has(word) ? "word" : "name", text: word });
    else if (operator !== undefined) found.push({ kind: "operator", text: operator });
  }
  return found;
}

/** The conditions of an expression that is nothing but conditions joined by "and"; null when it is more than that. */
export function parseWhere(text: string): Clause[] | null {
  if (!text.trim()) return [];
  const all = tokens(text);
  if (!all || all.length % 4 !== 3) return null;
  const clauses: Clause[] = [];
  for (let i = 0; i < all.length; i += 4) {
    const [name, operator, value, joint] = all.slice(i, i + 4);
    if (name?.kind !== "name" || operator?.kind !== "operator" || value?.value === undefined) return null;
    if (joint && (joint.kind !== "word" || joint.text !== "and")) return null;
    clauses.push({ column: name.text, operator: operator.text as Operator, value: value.value });
  }
  return clauses;
}
