// SPDX-License-Identifier: MIT
import type { ReactNode } from "react";
import type { ApiError } from "../api/client";
import type { Connection } from "../api/events";
import { grouped } from "../lib/format";

const STATE_WORDS: Record<string, string> = { timed_out: "timed out", new: "no trials yet" };

/** A state as a word with a mark; the word alone says it, the colour only helps. */
export function StateBadge({ state }: { state: string }) {
  return <span className={`badge badge-${state}`}>{STATE_WORDS[state] ?? state}</span>;
}

export function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map((tag) => <li key={tag}>{tag}</li>)}
    </ul>
  );
}

/** How far a study has come: a bar when it has a budget, otherwise the number alone. */
export function Progress({ done, budget, failed = 0, label }: { done: number; budget: number | null; failed?: number; label: string }) {
  if (budget === null || budget <= 0) return <span className="num">{grouped(done)}</span>;
  const share = Math.min(100, (100 * done) / budget);
  const bad = Math.min(share, (100 * failed) / budget);
  return (
    <span className="progress">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={`${label}: ${done} of ${budget} trials`}>
        <rect className="progress-ground" width="100" height="6" />
        <rect className="progress-done" width={share} height="6" />
        {bad > 0 && <rect className="progress-bad" x={share - bad} width={bad} height="6" />}
      </svg>
      <span className="num">{grouped(done)}<span className="faint"> / {grouped(budget)}</span></span>
    </span>
  );
}

export function ErrorBox({ error, children }: { error: ApiError | Error | null; children?: ReactNode }) {
  if (!error) return null;
  return (
    <div className="box box-error" role="alert">
      <p>{error.message}</p>
      {children}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <div className="empty-text">{children}</div>}
    </div>
  );
}

/** Grey lines where something will stand. */
export function Waiting({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className="waiting" role="status" aria-label={`Reading ${label}`}>
      {Array.from({ length: lines }, (_, i) => <span key={i} />)}
    </div>
  );
}

const CONNECTION_WORDS: Record<Connection, string> = {
  connecting: "Connecting", live: "Live", broken: "Connecting again", paused: "Paused",
};

export function ConnectionDot({ state }: { state: Connection }) {
  return (
    <span className={`connection connection-${state}`} role="status">
      <span aria-hidden="true" className="dot" />
      {CONNECTION_WORDS[state]}
    </span>
  );
}

export function Stat({ label, value, hint, tone }: { label: string; value: ReactNode; hint?: ReactNode; tone?: string }) {
  return (
    <div className={`stat ${tone ? `stat-${tone}` : ""}`}>
      <dt>{label}</dt>
      <dd>{value}{hint && <span className="stat-hint">{hint}</span>}</dd>
    </div>
  );
}

export function Card({ title, action, children, className = "" }: { title?: ReactNode; action?: ReactNode; children: ReactNode; className?: string }) {
  return (
    <section className={`card ${className}`}>
      {title && <header><h2>{title}</h2>{action}</header>}
      {children}
    </section>
  );
}
