// SPDX-License-Identifier: MIT
// What the page of a trial makes of a file that the trial left. Nothing in it is trusted: it becomes text, cells of a
// table, or a picture of four kinds.
import type { Artefact } from "../api/types";

export const LARGEST_PICTURE = 5_000_000;
export const LONGEST_TEXT = 65_536;
export const MOST_ROWS = 200;
const MOST_COLUMNS = 50;

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const TABLES: Record<string, string> = { "text/csv": ",", "text/tab-separated-values": "\t" };

export type Look = "picture" | "table" | "text" | "none";

/** How it can be shown; what is none of these can be saved. */
export function lookOf(artefact: Pick<Artefact, "type" | "size">): Look {
  if (PICTURES.includes(artefact.type)) return artefact.size <= LARGEST_PICTURE ? "picture" : "none";
  if (artefact.type in TABLES) return "table";
  return artefact.type === "text/plain" || artefact.type === "application/json" ? "text" : "none";
}

/** The bytes that are read to show it. */
export function bytesOf(look: Look): number {
  return look === "picture" ? LARGEST_PICTURE : LONGEST_TEXT;
}

/** Characters that turn the direction of the text around them, and others that are not seen, as \u{202e}. */
export function visible(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);
}

export interface TextTable {
  head: string[];
  rows: string[][];
  /** There are more rows or columns than are here. */
  cut: boolean;
}

/** Rows of CSV (RFC 4180) or of tab-separated values; `whole` says that the text was not cut off. */
export function tableOf(text: string, type: string, whole: boolean): TextTable {
  const separator = TABLES[type] ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  let cut = !whole;
  const endCell = () => {
    if (row.length < MOST_COLUMNS) row.push(cell);
    else cut = true;
    cell = "";
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (c === '"' && cell === "" && separator === ",") {
      quoted = true;
    } else if (c === separator) {
      endCell();
    } else if (c === "\n") {
      endCell();
      rows.push(row);
      row = [];
      if (rows.length > MOST_ROWS) {
        cut = cut || i + 1 < text.length;
        break;
      }
    } else if (c !== "\r") {
      cell += c;
    }
  }
  // The end of a text that was cut is half a row.
  if (whole && rows.length <= MOST_ROWS && (cell !== "" || row.length > 0)) {
    endCell();
    rows.push(row);
  }
  return { head: rows[0] ?? [], rows: rows.slice(1, MOST_ROWS + 1), cut };
}

/** "5.1 kB" */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
