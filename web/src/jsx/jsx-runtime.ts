// SPDX-License-Identifier: MIT
// What JSX is made into: React's own elements, but no text reaches the page that would turn the direction of what
// stands around it, or that nobody sees. One place, so that no page can forget it. See tsconfig.json.
import { Fragment, jsx as plainJsx, jsxs as plainJsxs, type JSX } from "react/jsx-runtime";
import type { ElementType, Key, ReactNode } from "react";
import { shownLines } from "../lib/shown";

export { Fragment, type JSX };

type Props = Record<string, unknown>;

/** Attributes that are read out or shown; style sheets show the last. */
const SPOKEN = ["title", "aria-label", "placeholder", "alt", "data-label"];

function safeChild(child: unknown): unknown {
  if (typeof child === "string") return shownLines(child);
  return Array.isArray(child) && child.some((one) => typeof one === "string") ? child.map(safeChild) : child;
}

/** Components get what they are given; the elements that they end in show it. */
function safe(type: ElementType, props: Props): Props {
  if (typeof type !== "string" && type !== Fragment) return props;
  const changes: Props = {};
  const children = safeChild(props.children);
  if (children !== props.children) changes.children = children;
  for (const name of SPOKEN) {
    const text = props[name];
    if (typeof text === "string" && shownLines(text) !== text) changes[name] = shownLines(text);
  }
  // An option without a value stands for its text, which is to be sent as it is.
  if (type === "option" && changes.children !== undefined && props.value === undefined) changes.value = valueOf(props.children);
  return Object.keys(changes).length ? { ...props, ...changes } : props;
}

function valueOf(children: unknown): string {
  return (Array.isArray(children) ? children : [children]).filter((one) => typeof one === "string" || typeof one === "number").join("");
}

export function jsx(type: ElementType, props: Props, key?: Key): ReactNode {
  return plainJsx(type, safe(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactNode {
  return plainJsxs(type, safe(type, props), key);
}
