// SPDX-License-Identifier: MIT
// A picture of the Python package as a notebook shows it (python/hone/_live_plot.py), beside a page that names no theme.
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, type Page } from "@playwright/test";
import { HOSTILE, complaints } from "./support";

const AXIS = { label: "", scale: "linear", low: null, high: null, categories: [] as string[], whole: false, bare: false };
const AXES = [{ ...AXIS, label: "rate", low: 0, high: 10 }, { ...AXIS, label: "loss", low: 0, high: 100 }];
const NUMBERS = [0, 1, 2, 3];
const [RATES, LOSSES] = [[1, 2.5, 5, 9], [10, 25, 50, 90]];
const CHARTS = [
  { title: "", x: AXES[0], y: AXES[1], series: [{ name: "trial", colour: 0, marks: { type: "points", x: RATES, y: LOSSES, numbers: NUMBERS } }] },
  { title: "", x: { ...AXIS, categories: ["rate", "loss"] }, y: { ...AXIS, bare: true }, series: [{ name: "all", colour: 0, marks: { type: "parallel", axes: AXES, rows: NUMBERS.map((i) => [RATES[i], LOSSES[i]]), numbers: NUMBERS } }] },
];
const SETTINGS = Object.fromEntries(NUMBERS.map((i) => [i, [`r${i}`, HOSTILE]]));

/** As src/hone/plot/svg.cpp draws them: two frames of 200 by 100 pixels, each unit of rate 20 of them. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="160" viewBox="0 0 520 160">
<rect x="0" y="0" width="520" height="160" fill="#ffffff"/>
<g data-frame="40 20 200 100" data-x="0 10 linear" data-y="0 100 linear"><g data-legend="0"><text x="50" y="14">trial</text></g><g data-grid=""><text x="240" y="138">10</text></g>
<g data-series="0"><g fill="#0072b2">${NUMBERS.map((i) => `<circle cx="${40 + 20 * (RATES[i] ?? 0)}" cy="${120 - (LOSSES[i] ?? 0)}" r="3"/>`).join("")}</g></g></g>
<g data-frame="300 20 200 100" data-x="-0.5 1.5 linear" data-y="0 1 linear"><g data-grid=""></g>
<g data-series="0"><path d="M350 110L450 110" stroke="#0072b2"/></g></g></svg>`;

function page(ground: string): string {
  const [script, style] = ["plot.js", "plot.css"].map((name) => readFileSync(resolve("../share/web/notebook", name), "utf8"));
  const data = JSON.stringify({ charts: CHARTS, names: ["rate", "kind"], settings: SETTINGS }).replace(/</g, "\\u003c");
  const one = `<div class="hone-plot"><style>${style}</style><img class="hone-still" alt="" src="data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}">`
    + `<script type="application/json">${data}</script><script>${script}</script></div>`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body style="margin:0;background:${ground}">${one}${one}</body></html>`;
}

async function open(page_: Page, ground = "#fff"): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hone-notebook-"));
  writeFileSync(join(folder, "page.html"), page(ground));
  await page_.goto(pathToFileURL(join(folder, "page.html")).href);
  rmSync(folder, { recursive: true });
}

const first = (page_: Page) => page_.locator(".hone-plot").first();

test("a mark tells of its trial, which is set off in the other charts, and nothing is loaded", async ({ page }) => {
  const told = complaints(page);
  const asked: string[] = [];
  page.on("request", (request) => { if (!request.url().startsWith("data:")) asked.push(request.url()); });
  await open(page);
  await expect(page.locator(".hone-plot svg")).toHaveCount(2);
  await page.mouse.move(40 + 50 + 2, 120 - 25 + 1);
  const tip = first(page).locator(".hone-tip");
  await expect(tip).toBeVisible();
  expect((await tip.innerText()).replace(/\s+/g, " ")).toBe(`trial 1 rate 2.5 loss 25 kind ${HOSTILE}`);
  await expect(first(page).locator('circle[r="6.5"]')).toHaveCount(1);
  await expect(first(page).locator('polyline[stroke-width="3"]')).toHaveAttribute("points", "350,95 450,95");
  await page.mouse.move(400, 30); // on the line of trial 3
  await expect(tip).toContainText("trial 3");
  await expect(first(page).locator('circle[r="6.5"]')).toHaveAttribute("cx", "220");
  await page.mouse.move(150, 110);
  await expect(tip).toBeHidden();
  expect(asked.length).toBe(1);
  expect(told).toEqual([]);
});

test("dragging looks closer and a double click goes back", async ({ page }) => {
  await open(page);
  await page.mouse.move(80, 60);
  await page.mouse.down();
  await page.mouse.move(180, 110);
  await page.mouse.up();
  const place = () => first(page).locator('g[data-series="0"] circle').nth(1).boundingBox(); // rate 2.5 of what is now 2 to 7
  await expect(first(page).locator("[data-grid]").first()).toHaveAttribute("visibility", "hidden");
  const box = await place();
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(60, 0);
  expect(box?.width).toBeCloseTo(6, 0); // a mark keeps its size
  await page.mouse.move(60, (box?.y ?? 0) + 3);
  await expect(first(page).locator(".hone-tip")).toContainText("trial 1");
  await page.mouse.dblclick(150, 40);
  await expect(first(page).locator("[data-grid]").first()).toHaveAttribute("visibility", "visible");
  expect(((await place())?.x ?? 0) + 3).toBeCloseTo(90, 0);
});

test("along an upright axis one chooses what is kept", async ({ page }) => {
  await open(page);
  const lines = first(page).locator('polyline[stroke-width="1.4"]');
  await page.mouse.move(350, 118);
  await page.mouse.down();
  await page.mouse.move(350, 90);
  await page.mouse.up();
  await expect(lines).toHaveCount(2); // rates up to 3
  await page.mouse.click(350, 60);
  await expect(lines).toHaveCount(0);
});

test("a name of the legend can be left out", async ({ page }) => {
  await open(page);
  await first(page).locator('[data-legend="0"]').click();
  await expect(first(page).locator('[data-series="0"]').first()).toHaveAttribute("visibility", "hidden");
  await page.mouse.move(90, 95);
  await expect(first(page).locator(".hone-tip")).toBeHidden();
});

test("it is dark where the page is, also when that changes", async ({ page }) => {
  await open(page, "#111");
  await expect(first(page)).toHaveClass(/hone-dark/);
  const ground = first(page).locator("svg > rect").first();
  await expect(ground).toHaveCSS("fill", "rgb(19, 26, 36)");
  await page.evaluate(() => { document.body.style.background = "#fff"; });
  await expect(first(page)).not.toHaveClass(/hone-dark/);
  await expect(ground).toHaveCSS("fill", "rgb(255, 255, 255)");
});

test("without scripts the picture stands still", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await open(still);
  const picture = still.locator("img.hone-still").first();
  await expect(picture).toBeVisible();
  expect((await picture.boundingBox())?.width).toBe(520);
  await context.close();
});
