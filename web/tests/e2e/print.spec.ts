// SPDX-License-Identifier: MIT
// A report on paper.
import { expect, type Page } from "@playwright/test";
import { test } from "./report_page";
import { complaints } from "./support";

interface Printed {
  section: string;
  /** Pixels between the left edge of the report and the right edge of the picture. */
  right: number;
  /** How much of the picture is not empty. */
  inked: number;
}

/** What stands in the places of pictures when the browser takes the page to print it. */
async function printed(page: Page): Promise<Printed[]> {
  await page.evaluate(() => {
    window.addEventListener("beforeprint", () => {
      const found = [...document.querySelectorAll<HTMLElement>("[data-figure] .canvas")].map((place) => {
        let [filled, right] = [0, 0];
        for (const canvas of place.querySelectorAll("canvas")) {
          const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          let count = 0;
          for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0) count++;
          filled += count / (canvas.width * canvas.height);
          right = Math.max(right, place.getBoundingClientRect().left + canvas.clientWidth);
        }
        const left = document.querySelector("main")?.getBoundingClientRect().left ?? 0;
        return { section: place.closest("section")?.id ?? "", right: right - left, inked: filled };
      });
      Object.assign(window, { printed: found });
    });
  });
  await page.pdf({ format: "A4" });
  return page.evaluate(() => (window as unknown as { printed: Printed[] }).printed);
}

for (const width of [700, 1280, 1920]) {
  test(`has every picture whole, from a window of ${width} pixels`, async ({ page, report }) => {
    const told = complaints(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(report);
    await expect(page.locator("#history canvas").first()).toBeVisible();
    const before = await page.locator("#history canvas").first().evaluate((canvas) => canvas.clientWidth);
    const pictures = await printed(page);
    expect(pictures.length).toBeGreaterThan(3);
    for (const { section, right, inked } of pictures) {
      expect(right, section).toBeLessThanOrEqual(718); // of A4 between the margins
      expect(inked, section).toBeGreaterThan(section === "contour" ? 0.5 : 0.001);
    }
    await expect.poll(() => page.locator("#history canvas").first().evaluate((canvas) => canvas.clientWidth)).toBe(before);
    expect(told).toEqual([]);
  });
}

test("has every picture when none was seen before", async ({ page, report }) => {
  // As in a window so low that all of them lie below.
  await page.addInitScript(() => {
    window.IntersectionObserver = class { observe() {} disconnect() {} } as unknown as typeof IntersectionObserver;
  });
  await page.goto(report);
  await expect(page.locator("#trials tbody tr")).toHaveCount(100);
  expect(await page.locator("canvas").count()).toBe(0);
  for (const { section, inked } of await printed(page)) expect(inked, section).toBeGreaterThan(0.001);
});

test("says how many trials it shows, and has every column", async ({ page, report }) => {
  await page.goto(report);
  await expect(page.locator("#trials tbody tr")).toHaveCount(100);
  await expect(page.getByText("The first 100 of 400 trials")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.getByText("The first 100 of 400 trials")).toBeVisible();
  await expect(page.locator("#trials [role=status]")).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718);
  // On paper as narrow as a hand, too.
  await page.setViewportSize({ width: 400, height: 1000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
});
