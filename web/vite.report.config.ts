// SPDX-License-Identifier: MIT
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { darkBySystem } from "./dark_by_system";
import { licensesInside } from "./licenses";

/**
 * The program writes the script between <script> and </script>: nothing in it may look like an end of that. Browsers
 * read a carriage return as a line feed, and the hash in the page's policy would be of another text.
 */
function fitsIntoAPage(): Plugin {
  return {
    name: "fits-into-a-page",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        const text = part.type === "chunk" ? part.code : String(part.source);
        const found = /<\/(script|style)|<!--|\r/i.exec(text);
        if (found) this.error(`${part.fileName} holds ${JSON.stringify(found[0])}, which cannot stand inside a page`);
      }
    },
  };
}

// What makes a report of `hone report` alive: one script and one style sheet, which the program puts into its pages.
export default defineConfig({
  plugins: [react(), licensesInside(), fitsIntoAPage()],
  publicDir: false,
  logLevel: "warn",
  css: { postcss: { plugins: [darkBySystem()] } },
  build: {
    outDir: "../share/web/report",
    emptyOutDir: true,
    target: "es2021",
    sourcemap: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: "src/report/main.tsx",
      output: { format: "iife", inlineDynamicImports: true, entryFileNames: "report.js", assetFileNames: "report.[ext]" },
    },
  },
});
