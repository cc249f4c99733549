// SPDX-License-Identifier: MIT
import { chooseTheme, theme, type Theme } from "../state/theme";
import { useStore } from "../state/store";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const MARKS: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

export function ThemeSwitch() {
  const chosen = useStore(theme);
  const words = chosen === "system" ? "as the system has it" : chosen;
  return (
    <button type="button" className="icon-button" onClick={() => chooseTheme(NEXT[chosen])}
      aria-label={`Colours: ${words}. Change to ${NEXT[chosen]}`} title={`Colours: ${words}`}>
      <span aria-hidden="true">{MARKS[chosen]}</span>
    </button>
  );
}
