// SPDX-License-Identifier: MIT
import { useState } from "react";
import type { Values } from "../api/types";
import { setting } from "../lib/format";

/** Settings as a list, and as JSON to copy. */
export function Settings({ values, note }: { values: Values; note?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(values));
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      setCopied(false); // a page without https may not use the clipboard; the values can still be selected
    }
  };
  const entries = Object.entries(values);
  if (entries.length === 0) return <p className="hint">{note ?? "None."}</p>;
  return (
    <div className="settings">
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={String(value)}>{setting(value)}</dd>
          </div>
        ))}
      </dl>
      {navigator.clipboard && <button type="button" className="link" onClick={() => void copy()}>{copied ? "Copied" : "Copy as JSON"}</button>}
    </div>
  );
}
