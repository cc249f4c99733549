// SPDX-License-Identifier: MIT
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Source, Sources, WrittenSource } from "../../api/types";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { number } from "../../lib/format";
import { isSurveyed, sourceName } from "../../lib/sources";
import { FigureView } from "./FigureView";
import { useStudy } from "./context";

function remark(source: Source): string {
  const parts: string[] = [];
  if (source.dropped) parts.push("dropped");
  if (source.missing.length) parts.push(`lacks ${source.missing.join(", ")}`);
  if (source.extra.length) parts.push(`also has ${source.extra.join(", ")}`);
  return source.usable ? parts.join("; ") : (source.reason ?? "cannot be used");
}

function SurveyedCells({ source }: { source: Source }) {
  return (
    <>
      <td className="right num">{source.trials}</td>
      <td className="right num">{source.left_out}</td>
      <td className="right num strong">{number(source.weight, 2)}</td>
      <td className="right num">{source.agreement === null || source.agreement === undefined ? "–" : `${Math.round(100 * source.agreement)} %`}</td>
      <td className="wrap">{remark(source)}</td>
    </>
  );
}

function Table({ sources }: { sources: WrittenSource[] }) {
  const surveyed = sources.some(isSurveyed);
  const headings = surveyed ? ["Trials", "Left out", "Weight", "Agreement"] : [];
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Sources">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Source</th>
            {headings.map((heading) => <th key={heading} scope="col" className="right">{heading}</th>)}
            {surveyed && <th scope="col">Remark</th>}
          </tr>
        </thead>
        <tbody>
          {sources.map((source, i) => (
            <tr key={i} className={isSurveyed(source) && !source.usable ? "outside" : ""}>
              <th scope="row">{sourceName(source)}</th>
              {isSurveyed(source) && <SurveyedCells source={source} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the study learns from, and how much each counts. */
export default function SourcesPart() {
  const { name, live, charts } = useStudy();
  const { data, error } = useResource<Sources>(studyPath(name, "/sources"), {}, live.definition);
  return (
    <div className="chart-list">
      {charts?.includes("weights") && <Card><FigureView chart="weights" height={320} /></Card>}
      <Card title="Sources">
        <ErrorBox error={error} />
        {!data && !error && <Waiting label="the sources" />}
        {data && (data.sources.length ? <Table sources={data.sources} /> : <Empty title="This study learns from no others" />)}
        {data?.remarks?.map((text) => <p key={text} className="hint">{text}</p>)}
      </Card>
    </div>
  );
}
