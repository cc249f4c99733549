// SPDX-License-Identifier: MIT
import { setQuery } from "../state/route";

// Tokens of pages say nothing about the page before: those that were visited are remembered by view.
const visited = new Map<string, string[]>();

interface Props {
  token: string;
  next: string | null;
  /** Names what is paged through, with its filters. */
  view: string;
}

export function Pager({ token, next, view }: Props) {
  if (!next && !token) return null;
  const trail = visited.get(view) ?? [""];
  const at = trail.indexOf(token);
  const before = at > 0 ? trail[at - 1] : "";
  const forward = () => {
    if (!next) return;
    visited.set(view, [...trail.slice(0, at < 0 ? 1 : at + 1), ...(at < 0 && token ? [token] : []), next]);
    setQuery({ page: next }, false);
  };
  return (
    <nav className="pager" aria-label="Pages">
      <button type="button" className="button small" disabled={!token} onClick={() => setQuery({ page: null }, false)}>First</button>
      <button type="button" className="button small" disabled={!token} onClick={() => setQuery({ page: before || null }, false)}>Previous</button>
      <button type="button" className="button small" disabled={!next} onClick={forward}>Next</button>
    </nav>
  );
}
