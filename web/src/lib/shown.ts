// SPDX-License-Identifier: MIT
// Text of others on its way to the page. What could turn the direction of the text around it, or is not seen at all,
// is written as an escape, so that no name looks like another one: the table is that of src/hone/base/printable.cpp.

const HIDDEN =
  "\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f" +
  "\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}\\p{Cs}";
const IN_LINES = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${HIDDEN}]`, "gu");
const IN_LINE = new RegExp(`[\\u0000-\\u001f${HIDDEN}]`, "gu");
const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const named = NAMED[character];
  if (named) return named;
  const code = character.codePointAt(0) ?? 0;
  const hex = (digits: number) => code.toString(16).padStart(digits, "0");
  return code < 0x80 ? `\\x${hex(2)}` : code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

/** The text on one line, for names and values. */
export function shown(text: string): string {
  return text.replace(IN_LINE, escaped);
}

/** The same, but line ends and tabs stay as they are. */
export function shownLines(text: string): string {
  return text.replace(IN_LINES, escaped);
}

/** The same data with all its texts as they are shown: for pictures, whose labels are drawn and not elements of a page. */
export function allShown<T>(data: T): T {
  if (typeof data === "string") return shown(data) as T;
  if (Array.isArray(data)) return (data.some((one) => typeof one !== "number" && one !== null) ? data.map(allShown) : data) as T;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, allShown(value as unknown)])) as T;
}
