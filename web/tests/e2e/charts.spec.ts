// SPDX-License-Identifier: MIT
// Pictures that tell the whole truth: what lies behind an axis, what very many trials are, what a dot means.
import type { Page } from "@playwright/test";
import { complaints, expect, settled, test } from "./support";

/** How many pixels of the first drawing have roughly that colour. */
async function pixels(page: Page, [red, green, blue]: [number, number, number]): Promise<number> {
  return page.evaluate(([r, g, b]) => {
    const canvas = document.querySelector<HTMLCanvasElement>(".canvas canvas");
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs((data[i] ?? 0) - (r ?? 0)) + Math.abs((data[i + 1] ?? 0) - (g ?? 0)) + Math.abs((data[i + 2] ?? 0) - (b ?? 0)) < 24 && (data[i + 3] ?? 0) > 200) count++;
    }
    return count;
  }, [red, green, blue]);
}

test("values behind the end of an axis are arrows with their number, and a switch shows them in place", async ({ page, site, mock }) => {
  const told = complaints(page);
  await page.goto(`${site}#/studies/svm-transfer/slices`);
  await settled(page);
  await expect(page.getByText(/values of loss lie beyond the ends of the axis/).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /loss against kernel: \d+ beyond, up to/ })).toBeVisible();
  const all = page.getByLabel("All values, however far off");
  await all.check();
  await expect(page).toHaveURL(/range=all/);
  await expect(page.getByText(/lie beyond the ends/)).toHaveCount(0);
  expect(mock.requests.some((request) => request.includes("charts/slices") && request.includes("range=all"))).toBe(true);
  await page.reload();
  await expect(all).toBeChecked();
  await all.uncheck();
  await expect(page).not.toHaveURL(/range/);
  await page.goto(`${site}#/studies/xgboost-adult/slices`);
  await settled(page);
  await expect(page.getByLabel("All values, however far off")).toHaveCount(0);
  expect(told).toEqual([]);
});

test("a chart of one's own is put together from four choices that the address keeps", async ({ page, site }) => {
  const told = complaints(page);
  await page.goto(`${site}#/studies/digits-svm`);
  await page.getByRole("link", { name: "Chart", exact: true }).click();
  await settled(page);
  await page.getByRole("combobox", { name: "Across" }).selectOption("seconds");
  await page.getByRole("combobox", { name: "Up" }).selectOption("accuracy");
  await expect(page.getByRole("img", { name: /accuracy against seconds/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Colour" }).selectOption("kernel");
  await page.getByRole("combobox", { name: "Size" }).selectOption("C");
  await expect(page).toHaveURL(/x=seconds&y=accuracy&colour=kernel&size=C/);
  await expect(page.getByRole("img", { name: /kernel rbf .*kernel poly/ })).toBeVisible();
  await expect(page.getByText("The larger a dot, the more C.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Colour" })).toHaveValue("kernel");
  await page.getByRole("combobox", { name: "Colour" }).selectOption("epochs");
  await expect(page.locator(".colour-label")).toHaveText("epochs");
  expect(told).toEqual([]);
});

test("very many lines are a density of which a part can be chosen", async ({ page, site, mock }) => {
  const told = complaints(page);
  await page.goto(`${site}#/studies/large/parallel`);
  await settled(page);
  await expect(page.getByText(/\d+ trials as a density, the 300 best as lines/)).toBeVisible();
  await page.getByText("Choose by typing").click();
  await page.getByLabel("eta from").fill("0.1");
  await page.getByLabel("eta from").press("Enter");
  await expect(page).toHaveURL(/brush=eta/);
  await expect.poll(() => mock.requests.some((request) => request.includes("charts/parallel") && request.includes("chosen=eta"))).toBe(true);
  await expect(page.getByText("The best of the trials that pass through what is chosen:")).toBeVisible();
  expect(told).toEqual([]);
});

test("a contour has no steps, and a hole where nothing is allowed", async ({ page, site }) => {
  await page.goto(`${site}#/studies/digits-svm/contour`);
  await settled(page);
  await page.waitForTimeout(500);
  const shades = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".canvas canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return 0;
    const row = context.getImageData(0, Math.floor(canvas.height * 0.7), canvas.width, 1).data;
    const seen = new Set<number>();
    for (let i = 0; i < row.length; i += 4) seen.add(((row[i] ?? 0) << 16) | ((row[i + 1] ?? 0) << 8) | (row[i + 2] ?? 0));
    return seen.size;
  });
  expect(shades).toBeGreaterThan(40);
  expect(await pixels(page, [255, 255, 255])).toBeGreaterThan(0);
});
