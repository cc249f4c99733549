// SPDX-License-Identifier: MIT
import { useState } from "react";
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Diagnosis } from "../../api/types";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Controls, ObjectiveChoice } from "../../components/ChartControls";
import { number } from "../../lib/format";
import { useRoute } from "../../state/route";
import { FigureView } from "./FigureView";
import { RefreshButton } from "./RefreshButton";
import { useStudy } from "./context";

function Coverage({ calibration }: { calibration: NonNullable<Diagnosis["calibration"]> }) {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return (
    <table className="table">
      <thead><tr><th scope="col">Interval</th><th scope="col" className="right">Trials inside</th><th scope="col" className="right">By chance</th></tr></thead>
      <tbody>
        {calibration.coverage.map((one) => (
          <tr key={one.level}>
            <th scope="row">{percent(one.level)}</th>
            <td className="right num strong">{percent(one.share)}</td>
            <td className="right num faint nowrap">{percent(one.low)} to {percent(one.high)}</td>
          </tr>
        ))}
        <tr><th scope="row">Rank correlation</th><td className="right num strong">{number(calibration.rank_correlation, 2)}</td><td /></tr>
      </tbody>
    </table>
  );
}

function Warps({ warps }: { warps: Diagnosis["warps"] }) {
  return (
    <ul className="plain">
      {warps.map((warp) => <li key={warp.parameter}><b>{warp.parameter}</b>: {warp.meaning}</li>)}
    </ul>
  );
}

/** Whether the model behind the sampler can be trusted, and what it has learned of the space. */
export default function Model() {
  const { name, live, charts } = useStudy();
  const { query } = useRoute();
  const [read, setRead] = useState(live.tick);
  const { data, error } = useResource<Diagnosis>(studyPath(name, "/diagnosis"), { objective: query.objective }, read);
  return (
    <>
      <Controls><ObjectiveChoice /><span className="grow" /><RefreshButton read={read} onRead={() => setRead(live.tick)} /></Controls>
      {error && [400, 404].includes(error.status) && <Empty title="Not enough to tell yet"><p>{error.message}</p></Empty>}
      {error && ![400, 404].includes(error.status) && <ErrorBox error={error} />}
      {!data && !error && <Waiting label="the diagnosis; a model is fitted for it" lines={6} />}
      {data && (
        <div className="split">
          <div className="split-main">
            {charts?.includes("calibration") && <Card><FigureView chart="calibration" query={{ objective: query.objective }} tick={read} height={340} /></Card>}
            {charts?.includes("warps") && (
              <Card title="Learned warps">
                <FigureView chart="warps" query={{ objective: query.objective }} tick={read} grid height={200} />
                <Warps warps={data.warps} />
              </Card>
            )}
          </div>
          <div className="split-side">
            <Card title="What it means">
              <p className="strong">{data.verdict}</p>
              {data.advice.length ? <ul className="plain">{data.advice.map((line) => <li key={line}>{line}</li>)}</ul> : <p className="hint">{data.models?.reason ?? "Nothing is odd."}</p>}
            </Card>
            {data.calibration && <Card title="Calibration"><Coverage calibration={data.calibration} /></Card>}
          </div>
        </div>
      )}
    </>
  );
}
