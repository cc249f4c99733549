// SPDX-License-Identifier: MIT
import { useState } from "react";
import { annotate, correct, fitting, type Chosen, type Correction } from "../lib/bulk";
import { grouped, plural } from "../lib/format";
import { useRights } from "../state/identity";
import { ErrorBox } from "./basics";
import { Confirm } from "./Confirm";
import { Field } from "./Field";

interface Props {
  study: string;
  /** How many trials are ticked. */
  count: number;
  /** How many trials the filter passes, when more than this page's may be chosen. */
  total: number | null;
  onAll: () => void;
  onNone: () => void;
  /** The trials that are meant, at this moment. */
  collect: () => Promise<Chosen[]>;
  onDone: () => void;
}

type Asked = { kind: Correction; chosen: Chosen[] } | { kind: "note"; chosen: Chosen[] };

const WORDS: Record<Correction, { button: string; ask: (count: string) => string; effect: string; none: string }> = {
  cancel: { button: "Cancel", ask: (count) => `Cancel ${count}?`, effect: "They end as failed; their workers hear of it with the next heartbeat.", none: "None of them is running." },
  retry: { button: "Run again", ask: (count) => `Run ${count} again?`, effect: "They go back to the queue with the settings they had.", none: "None of them has ended without a result." },
  remove: { button: "Take out", ask: (count) => `Take ${count} out?`, effect: "They keep their numbers but are not counted any more, and samplers forget them.", none: "None of them has ended." },
};

/** A note is a request for each trial. */
const MOST_NOTED = 1000;

function words(text: string): string[] {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}

function CorrectionDialog({ study, kind, chosen, onDone, onClose }: { study: string; kind: Correction; chosen: Chosen[]; onDone: () => void; onClose: () => void }) {
  const [done, setDone] = useState(0);
  const numbers = fitting(chosen, kind);
  const { button, ask, effect, none } = WORDS[kind];
  const rest = chosen.length - numbers.length;
  const run = async () => {
    await correct(study, kind, numbers.slice(done), (count) => setDone(done + count));
    onDone();
  };
  return (
    <Confirm title={ask(plural(numbers.length, "trial"))} action={button} onDo={run} onClose={onClose} possible={numbers.length > 0}>
      <p>{numbers.length ? effect : none}</p>
      {rest > 0 && numbers.length > 0 && <p className="hint">{rest === 1 ? "One of those chosen is" : `${grouped(rest)} of those chosen are`} in another state and left alone.</p>}
      {done > 0 && <p role="status">{grouped(done)} of {grouped(numbers.length)} done.</p>}
    </Confirm>
  );
}

function NoteDialog({ study, chosen, onDone, onClose }: { study: string; chosen: Chosen[]; onDone: () => void; onClose: () => void }) {
  const [note, setNote] = useState("");
  const [on, setOn] = useState("");
  const [off, setOff] = useState("");
  const [done, setDone] = useState(0);
  const tooMany = chosen.length > MOST_NOTED;
  const run = async () => {
    const tags = Object.fromEntries([...words(off).map((tag) => [tag, false] as const), ...words(on).map((tag) => [tag, true] as const)]);
    await annotate(study, chosen.map((one) => one.number), note.trim(), tags, setDone);
    onDone();
  };
  const anything = note.trim() !== "" || words(on).length + words(off).length > 0;
  return (
    <Confirm title={`Note and tags on ${plural(chosen.length, "trial")}`} action="Save" tone="primary" onDo={run} onClose={onClose} possible={anything && !tooMany}>
      {tooMany && <p className="hint">At most {grouped(MOST_NOTED)} trials can be noted at once: choose fewer.</p>}
      <Field label="Note" hint="Is added to what is there.">{(wiring) => <textarea {...wiring} rows={3} value={note} onChange={(event) => setNote(event.target.value)} autoFocus />}</Field>
      <Field label="Put on these tags" hint="Separated by commas.">{(wiring) => <input {...wiring} value={on} autoComplete="off" onChange={(event) => setOn(event.target.value)} />}</Field>
      <Field label="Take off these tags">{(wiring) => <input {...wiring} value={off} autoComplete="off" onChange={(event) => setOff(event.target.value)} />}</Field>
      {done > 0 && <p role="status">{grouped(done)} of {grouped(chosen.length)} done.</p>}
    </Confirm>
  );
}

/** What can be done with the trials that are ticked. */
export function BulkBar({ study, count, total, onAll, onNone, collect, onDone }: Props) {
  const rights = useRights();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const begin = async (kind: Asked["kind"]) => {
    setBusy(true);
    setError(null);
    try {
      setAsked({ kind, chosen: await collect() });
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(false);
  };
  const finish = () => {
    onNone();
    onDone();
  };
  return (
    <div className="bulk" role="group" aria-label="Chosen trials">
      <b role="status">{plural(count, "trial")} chosen</b>
      {total !== null && total > count && <button type="button" className="link" onClick={onAll}>Choose all {grouped(total)} that match</button>}
      <button type="button" className="link" onClick={onNone}>Choose none</button>
      <span className="grow" />
      {rights.work && <button type="button" className="button small" disabled={busy} onClick={() => void begin("note")}>Note or tag</button>}
      {rights.admin && (Object.keys(WORDS) as Correction[]).map((kind) => (
        <button key={kind} type="button" className="button small" disabled={busy} onClick={() => void begin(kind)}>{WORDS[kind].button}</button>
      ))}
      <ErrorBox error={error} />
      {asked && asked.kind === "note" && <NoteDialog study={study} chosen={asked.chosen} onDone={finish} onClose={() => setAsked(null)} />}
      {asked && asked.kind !== "note" && <CorrectionDialog study={study} kind={asked.kind} chosen={asked.chosen} onDone={finish} onClose={() => setAsked(null)} />}
    </div>
  );
}
