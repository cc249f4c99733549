// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { shown } from "./shown";

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  const [query] = useState(() => window.matchMedia("(max-width: 640px)"));
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const change = () => setNarrow(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [query]);
  return narrow;
}

/** Becomes true when an element first comes near the visible part of the page, and all do before it is printed. */
export function useSeen<T extends Element>(): [RefObject<T>, boolean] {
  const ref = useRef<T>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    }, { rootMargin: "200px" });
    observer.observe(element);
    const print = () => flushSync(() => setSeen(true));
    window.addEventListener("beforeprint", print);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", print);
    };
  }, [seen]);
  return [ref, seen];
}

/** The time, anew every so many milliseconds. */
export function useNow(every = 10_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** A value that follows another once that has been still for a while. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${shown(title)} – hone` : "hone";
  }, [title]);
}
