// SPDX-License-Identifier: MIT
import { useEffect, useRef, type ReactNode } from "react";

/** What opens below a button; a press beside it or Escape closes it. */
export function Menu({ label, small = false, className = "", children }: { label: string; small?: boolean; className?: string; children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = ref.current;
      if (!menu?.open) return;
      const key = event instanceof KeyboardEvent ? event.key : null;
      if (key === null ? menu.contains(event.target as Node) : key !== "Escape") return;
      menu.open = false;
      if (key !== null) menu.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details className="menu" ref={ref}>
      <summary className={`button ${small ? "small" : ""}`}>{label}</summary>
      <div className={`menu-items ${className}`}>{children}</div>
    </details>
  );
}
