// SPDX-License-Identifier: MIT
// Markdown as a tree: what people write in notes, no more. There is no HTML in it, so a tag stays the text that it is;
// components/Markdown.tsx makes React elements of the tree, and nothing here ever becomes markup. Every step looks at a
// text at most once for each level of nesting, and levels are bounded: a hostile text costs no more than a long one.

export type Inline =
  | { type: "text"; text: string }
  | { type: "break" }
  | { type: "code"; text: string }
  | { type: "strong" | "emphasis" | "deleted"; children: Inline[] }
  | { type: "link"; address: string; children: Inline[] };

export type Alignment = "left" | "right" | "center" | null;

export type Block =
  | { type: "heading"; level: number; children: Inline[] }
  | { type: "paragraph"; children: Inline[] }
  | { type: "code"; text: string }
  | { type: "quote"; children: Block[] }
  | { type: "list"; ordered: boolean; start: number; items: Block[][] }
  | { type: "table"; alignments: Alignment[]; head: Inline[][]; rows: Inline[][][] }
  | { type: "rule" };

const DEEPEST = 6;
/** Words or address of a link. */
const LONGEST = 2000;

/** The address of a link to a page; null for anything else, whatever it is called. */
export function pageAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}\p{Cf}]/u.test(text)) return null;
  try {
    const url = new URL(text);
    return (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === "" ? url.href : null;
  } catch {
    return null;
  }
}

// --- inside of a line

const PAIRS = [["**", "strong"], ["__", "strong"], ["~~", "deleted"], ["*", "emphasis"], ["_", "emphasis"]] as const;
const ESCAPABLE = "\\`*_{}[]()#+-.!|~>";

class InlineReader {
  private readonly out: Inline[] = [];
  private plain = "";
  private at = 0;
  /** What has no end behind this place, so that nobody looks for it again. */
  private readonly endless = new Set<string>();

  constructor(private readonly text: string, private readonly depth: number, private readonly inLink: boolean) {}

  read(): Inline[] {
    while (this.at < this.text.length) {
      if (!(this.escape() || this.lineEnd() || this.code() || this.link() || this.bareAddress() || this.pair())) {
        this.plain += this.text[this.at];
        this.at += 1;
      }
    }
    this.flush();
    return this.out;
  }

  private flush(): void {
    if (this.plain) this.out.push({ type: "text", text: this.plain });
    this.plain = "";
  }

  private push(node: Inline, end: number): true {
    this.flush();
    this.out.push(node);
    this.at = end;
    return true;
  }

  private inside(text: string, inLink = this.inLink): Inline[] {
    return this.depth >= DEEPEST ? [{ type: "text", text }] : new InlineReader(text, this.depth + 1, inLink).read();
  }

  private escape(): boolean {
    const next = this.text[this.at + 1];
    if (this.text[this.at] !== "\\" || next === undefined || !ESCAPABLE.includes(next)) return false;
    this.plain += next;
    this.at += 2;
    return true;
  }

  private lineEnd(): boolean {
    return this.text[this.at] === "\n" && this.push({ type: "break" }, this.at + 1);
  }

  private code(): boolean {
    if (this.text[this.at] !== "`") return false;
    let end = this.at;
    while (this.text[end] === "`") end += 1;
    const fence = this.text.slice(this.at, end);
    const close = this.endless.has(fence) ? -1 : this.fenceAfter(end, fence);
    if (close < 0) {
      this.endless.add(fence);
      this.plain += fence;
      this.at = end;
      return true;
    }
    const inner = this.text.slice(end, close).replace(/\n/g, " ");
    return this.push({ type: "code", text: inner.trim() ? inner.replace(/^ (.*) $/, "$1") : inner }, close + fence.length);
  }

  private fenceAfter(from: number, fence: string): number {
    for (let at = this.text.indexOf(fence, from); at >= 0; ) {
      let end = at;
      while (this.text[end] === "`") end += 1;
      if (end - at === fence.length) return at;
      at = this.text.indexOf(fence, end);
    }
    return -1;
  }

