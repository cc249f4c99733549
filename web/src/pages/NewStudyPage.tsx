// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "react";
import { ApiError, post } from "../api/client";
import { useResource } from "../api/resource";
import type { CheckAnswer, Method } from "../api/types";
import { Card, ErrorBox } from "../components/basics";
import { Field } from "../components/Field";
import { plural } from "../lib/format";
import { touchedBy, unfinished, type Touched } from "../lib/touched";
import { useSettled, useTitle } from "../lib/hooks";
import { beyondForm, draftOfStudy, emptyStudy, studyOf, type StudyDraft } from "../lib/new_study";
import { parametersOf } from "../lib/space";
import { useRights } from "../state/identity";
import { go, href, setQuery, useRoute } from "../state/route";
import { StudyForm } from "./StudyForm";

const EXAMPLE = `name: digits-svm
objective: {name: loss, direction: minimize}
parameters:
  C:      {type: float, low: 1, high: 1000, scale: log}
  kernel: {type: categorical, choices: [rbf, poly]}
  degree: {type: int, low: 2, high: 5, when: {kernel: poly}}
sampler: hebo
budget: {trials: 100}
`;

type Verdict = { state: "checking" } | { state: "told"; answer: CheckAnswer } | { state: "failed"; error: ApiError };

/** Asks the server about a definition once it has been still for a moment. */
function useCheck(body: unknown): Verdict {
  const text = useSettled(JSON.stringify(body), 300);
  const [verdict, setVerdict] = useState<Verdict>({ state: "checking" });
  useEffect(() => {
    const controller = new AbortController();
    setVerdict((old) => (old.state === "told" ? old : { state: "checking" }));
    post<CheckAnswer>("/studies:check", JSON.parse(text), controller.signal).then(
      (answer) => setVerdict({ state: "told", answer }),
      (error: unknown) => {
        if (!controller.signal.aborted) setVerdict({ state: "failed", error: error as ApiError });
      },
    );
    return () => controller.abort();
  }, [text]);
  return verdict;
}

/** `missing` is what nobody came to yet: then nothing is wrong. */
function VerdictBox({ verdict, missing }: { verdict: Verdict; missing: string | null }) {
  if (verdict.state === "failed") return <ErrorBox error={verdict.error} />;
  if (verdict.state === "checking") return <p className="box" role="status">Checking …</p>;
  const { answer } = verdict;
  if (!answer.valid && missing) return <p className="box" role="status">{missing}</p>;
  if (!answer.valid) {
    return <div className="box box-error" role="status"><b>Not yet a study</b><p className="wrap">{answer.error?.message}</p></div>;
  }
  const count = answer.study ? parametersOf(answer.study).length : 0;
  return (
    <div className="box box-good" role="status">
      <b>This is a study</b> with {plural(count, "parameter")}.
      {answer.warnings?.map((warning) => <p key={warning} className="warning">{warning}</p>)}
    </div>
  );
}

export default function NewStudyPage() {
  useTitle("New study");
  const rights = useRights();
  const { query } = useRoute();
  const asFile = query.as === "file";
  const [draft, setDraft] = useState<StudyDraft>(emptyStudy);
  const [touched, setTouched] = useState<Touched>(new Set());
  const [text, setText] = useState(EXAMPLE);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const samplers = useResource<{ samplers: Method[] }>("/samplers");
  const pruners = useResource<{ pruners: Method[] }>("/pruners");
  const body = useMemo(() => (asFile ? { text } : studyOf(draft)), [asFile, text, draft]);
  const verdict = useCheck(body);
  const answer = verdict.state === "told" ? verdict.answer : null;

  const toFile = () => {
    setText(JSON.stringify(studyOf(draft), null, 2));
    setQuery({ as: "file" });
  };
  const lost = answer?.valid && answer.study ? beyondForm(answer.study) : [];
  const toForm = () => {
    if (answer?.valid && answer.study) change(draftOfStudy(answer.study));
    setQuery({ as: null });
  };
  const create = async () => {
    setBusy(true);
    setError(null);
    try {
      const made = await post<{ study: string }>("/studies", body);
      go(href(["studies", made.study]));
    } catch (problem) {
      setError(problem as Error);
      setBusy(false);
    }
  };
  if (!rights.admin) return <ErrorBox error={new Error("You may look at studies but not create one.")} />;
  const told = answer && !answer.valid ? (answer.error?.message ?? "") : "";
  const missing = asFile ? null : unfinished(draft, touched, told);
  const change = (next: StudyDraft) => {
    setTouched(touchedBy(touched, draft, next));
    setDraft(next);
  };
  return (
    <>
      <div className="page-head">
        <h1>New study</h1>
        <div className="switch" role="group" aria-label="How to describe it">
          <button type="button" aria-pressed={!asFile} onClick={toForm} disabled={asFile && lost.length > 0} title={lost.length ? `The form has no place for: ${lost.join(", ")}` : undefined}>Form</button>
          <button type="button" aria-pressed={asFile} onClick={toFile} disabled={asFile}>File</button>
        </div>
      </div>
      <form className="split" onSubmit={(event) => { event.preventDefault(); void create(); }}>
        <div className="split-main">
          {asFile ? (
            <Card>
              <Field label="Study file" hint="YAML or JSON, as for hone tune; it may not name other files.">
                {(wiring) => <textarea {...wiring} className="code" rows={24} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />}
              </Field>
            </Card>
          ) : (
            <StudyForm draft={draft} onDraft={change} message={missing ? "" : told} samplers={samplers.data?.samplers ?? []} pruners={pruners.data?.pruners ?? []} />
          )}
        </div>
        <div className="split-side">
          <div className="sticky">
            <Card title="Check"><div className="stack">
              <VerdictBox verdict={verdict} missing={missing} />
              {asFile && lost.length > 0 && <p className="hint">The form has no place for: {lost.join(", ")}.</p>}
              <ErrorBox error={error} />
              <button className="button primary wide" disabled={busy || !answer?.valid}>Create the study</button>
              <p className="hint">Commands are kept for workers; the server never runs them.</p>
            </div></Card>
          </div>
        </div>
      </form>
    </>
  );
}
