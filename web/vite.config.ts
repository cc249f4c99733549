// SPDX-License-Identifier: MIT
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { darkBySystem } from "./dark_by_system";
import { licenses } from "./licenses";

// Paths of assets are relative, so that the dashboard also works below a prefix of a reverse proxy.
export default defineConfig({
  base: "./",
  logLevel: "warn",
  plugins: [react({ jsxImportSource: "#shown" }), licenses()],
  css: { postcss: { plugins: [darkBySystem()] } },
  build: {
    outDir: "../share/web/dashboard",
    emptyOutDir: true,
    target: "es2021",
    sourcemap: false,
    // Everything comes from files of the same origin: data: addresses would need a looser policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      output: { manualChunks: { react: ["react", "react-dom"] } },
    },
  },
  server: { proxy: { "/v1": process.env.HONE_URL ?? "http://127.0.0.1:7180" } },
  test: { include: ["tests/unit/**/*.test.ts"], environment: "node" },
});
