// SPDX-License-Identifier: MIT
// node tests/pictures.mjs [NAME...]: the pictures of docs/guide anew. Those of the dashboard show the mock's studies; those of a report
// one that the program HONE_BIN writes of 75 random trials. tools/web pictures runs it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { Mock } from "./mock/server.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/guide/pictures/", import.meta.url));

const NOTES = [
  "## First run", "", "The full digits set; **C above 500** was slow, hence the constraint.", "", "| kernel | best |", "|---|--:|", "| rbf | 0.076 |", "| poly | 0.102 |", "",
  "- [x] baseline", "- [ ] `gamma` from [the paper](https://example.org/)",
].join("\n");

const DASHBOARD = [
  { name: "dashboard-study", at: "#/studies/digits-svm", width: 1200, height: 860, notes: NOTES },
  { name: "dashboard-parallel", at: "#/studies/xgboost-adult/parallel?brush=eta:0.005..0.03", width: 1200, height: 940 },
  { name: "dashboard-contour-dark", at: "#/studies/digits-svm/contour", width: 1200, height: 780, dark: true },
  {
    name: "dashboard-trials", at: "#/studies/digits-svm/trials?where=C+%3E+10+and+kernel+%3D%3D+'rbf'&columns=state,loss,C,gamma,shrinking,attr.accuracy,duration,worker&order=value", width: 1200, height: 820,
    async before(page) {
      for (const row of [0, 1, 3]) await page.locator("tbody tr").nth(row).getByRole("checkbox").check();
      await page.mouse.move(2, 2);
    },
  },
  { name: "dashboard-studies", at: "#/studies", width: 1200, height: 560 },
  { name: "dashboard-phone", at: "#/studies/resnet-cifar/failures", width: 390, height: 844 },
];

const REPORT = [
  {
    name: "report-brush", width: 1000, height: 900,
    async before(page) {
      await page.locator("#parallel summary", { hasText: "Choose by typing" }).click();
      const ends = page.locator("#parallel input");
      for (const [i, end] of ["0.01", "0.05"].entries()) {
        await ends.nth(i).fill(end);
        await ends.nth(i).press("Tab");
      }
      await page.locator("#parallel summary", { hasText: /Chosen/ }).first().click();
      await page.locator("#trials tbody tr").nth(2).click();
      await page.mouse.move(2, 2);
      await page.evaluate(() => {
        for (const part of document.querySelectorAll("nav, section:not(#parallel, #trials)")) part.style.display = "none";
        window.scrollTo(0, 0);
      });
    },
  },
  { name: "report-phone-dark", width: 390, height: 844, dark: true },
];

/** A report of 75 settings of a boosted tree, which nobody measured: the same by a formula each time. */
function madeReport(program, folder) {
  let state = 7;
  const draw = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const rows = Array.from({ length: 75 }, () => {
    const [rate, depth, subsample, gamma, grow] = [10 ** (-4 + 4 * draw()), 1 + Math.floor(16 * draw()), 0.2 + 0.8 * draw(), 10 * draw(), draw() < 0.5 ? "depthwise" : "lossguide"];
    const loss = 0.1 + 0.03 * (Math.log10(rate) + 1.7) ** 2 + 0.0007 * (depth - 8) ** 2 + 0.05 * (1 - subsample) ** 2 + 0.002 * gamma + (grow === "lossguide" ? 0.02 : 0);
    return [rate.toPrecision(6), depth, subsample.toFixed(6), gamma.toFixed(6), grow, loss.toFixed(6)].join();
  });
  writeFileSync(join(folder, "boosting.yaml"), [
    "name: boosting", "objective: {name: loss, direction: minimize}", "parameters:", "  learning_rate: {type: float, low: 0.0001, high: 1, scale: log}",
    "  max_depth: {type: int, low: 1, high: 16}", "  subsample: {type: float, low: 0.2, high: 1}", "  gamma: {type: float, low: 0, high: 10}",
    "  grow: [depthwise, lossguide]", "sampler: random", "budget: {trials: 75}", "",
  ].join("\n"));
  writeFileSync(join(folder, "trials.csv"), ["learning_rate,max_depth,subsample,gamma,grow,loss", ...rows, ""].join("\n"));
  const run = (...words) => execFileSync(program, [...words, "--store", join(folder, "hone.db")], { cwd: folder, stdio: "pipe" });
  run("import", "boosting.yaml", "trials.csv");
  run("report", "boosting", "-o", "report.html");
  return pathToFileURL(join(folder, "report.html")).href;
}

async function take(browser, address, { name, at = "", width, height, dark = false, notes, before }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  if (notes) await page.request.put(`${address}v1/studies/digits-svm/notes`, { data: { text: notes, tags: ["team-a", "baseline"] } });
  await page.goto(address + at);
  await page.waitForFunction(() => !document.querySelector(".waiting") && document.querySelector("main"));
  await page.waitForFunction(() => [...document.querySelectorAll(".canvas")].slice(0, 1).every((place) => place.querySelector("canvas")));
  await before?.(page);
  await page.waitForTimeout(1200); // what is drawn in several frames
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await context.close();
  console.log(`${name}.png`);
}

const wanted = ({ name }) => process.argv.length < 3 || process.argv.slice(2).includes(name);
const folder = mkdtempSync(join(tmpdir(), "hone-pictures-"));
const mock = new Mock({ every: 400 });
const browser = await chromium.launch({ executablePath: process.env.HONE_CHROMIUM ?? "/usr/bin/chromium", args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  const site = `http://127.0.0.1:${await mock.listen()}/`;
  for (const picture of DASHBOARD.filter(wanted)) await take(browser, site, picture);
  if (process.env.HONE_BIN && REPORT.some(wanted)) {
    const report = madeReport(resolve("..", process.env.HONE_BIN), folder);
    for (const picture of REPORT.filter(wanted)) await take(browser, report, picture);
  }
} finally {
  await browser.close();
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
}
