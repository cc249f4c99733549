// SPDX-License-Identifier: MIT
import type { StudyEntry } from "../api/types";
import { ago, grouped, moment, number, stateOf } from "../lib/format";
import { useNow } from "../lib/hooks";
import { href } from "../state/route";
import { Progress, StateBadge, Tags } from "./basics";

interface Props {
  studies: StudyEntry[];
  chosen: string[];
  onChoose: (name: string) => void;
}

function Best({ study }: { study: StudyEntry }) {
  const [objective] = study.objectives;
  if (study.objectives.length > 1) return <span className="faint">{study.objectives.length} objectives</span>;
  return (
    <>
      <b className="num">{number(study.best)}</b>
      <span className="under">{objective ? `${objective.direction === "minimize" ? "↓" : "↑"} ${objective.name}` : ""}</span>
    </>
  );
}

export function StudyTable({ studies, chosen, onChoose }: Props) {
  const now = useNow();
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="List of studies">
      <table className="table studies">
        <thead>
          <tr>
            <th scope="col"><span className="sr">Compare</span></th>
            <th scope="col">Study</th>
            <th scope="col">State</th>
            <th scope="col" className="right">Best</th>
            <th scope="col">Progress</th>
            <th scope="col" className="right">Running</th>
            <th scope="col" className="right">Failed</th>
            <th scope="col">Sampler</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {studies.map((study) => (
            <tr key={study.name}>
              <td className="tick">
                <input type="checkbox" checked={chosen.includes(study.name)} onChange={() => onChoose(study.name)}
                  aria-label={`Compare ${study.name}`} />
              </td>
              <th scope="row"><span className="study-name"><a href={href(["studies", study.name])}>{study.name}</a></span><Tags tags={study.tags} /></th>
              <td><StateBadge state={stateOf(study)} /></td>
              <td className="right"><Best study={study} /></td>
              <td data-label="Progress">
                <Progress label={study.name} done={study.trials - study.waiting - study.running} budget={study.budget} failed={study.failed} />
              </td>
              <td className="right num" data-label="Running">{study.running ? grouped(study.running) : <span className="faint">0</span>}</td>
              <td className="right num" data-label="Failed">{study.failed ? <span className="bad">{grouped(study.failed)}</span> : <span className="faint">0</span>}</td>
              <td data-label="Sampler">{study.sampler}</td>
              <td className="faint nowrap" title={moment(study.created)} data-label="Created">{ago(study.created, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
