// SPDX-License-Identifier: MIT
import type { Num, StudyEntry, Trial, Value } from "../api/types";
import { shown } from "./shown";

/** A number for people: so many significant digits, no noise behind them. */
export function number(value: Num | null | undefined, digits = 5): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return grouped(value);
  if (size >= 1e7 || size < 1e-4) return value.toExponential(Math.max(0, digits - 1)).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(digits)));
}

/** Thin spaces between thousands, from 10,000 on. */
export function grouped(value: number): string {
  const text = String(value);
  const sign = text.startsWith("-") ? "-" : "";
  const digits = sign ? text.slice(1) : text;
  if (digits.length < 5 || !/^\d+$/.test(digits)) return text;
  return sign + digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A setting as it was given, on one line: floats in full are noise in a table, lists and maps are their JSON. */
export function setting(value: Value | null | undefined, digits = 6): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return number(value, digits);
  return shown(typeof value === "object" ? JSON.stringify(value) : String(value));
}

export function duration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return "–";
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

/** How long a trial ran, or runs up to now. */
export function ran(trial: Pick<Trial, "started" | "finished">, now: number): string {
  if (!trial.started) return "–";
  return duration((trial.finished ? Date.parse(trial.finished) : now) - Date.parse(trial.started));
}

export function ago(time: string | null, now: number): string {
  if (!time) return "–";
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? "yesterday" : days < 60 ? `${days} days ago` : `${Math.floor(days / 30)} months ago`;
}

/** The local date and time, to the second. */
export function moment(time: string | null): string {
  if (!time) return "–";
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The results of a trial in the order of the objectives. */
export function valuesOf(trial: Trial): (Num | null)[] {
  if (trial.values) return trial.values;
  return [trial.value ?? null];
}

export type StudyState = "running" | "stopped" | "finished" | "idle" | "new";

/** What a study is doing, in one word. */
export function stateOf(study: Pick<StudyEntry, "stopped" | "running" | "trials" | "budget" | "waiting">): StudyState {
  if (study.stopped) return "stopped";
  if (study.running > 0) return "running";
  if (study.trials === 0) return "new";
  if (study.budget !== null && study.trials - study.waiting >= study.budget) return "finished";
  return "idle";
}

export function plural(count: number, word: string, words = `${word}s`): string {
  return `${grouped(count)} ${count === 1 ? word : words}`;
}
