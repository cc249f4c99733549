// SPDX-License-Identifier: MIT
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { TrialPage } from "../../api/types";
import { Card, Empty, Waiting } from "../../components/basics";
import { ran } from "../../lib/format";
import { useNow } from "../../lib/hooks";
import { href } from "../../state/route";
import { FigureView } from "./FigureView";
import { useStudy } from "./context";

function RunningNow() {
  const { name, live } = useStudy();
  const now = useNow(1000);
  const running = useResource<TrialPage>(studyPath(name, "/trials"), { state: "running", page_size: 100, order: "started", fields: "brief" }, live.tick);
  const trials = running.data?.trials ?? [];
  return (
    <Card title={`Running now${running.data ? ` (${running.data.total})` : ""}`}>
      {!running.data ? (
        <Waiting label="what runs" lines={2} />
      ) : trials.length === 0 ? (
        <Empty title="No trial runs at the moment" />
      ) : (
        <div className="scroll" tabIndex={0} role="region" aria-label="Running trials">
          <table className="table">
            <thead><tr><th scope="col">Worker</th><th scope="col" className="right">Trial</th><th scope="col" className="right">Since</th><th scope="col" className="right">Attempt</th></tr></thead>
            <tbody>
              {trials.map((trial) => (
                <tr key={trial.number}>
                  <th scope="row" className="wrap">{trial.worker ?? "unknown"}</th>
                  <td className="right num"><a href={href(["studies", name, "trials", String(trial.number)])}>{trial.number}</a></td>
                  <td className="right num">{ran(trial, now)}</td>
                  <td className="right num">{trial.attempt}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** Who did what when, and who does what now. */
export default function Workers() {
  return (
    <div className="chart-list">
      <Card><FigureView chart="timeline" query={{ most: 4000 }} height={420} /></Card>
      <RunningNow />
    </div>
  );
}
