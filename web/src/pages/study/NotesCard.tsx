// SPDX-License-Identifier: MIT
import { useState } from "react";
import { put, studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Notes } from "../../api/types";
import { Card, ErrorBox, Tags } from "../../components/basics";
import { Field } from "../../components/Field";
import { Markdown } from "../../components/Markdown";
import { useRights } from "../../state/identity";
import { useStudy } from "./context";

function Editor({ notes, onDone }: { notes: Notes; onDone: (saved: Notes | null) => void }) {
  const { name } = useStudy();
  const [text, setText] = useState(notes.text);
  const [tags, setTags] = useState(notes.tags.join(", "));
  const [preview, setPreview] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const save = async () => {
    setBusy(true);
    setError(null);
    const wanted: Notes = { text, tags: [...new Set(tags.split(",").map((tag) => tag.trim()).filter(Boolean))] };
    try {
      await put(studyPath(name, "/notes"), wanted);
      onDone(wanted);
    } catch (problem) {
      setError(problem as Error);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <div className="switch" role="group" aria-label="Notes as">
        <button type="button" aria-pressed={!preview} onClick={() => setPreview(false)}>Text</button>
        <button type="button" aria-pressed={preview} onClick={() => setPreview(true)}>Preview</button>
      </div>
      {preview ? (
        <div className="preview" role="region" aria-label="Preview of the notes" tabIndex={0}>{text.trim() ? <Markdown text={text} /> : <p className="hint">Nothing written yet.</p>}</div>
      ) : (
        <Field label="Notes" hint="Markdown: # heading, - list, **strong**, `code`, [words](https://…), tables.">
          {(wiring) => <textarea {...wiring} rows={8} value={text} onChange={(event) => setText(event.target.value)} autoFocus />}
        </Field>
      )}
      <Field label="Tags" hint="Separated by commas.">
        {(wiring) => <input {...wiring} value={tags} onChange={(event) => setTags(event.target.value)} />}
      </Field>
      <ErrorBox error={error} />
      <div className="actions">
        <button className="button primary" disabled={busy}>Save</button>
        <button type="button" className="button" onClick={() => onDone(null)}>Cancel</button>
      </div>
    </form>
  );
}

/** What people have written about the study. */
export function NotesCard() {
  const { name, live, refresh } = useStudy();
  const rights = useRights();
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(0);
  const notes = useResource<Notes>(studyPath(name, "/notes"), {}, `${live.definition} ${saved}`);
  const done = (written: Notes | null) => {
    setEditing(false);
    if (!written) return;
    setSaved(saved + 1);
    refresh();
  };
  const edit = rights.work && !editing && notes.data && (
    <button type="button" className="link" onClick={() => setEditing(true)}>Edit</button>
  );
  return (
    <Card title="Notes" action={edit}>
      <ErrorBox error={notes.error} />
      {editing && notes.data ? (
        <Editor notes={notes.data} onDone={done} />
      ) : (
        <>
          {notes.data?.text ? <Markdown text={notes.data.text} /> : <p className="hint">Nothing written yet.</p>}
          <Tags tags={notes.data?.tags ?? []} />
        </>
      )}
    </Card>
  );
}
