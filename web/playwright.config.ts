// SPDX-License-Identifier: MIT
import { defineConfig } from "@playwright/test";

// Debian's Chromium drives the tests: nothing is downloaded. Each file starts the server it needs.
export default defineConfig({
  testDir: "tests/e2e",
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  outputDir: "../build/web-tests",
  use: {
    viewport: { width: 1360, height: 860 },
    launchOptions: {
      executablePath: process.env.HONE_CHROMIUM ?? "/usr/bin/chromium",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
    trace: "retain-on-failure",
  },
});
