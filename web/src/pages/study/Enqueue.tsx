// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "react";
import { get, post, studyPath } from "../../api/client";
import type { Parameter, Trial } from "../../api/types";
import { Card, ErrorBox } from "../../components/basics";
import { Field } from "../../components/Field";
import { choicesOf, conditionText, draftOf, parametersOf, rangeText, readForm, type Draft } from "../../lib/space";
import { useRights } from "../../state/identity";
import { href, useRoute } from "../../state/route";
import { useStudy } from "./context";

interface InputProps {
  name: string;
  parameter: Parameter;
  text: string;
  problem?: string;
  onText: (text: string) => void;
}

function ParameterInput({ name, parameter, text, problem, onText }: InputProps) {
  const choices = choicesOf(parameter);
  const hint = [parameter.description, choices ? "" : rangeText(parameter), conditionText(parameter)].filter(Boolean).join("; ");
  return (
    <Field label={name} hint={hint || undefined} problem={problem}>
      {(wiring) =>
        choices ? (
          <select {...wiring} value={text} onChange={(event) => onText(event.target.value)}>
            {choices.map((choice) => <option key={String(choice)} value={String(choice)}>{String(choice)}</option>)}
          </select>
        ) : (
          <input {...wiring} value={text} inputMode="decimal" autoComplete="off" disabled={parameter.type === "constant"}
            onChange={(event) => onText(event.target.value)} />
        )
      }
    </Field>
  );
}

/** The key of one intention to enqueue: a click that is sent twice by a shaky network adds one trial. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A point to try next: a form made from the space, in which only what exists under the other values is asked for. */
export default function Enqueue() {
  const { name, detail } = useStudy();
  const rights = useRights();
  const { query } = useRoute();
  const { study } = detail;
  const [draft, setDraft] = useState<Draft>(() => draftOf(study, detail.best?.params));
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [added, setAdded] = useState<number[]>([]);
  const filled = useMemo(() => readForm(study, draft), [study, draft]);
  const problems = Object.keys(filled.problems).length;

  useEffect(() => {
    if (!query.from) return;
    const controller = new AbortController();
    get<Trial | { trial: Trial }>(studyPath(name, `/trials/${encodeURIComponent(query.from)}`), {}, controller.signal)
      .then((answer) => setDraft(draftOf(study, ("trial" in answer ? answer.trial : answer).params)))
      .catch((problem: Error) => { if (!controller.signal.aborted) setError(problem); });
    return () => controller.abort();
  }, [name, query.from]);

  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      const answer = await post<{ numbers: number[] }>(studyPath(name, ":enqueue"), { points: [filled.point], key });
      setAdded((old) => [...answer.numbers, ...old]);
      setKey(newKey());
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(false);
  };
  if (!rights.work) return <ErrorBox error={new Error("You may look at this study but not add to it.")} />;
  const all = new Map(parametersOf(study));
  return (
    <Card title="Enqueue a point" className="narrow">
      <p className="hint">It is tried before anything that the sampler proposes. The form begins with {query.from ? `the settings of trial ${query.from}` : detail.best ? "the best settings so far" : "the middle of each range"}.</p>
      <form onSubmit={(event) => { event.preventDefault(); if (!problems) void send(); }}>
        <div className="form-grid">
          {filled.present.map((one) => {
            const parameter = all.get(one);
            return parameter ? (
              <ParameterInput key={one} name={one} parameter={parameter} text={draft[one] ?? ""} problem={filled.problems[one]}
                onText={(text) => setDraft((old) => ({ ...old, [one]: text }))} />
            ) : null;
          })}
        </div>
        <ErrorBox error={error} />
        {added.length > 0 && (
          <p className="box box-good" role="status">
            Enqueued as {added.map((number, i) => <span key={number}>{i ? ", " : ""}<a href={href(["studies", name, "trials", String(number)])}>trial {number}</a></span>)}.
          </p>
        )}
        <div className="actions">
          <button className="button primary" disabled={busy || problems > 0}>Enqueue</button>
          <a className="button" href={href(["studies", name])}>Back to the study</a>
        </div>
      </form>
    </Card>
  );
}
