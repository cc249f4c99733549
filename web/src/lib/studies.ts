// SPDX-License-Identifier: MIT
import type { StudyEntry } from "../api/types";

interface View {
  search: string;
  /** Whether this is the first page, where studies that were made meanwhile appear. */
  first: boolean;
  order: string;
}

/** A part of a name, or a pattern in which * stands for anything. */
export function matches(name: string, search: string): boolean {
  if (search === "") return true;
  if (!search.includes("*")) return name.toLowerCase().includes(search.toLowerCase());
  const pattern = search.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*");
  return new RegExp(`^${pattern}$`, "i").test(name);
}

/** A page of the list with what has changed since it was read. */
export function mergeStudies(page: StudyEntry[], changed: StudyEntry[], deleted: string[], view: View): StudyEntry[] {
  const fresh = new Map(changed.map((study) => [study.name, study]));
  const gone = new Set(deleted);
  const kept = page.filter((study) => !gone.has(study.name)).map((study) => fresh.get(study.name) ?? study);
  if (!view.first || view.order !== "-created") return kept;
  const listed = new Set(page.map((study) => study.name));
  const newest = page[0]?.created ?? "";
  const added = changed.filter((study) => !listed.has(study.name) && study.created > newest && matches(study.name, view.search));
  return [...added.sort((a, b) => (a.created < b.created ? 1 : -1)), ...kept];
}
