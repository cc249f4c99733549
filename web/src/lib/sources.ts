// SPDX-License-Identifier: MIT
import type { Source, WrittenSource } from "../api/types";

/** A source by a name: as it was written in the study when the server tells no more of it. */
export function sourceName(source: WrittenSource): string {
  if (typeof source === "string") return source;
  if ("usable" in source) return source.name;
  const { store, study, studies, file, name } = source;
  const what = study ?? studies ?? file ?? name ?? JSON.stringify(source);
  return store ? `${store}:${what}` : what;
}

export function isSurveyed(source: WrittenSource): source is Source {
  return typeof source === "object" && "usable" in source;
}
