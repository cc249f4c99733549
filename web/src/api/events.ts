// SPDX-License-Identifier: MIT
import { ApiError, address, authorised, errorOf } from "./client";
import { EventParser, type StreamEvent } from "./event_parser";

export type Connection = "connecting" | "live" | "broken" | "paused";

export interface Listener {
  event(event: StreamEvent): void;
  state(state: Connection): void;
}

const SILENCE = 40_000; // the server sends a comment every 15 s; without any the connection is dead
const LONGEST_PAUSE = 20_000;

/**
 * Follows a stream of events until the returned function is called. After a break it goes on where it was, by
 * Last-Event-ID. EventSource would do the same but cannot send a token. While the page is hidden the
 * stream is closed: browsers allow six connections to a server, and open tabs would use them up.
 */
export function follow(path: string, since: string, listener: Listener): () => void {
  let last = since;
  let stopped = false;
  let failures = 0;
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = () => {
    if (stopped || document.hidden) return;
    listener.state("broken");
    failures += 1;
    const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => void open(), pause);
  };

  const open = async () => {
    clearTimeout(timer);
    controller?.abort();
    const own = new AbortController();
    controller = own;
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => own.abort(), SILENCE);
    };
    try {
      alive();
      const headers = authorised({ Accept: "text/event-stream", ...(last ? { "Last-Event-ID": last } : {}) });
      const response = await fetch(address(path), { headers, signal: own.signal, cache: "no-store" });
      if (!response.ok || !response.body) throw await errorOf(response);
      listener.state("live");
      failures = 0;
      const parser = new EventParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        alive();
        for (const event of parser.push(value)) {
          if (event.id) last = event.id;
          if (!stopped) listener.event(event);
        }
      }
    } catch (error) {
      // Refused for good: asking again would only fill the log of the server.
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) stopped = true;
    } finally {
      clearTimeout(watchdog);
    }
    if (controller === own) again();
  };

  const visibility = () => {
    if (document.hidden) {
      clearTimeout(timer);
      const old = controller;
      controller = null;
      old?.abort();
      listener.state("paused");
    } else if (!controller && !stopped) {
      failures = 0;
      void open();
    }
  };

  document.addEventListener("visibilitychange", visibility);
  listener.state("connecting");
  if (!document.hidden) void open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", visibility);
    controller?.abort();
  };
}
