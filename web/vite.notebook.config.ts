// SPDX-License-Identifier: MIT
import { defineConfig } from "vite";
import { fitsIntoAPage } from "./fits_into_a_page";

// What makes the pictures of the Python package alive: one small script and one style sheet, which each picture carries.
export default defineConfig({
  plugins: [fitsIntoAPage()],
  publicDir: false,
  logLevel: "warn",
  build: {
    outDir: "../share/web/notebook",
    emptyOutDir: true,
    target: "es2020",
    sourcemap: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/notebook/main.ts",
      output: { format: "iife", inlineDynamicImports: true, entryFileNames: "plot.js", assetFileNames: "plot.[ext]" },
    },
  },
});
