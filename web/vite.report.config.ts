// SPDX-License-Identifier: MIT
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { darkBySystem } from "./dark_by_system";
import { fitsIntoAPage } from "./fits_into_a_page";
import { licensesInside } from "./licenses";

// What makes a report of `hone report` alive: one script and one style sheet, which the program puts into its pages.
export default defineConfig({
  plugins: [react({ jsxImportSource: "#shown" }), licensesInside(), fitsIntoAPage()],
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
