// SPDX-License-Identifier: MIT
// The same way as in journey.spec.ts against `hone serve`: HONE_BIN names the program. The test plays the worker.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { complaints, settled } from "./support";

// Paths are those of the folder that `make test-web` was called in, one above web/.
const PROGRAM = process.env.HONE_BIN ? [process.env.HONE_BIN, join("..", process.env.HONE_BIN)].map((path) => resolve(path)).find(existsSync) : undefined;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

class Service {
  readonly folder = mkdtempSync(join(tmpdir(), "hone-web-"));
  process: ChildProcess | null = null;
  site = "";

  async start(): Promise<void> {
    const port = await freePort();
    this.site = `http://127.0.0.1:${port}/`;
    this.process = spawn(PROGRAM ?? "", ["serve", "--store", join(this.folder, "hone.db"), "--port", String(port)], { stdio: "ignore" });
    await expect.poll(() => fetch(`${this.site}readyz`).then((answer) => answer.status, () => 0), { timeout: 30_000 }).toBe(200);
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.process?.once("exit", done));
    this.process?.kill("SIGTERM");
    await ended;
    rmSync(this.folder, { recursive: true });
  }

  async post(path: string, body: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.site}v1${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** Runs trials of a study as a worker would; every tenth fails. */
  async work(study: string, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const asked = (await this.post(`/studies/${study}:ask`, { client: "browser-test", wait: 10 })) as { trials: { number: number; token: number; params: Record<string, number> }[] };
      for (const { number, token, params } of asked.trials) {
        const value = (Math.log10(params.C ?? 1) - 1) ** 2 + ((params.gamma ?? 0) - 0.3) ** 2;
        await this.post(`/studies/${study}:report`, { client: "browser-test", number, token, reports: [1, 2, 3].map((step) => ({ step, value: value + 1 / step })) });
        const result = number % 10 === 9 ? { number, token, state: "failed", error: "exit code 1\nMemoryError: no room" } : { number, token, value, attributes: { note: "<b>bold</b>" } };
        await this.post(`/studies/${study}:tell`, { client: "browser-test", results: [result] });
      }
    }
  }
}

const test = base.extend<{ service: Service }>({
  service: async ({}, use) => {
    const service = new Service();
    await service.start();
    await use(service);
    await service.stop();
  },
});

/** A program that was built without the pages still has the API: they then come from share/web. */
async function withDashboard(page: Page, site: string): Promise<void> {
  const embedded = (await (await fetch(site)).text()).includes('id="root"');
  if (embedded) return;
  await page.route((url) => url.href.startsWith(site) && !url.pathname.startsWith("/v1"), (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: resolve("../share/web/dashboard", `.${pathname === "/" ? "/index.html" : pathname}`) });
  });
}

test.skip(!PROGRAM, "HONE_BIN names no program");

test("create, watch, filter, enqueue and stop with the real service", async ({ page, service }) => {
  test.setTimeout(240_000);
  const told = complaints(page);
  await withDashboard(page, service.site);
  await page.goto(`${service.site}#/new?as=file`);
  await page.getByLabel("Study file").fill(
    ["name: real", "objective: {name: loss, direction: minimize}", "parameters:", "  C: {type: float, low: 0.1, high: 1000, scale: log}", "  gamma: {type: float, low: 0, high: 1}",
      "  kernel: [rbf, poly]", "  degree: {type: int, low: 2, high: 5, when: {kernel: poly}}", "sampler: random", "budget: {trials: 60}", ""].join("\n"),
  );
  await expect(page.getByText("with 4 parameters")).toBeVisible();
  await page.getByRole("button", { name: "Form" }).click();
  await expect(page.getByLabel("Choices")).toHaveValue("rbf, poly");
  await page.getByLabel("High").first().fill("0.01");
  await expect(page.locator(".parameter-bad")).toBeVisible();
  await page.getByLabel("High").first().fill("1000");
  await page.getByRole("button", { name: "Create the study" }).click();
  await expect(page.getByRole("heading", { name: "real" })).toBeVisible();
  await expect(page.locator(".connection-live")).toBeVisible();

  await service.work("real", 12);
  await expect(page.getByRole("img", { name: /Trials: 12 of 60/ })).toBeVisible();
  await expect(page.getByText("Just now")).toBeVisible();
  await service.work("real", 18);
  await expect(page.getByRole("img", { name: /Trials: 30 of 60/ })).toBeVisible();

  await page.getByRole("link", { name: /^Trials/ }).click();
  await page.getByRole("button", { name: /^failed/ }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.goto(`${service.site}#/studies/real/trials?where=${encodeURIComponent("state == 'complete' and C > 1 and kernel == 'rbf'")}&order=-C`);
  await settled(page);
  const rows = await page.locator(".trial-cards tbody tr").evaluateAll((all) => all.map((row) => ({ C: Number(row.querySelector("[data-label=C]")?.textContent), kernel: row.querySelector("[data-label=kernel]")?.textContent })));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row, i) => row.C > 1 && row.kernel === "rbf" && (i === 0 || row.C <= rows[i - 1]!.C))).toBe(true);
  await page.getByLabel("Choose all trials of this page").check();
  await page.getByRole("button", { name: "Note or tag" }).click();
  await page.getByLabel("Put on these tags").fill("wide");
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto(`${service.site}#/studies/real/trials?where=${encodeURIComponent("attr.tag.wide")}&columns=tags`);
  await expect(page.getByText(`${rows.length} trial`, { exact: false }).first()).toBeVisible();
  await page.goto(`${service.site}#/studies/real/trials?state=failed`);
  await page.getByRole("link", { name: "29" }).click();
  await expect(page.getByText("MemoryError: no room")).toBeVisible();

  await page.getByRole("link", { name: "Enqueue", exact: true }).click();
  await page.getByLabel("kernel").selectOption("poly");
  await page.getByLabel("degree").fill("4");
  await page.getByLabel("C", { exact: true }).fill("12.5");
  await page.getByRole("button", { name: "Enqueue", exact: true }).click();
  await expect(page.getByRole("link", { name: "trial 30" })).toBeVisible();
  await service.work("real", 1);
  await page.getByRole("link", { name: "trial 30" }).click();
  await expect(page.getByText("12.5", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".badge-stopped")).toBeVisible();
  const asked = await service.post("/studies/real:ask", { client: "browser-test", wait: 0 });
  expect(asked).toMatchObject({ trials: [], stopped: true });
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.locator(".study-head .badge-stopped")).toHaveCount(0);

  for (const part of ["", "/trials", "/parallel", "/slices", "/rank", "/contour", "/importance", "/curves", "/workers", "/model", "/failures", "/definition"]) {
    await page.goto(`${service.site}#/studies/real${part}`);
    await settled(page);
    await expect(page.locator("main .box-error")).toHaveCount(0);
  }
  await page.goto(`${service.site}#/studies/real`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Notes", { exact: true }).fill("kept by the service");
  await page.getByRole("button", { name: "Save" }).click();
  await page.reload();
  await expect(page.locator(".notes")).toHaveText("kept by the service");
  expect(told).toEqual([]);
});