  private link(): boolean {
    const image = this.text.startsWith("![", this.at);
    if (this.inLink || (this.text[this.at] !== "[" && !image)) return false;
    const begin = this.at + (image ? 2 : 1);
    const middle = begin + this.text.slice(begin, begin + LONGEST).indexOf("](");
    // A bracket in between begins a link of its own.
    if (middle < begin || this.text.slice(begin, middle).includes("[")) return false;
    const end = this.text.slice(middle + 2, middle + 2 + LONGEST).indexOf(")");
    const address = end < 0 ? null : pageAddress(this.text.slice(middle + 2, middle + 2 + end).trim());
    if (address === null) return false;
    const words = this.text.slice(begin, middle);
    return this.push({ type: "link", address, children: this.inside(words || address, true) }, middle + 2 + end + 1);
  }

  private bareAddress(): boolean {
    if (this.inLink || (this.text[this.at] !== "h" && this.text[this.at] !== "H")) return false;
    if (this.at > 0 && /[\p{L}\p{N}]/u.test(this.text[this.at - 1] ?? "")) return false;
    const found = /^https?:\/\/[^\s<>"'`|()[\]]+/i.exec(this.text.slice(this.at, this.at + LONGEST))?.[0].replace(/[.,;:!?*_~]+$/, "");
    const address = found ? pageAddress(found) : null;
    return found !== undefined && address !== null && this.push({ type: "link", address, children: [{ type: "text", text: found }] }, this.at + found.length);
  }

  private pair(): boolean {
    for (const [mark, type] of PAIRS) {
      if (!this.text.startsWith(mark, this.at)) continue;
      const begin = this.at + mark.length;
      // 2 * 3 * 4 and snake_case_names are none: a mark stands at the edge of a word.
      if (/[\p{L}\p{N}]/u.test(this.text[this.at - 1] ?? "") || /\s/.test(this.text[begin] ?? " ")) continue;
      const end = this.endless.has(mark) ? -1 : this.closing(mark, begin + 1);
      if (end < 0) {
        this.endless.add(mark);
        continue;
      }
      return this.push({ type, children: this.inside(this.text.slice(begin, end)) }, end + mark.length);
    }
    // Marks that are none are text, all of a run at once.
    const run = /^[*_~]+/.exec(this.text.slice(this.at, this.at + 100))?.[0] ?? "";
    this.plain += run;
    this.at += run.length;
    return run.length > 0;
  }

  private closing(mark: string, from: number): number {
    for (let at = this.text.indexOf(mark, from); at >= 0; at = this.text.indexOf(mark, at + 1)) {
      const before = this.text[at - 1] ?? " ";
      const after = this.text[at + mark.length] ?? " ";
      const doubled = mark.length === 1 && (before === mark || after === mark);
      if (!doubled && !/\s/.test(before) && before !== "\\" && !/[\p{L}\p{N}]/u.test(after)) return at;
    }
    return -1;
  }
}

export function parseInline(text: string): Inline[] {
  return new InlineReader(text, 0, false).read();
}

// --- lines

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const RULE = /^ {0,3}(?:-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const QUOTE = /^ {0,3}>[ \t]?/;

const indentOf = (line: string) => line.length - line.trimStart().length;
const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";

/** The cells of a row; a bar behind a backslash is no border. */
function cells(line: string): string[] {
  const parts = line.trim().replace(/^\|/, "").split("|");
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined[joined.length - 1];
    if (last?.endsWith("\\")) joined[joined.length - 1] = `${last.slice(0, -1)}|${part}`;
    else joined.push(part);
  }
  if (joined.length > 1 && joined[joined.length - 1]?.trim() === "") joined.pop();
  return joined.map((cell) => cell.trim());
}

function alignmentsOf(line: string | undefined): Alignment[] | null {
  if (line === undefined || !line.includes("-") || !line.includes("|")) return null;
  const marks = cells(line);
  if (!marks.every((mark) => /^:?-+:?$/.test(mark))) return null;
  return marks.map((mark) => (mark.endsWith(":") ? (mark.startsWith(":") ? "center" : "right") : mark.startsWith(":") ? "left" : null));
}

class BlockReader {
  private readonly out: Block[] = [];
  private at = 0;

  constructor(private readonly lines: string[], private readonly depth: number) {}

  read(): Block[] {
    while (this.at < this.lines.length) {
      const line = this.lines[this.at] ?? "";
      if (isBlank(line)) this.at += 1;
      else if (!(this.fence(line) || this.heading(line) || this.rule(line) || this.quote(line) || this.list(line) || this.table(line))) this.paragraph();
    }
    return this.out;
  }

