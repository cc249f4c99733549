// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from "react";
import { session } from "../state/session";
import { useStore } from "../state/store";
import { ApiError, address, get, type Query } from "./client";

export interface Resource<T> {
  data: T | undefined;
  error: ApiError | null;
  loading: boolean;
}

// The last answers, so that going back shows something at once while it is read anew.
const kept = new Map<string, unknown>();
const MOST_KEPT = 60;

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, data);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
}

export function forgetAnswers(): void {
  kept.clear();
}

interface Answer {
  key: string;
  data: unknown;
  error: ApiError | null;
  loading: boolean;
}

/**
 * GETs a path and keeps the last answer while a newer one is read; a changed `tick` reads again. A null path
 * reads nothing.
 */
export function useResource<T>(path: string | null, query: Query = {}, tick: unknown = 0): Resource<T> {
  const { generation } = useStore(session);
  const key = path === null ? "" : address(path, query);
  const [answer, setAnswer] = useState<Answer>({ key: "", data: undefined, error: null, loading: true });
  const request = useRef({ path, query });
  request.current = { path, query };

  useEffect(() => {
    const now = request.current;
    if (now.path === null) return;
    const controller = new AbortController();
    const before = kept.get(key);
    setAnswer((old) => ({ key, data: old.key === key ? old.data : before, error: null, loading: true }));
    get<T>(now.path, now.query, controller.signal).then(
      (data) => {
        keep(key, data);
        setAnswer({ key, data, error: null, loading: false });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const told = error instanceof ApiError ? error : new ApiError(0, "internal", String(error));
        setAnswer((old) => ({ key, data: old.key === key ? old.data : undefined, error: told, loading: false }));
      },
    );
    return () => controller.abort();
  }, [key, tick, generation]);

  const fits = answer.key === key;
  return {
    data: (fits ? answer.data : kept.get(key)) as T | undefined,
    error: fits ? answer.error : null,
    loading: path !== null && (!fits || answer.loading),
  };
}
