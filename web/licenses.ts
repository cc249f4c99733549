// SPDX-License-Identifier: MIT
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

const BUNDLED = ["echarts", "zrender", "tslib", "react", "react-dom", "scheduler"];

function licenceTexts(): string {
  const texts = BUNDLED.map((name) => {
    const folder = new URL(`./node_modules/${name}/`, import.meta.url);
    const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as { version: string };
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)(\.(txt|md))?$/i.test(file)).sort();
    if (!files.some((file) => /^licen/i.test(file))) throw new Error(`${name} has no file with its licence`);
    return [`${name} ${version}`, ...files.map((file) => readFileSync(new URL(file, folder), "utf8").trim())].join("\n\n");
  });
  return `${texts.join(`\n\n${"-".repeat(78)}\n\n`)}\n`.replace(/\r\n?/g, "\n");
}

/** Writes the licences of what is bundled to licenses.txt, as they ask for. */
export function licenses(): Plugin {
  return {
    name: "licenses",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: licenceTexts() });
    },
  };
}

/** Writes them at the head of each script, for scripts that travel alone. */
export function licensesInside(): Plugin {
  return {
    name: "licenses-inside",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") part.code = `/*\n${licenceTexts().replace(/\*\//g, "* /")}*/\n${part.code}`;
      }
    },
  };
}
