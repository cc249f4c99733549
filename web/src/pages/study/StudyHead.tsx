// SPDX-License-Identifier: MIT
import { useState } from "react";
import { download, post, studyPath } from "../../api/client";
import { ConnectionDot, ErrorBox, StateBadge, Tags } from "../../components/basics";
import { Menu } from "../../components/Menu";
import { stateOf } from "../../lib/format";
import { shown } from "../../lib/shown";
import { methodName } from "../../lib/space";
import { useRights } from "../../state/identity";
import { href } from "../../state/route";
import { useStudy } from "./context";

function StopButton() {
  const { name, stopped, refresh } = useStudy();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const change = async () => {
    setBusy(true);
    setError(null);
    try {
      await post(studyPath(name, stopped ? ":resume" : ":stop"));
      refresh();
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" disabled={busy} onClick={() => void change()}
        title={stopped ? "Hand out trials again" : "Hand out no more trials; those that run may end"}>
        {stopped ? "Resume" : "Stop"}
      </button>
      <ErrorBox error={error} />
    </>
  );
}

function ExportMenu() {
  const { name } = useStudy();
  const [error, setError] = useState<Error | null>(null);
  const save = (format: "csv" | "json") => {
    setError(null);
    download(studyPath(name, "/export"), { format }, `${shown(name)}.${format}`).catch((problem: Error) => setError(problem));
  };
  return (
    <Menu label="Export">
      <button type="button" onClick={() => save("csv")}>All trials as CSV</button>
      <button type="button" onClick={() => save("json")}>All trials as JSON</button>
      <ErrorBox error={error} />
    </Menu>
  );
}

export function StudyHead() {
  const { name, detail, counts, stopped, live } = useStudy();
  const rights = useRights();
  const state = stateOf({
    stopped, running: counts.running ?? 0, trials: counts.total, waiting: counts.waiting ?? 0, budget: detail.study.budget?.trials ?? null,
  });
  return (
    <div className="page-head study-head">
      <div className="study-title">
        <h1>{name}</h1>
        <StateBadge state={state} />
        <span className="faint">{methodName(detail.study.sampler, "hebo")}</span>
        <Tags tags={detail.tags} />
        <ConnectionDot state={live.connection} />
      </div>
      <div className="actions">
        {rights.work && <a className="button" href={href(["studies", name, "enqueue"])}>Enqueue</a>}
        {rights.admin && <StopButton />}
        <ExportMenu />
      </div>
    </div>
  );
}
