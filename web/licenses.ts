// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

const BUNDLED = ["echarts", "zrender", "tslib", "react", "react-dom", "scheduler"];

/** Writes the licences of what is bundled to licenses.txt, as they ask for. */
export function licenses(): Plugin {
  return {
    name: "licenses",
    apply: "build",
    generateBundle() {
      const texts = BUNDLED.map((name) => {
        const folder = new URL(`./node_modules/${name}/`, import.meta.url);
        const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as { version: string };
        const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)(\.(txt|md))?$/i.test(file));
        if (!files.some((file) => /^licen/i.test(file))) throw new Error(`${name} has no file with its licence`);
        return [`${name} ${version}`, ...files.map((file) => readFileSync(new URL(file, folder), "utf8").trim())].join("\n\n");
      });
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: `${texts.join(`\n\n${"-".repeat(78)}\n\n`)}\n` });
    },
  };
}
