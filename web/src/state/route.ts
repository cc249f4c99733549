// SPDX-License-Identifier: MIT
import { createStore, useStore } from "./store";

// Addresses stand behind a '#': the server needs to know none of them, and they work below any prefix.
//   #/studies?search=svm   #/studies/svm/slices?objective=loss   #/studies/svm/trials/12   #/compare?studies=a,b

export interface Route {
  path: string[];
  query: Record<string, string>;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, "");
  const [path = "", query = ""] = splitOnce(text, "?");
  return {
    path: path.split("/").filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The address of a place; parts of the query that are empty are left out, so that equal views have equal addresses. */
export function href(path: string[], query: Record<string, string | number | boolean | null | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    search.set(name, value === true ? "1" : String(value));
  }
  const tail = search.toString();
  return `#/${path.map(encodeURIComponent).join("/")}${tail ? `?${tail}` : ""}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a '%' that somebody typed by hand
  }
}

const current = createStore<Route>(typeof window === "undefined" ? { path: [], query: {} } : parseRoute(location.hash));
if (typeof window !== "undefined") {
  window.addEventListener("hashchange", () => current.set(parseRoute(location.hash)));
}

export function useRoute(): Route {
  return useStore(current);
}

export function go(address: string, replace = false): void {
  if (replace) {
    history.replaceState(null, "", address);
    current.set(parseRoute(location.hash));
  } else {
    location.hash = address.slice(1);
  }
}

/** Changes parts of the query of the present place; filters do not fill the history of the browser. */
export function setQuery(changes: Record<string, string | number | boolean | null | undefined>, replace = true): void {
  const { path, query } = current.get();
  go(href(path, { ...query, ...changes }), replace);
}
