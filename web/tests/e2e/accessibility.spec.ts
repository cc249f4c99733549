// SPDX-License-Identifier: MIT
// axe-core on every page in both themes, the width of a phone, and the keyboard.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PAGES, complaints, expect, settled, test } from "./support";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on any page, ${theme}`, async ({ page, site }) => {
    test.setTimeout(400_000);
    const told = complaints(page);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const found: string[] = [];
    for (const [name, hash] of Object.entries(PAGES)) {
      await page.goto(`${site}${hash}`);
      await settled(page);
      await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
        return (await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] })).violations;
      });
      for (const { id, impact, nodes } of violations.filter((one) => one.impact === "serious" || one.impact === "critical")) {
        found.push(`${name}: ${id} (${impact}) ${nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`).join("; ")}`);
      }
    }
    expect(found).toEqual([]);
    expect(told).toEqual([]);
  });
}

test("no page is wider than a phone", async ({ page, site }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 360, height: 740 });
  const wide: string[] = [];
  for (const [name, hash] of Object.entries(PAGES)) {
    await page.goto(`${site}${hash}`);
    await settled(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wide.push(`${name} by ${over} pixels`);
  }
  expect(wide).toEqual([]);
});

test("the keyboard reaches everything, beginning with a way past the menu", async ({ page, site }) => {
  await page.goto(`${site}#/studies/digits-svm`);
  await settled(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Enqueue" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Stop" })).toBeFocused();
  const numbers = page.getByRole("button", { name: "Numbers of History" });
  await numbers.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Numbers of the chart" }).getByRole("row").nth(1)).toBeVisible();
});

test("the theme is switched and kept", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(site);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: /^Colours/ }).click();
  await page.getByRole("button", { name: /^Colours: light/ }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
});
