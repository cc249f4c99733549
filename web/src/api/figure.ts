// SPDX-License-Identifier: MIT
import { useMemo } from "react";
import { allShown } from "../lib/shown";
import type { Query } from "./client";
import { useResource, type Resource } from "./resource";
import type { Figure } from "./types";

/** Pictures of a study. Their labels are drawn on a canvas, where no element of the page looks at them: they are made safe here. */
export function useFigure(path: string | null, query: Query = {}, tick: unknown = 0): Resource<Figure> {
  const { data, error, loading } = useResource<Figure>(path, query, tick);
  const safe = useMemo(() => data && allShown(data), [data]);
  return { data: safe, error, loading };
}
