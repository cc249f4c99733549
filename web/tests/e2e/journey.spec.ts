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
  // Nothing is wrong before anything is typed.
  await expect(page.getByText("Give the study a name")).toBeVisible();
  await expect(page.locator(".box-error, .field-bad, .problem, .parameter-bad, [aria-invalid=true]")).toHaveCount(0);
  await expect(create).toBeDisabled();
  await page.getByLabel("Name").fill("m");
  await page.getByLabel("Name").fill("");
  await expect(page.getByText("a study needs a name").first()).toBeVisible();
  await expect(page.locator(".field-bad")).toHaveCount(1);
  await page.getByLabel("Name").fill("made-by-hand");
  await expect(page.getByText("This is a study")).toBeVisible();
  await page.getByLabel("Scale").selectOption("log");
  await expect(page.locator(".parameter-bad")).toContainText("raise the lower bound above 0");
  await expect(create).toBeDisabled();
  await page.getByLabel("Low").fill("0.001");
  await page.getByRole("button", { name: "Add a parameter" }).click();
  await expect(page.getByText("Give the new parameter a name.")).toBeVisible();
  await expect(page.locator(".box-error, .parameter-bad")).toHaveCount(0);
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

test("where values are noisy the overview tells what the model expects most of", async ({ page, site }) => {
  const told = complaints(page);
  await page.goto(`${site}#/studies/svm-transfer`);
  const numbers = page.getByLabel("Numbers of the study");
  await expect(numbers).toContainText("Best predicted mean");
  await expect(numbers).toContainText("95 %:");
  await page.goto(`${site}#/studies/xgboost-adult`);
  await expect(numbers).toBeVisible();
  await expect(numbers).not.toContainText("Best predicted mean");
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

test("trials are filtered by conditions on columns, and the address has them", async ({ page, site, mock }) => {
  const told = complaints(page);
  const trials = mock.studies.get("xgboost-adult")!.trials.filter((trial) => trial.state === "complete");
  const wanted = trials.filter((trial) => Number(trial.params.depth) >= 5 && Number(trial.value) > 0.8);
  expect(wanted.length).toBeGreaterThan(2);
  await page.goto(`${site}#/studies/xgboost-adult/trials`);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Column", { exact: true }).selectOption("depth");
  await page.getByLabel("Comparison").selectOption(">=");
  await page.getByLabel("Value").fill("five");
  await expect(page.getByText("A number is needed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await page.getByLabel("Value").fill("5");
  await page.getByLabel("Value").press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "depth ≥ 5" })).toBeVisible();
  await page.getByLabel("As an expression").fill("depth >= 5 and auc > 0.8");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(`${wanted.length} trials`, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/where=depth/);
  await page.getByRole("button", { name: "eta" }).click();
  await expect(page).toHaveURL(/order=eta/);
  const first = [...wanted].sort((a, b) => Number(a.params.eta) - Number(b.params.eta))[0]!;
  await expect(page.locator("tbody tr").first().getByRole("link")).toHaveText(String(first.number));
  await page.reload();
  await expect(page.getByText(`${wanted.length} trials`, { exact: true })).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export these" }).click();
  expect((await saved).suggestedFilename()).toBe("xgboost-adult.csv");
  expect(mock.requests.some((one) => one.includes("/export?") && one.includes("where=depth"))).toBe(true);
  await page.getByRole("button", { name: /^complete/ }).click();
  await page.getByRole("button", { name: "Export these" }).click();
  await expect.poll(() => mock.requests.some((one) => one.includes("/export?") && decodeURIComponent(one).includes("trial.state+in+['complete']"))).toBe(true);
  await page.getByRole("button", { name: /^complete/ }).click();
  await page.getByRole("button", { name: "Take away: auc > 0.8" }).click();
  await expect(page.getByRole("list", { name: "Conditions" }).getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("As an expression").fill("depth > 3 or eta < 0.01");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("button", { name: "Take away: depth > 3 or eta < 0.01" })).toBeVisible();
  await page.getByLabel("Column", { exact: true }).selectOption("attr.accuracy");
  await page.getByLabel("Comparison").selectOption("<");
  await page.getByLabel("Value").fill("2");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByLabel("As an expression")).toHaveValue("(depth > 3 or eta < 0.01) and attr.accuracy < 2");
  await page.getByLabel("As an expression").fill("dpth > 3");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("alert")).toContainText("there is no column 'dpth'");
  await page.getByRole("button", { name: "Show all again" }).click();
  await expect(page.getByText("80 trials", { exact: true })).toBeVisible();
  expect(told).toEqual([]);
});

