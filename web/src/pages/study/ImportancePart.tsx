// SPDX-License-Identifier: MIT
import { useState } from "react";
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Importance } from "../../api/types";
import { Chart } from "../../charts/Chart";
import { importanceChart } from "../../charts/importance_chart";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Controls, ObjectiveChoice } from "../../components/ChartControls";
import { number, plural } from "../../lib/format";
import { setQuery, useRoute } from "../../state/route";
import { RefreshButton } from "./RefreshButton";
import { useStudy } from "./context";

function Pairs({ data }: { data: Importance }) {
  const pairs = (data.pairs ?? []).filter((pair) => pair.importance > 0.001).slice(0, 12);
  if (pairs.length === 0) return null;
  return (
    <Card title="What two do together and neither alone">
      <table className="table">
        <thead><tr><th scope="col">Parameters</th><th scope="col" className="right">Importance</th><th scope="col" className="right">±</th></tr></thead>
        <tbody>
          {pairs.map((pair) => (
            <tr key={pair.parameters.join(" ")}>
              <th scope="row">{pair.parameters.join(" × ")}</th>
              <td className="right num">{number(pair.importance, 3)}</td>
              <td className="right num faint">{number(pair.deviation, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Which parameters matter. */
export default function ImportancePart() {
  const { name, live } = useStudy();
  const { query } = useRoute();
  const [read, setRead] = useState(live.tick);
  const method = query.method === "ped-anova" ? "ped-anova" : "fanova";
  const answer = useResource<Importance>(
    studyPath(name, "/importance"),
    { method, objective: query.objective, pairs: method === "fanova" ? true : undefined },
    read,
  );
  const { data, error } = answer;
  return (
    <>
      <Controls>
        <label className="inline">
          <span>Question</span>
          <select value={method} onChange={(event) => setQuery({ method: event.target.value })}>
            <option value="fanova">What explains the values over the whole space? (fANOVA)</option>
            <option value="ped-anova">What sets the best trials apart? (PED-ANOVA)</option>
          </select>
        </label>
        <ObjectiveChoice />
        <span className="grow" />
        <RefreshButton read={read} onRead={() => setRead(live.tick)} />
      </Controls>
      {error && [400, 404].includes(error.status) && <Empty title="Not enough to tell yet"><p>{error.message}</p></Empty>}
      {error && ![400, 404].includes(error.status) && <ErrorBox error={error} />}
      {!data && !error && <Waiting label="the importance of the parameters" />}
      {data && !error && (
        <div className="chart-list">
          <Card>
            <Chart chart={importanceChart(data)} title={`Importance for ${data.objective}`} height={70 + 30 * data.importances.length} />
            <p className="hint">
              From {plural(data.trials, "complete trial")}{data.left_out ? `; ${data.left_out} without a value are left out` : ""}.
              {data.warning ? ` ${data.warning}` : data.explained !== undefined && data.explained !== null &&
                ` The forest behind these numbers predicts ${Math.round(100 * data.explained)} % of the variance of trials it has not seen.`}
            </p>
          </Card>
          <Pairs data={data} />
        </div>
      )}
    </>
  );
}
