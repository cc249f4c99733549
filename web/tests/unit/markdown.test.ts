// SPDX-License-Identifier: MIT
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "../../src/components/Markdown";
import { pageAddress, parseInline } from "../../src/lib/markdown";
import { jsx } from "../../src/jsx/jsx-runtime";

const html = (text: string) => renderToStaticMarkup(jsx(Markdown, { text }) as Parameters<typeof renderToStaticMarkup>[0]).replace(/^<div class="notes">(.*)<\/div>$/s, "$1");

describe("Markdown", () => {
  it("has headings, paragraphs with their lines, and rules", () => {
    expect(html("# One\ntext\nmore\n\n## Two #x\n\n---\n#not")).toBe("<h3>One</h3><p>text<br/>more</p><h4>Two #x</h4><hr/><p>#not</p>");
  });
  it("has emphasis, code and what is struck out", () => {
    expect(html("**strong** *em* _em_ ~~old~~ `a * b` ``x ` y``")).toBe("<p><strong>strong</strong> <em>em</em> <em>em</em> <del>old</del> <code>a * b</code> <code>x ` y</code></p>");
    expect(html("**a *b* c**")).toBe("<p><strong>a <em>b</em> c</strong></p>");
  });
  it("leaves formulas and names alone", () => {
    for (const text of ["2 * 3 * 4", "learning_rate_max = 3", "lr*batch*2", "a ** b ** c", "5 > 3 and x < 2", "snake_case and __init", "* ", "~", "50% ~ 60%"]) expect(html(`x ${text}`).replace(/&lt;/g, "<").replace(/&gt;/g, ">")).toBe(`<p>x ${text.trim()}</p>`);
    expect(html("\\*not\\* \\`code\\` \\[a](b)")).toBe("<p>*not* `code` [a](b)</p>");
  });
  it("has lists in lists, numbered ones from their first number", () => {
    expect(html("- a\n- b\n  - c\n  - d\n- e")).toBe("<ul><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li><li>e</li></ul>");
    expect(html("3. x\n4. y\n\nend")).toBe('<ol start="3"><li>x</li><li>y</li></ol><p>end</p>');
    expect(html("- a\n  goes on\n- b")).toBe("<ul><li>a<br/>goes on</li><li>b</li></ul>");
    expect(html("- [ ] open\n- [x] done")).toBe("<ul><li>☐ open</li><li>☑ done</li></ul>");
    expect(html("- a\n1. b")).toBe('<ul><li>a</li></ul><ol start="1"><li>b</li></ol>');
  });
  it("has quotes and code as it was written", () => {
    expect(html("> a\n> > b\n\nc")).toBe("<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>");
    expect(html("```sh\nhone tune *x*\n  <b>\n```\nafter")).toBe('<pre class="output" tabindex="0">hone tune *x*\n  &lt;b&gt;</pre><p>after</p>');
    expect(html("```\nno end")).toBe('<pre class="output" tabindex="0">no end</pre>');
  });
  it("has tables", () => {
    expect(html("| a | b |\n|---|--:|\n| 1 | **2** |\n| 3 |\nend")).toContain('<table class="table"><thead><tr><th scope="col">a</th><th scope="col" class="right">b</th></tr></thead><tbody><tr><td>1</td><td class="right"><strong>2</strong></td></tr><tr><td>3</td><td class="right"></td></tr></tbody></table>');
    expect(html("a | b\n--|")).toBe("<p>a | b<br/>--|</p>");
    expect(html("| a \\| b | c |\n|-|-|")).toContain('<th scope="col">a | b</th><th scope="col">c</th>');
  });
  it("has links to pages, which tell where they lead and tell the page nothing", () => {
    const rest = 'title="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow"';
    expect(html("[the *page*](https://example.org/x)")).toBe(`<p><a href="https://example.org/x" ${rest}>the <em>page</em></a></p>`);
    expect(html("see https://example.org/x.")).toBe(`<p>see <a href="https://example.org/x" ${rest}>https://example.org/x</a>.</p>`);
    expect(html("![alt](https://example.org/x)")).toBe(`<p><a href="https://example.org/x" ${rest}>alt</a></p>`);
  });
});