test("columns are chosen, remembered for the study, and shared by the address", async ({ page, site }) => {
  await page.goto(`${site}#/studies/digits-svm/trials`);
  await expect(page.getByRole("columnheader", { name: "gamma" })).toBeVisible();
  await page.getByText("Columns", { exact: true }).click();
  await page.getByLabel("gamma").uncheck();
  await page.getByLabel("accuracy").check();
  await expect(page.getByRole("columnheader", { name: "gamma" })).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "accuracy" })).toBeVisible();
  await expect(page).toHaveURL(/columns=state%2Closs%2CC%2Ckernel/);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("gamma")).toBeHidden();
  await page.goto(`${site}#/studies/digits-svm`);
  await page.getByRole("link", { name: /^Trials/ }).click();
  await expect(page.getByRole("columnheader", { name: "accuracy" })).toBeVisible();
  await page.goto(`${site}#/studies/digits-svm/trials?columns=kernel,worker`);
  await expect(page.getByRole("columnheader")).toHaveText(["", /Trial/, "kernel", "Worker"]);
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("button", { name: "The usual columns" }).click();
  await expect(page.getByRole("columnheader", { name: "gamma" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "accuracy" })).toHaveCount(0);
  await page.goto(`${site}#/studies/xgboost-adult/trials`);
  await expect(page.getByRole("columnheader", { name: "depth" })).toBeVisible();
});

test("trials are ticked, and noted, cancelled, run again and taken out together", async ({ page, site, mock }) => {
  const told = complaints(page);
  const study = mock.studies.get("resnet-cifar")!;
  const at = (number: number) => study.trials[number]!;
  const bar = page.getByRole("group", { name: "Chosen trials" });
  await page.goto(`${site}#/studies/resnet-cifar/trials?state=running,failed`);
  await page.getByLabel("Choose all trials of this page").check();
  const running = study.trials.filter((trial) => trial.state === "running").length;
  const failed = study.trials.filter((trial) => trial.state === "failed").map((trial) => trial.number);
  await expect(bar).toContainText(`${running + failed.length} trials chosen`);
  await bar.getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`Cancel ${running} trials?`);
  await expect(dialog).toContainText(`${failed.length} of those chosen are in another state`);
  await dialog.getByRole("button", { name: "Keep" }).click();
  await bar.getByRole("button", { name: "Choose none" }).click();
  await expect(bar).toHaveCount(0);

  await page.getByLabel(`Choose trial ${failed[0]}`, { exact: true }).check();
  await page.getByLabel(`Choose trial ${failed[1]}`, { exact: true }).check();
  await bar.getByRole("button", { name: "Note or tag" }).click();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Note", { exact: true }).fill("the node was lost");
  await dialog.getByLabel("Put on these tags").fill("node-7, lost");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(at(failed[0]!).attributes).toMatchObject({ "tag.node-7": true, "tag.lost": true });
  expect(at(failed[1]!).remarks?.[0]?.text).toContain("the node was lost");

  await page.getByLabel(`Choose trial ${failed[0]}`, { exact: true }).check();
  await bar.getByRole("button", { name: "Run again" }).click();
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(dialog).toHaveCount(0);
  expect(at(failed[0]!).state).toBe("waiting");
  expect(at(failed[1]!).state).toBe("failed");
  expect(told).toEqual([]);
});

