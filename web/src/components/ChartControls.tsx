// SPDX-License-Identifier: MIT
import type { ReactNode } from "react";
import { parseList, listText, toggled } from "../lib/list";
import { useStudy } from "../pages/study/context";
import { setQuery, useRoute } from "../state/route";

/** Which objective, when there are several. */
export function ObjectiveChoice() {
  const { objectives } = useStudy();
  const { query } = useRoute();
  if (objectives.length < 2) return null;
  return (
    <label className="inline">
      <span>Objective</span>
      <select value={query.objective ?? objectives[0]?.name} onChange={(event) => setQuery({ objective: event.target.value })}>
        {objectives.map((objective) => <option key={objective.name}>{objective.name}</option>)}
      </select>
    </label>
  );
}

export function LogChoice() {
  const { query } = useRoute();
  return (
    <label className="inline">
      <input type="checkbox" checked={query.log === "1"} onChange={(event) => setQuery({ log: event.target.checked })} />
      <span>Logarithmic values</span>
    </label>
  );
}

/** Which parameters to show; all when none is chosen. */
export function ParameterChips() {
  const { parameters } = useStudy();
  const { query } = useRoute();
  const chosen = parseList(query.parameters);
  if (parameters.length < 2) return null;
  return (
    <div className="chips" role="group" aria-label="Show only these parameters">
      {parameters.map((name) => (
        <button key={name} type="button" className="chip" aria-pressed={chosen.includes(name)}
          onClick={() => setQuery({ parameters: listText(toggled(chosen, name)) })}>{name}</button>
      ))}
    </div>
  );
}

export function Controls({ children }: { children: ReactNode }) {
  return <div className="toolbar">{children}</div>;
}

/** The present choices as the API takes them. */
export function useChartQuery(): { parameters?: string; objective?: string; log?: boolean } {
  const { query } = useRoute();
  return {
    parameters: query.parameters,
    objective: query.objective,
    log: query.log === "1" ? true : undefined,
  };
}
