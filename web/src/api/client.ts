// SPDX-License-Identifier: MIT
import { forgetToken, token } from "../state/session";

/** What the server answered instead of what was asked for; the message is written for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type Query = Record<string, string | number | boolean | null | undefined>;

/** The address of an API path beside the page, wherever a reverse proxy has put both. */
export function address(path: string, query: Query = {}): string {
  const url = new URL(`v1${path}`, new URL(".", document.baseURI));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** A study's name as a part of a path; a colon would begin a verb. */
export function studyPath(name: string, rest = ""): string {
  return `/studies/${encodeURIComponent(name)}${rest}`;
}

export function authorised(headers: Record<string, string> = {}): Record<string, string> {
  const secret = token();
  return secret ? { ...headers, Authorization: `Bearer ${secret}` } : headers;
}

/** The server's own words where it has some, otherwise what the status means. */
export async function errorOf(response: Response): Promise<ApiError> {
  let code = "http";
  let message = `the server answered ${response.status} ${response.statusText}`;
  try {
    const body = (await response.json()) as { error?: { code?: string; message?: string } };
    code = body.error?.code ?? code;
    message = body.error?.message ?? message;
  } catch {
    // Not JSON, as from a proxy: the status is all there is to tell.
  }
  if (response.status === 401) forgetToken();
  return new ApiError(response.status, code, message);
}

async function send(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = authorised(body === undefined ? {} : { "Content-Type": "application/json" });
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "unreachable", "The server cannot be reached; is it running, and is the network up?");
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await (await send("GET", address(path, query), undefined, signal)).json()) as T;
}

export async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return (await (await send("POST", address(path), body, signal)).json()) as T;
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return (await (await send("PUT", address(path), body)).json()) as T;
}

export async function patch<T>(path: string, body: unknown): Promise<T> {
  return (await (await send("PATCH", address(path), body)).json()) as T;
}

export async function remove(path: string): Promise<void> {
  await send("DELETE", address(path), undefined);
}

/** The first bytes of a file, and whether that is all of it. */
export async function beginning(path: string, most: number, signal: AbortSignal): Promise<{ bytes: Uint8Array<ArrayBuffer>; whole: boolean }> {
  const reader = (await send("GET", address(path), undefined, signal)).body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let whole = true;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
    if (size > most) {
      whole = false;
      await reader.cancel();
      break;
    }
  }
  const bytes = new Uint8Array(Math.min(size, most));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at);
    at += Math.min(piece.length, bytes.length - at);
  }
  return { bytes, whole };
}

/** A file behind a token cannot be a plain link: it is read here and handed to the browser to save. */
export async function download(path: string, query: Query, name: string): Promise<void> {
  const blob = await (await send("GET", address(path, query), undefined)).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
