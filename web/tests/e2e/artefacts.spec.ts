// SPDX-License-Identifier: MIT
// The files that a trial left: shown as pictures, tables and texts, and as nothing else.
import { complaints, expect, settled, test } from "./support";

test("files of a trial are shown and saved, and nothing in them is run", async ({ page, site }) => {
  const told = complaints(page);
  await page.goto(`${site}#/studies/resnet-cifar/trials/12`);
  await settled(page);
  const picture = page.getByAltText("confusion.png");
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);
  await page.getByRole("button", { name: "Show loss.csv" }).click();
  const table = page.getByRole("region", { name: "loss.csv" });
  await expect(table.getByRole("columnheader")).toHaveText(["epoch", "loss", "note"]);
  await expect(table.getByRole("row")).toHaveCount(201);
  await expect(table.getByRole("cell", { name: 'a "b", <img src=x onerror=window.pwned=1>' }).first()).toBeVisible();
  await expect(page.getByText("Only its beginning (200 rows)")).toBeVisible();
  await page.getByRole("button", { name: "Show page.html" }).click();
  await expect(page.getByLabel("page.html", { exact: true })).toHaveText("<script>window.pwned=1</script><img src=x onerror=window.pwned=1>\\u{202e}abc");
  await expect(page.getByRole("button", { name: "Show weights.pt" })).toHaveCount(0);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download weights.pt" }).click();
  expect((await saving).suggestedFilename()).toBe("weights.pt");
  await page.getByRole("button", { name: "Hide page.html" }).click();
  await expect(page.getByLabel("page.html", { exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
  expect(told).toEqual([]);
});

test("a trial that left nothing says nothing of artefacts", async ({ page, site }) => {
  await page.goto(`${site}#/studies/resnet-cifar/trials/3`);
  await settled(page);
  await expect(page.getByText("Artefacts (")).toHaveCount(0);
  await expect(page.getByText("HONE_ARTEFACT_DIR")).toBeVisible();
});
