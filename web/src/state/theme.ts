// SPDX-License-Identifier: MIT
import { createStore, useStore } from "./store";

export type Theme = "system" | "light" | "dark";
const KEY = "hone-theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function saved(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system"; // a page in a frame, or one that was opened as a file, may have no storage
  }
}

export const theme = createStore<Theme>(saved());
const systemDark = createStore(dark.matches);
dark.addEventListener("change", (event) => systemDark.set(event.matches));

function isDark(): boolean {
  return theme.get() === "system" ? systemDark.get() : theme.get() === "dark";
}

function show(): void {
  document.documentElement.setAttribute("data-theme", isDark() ? "dark" : "light");
}
show();
theme.watch(show);
systemDark.watch(show);

export function chooseTheme(chosen: Theme): void {
  if (chosen === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, chosen);
  theme.set(chosen);
}

/** Whether the page is dark now, by choice or by the system's setting. */
export function useDark(): boolean {
  useStore(theme);
  useStore(systemDark);
  return isDark();
}
