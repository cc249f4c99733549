// SPDX-License-Identifier: MIT
import { createContext, useContext } from "react";
import type { Counts, Objective, StudyDetail } from "../../api/types";
import type { Live } from "../../state/live";

/** What all parts of a study's page share. */
export interface StudyView {
  name: string;
  detail: StudyDetail;
  objectives: Objective[];
  parameters: string[];
  counts: Counts;
  stopped: boolean;
  live: Live;
  /** Names of the charts that the server has data for; null while that is not known. */
  charts: string[] | null;
  refresh: () => void;
}

export const StudyContext = createContext<StudyView | null>(null);

export function useStudy(): StudyView {
  const view = useContext(StudyContext);
  if (!view) throw new Error("a part of a study stands outside of its page");
  return view;
}
