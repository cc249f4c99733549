// SPDX-License-Identifier: MIT
import type { Plugin } from "vite";

/**
 * The program writes the script between <script> and </script>: nothing in it may look like an end of that. Browsers
 * read a carriage return as a line feed, and the hash in the page's policy would be of another text.
 */
export function fitsIntoAPage(): Plugin {
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
