// SPDX-License-Identifier: MIT
// The whole way of a study: found, created, watched, filtered, enqueued to, stopped, noted, deleted.
import { HOSTILE, complaints, expect, settled, test } from "./support";

test("studies are searched and filtered, and the address says so", async ({ page, site }) => {
  const told = complaints(page);
  await page.goto(site);
  await expect(page.getByRole("link", { name: "digits-svm" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("xgb*");
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page).toHaveURL(/search=xgb/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("xgb*");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("State").selectOption("stopped");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "svm-transfer" })).toBeVisible();
  expect(told).toEqual([]);
});

test("a study is created from the form, with every mistake told while one types, and watched live", async ({ page, site }) => {
  const told = complaints(page);
  await page.goto(`${site}#/new`);
  const create = page.getByRole("button", { name: "Create the study" });
  await expect(page.getByText("a study needs a name").first()).toBeVisible();
  await expect(create).toBeDisabled();
  await page.getByLabel("Name").fill("made-by-hand");
  await expect(page.getByText("This is a study")).toBeVisible();
  await page.getByLabel("Scale").selectOption("log");
  await expect(page.locator(".parameter-bad")).toContainText("raise the lower bound above 0");
  await expect(create).toBeDisabled();
  await page.getByLabel("Low").fill("0.001");
  await page.getByRole("button", { name: "Add a parameter" }).click();
  const second = page.getByRole("group", { name: "Parameter without a name" });
  await second.getByLabel("Type").selectOption("categorical");
  await second.getByLabel("Parameter", { exact: true }).fill("kind");
  await page.getByLabel("Choices").fill("a, b");
  await expect(page.getByText("with 2 parameters")).toBeVisible();
  await page.getByRole("button", { name: "File" }).click();
  await expect(page.getByLabel("Study file")).toHaveValue(/"kind"/);
  await page.getByRole("button", { name: "Form" }).click();
  await expect(page.getByLabel("Choices")).toHaveValue("a, b");
  await create.click();

  await expect(page.getByRole("heading", { name: "made-by-hand" })).toBeVisible();
  await expect(page.locator(".connection-live")).toBeVisible();
  const ended = page.getByRole("img", { name: /of 100 trials/ });
  await expect(ended).toHaveAttribute("aria-label", /Trials: [1-9]\d* of 100/);
  await expect(page.getByText("Just now")).toBeVisible();
  await expect(page.getByRole("img", { name: /loss against trial/ })).toBeVisible();
  expect(told).toEqual([]);
});

test("a pasted file is checked as one types", async ({ page, site }) => {
  await page.goto(`${site}#/new?as=file`);
  const text = page.getByLabel("Study file");
  await expect(page.getByText("This is a study")).toBeVisible();
  await text.fill("name: x\n");
  await expect(page.getByText("there are no parameters")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create the study" })).toBeDisabled();
  await text.fill('{"name": "digits-svm", "parameters": {"x": {"type": "float", "low": 0, "high": 1}}}');
  await page.getByRole("button", { name: "Create the study" }).click();
  await expect(page.getByRole("alert")).toContainText("there is a study 'digits-svm' already");
});

test("trials are filtered, sorted and paged by the server, and the address can be shared", async ({ page, site, mock }) => {
  await page.goto(`${site}#/studies/large/trials`);
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("button", { name: "cost" }).click();
  await page.getByRole("button", { name: /^complete/ }).click();
  await expect(page).toHaveURL(/state=complete/);
  await expect(page).toHaveURL(/order=value/);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=\w+/);
  const third = await page.getByRole("row").nth(3).textContent();
  await page.reload();
  await expect(page.getByRole("row").nth(3)).toHaveText(third ?? "");
  expect(mock.requests.some((request) => request.includes("state=complete") && request.includes("page_token=50") && request.includes("fields=brief"))).toBe(true);
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page).not.toHaveURL(/page=/);
  await page.getByLabel("Go to the trial").fill("2999");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Trial 2999" })).toBeVisible();
});

