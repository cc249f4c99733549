// SPDX-License-Identifier: MIT
import type { Plugin } from "postcss";

/**
 * Repeats the colours of the dark theme for pages that have not been told yet which theme to show, when the system is
 * dark: a page is dark from its first paint on, and also where scripts are off.
 */
export function darkBySystem(): Plugin {
  return {
    postcssPlugin: "dark-by-system",
    OnceExit(root, { AtRule }) {
      root.walkRules(':root[data-theme="dark"]', (rule) => {
        const media = new AtRule({ name: "media", params: "(prefers-color-scheme: dark)" });
        media.append(rule.clone({ selector: ":root:not([data-theme])" }));
        rule.after(media);
      });
    },
  };
}
