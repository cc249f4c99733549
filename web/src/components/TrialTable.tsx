// SPDX-License-Identifier: MIT
import type { Trial } from "../api/types";
import { moment, number, ran, setting, valuesOf } from "../lib/format";
import { useNow } from "../lib/hooks";
import { href } from "../state/route";
import { useStudy } from "../pages/study/context";
import { StateBadge } from "./basics";

interface Sorting {
  order: string;
  onOrder: (order: string) => void;
}

interface Props {
  trials: Trial[];
  compact?: boolean;
  sorting?: Sorting;
}

function Heading({ label, keys, sorting }: { label: string; keys?: [string, string]; sorting?: Sorting }) {
  if (!sorting || !keys) return <th scope="col" className="right">{label}</th>;
  const [first, second] = keys;
  const at = sorting.order === first ? first : sorting.order === second ? second : null;
  const turned = at === first ? second : first;
  const direction = at === null ? undefined : at.startsWith("-") ? ("descending" as const) : ("ascending" as const);
  return (
    <th scope="col" className="right" aria-sort={direction}>
      <button type="button" className="sort" onClick={() => sorting.onOrder(turned)}>
        {label}<span aria-hidden="true">{at === null ? "" : at.startsWith("-") ? " ↓" : " ↑"}</span>
      </button>
    </th>
  );
}

/** Trials as rows: results first, then settings. A parameter that a trial does not have is a dash. */
export function TrialTable({ trials, compact = false, sorting }: Props) {
  const { name, objectives, parameters } = useStudy();
  const now = useNow();
  const shown = compact ? parameters.slice(0, 4) : parameters;
  const [only] = objectives;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Trials">
      <table className="table trials">
        <thead>
          <tr>
            <Heading label="Trial" keys={["-number", "number"]} sorting={sorting} />
            <th scope="col">State</th>
            {objectives.map((objective) => (
              <Heading key={objective.name} label={objective.name} sorting={objectives.length === 1 ? sorting : undefined}
                keys={only?.direction === "maximize" ? ["-value", "value"] : ["value", "-value"]} />
            ))}
            {shown.map((parameter) => <th key={parameter} scope="col" className="right">{parameter}</th>)}
            <th scope="col" className="right">Took</th>
            {!compact && <th scope="col">Worker</th>}
            {!compact && <Heading label="Finished" keys={["-finished", "-finished"]} sorting={sorting} />}
          </tr>
        </thead>
        <tbody>
          {trials.map((trial) => (
            <tr key={trial.number} className={trial.outside ? "outside" : ""}>
              <th scope="row" className="right num"><a href={href(["studies", name, "trials", String(trial.number)])}>{trial.number}</a></th>
              <td><StateBadge state={trial.state} /></td>
              {valuesFor(trial, objectives.length).map((value, i) => <td key={i} className="right num strong">{number(value)}</td>)}
              {shown.map((parameter) => <td key={parameter} className="right num">{setting(trial.params[parameter], 5)}</td>)}
              <td className="right num faint">{ran(trial, now)}</td>
              {!compact && <td className="faint clip" title={trial.worker ?? ""}>{trial.worker ?? "–"}</td>}
              {!compact && <td className="right num faint">{moment(trial.finished)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function valuesFor(trial: Trial, count: number) {
  const values = valuesOf(trial);
  return Array.from({ length: count }, (_, i) => values[i] ?? null);
}