test("a point is enqueued from a form that follows the conditions of the space", async ({ page, site, mock }) => {
  await page.goto(`${site}#/studies/digits-svm/enqueue`);
  await expect(page.getByLabel("degree")).toHaveCount(0);
  await page.getByLabel("kernel").selectOption("poly");
  await expect(page.getByLabel("degree")).toBeVisible();
  await page.getByLabel("degree").fill("2.5");
  await expect(page.getByText("2.5 is not a whole number.")).toBeVisible();
  const send = page.getByRole("button", { name: "Enqueue", exact: true });
  await expect(send).toBeDisabled();
  await page.getByLabel("degree").fill("3");
  await page.getByLabel("C", { exact: true }).fill("12.5");
  await send.click();
  await expect(page.getByRole("status").filter({ hasText: "Enqueued as" })).toBeVisible();
  const added = mock.studies.get("digits-svm")?.trials.find((trial) => trial.params.C === 12.5);
  expect(added?.params).toMatchObject({ kernel: "poly", degree: 3, C: 12.5, shrinking: true });
});

test("a study is stopped and goes on again", async ({ page, site, mock }) => {
  await page.goto(`${site}#/studies/digits-svm`);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".badge-stopped")).toBeVisible();
  expect(mock.studies.get("digits-svm")?.stopped).toBe(true);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.locator(".study-head .badge-running")).toBeVisible();
  expect(mock.studies.get("digits-svm")?.stopped).toBe(false);
});

test("notes and tags are written and kept as text", async ({ page, site, mock }) => {
  await page.goto(`${site}#/studies/digits-svm`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Notes").fill(`second line below\n${HOSTILE}`);
  await page.getByLabel("Tags").last().fill("team-b, gpu, team-b");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".notes")).toHaveText(`second line below\n${HOSTILE}`);
  await expect(page.locator(".study-head .tags")).toHaveText("team-bgpu");
  expect(mock.studies.get("digits-svm")?.notes.tags).toEqual(["team-b", "gpu"]);
});

test("failures stand by reason with what the program said last, and lead to their trials", async ({ page, site }) => {
  await page.goto(`${site}#/studies/resnet-cifar/failures`);
  await page.locator(".failure-reason", { hasText: "CUDA out of memory" }).click();
  const group = page.locator(".failure", { hasText: "CUDA out of memory" });
  await expect(group.locator("pre").first()).toContainText("Traceback (most recent call last)");
  await group.getByRole("link", { name: /^Trial/ }).first().click();
  await expect(page.getByRole("heading", { name: "Why it ended" })).toBeVisible();
});

test("parts of axes are chosen by pointer and by keyboard, and the address keeps them", async ({ page, site }) => {
  await page.goto(`${site}#/studies/xgboost-adult/parallel`);
  await settled(page);
  const canvas = page.locator(".wide-chart canvas").first();
  const box = (await canvas.boundingBox())!;
  await page.waitForTimeout(300);
  await page.mouse.move(box.x + 48, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 48, box.y + 180, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/brush=eta/);
  await expect(page.getByText(/of 80 drawn/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Chosen on 1 of 6 axes")).toBeVisible();
  await page.getByRole("button", { name: "Choose all again" }).click();
  await expect(page).not.toHaveURL(/brush/);
  await page.getByText("Choose by typing").click();
  await page.getByLabel("depth from").fill("5");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/brush=depth/);
});

test("studies are compared", async ({ page, site }) => {
  await page.goto(site);
  await page.getByLabel("Compare xgboost-adult", { exact: true }).check();
  await page.getByLabel("Compare xgboost-adult-random").check();
  await page.getByRole("button", { name: "Compare 2" }).click();
  await expect(page.getByRole("img", { name: /xgboost-adult.*xgboost-adult-random/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Leave out xgboost-adult-random" }).click();
  await expect(page).toHaveURL(/studies=xgboost-adult$/);
});

test("a study is deleted only after its name was typed", async ({ page, site, mock }) => {
  await page.goto(`${site}#/studies/fresh-idea/definition`);
  await page.getByRole("button", { name: "Delete the study" }).click();
  const confirm = page.getByRole("button", { name: "Delete for good" });
  await expect(confirm).toBeDisabled();
  await page.getByLabel("Type fresh-idea to confirm").fill("fresh-idea");
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Studies" })).toBeVisible();
  await expect(page.getByRole("link", { name: "fresh-idea" })).toHaveCount(0);
  expect(mock.studies.has("fresh-idea")).toBe(false);
});
