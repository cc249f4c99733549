// SPDX-License-Identifier: MIT
import { test as base, type Page } from "@playwright/test";
import { Mock } from "../mock/server.mjs";

export const HOSTILE = "<img src=x onerror=window.pwned=1>";

/** Problems that a page tells on its console: an error, or something that the content-security policy refused. */
export function complaints(page: Page): string[] {
  const told: string[] = [];
  page.on("pageerror", (error) => told.push(error.message));
  page.on("console", (message) => {
    // A refusal that a test provokes is told by the browser too; that is not the page's fault.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) told.push(message.text());
  });
  return told;
}

/** A fresh mock server for each test. */
export const test = base.extend<{ mock: Mock; site: string }>({
  mock: async ({}, use) => {
    const mock = new Mock({ every: 400 });
    await use(mock);
    await mock.close();
  },
  site: async ({ mock }, use) => {
    await use(`http://127.0.0.1:${await mock.listen()}/`);
  },
});

export { expect } from "@playwright/test";

/** Every page of the dashboard, by a name. */
export const PAGES: Record<string, string> = {
  studies: "#/studies",
  study: "#/studies/digits-svm",
  "several objectives": "#/studies/latency-accuracy",
  "no trials": "#/studies/fresh-idea",
  trials: "#/studies/digits-svm/trials?state=complete,failed&order=value",
  "filtered trials": "#/studies/digits-svm/trials?where=C+%3E+10+and+kernel+%3D%3D+'rbf'&columns=state,loss,C,attr.accuracy,worker&order=-C",
  trial: "#/studies/resnet-cifar/trials/12",
  parallel: "#/studies/digits-svm/parallel?brush=C:1..60",
  slices: "#/studies/digits-svm/slices",
  chart: "#/studies/digits-svm/chart?x=C&y=loss&colour=kernel&size=seconds",
  "far values": "#/studies/svm-transfer/slices",
  "a density": "#/studies/large/parallel",
  rank: "#/studies/digits-svm/rank",
  hypervolume: "#/studies/latency-accuracy/hypervolume",
  contour: "#/studies/digits-svm/contour",
  importance: "#/studies/digits-svm/importance",
  curves: "#/studies/resnet-cifar/curves",
  workers: "#/studies/resnet-cifar/workers",
  model: "#/studies/digits-svm/model",
  sources: "#/studies/svm-transfer/sources",
  failures: "#/studies/resnet-cifar/failures",
  definition: "#/studies/digits-svm/definition",
  enqueue: "#/studies/digits-svm/enqueue",
  compare: "#/compare?studies=xgboost-adult,xgboost-adult-random",
  "new study": "#/new",
  "new study from a file": "#/new?as=file",
  "no such page": "#/nowhere",
};

/** Waits until a page has what it needs: nothing is being read and every picture is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(() => !document.querySelector(".waiting") && document.querySelector("main"));
  await page.waitForFunction(() => [...document.querySelectorAll(".canvas")].slice(0, 2).every((place) => place.querySelector("canvas")));
}
