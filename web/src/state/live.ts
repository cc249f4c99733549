// SPDX-License-Identifier: MIT
import { useEffect, useState } from "react";
import { studyPath } from "../api/client";
import { follow, type Connection } from "../api/events";
import type { Counts, Trial, TrialsEvent } from "../api/types";
import { session } from "./session";
import { useStore } from "./store";

export interface Live {
  connection: Connection;
  /** Grows, not too often, when trials have changed: what reads trials reads again. */
  tick: number;
  /** Grows when the definition, the notes or the tags have changed. */
  definition: number;
  /** Of the last event; what was read at a later revision, or at the same, is newer than counts and stopped here. */
  revision: number;
  counts: Counts | null;
  stopped: boolean | null;
  /** The trials that changed last, the newest first. */
  recent: Trial[];
  deleted: boolean;
}

const NOTHING: Live = { connection: "connecting", tick: 0, definition: 0, revision: -1, counts: null, stopped: null, recent: [], deleted: false };
const MOST_RECENT = 8;

/** Pictures of a large study cost the server more: they are read again less often. */
function pauseFor(total: number): number {
  return total > 20_000 ? 5_000 : total > 2_000 ? 2_000 : 1_000;
}

function merged(recent: Trial[], changed: Trial[]): Trial[] {
  const byNumber = new Map(recent.map((trial) => [trial.number, trial]));
  for (const trial of changed) byNumber.set(trial.number, trial);
  return [...byNumber.values()].sort((a, b) => b.number - a.number).slice(0, MOST_RECENT);
}

/** Follows a study from a revision on; null while that is not known. */
export function useLive(study: string, since: number | null): Live {
  const { generation } = useStore(session);
  const [live, setLive] = useState<Live>(NOTHING);
  const known = since !== null;

  useEffect(() => {
    setLive(NOTHING);
    if (!known) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const tickSoon = (total: number) => {
      if (timer) return;
      timer = setTimeout(() => {
        timer = undefined;
        last = Date.now();
        setLive((old) => ({ ...old, tick: old.tick + 1 }));
      }, Math.max(150, last + pauseFor(total) - Date.now()));
    };
    const stop = follow(studyPath(study, "/events"), String(since), {
      state: (connection) => setLive((old) => ({ ...old, connection })),
      event(event) {
        if (event.event === "deleted") return setLive((old) => ({ ...old, deleted: true }));
        if (event.event === "definition") return setLive((old) => ({ ...old, definition: old.definition + 1 }));
        const data = JSON.parse(event.data) as TrialsEvent;
        setLive((old) => ({
          ...old,
          revision: data.revision ?? old.revision,
          counts: data.counts ?? old.counts,
          stopped: data.stopped ?? old.stopped,
          recent: merged(old.recent, data.trials ?? []),
        }));
        tickSoon(data.counts?.total ?? 0);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
    // Only the first revision counts: afterwards the stream itself knows where it is.
  }, [study, known, generation]);

  return live;
}
