// SPDX-License-Identifier: MIT
// Updates are pushed, survive a cut connection, and stay quick with one hundred thousand trials.
import { Mock } from "../mock/server.mjs";
import { expect, settled, test } from "./support";

test("a cut stream goes on where it was", async ({ page, site, mock }) => {
  const headers: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/digits-svm/events")) headers.push(request.headers()["last-event-id"]);
  });
  await page.goto(`${site}#/studies/digits-svm`);
  const trials = page.getByRole("link", { name: /^Trials/ }).locator(".count");
  const first = Number(await trials.textContent());
  await expect.poll(async () => Number(await trials.textContent())).toBeGreaterThan(first);
  mock.cut();
  await expect(page.locator(".connection-broken")).toBeVisible();
  const during = Number(await trials.textContent());
  await expect(page.locator(".connection-live")).toBeVisible();
  await expect.poll(async () => Number(await trials.textContent())).toBeGreaterThan(during);
  const revisions = headers.map(Number);
  expect(revisions.length).toBeGreaterThanOrEqual(2);
  expect(revisions.at(-1)).toBeGreaterThan(revisions[0] ?? Infinity);
});

test("the list of studies is brought up to date", async ({ page, site }) => {
  await page.goto(site);
  const progress = page.getByRole("img", { name: /digits-svm: \d+ of 300/ });
  const first = await progress.getAttribute("aria-label");
  await expect(progress).not.toHaveAttribute("aria-label", first ?? "");
});

test("one hundred thousand trials: the first paint takes less than two seconds, and little is sent", async ({ page }) => {
  const mock = new Mock({ large: 100_000 });
  const site = `http://127.0.0.1:${await mock.listen()}/`;
  const bytes: Record<string, number> = {};
  page.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/v1/studies/large") && !pathname.endsWith("/events")) bytes[pathname] = (await response.body().catch(() => Buffer.alloc(0))).length;
  });
  const begun = Date.now();
  await page.goto(`${site}#/studies/large`);
  await settled(page);
  const drawn = Date.now() - begun;
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity);
  const sent = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  console.log(`first paint ${Math.round(paint)} ms, history drawn ${drawn} ms, ${Math.round(sent / 1024)} KiB of answers`);
  expect(paint).toBeLessThan(2000);
  expect(sent).toBeLessThan(300_000);
  await mock.close();
});

test("nothing is loaded from elsewhere", async ({ page, site }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site)) elsewhere.push(request.url());
  });
  await page.goto(`${site}#/studies/digits-svm`);
  await settled(page);
  expect(elsewhere).toEqual([]);
});