test("all trials that match a filter are taken out, in portions", async ({ page, site, mock }) => {
  const study = mock.studies.get("large")!;
  const wanted = study.trials.filter((trial) => Number(trial.params.depth) > 5 && ["complete", "failed", "timed_out"].includes(trial.state));
  expect(wanted.length).toBeGreaterThan(1000);
  await page.goto(`${site}#/studies/large/trials?where=${encodeURIComponent("depth > 5")}`);
  await page.getByLabel("Choose all trials of this page").check();
  await page.getByRole("button", { name: /^Choose all .* that match/ }).click();
  await page.getByRole("group", { name: "Chosen trials" }).getByRole("button", { name: "Take out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(wanted.every((trial) => trial.state === "deleted")).toBe(true);
  expect(study.trials.filter((trial) => trial.state === "deleted")).toHaveLength(wanted.length);
  expect(mock.requests.filter((one) => one.startsWith("POST /v1/studies/large:remove")).length).toBe(Math.ceil(wanted.length / 1000));
  await page.getByRole("button", { name: /^deleted/ }).click();
  await expect(page.getByText(new RegExp(`^${String(wanted.length).replace(/\B(?=(\d{3})+$)/g, "\\s?")} trials$`))).toBeVisible();
});

test("the Pareto front is listed whole, sorted and in pages", async ({ page, site, mock }) => {
  const front = mock.studies.get("latency-accuracy")!.front();
  expect(front.length).toBeGreaterThan(40);
  await page.goto(`${site}#/studies/latency-accuracy`);
  const card = page.locator(".card", { has: page.getByRole("heading", { name: "Pareto-optimal trials" }) });
  await expect(card).toContainText(`${front.length} trials`);
  await expect(card.getByRole("row")).toHaveCount(21);
  const by = (k: number, sign: number) => [...front].sort((a, b) => sign * (Number(a.values![k]) - Number(b.values![k]))).map((trial) => String(trial.number));
  await expect(card.locator("tbody").getByRole("link").first()).toHaveText(by(0, 1)[0]!);
  await card.getByRole("button", { name: "latency" }).click();
  await expect(card.locator("tbody").getByRole("link").first()).toHaveText(by(1, 1)[0]!);
  await card.getByRole("button", { name: "Next" }).click();
  await expect(card.locator("tbody").getByRole("link").first()).toHaveText(by(1, 1)[20]!);
  await expect(page).toHaveURL(/order=latency&page=20/);
  await card.getByRole("button", { name: "depth" }).click();
  await expect(page).not.toHaveURL(/page=/);
});

test("the hypervolume has a part of its own with two objectives only", async ({ page, site }) => {
  await page.goto(`${site}#/studies/latency-accuracy`);
  await page.getByRole("link", { name: "Hypervolume" }).click();
  await expect(page.getByRole("img", { name: /hypervolume/ })).toBeVisible();
  await page.goto(`${site}#/studies/digits-svm`);
  await settled(page);
  await expect(page.getByRole("link", { name: "Hypervolume" })).toHaveCount(0);
});

test("trials are cards on a phone, and the table keeps to the width of the page", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site}#/studies/digits-svm/trials?state=complete`);
  await settled(page);
  const row = page.locator(".trial-cards tbody tr").first();
  const cell = row.locator("td[data-label=C]");
  await expect(cell).toBeVisible();
  expect(await cell.evaluate((element) => getComputedStyle(element, "::before").content)).toBe('"C"');
  await page.getByLabel("Order").selectOption("-C");
  await expect(page).toHaveURL(/order=-C/);
  const places = async () => page.locator("td[data-label=C]").evaluateAll((cells) => cells.map((one) => Number(one.textContent)));
  await expect.poll(async () => (await places()).every((C, i, all) => i === 0 || C <= all[i - 1]!)).toBe(true);
  await page.getByLabel("Choose all trials of this page").check();
  await expect(page.getByText("50 trials chosen")).toBeVisible();
  const box = (await row.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  expect(await page.locator("main > .scroll").evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
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
  await page.getByLabel("Notes", { exact: true }).fill(`# Seen\n- **twice**\n\nsecond line below\n${HOSTILE}`);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" }).getByRole("heading", { name: "Seen" })).toBeVisible();
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue(/second line/);
  await page.getByLabel("Tags").last().fill("team-b, gpu, team-b");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".notes p")).toHaveText(`second line below${HOSTILE}`);
  await expect(page.locator(".notes strong")).toHaveText("twice");
  await expect(page.locator(".notes img")).toHaveCount(0);
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
