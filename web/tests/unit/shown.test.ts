// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { jsx, jsxs } from "../../src/jsx/jsx-runtime";
import { setting } from "../../src/lib/format";
import { allShown, shown, shownLines } from "../../src/lib/shown";

describe("text of others", () => {
  // As tests/base/printable_test.cpp has them.
  it("has no characters that steer, turn or hide", () => {
    expect(shown("a\x1b[31mb\x7f")).toBe("a\\x1b[31mb\\x7f");
    expect(shown("file\u202egnp.exe")).toBe("file\\u202egnp.exe");
    expect(shown("\u2066\u2069\u200e\u200f\u061c\ufeff\u2028\u0085")).toBe("\\u2066\\u2069\\u200e\\u200f\\u061c\\ufeff\\u2028\\u0085");
    expect(shown("a\u{e0041}b")).toBe("a\\U000e0041b");
    expect(shown("\ud800x")).toBe("\\ud800x");
    expect(shown("a\nb\tc\r")).toBe("a\\nb\\tc\\r");
    expect(shownLines("a\nb\tc\r\u202e")).toBe("a\nb\tc\\r\\u202e");
  });
  it("is the same text on a terminal and in a page, character by character", () => {
    const source = readFileSync(new URL("../../../src/hone/base/printable.cpp", import.meta.url), "utf8");
    const table = /kHarmful\[\] = \{([^;]*)\};/.exec(source)?.[1] ?? "";
    const ranges = [...table.matchAll(/\{0x(\w+), 0x(\w+)\}/g)].map(([, first = "", last = ""]) => [parseInt(first, 16), parseInt(last, 16)] as const);
    expect(ranges.length).toBeGreaterThan(10);
    const surrogate = (code: number) => code >= 0xd800 && code < 0xe000; // what UTF-8 has not got
    const differ: string[] = [];
    // Unicode's own word for what is drawn as nothing, but for joiners and selectors of variants.
    const nothing = /(?!\p{Variation_Selector}|[\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
    for (let code = 0; code < 0x110000; code += 1) {
      const text = String.fromCodePoint(code);
      const hidden = shown(text) !== text;
      if (hidden !== (surrogate(code) || ranges.some(([first, last]) => code >= first && code <= last))) differ.push(code.toString(16));
      if (nothing.test(text) && !hidden) differ.push(`not hidden: ${code.toString(16)}`);
    }
    expect(differ).toEqual([]);
  });
  it("stays as it is otherwise, whatever the script", () => {
    for (const text of ["größe", "نمی‌خواهم", "❤️", "学習率", "שלום", "مرحبا", "👩‍🔬", "a b", "100 %", "\\u202e"]) expect(shown(text)).toBe(text);
  });
  it("is shown once, however often it is looked at", () => {
    expect(shown(shown("x\u202ey"))).toBe(shown("x\u202ey"));
  });
  it("is found in data of any shape, and numbers are left alone", () => {
    const places = [1, null, 2.5];
    const data = allShown({ title: "\u202ea", charts: [{ x: { label: "b\u200f", categories: ["\u2066c"] }, series: [{ marks: { x: places } }] }] });
    expect(data).toEqual({ title: "\\u202ea", charts: [{ x: { label: "b\\u200f", categories: ["\\u2066c"] }, series: [{ marks: { x: [1, null, 2.5] } }] }] });
    expect(data.charts[0]?.series[0]?.marks.x).toBe(places);
  });
  it("is a value on one line, a list or a map as its JSON", () => {
    expect(setting("a\nb\u202e")).toBe("a\\nb\\u202e");
    expect(setting([64, 32] as unknown as string)).toBe("[64,32]");
  });
});

describe("elements", () => {
  const html = (element: unknown) => renderToStaticMarkup(element as Parameters<typeof renderToStaticMarkup>[0]);
  it("show text as it may be shown, in their words and in what is read out", () => {
    expect(html(jsx("p", { children: "a\u202eb" }))).toBe("<p>a\\u202eb</p>");
    expect(html(jsxs("td", { title: "t\u200f", "aria-label": "l\u2066", "data-label": "d\u202e", children: ["x\u202e", 3, jsx("b", { children: "y\u202e" }, "k")] })))
      .toBe('<td title="t\\u200f" aria-label="l\\u2066" data-label="d\\u202e">x\\u202e3<b>y\\u202e</b></td>');
  });
  it("keep what is sent as it is: values of options and fields", () => {
    expect(html(jsx("option", { children: "a\u202eb" }))).toBe('<option value="a\u202eb">a\\u202eb</option>');
    expect(html(jsx("option", { children: "plain" }))).toBe("<option>plain</option>");
    expect(html(jsx("input", { defaultValue: "a\u202eb" }))).toBe('<input value="a\u202eb"/>');
  });
  it("give components what they were given", () => {
    const Name = ({ children }: { children: string }) => createElement("i", {}, children.length);
    expect(html(jsx(Name, { children: "a\u202eb" }))).toBe("<i>3</i>");
  });
});
