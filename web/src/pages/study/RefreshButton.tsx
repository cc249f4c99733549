// SPDX-License-Identifier: MIT
import { useStudy } from "./context";

/** For pictures that cost the server a model: they are read again on request, and say when that would show more. */
export function RefreshButton({ read, onRead }: { read: number; onRead: () => void }) {
  const { live } = useStudy();
  const stale = live.tick !== read;
  return (
    <button type="button" className="button small" onClick={onRead} disabled={!stale}>
      {stale ? "Update: there are new results" : "Up to date"}
    </button>
  );
}
