// SPDX-License-Identifier: MIT
import { useMemo, useState } from "react";
import { post, studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { TrialPage } from "../../api/types";
import { Card, Empty, ErrorBox, StateBadge, Waiting } from "../../components/basics";
import { Confirm } from "../../components/Confirm";
import { groupFailures, type FailureGroup } from "../../lib/failures";
import { ago, moment, plural } from "../../lib/format";
import { useNow } from "../../lib/hooks";
import { useRights } from "../../state/identity";
import { href } from "../../state/route";
import { useStudy } from "./context";

const MOST = 500;
const SHOWN = 5;

function Group({ group, open }: { group: FailureGroup; open: boolean }) {
  const { name } = useStudy();
  const now = useNow();
  const [all, setAll] = useState(false);
  const [newest] = group.trials;
  if (!newest) return null;
  return (
    <details className="failure" open={open}>
      <summary>
        <span className="failure-count num">{group.trials.length}×</span>
        <StateBadge state={newest.state} />
        <span className="failure-reason">{group.reason}</span>
        <span className="faint">{ago(newest.finished, now)}</span>
      </summary>
      {(all ? group.trials : group.trials.slice(0, SHOWN)).map((trial) => (
        <div key={trial.number} className="failure-one">
          <p>
            <a href={href(["studies", name, "trials", String(trial.number)])}>Trial {trial.number}</a>{" "}
            <span className="faint">{moment(trial.finished)} · {trial.worker ?? "unknown worker"}{trial.attempt > 1 ? ` · attempt ${trial.attempt}` : ""}</span>
          </p>
          <pre className="output" tabIndex={0} aria-label={`What trial ${trial.number} said last`}>{trial.error || "Nothing was told."}</pre>
        </div>
      ))}
      {!all && group.trials.length > SHOWN && (
        <button type="button" className="link" onClick={() => setAll(true)}>Show all {group.trials.length}</button>
      )}
    </details>
  );
}

/** Trials that ended badly, by reason, with what their programs said last. */
export default function Failures() {
  const { name, live } = useStudy();
  const rights = useRights();
  const [asking, setAsking] = useState(false);
  const page = useResource<TrialPage>(
    studyPath(name, "/trials"),
    { state: "failed,timed_out,infeasible", order: "-number", page_size: MOST, fields: "brief" },
    live.tick,
  );
  const groups = useMemo(() => groupFailures(page.data?.trials ?? []), [page.data]);
  const retry = rights.admin && groups.length > 0 && (
    <button type="button" className="button small" onClick={() => setAsking(true)}>Run failed trials again</button>
  );
  return (
    <Card title="Failures by reason" action={retry || undefined}>
      <ErrorBox error={page.error} />
      {!page.data && !page.error && <Waiting label="the failures" />}
      {page.data && groups.length === 0 && <Empty title="No trial has failed" />}
      {groups.map((group, i) => <Group key={`${group.reason} ${group.trials[0]?.state}`} group={group} open={i === 0} />)}
      {page.data && page.data.total > MOST && <p className="hint">These are the newest {MOST} of {plural(page.data.total, "failure")}.</p>}
      {asking && (
        <Confirm title="Run failed trials again?" action="Run again" onClose={() => setAsking(false)}
          onDo={async () => { await post(studyPath(name, ":retry"), { states: ["failed", "timed_out"] }); }}>
          <p>All failed and timed-out trials go back to the queue with the settings they had.</p>
        </Confirm>
      )}
    </Card>
  );
}
