// SPDX-License-Identifier: MIT
// A report as somebody gets it: one file, opened from disk.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./report_page";
import { HOSTILE, complaints } from "./support";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const rows = (page: Page) => page.locator("#trials tbody tr");
const shown = (page: Page) => page.locator("#trials [role=status]");

/** Moves over a picture until a tooltip says something, from a place inside it, as one would to find a point. */
async function sweep(page: Page, picture: Locator): Promise<string> {
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.locator("canvas")).toBeVisible();
  const box = await picture.boundingBox();
  if (!box) throw new Error("the picture has no place");
  for (let y = 0.3; y < 0.95; y += 0.04) {
    for (let x = 0.1; x < 0.95; x += 0.02) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      const tip = picture.locator(".chart-tip .tip");
      if (await tip.isVisible()) return (await tip.innerText()).replace(/\s+/g, " ");
    }
  }
  return "";
}

test("points say which trial they are and what its settings were, and nothing is loaded", async ({ page, report }) => {
  const told = complaints(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(report);
  const tip = await sweep(page, page.locator("#history .canvas").first());
  expect(tip).toMatch(/trial \d+ .*loss .*rate .*depth .*kind /);
  expect(await sweep(page, page.locator("#parallel .canvas"))).toMatch(/trial \d+ .*rate .*depth .*kind .*loss /);
  await expect(page.locator("#parallel .colour-bar")).toHaveAttribute("aria-label", /^Colours: loss, pale .+, strong 0\.001$/);
  await expect(page.locator("#contour .colour-bar")).toHaveAttribute("aria-label", /^Colours: predicted loss, pale /);
  await expect(page.locator("#slices .colour-bar").first()).toHaveAttribute("aria-label", /^Colours: trial, pale 0,/);
  expect(asked.filter((url) => url !== report)).toEqual([]);
  expect(told).toEqual([]);
});

test("a part of an axis that is drawn on chooses the trials of the table", async ({ page, report }) => {
  const told = complaints(page);
  await page.goto(report);
  await expect(shown(page)).toHaveText("400 trials.");
  await expect(rows(page)).toHaveCount(100);
  await expect(rows(page).first()).toContainText("0.001");
  const picture = page.locator("#parallel .canvas");
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.locator("canvas")).toBeVisible();
  const box = await picture.boundingBox();
  if (!box) throw new Error("the picture has no place");
  // The first axis stands 48 pixels from the left, from 46 below the top to 30 above the bottom: its lower half.
  await page.mouse.move(box.x + 48, box.y + box.height - 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 48, box.y + box.height - 120, { steps: 4 });
  await page.mouse.move(box.x + 48, box.y + box.height - 212, { steps: 4 });
  await page.mouse.up();
  await expect(shown(page)).toContainText(/^1\d\d trials of 400 lie in what is chosen/);
  const rate = page.locator("#trials tbody tr td:nth-child(4)");
  for (const text of await rate.allInnerTexts()) expect(Number(text.replace(/\s/g, ""))).toBeLessThan(0.02);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(shown(page)).toHaveText("400 trials.");
  // By typing, on a smaller part.
  await page.getByText("Choose by typing").click();
  await page.getByLabel("depth from").fill("9");
  await page.getByLabel("depth from").press("Enter");
  await expect(shown(page)).toHaveText("44 trials of 400 lie in what is chosen above.");
  await expect(rows(page)).toHaveCount(44);
  expect(told).toEqual([]);
});

test("a row that is picked stands out in the pictures, and a name is text", async ({ page, report }) => {
  const told = complaints(page);
  await page.goto(report);
  const picture = page.locator("#parallel .canvas");
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.locator("canvas")).toBeVisible();
  const before = await picture.screenshot();
  await rows(page).nth(2).getByRole("button").click();
  await expect(rows(page).nth(2)).toHaveClass("picked");
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await picture.screenshot()).equals(before)).toBe(false);
  await page.getByRole("button", { name: "trial", exact: true }).click();
  await expect(rows(page).first()).toHaveText(/^0/);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(rows(page).first()).toHaveText(/^100/);
  await expect(page.getByRole("cell", { name: HOSTILE, exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
  expect(told).toEqual([]);
});

test("a learning curve says whose it is between its steps, too", async ({ page, report }) => {
  await page.goto(report);
  const picture = page.locator("#curves .canvas");
  test.skip(await picture.count() === 0, "the program's trials were imported, without reports");
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.locator("canvas")).toBeVisible();
  const box = await picture.boundingBox();
  if (!box) throw new Error("the picture has no place");
  // Half-way between the steps 0 and 50 trial 7 is at 4.5 of 6; the picture leaves 56, 18, 46 and 42 pixels around.
  const [x, y] = [box.x + 56 + (box.width - 74) / 4, box.y + 46 + ((box.height - 88) * 1.5) / 6];
  await page.mouse.move(x, y - 40);
  await page.mouse.move(x, y);
  await expect(picture.locator(".tip")).toContainText("trial 7");
  await expect(picture.locator(".tip")).toContainText("reported loss at step 100");
});

test("the page ends where its last part does", async ({ page, report }) => {
  await page.goto(report);
  await expect(rows(page)).toHaveCount(100);
  const below = await page.evaluate(() => document.documentElement.scrollHeight - ((document.querySelector("#trials")?.getBoundingClientRect().bottom ?? 0) + window.scrollY));
  expect(below).toBeLessThan(100);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [390, 1360]) {
    test(`axe finds nothing in it and nothing sticks out, ${theme}, ${width} pixels`, async ({ page, report }) => {
      const told = complaints(page);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      await page.goto(report);
      await expect(rows(page)).toHaveCount(100);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(theme === "dark" ? "rgb(12, 17, 24)" : "rgb(245, 247, 250)");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }> } };
        const { violations } = await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
        return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
      });
      expect(found).toEqual([]);
      expect(told).toEqual([]);
    });
  }
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the page still has its headings", async ({ page, report }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(report);
    await expect(page.getByRole("heading", { name: "browser" })).toBeVisible();
  });
});