  private inside(lines: string[]): Block[] {
    return this.depth >= DEEPEST ? [{ type: "paragraph", children: parseInline(lines.join("\n")) }] : new BlockReader(lines, this.depth + 1).read();
  }

  private fence(line: string): boolean {
    const mark = FENCE.exec(line)?.[1];
    if (!mark) return false;
    const body: string[] = [];
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const next = (this.lines[this.at] ?? "").trim();
      if (next.startsWith(mark) && next.split(mark[0] ?? "").join("") === "") break;
      body.push(this.lines[this.at] ?? "");
    }
    this.at += 1;
    this.out.push({ type: "code", text: body.join("\n") });
    return true;
  }

  private heading(line: string): boolean {
    const mark = HEADING.exec(line);
    if (!mark) return false;
    this.out.push({ type: "heading", level: (mark[1] ?? "#").length, children: parseInline(line.slice(mark[0].length).trim()) });
    this.at += 1;
    return true;
  }

  private rule(line: string): boolean {
    if (!RULE.test(line)) return false;
    this.out.push({ type: "rule" });
    this.at += 1;
    return true;
  }

  private quote(line: string): boolean {
    if (!QUOTE.test(line)) return false;
    const body: string[] = [];
    for (; this.at < this.lines.length && QUOTE.test(this.lines[this.at] ?? ""); this.at += 1) body.push((this.lines[this.at] ?? "").replace(QUOTE, ""));
    this.out.push({ type: "quote", children: this.inside(body) });
    return true;
  }

  private list(line: string): boolean {
    const first = ITEM.exec(line);
    if (!first) return false;
    const [, indent = "", mark = "-"] = first;
    const ordered = /\d/.test(mark);
    const items: Block[][] = [];
    let body: string[] = [];
    const end = () => {
      if (body.length) items.push(this.inside(body));
      body = [];
    };
    for (let deep = 0; this.at < this.lines.length; this.at += 1) {
      const next = this.lines[this.at] ?? "";
      const item = ITEM.exec(next);
      const own = item !== null && indentOf(next) < indent.length + 2;
      if (own && (indentOf(next) < indent.length || /\d/.test(item[2] ?? "") !== ordered)) break;
      if (own) {
        end();
        deep = item[0].length;
        body.push(next.slice(deep).replace(/^\[([ xX])\] /, (_, mark) => (mark === " " ? "☐ " : "☑ ")));
      } else if (isBlank(next)) {
        // A list goes on behind an empty line only with what belongs to it.
        const after = this.lines[this.at + 1];
        if (after === undefined || (indentOf(after) < indent.length + 2 && !ITEM.test(after))) break;
        body.push("");
      } else if (indentOf(next) >= indent.length + 2) {
        body.push(next.slice(Math.min(deep, indentOf(next))));
      } else if (body[body.length - 1] === "" || FENCE.test(next) || HEADING.test(next) || QUOTE.test(next)) {
        break;
      } else {
        body.push(next.trimStart());
      }
    }
    end();
    this.out.push({ type: "list", ordered, start: ordered ? Number.parseInt(mark, 10) : 1, items });
    return true;
  }

  private table(line: string): boolean {
    if (!line.includes("|")) return false;
    const alignments = alignmentsOf(this.lines[this.at + 1]);
    const head = cells(line);
    if (!alignments || alignments.length !== head.length) return false;
    const rows: Inline[][][] = [];
    for (this.at += 2; this.at < this.lines.length && !isBlank(this.lines[this.at]) && (this.lines[this.at] ?? "").includes("|"); this.at += 1) {
      const row = cells(this.lines[this.at] ?? "");
      rows.push(head.map((_, i) => parseInline(row[i] ?? "")));
    }
    this.out.push({ type: "table", alignments, head: head.map(parseInline), rows });
    return true;
  }

  private paragraph(): void {
    const body: string[] = [];
    do {
      body.push((this.lines[this.at] ?? "").trim());
      this.at += 1;
    } while (this.at < this.lines.length && !this.endsParagraph(this.lines[this.at] ?? ""));
    this.out.push({ type: "paragraph", children: parseInline(body.join("\n")) });
  }

  private endsParagraph(line: string): boolean {
    return isBlank(line) || FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);
  }
}

export function parseMarkdown(text: string): Block[] {
  return new BlockReader(text.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n"), 0).read();
}