/** What people have tried on Markdown in pages of others, and what would be markup if anything here were. */
const HOSTILE = [
  "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<iframe src=javascript:alert(1)>", "<a href=javascript:alert(1)>x</a>", "<style>*{display:none}</style>",
  "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\nscript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](\u0001javascript:alert(1))", "[x]( javascript:alert(1))", "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:msgbox(1))", "[x](file:///etc/passwd)", "[x](//evil.example)", "[x](/v1/studies)", "[x](#/studies)", "[x](https://user:secret@evil.example)", "[x](https://a\u202eb.example)",
  "![x](javascript:alert(1))", "![x\" onerror=alert(1)](https://a.example)", "[x](https://a.example\" onclick=alert(1))", "[<img src=x onerror=alert(1)>](https://a.example)", "<https://a.example onload=alert(1)>",
  "https://a.example/\"onmouseover=alert(1)", "`<script>alert(1)</script>`", "```html\n<script>alert(1)</script>\n```", "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |", "> <script>alert(1)</script>", "- <script>alert(1)</script>",
  "# <script>alert(1)</script>", "**<script>alert(1)</script>**", "[a]: javascript:alert(1)\n[a]", "<!-- --><script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;", "{{constructor.constructor('alert(1)')()}}", "__proto__", "[__proto__](https://a.example)",
];

describe("hostile Markdown", () => {
  const ALLOWED = new Set(["p", "br", "h3", "h4", "h5", "ul", "ol", "li", "strong", "em", "del", "code", "pre", "a", "blockquote", "hr", "div", "table", "thead", "tbody", "tr", "th", "td"]);
  const ATTRIBUTES = new Set(["href", "title", "target", "rel", "class", "scope", "start", "tabindex", "role", "aria-label"]);
  it.each(HOSTILE)("stays text: %s", (text) => {
    const made = html(text);
    for (const [, name = "", attributes = ""] of made.matchAll(/<([a-z0-9]+)((?:\s+[a-z-]+="[^"]*")*)\s*\/?>/g)) {
      expect(ALLOWED).toContain(name);
      for (const [, attribute = "", value = ""] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
        expect(ATTRIBUTES).toContain(attribute);
        if (attribute === "href") expect(value).toMatch(/^https?:\/\/[^@\s]+$/);
      }
    }
    // Whatever stands between angle brackets was made here.
    expect(made.replace(/<\/?[a-z0-9]+(?:\s+[a-z-]+="[^"]*")*\s*\/?>/g, "")).not.toMatch(/[<>]/);
  });
  it("shows all of its text", () => {
    for (const text of ["<b>bold</b>", "[x](javascript:alert(1))", "a & b"]) expect(parseInline(text)).toEqual([{ type: "text", text }]);
  });
  it("knows the addresses of pages", () => {
    expect(pageAddress("https://example.org/a b")).toBeNull();
    expect(pageAddress("http:/x")).toBeNull();
    expect(pageAddress("https://")).toBeNull();
    expect(pageAddress("HTTPS://Example.org")).toBe("https://example.org/");
    expect(pageAddress("https://gооgle.com")).toBe("https://xn--ggle-55da.com/"); // Cyrillic letters
  });
  const LONG = 100_000;
  it.each([
    ["*", "*a ".repeat(LONG / 3)], ["** and *", "**a *b ".repeat(LONG / 7)], ["brackets", "[".repeat(LONG)], ["links", "[a](".repeat(LONG / 4)], ["closed far away", `${"[".repeat(LONG / 2)}](https://a.example)`], ["backquotes", Array.from({ length: 440 }, (_, i) => "`".repeat(i + 1)).join(" ")],
    ["quotes", ">".repeat(LONG)], ["quotes in lines", `${"> ".repeat(500)}\n`.repeat(100)], ["lists", Array.from({ length: 400 }, (_, i) => `${"  ".repeat(i)}- x`).join("\n")], ["rules", "- ".repeat(LONG / 2)], ["almost rules", `${"- ".repeat(LONG / 2)}x`],
    ["bars", "|".repeat(LONG)], ["rows", `|a|\n|-|\n${"|b|\n".repeat(LONG / 4)}`], ["wide", `${"|".repeat(10_000)}\n${"|-".repeat(10_000)}|\n${"|\n".repeat(2)}`], ["addresses", "https://".repeat(LONG / 8)], ["blanks", `${" ".repeat(LONG)}x`], ["lines", "\n".repeat(LONG)], ["escapes", "\\".repeat(LONG)], ["marks", "_*~".repeat(LONG / 3)],
    ["nested", "**_~~".repeat(LONG / 10) + "~~_**".repeat(LONG / 10)], ["fences", "```\n".repeat(LONG / 4)],
  ])("costs no more than its length: %s", (_, text) => {
    const begun = performance.now();
    html(text);
    expect(performance.now() - begun).toBeLessThan(2500);
  });
});
