// SPDX-License-Identifier: MIT
// Tokens, roles, and names that try to be more than names.
import type { Figure, PointMarks } from "../../src/api/types";
import { extent } from "../../src/charts/axes";
import { Mock } from "../mock/server.mjs";
import { HOSTILE, complaints, expect, settled, test } from "./support";

const TOKENS = { hone_admin: "admin", hone_read: "read" } as const;

test("a token is asked for, kept for the tab only, and never part of an address", async ({ page }) => {
  const mock = new Mock({ tokens: TOKENS });
  const site = `http://127.0.0.1:${await mock.listen()}/`;
  await page.goto(`${site}#/studies/digits-svm/trials`);
  await page.getByLabel("Token").fill("hone_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("does not accept this token")).toBeVisible();
  await page.getByLabel("Token").fill("hone_admin");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "digits-svm" })).toBeVisible();
  expect(page.url()).toBe(`${site}#/studies/digits-svm/trials`);
  expect(mock.requests.join()).not.toContain("hone_admin");
  await page.reload();
  await expect(page.getByRole("heading", { name: "digits-svm" })).toBeVisible();
  await expect(page.locator(".connection-live")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("hone_admin");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to hone" })).toBeVisible();
  await mock.close();
});

for (const [name, options] of [
  ["the role read", { tokens: TOKENS }],
  ["a read-only server", { readOnly: true }],
] as const) {
  test(`${name} is offered nothing that it may not do`, async ({ page }) => {
    const mock = new Mock(options);
    const site = `http://127.0.0.1:${await mock.listen()}/`;
    await page.addInitScript(() => sessionStorage.setItem("hone-token", "hone_read"));
    await page.goto(`${site}#/studies/digits-svm`);
    await settled(page);
    for (const action of ["Stop", "Enqueue", "Edit"]) await expect(page.getByText(action, { exact: true })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "New study" })).toHaveCount(0);
    await expect(page.getByText("Export")).toBeVisible();
    await page.goto(`${site}#/studies/digits-svm/trials`);
    await settled(page);
    await expect(page.getByRole("columnheader", { name: "gamma" })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /^Choose/ })).toHaveCount(0);
    await page.goto(`${site}#/studies/digits-svm/definition`);
    await settled(page);
    await expect(page.getByText("Delete the study")).toHaveCount(0);
    await page.goto(`${site}#/new`);
    await expect(page.getByRole("alert")).toContainText("not create one");
    await mock.close();
  });
}

test("hostile names stay text on every part of a study, and in tooltips", async ({ page, site }) => {
  test.setTimeout(240_000);
  const told = complaints(page);
  const study = encodeURIComponent(`hostile ${HOSTILE}`);
  for (const part of ["", "/trials", "/trials/3", "/parallel", "/slices", "/rank", "/importance", "/workers", "/model", "/failures", "/definition", "/enqueue"]) {
    await page.goto(`${site}#/studies/${study}${part}`);
    await settled(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`hostile ${HOSTILE}`);
    // What turns the text around it, or is not seen, is an escape in words, titles and labels; what is sent is not.
    const raw = await page.evaluate(() => {
      const attributes = [...document.querySelectorAll("*")].flatMap((one) => [...one.attributes].filter((attribute) => attribute.name !== "value").map((attribute) => `${one.tagName} ${attribute.name}="${attribute.value}"`));
      return [document.title, document.documentElement.textContent ?? "", ...attributes].filter((text) => /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(text));
    });
    expect(raw).toEqual([]);
  }
  await page.goto(`${site}#/studies/${study}`);
  await settled(page);
  // The place of the first point, by the same rule as the chart's: the margins are those of charts/option.ts.
  const figure = (await (await page.request.get(`${site}v1/studies/${study}/charts/history?most=2000`)).json()) as Figure;
  const chart = figure.charts[0]!;
  const points = chart.series[0]!.marks as PointMarks;
  const share = (value: number, [low, high]: [number, number]) => (value - low) / (high - low);
  const box = (await page.locator(".canvas canvas").first().boundingBox())!;
  const x = box.x + 56 + share(points.x[0]!, extent(chart, true)) * (box.width - 56 - 18);
  const y = box.y + box.height - 42 - share(points.y[0]!, extent(chart, false)) * (box.height - 46 - 42);
  await page.mouse.move(x - 30, y);
  await page.mouse.move(x, y, { steps: 4 });
  const tip = page.locator(".tip");
  await expect(tip).toContainText(HOSTILE);
  expect(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
  expect(told).toEqual([]);
});

test("characters that turn or hide text are shown as escapes, and sent as they are", async ({ page, site, mock }) => {
  const study = encodeURIComponent(`hostile ${HOSTILE}`);
  await page.goto(`${site}#/studies/${study}/trials/3`);
  await settled(page);
  await expect(page.getByText("cost\\u202etsoc", { exact: true })).toBeVisible();
  await expect(page.getByText("pa\\u200frt\\U000e0041", { exact: true })).toBeVisible();
  await page.goto(`${site}#/studies/${study}/trials`);
  await settled(page);
  await page.getByRole("button", { name: "cost\\u202etsoc" }).click();
  await expect.poll(() => mock.requests.some((one) => one.includes(`order=${encodeURIComponent("cost\u202etsoc")}`))).toBe(true);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Column", { exact: true }).selectOption({ label: "pa\\u200frt\\U000e0041" });
  await page.getByLabel("Value").selectOption({ label: "a\\nb" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("list", { name: "Conditions" })).toHaveText("pa\\u200frt\\U000e0041 = a\\nb×");
  const wanted = mock.studies.get(`hostile ${HOSTILE}`)!.trials.filter((trial) => trial.params["pa\u200frt\u{e0041}"] === "a\nb").length;
  expect(wanted).toBeGreaterThan(3);
  await expect(page.getByText(`${wanted} trials`, { exact: true })).toBeVisible();
});

test("what is not there is said in words", async ({ page, site }) => {
  await page.goto(`${site}#/studies/gone`);
  await expect(page.getByText("There is no study 'gone'")).toBeVisible();
  await page.goto(`${site}#/studies/digits-svm/trials/999999`);
  await expect(page.getByText("There is no trial 999999")).toBeVisible();
  await page.goto(`${site}#/studies/fresh-idea/importance`);
  await expect(page.getByText("10 are needed")).toBeVisible();
});
