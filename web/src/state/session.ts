// SPDX-License-Identifier: MIT
import { createStore } from "./store";

// The token lives as long as the tab and never stands in an address, where histories and logs would keep it.
const KEY = "hone-token";

function stored(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

let secret = stored();

/** What is known of who is here: `wanted` asks for a token, a higher `generation` reads everything again. */
export const session = createStore({ wanted: false, generation: 0 });

export function token(): string {
  return secret;
}

export function signIn(value: string): void {
  secret = value;
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // A browser that keeps nothing: the token lasts until the page is loaded again.
  }
  session.set({ wanted: false, generation: session.get().generation + 1 });
}

export function signOut(): void {
  drop();
  session.set({ wanted: false, generation: session.get().generation + 1 });
}

/** The server does not know us: ask for a token. */
export function forgetToken(): void {
  drop();
  if (!session.get().wanted) session.set({ ...session.get(), wanted: true });
}

function drop(): void {
  secret = "";
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
