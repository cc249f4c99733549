// SPDX-License-Identifier: MIT
import { useEffect, useState } from "react";
import { ApiError, beginning, download, studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Artefact } from "../../api/types";
import { Card, ErrorBox, Waiting } from "../../components/basics";
import { bytesOf, lookOf, sizeText, tableOf, visible, type Look } from "../../lib/artefacts";
import { plural } from "../../lib/format";
import { useStudy } from "./context";

interface Shown {
  text: string;
  picture: string;
  whole: boolean;
}

function asDataUrl(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("the file cannot be read"));
    reader.readAsDataURL(bytes);
  });
}

/** What can be shown of it, read when somebody looks. */
function Preview({ path, artefact, look }: { path: string; artefact: Artefact; look: Look }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const { bytes, whole } = await beginning(path, bytesOf(look), controller.signal);
      const picture = look === "picture" ? await asDataUrl(new Blob([bytes], { type: artefact.type })) : "";
      const text = look === "picture" ? "" : new TextDecoder().decode(bytes);
      if (!controller.signal.aborted) setShown({ text, picture, whole });
    };
    setError(null);
    read().catch((problem: unknown) => {
      if (!controller.signal.aborted) setError(problem instanceof Error ? problem : new ApiError(0, "internal", String(problem)));
    });
    return () => controller.abort();
  }, [path, artefact.hash, artefact.type, look]);
  if (error) return <ErrorBox error={error} />;
  if (!shown) return <Waiting label={artefact.name} />;
  if (look === "picture") return <img className="artefact-picture" src={shown.picture} alt={artefact.name} />;
  if (look === "text") {
    return (
      <>
        <pre className="output" tabIndex={0} aria-label={artefact.name}>{visible(shown.text)}</pre>
        {!shown.whole && <p className="hint">Only its beginning; download it for the rest.</p>}
      </>
    );
  }
  const table = tableOf(shown.text, artefact.type, shown.whole);
  return (
    <>
      <div className="scroll artefact-table" tabIndex={0} role="region" aria-label={artefact.name}>
        <table className="table">
          <thead><tr>{table.head.map((cell, i) => <th key={i} scope="col">{visible(cell)}</th>)}</tr></thead>
          <tbody>{table.rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}>{visible(cell)}</td>)}</tr>)}</tbody>
        </table>
      </div>
      {table.cut && <p className="hint">Only its beginning ({plural(table.rows.length, "row")}); download it for the rest.</p>}
    </>
  );
}

function OneArtefact({ artefact, open }: { artefact: Artefact; open: boolean }) {
  const { name } = useStudy();
  const [isOpen, setOpen] = useState(open);
  const [error, setError] = useState<Error | null>(null);
  const path = studyPath(name, `/trials/${artefact.trial}/artefacts/${encodeURIComponent(artefact.name)}`);
  const look = lookOf(artefact);
  const save = () => {
    setError(null);
    download(path, {}, artefact.name).catch((problem: Error) => setError(problem));
  };
  return (
    <li className="artefact">
      <div className="artefact-head">
        <span className="artefact-name">{visible(artefact.name)}</span>
        <span className="faint">{sizeText(artefact.size)}{artefact.attempt > 1 ? `, attempt ${artefact.attempt}` : ""}</span>
        <span className="grow" />
        {look !== "none" && (
          <button type="button" className="button small" aria-expanded={isOpen} aria-label={`${isOpen ? "Hide" : "Show"} ${artefact.name}`} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide" : "Show"}
          </button>
        )}
        <button type="button" className="button small" aria-label={`Download ${artefact.name}`} onClick={save}>Download</button>
      </div>
      {error && <ErrorBox error={error} />}
      {isOpen && look !== "none" && <Preview path={path} artefact={artefact} look={look} />}
    </li>
  );
}

/** The files that a trial left; nothing where it left none. */
export function Artefacts({ number, tick }: { number: number; tick: unknown }) {
  const { name } = useStudy();
  const list = useResource<{ artefacts: Artefact[] }>(studyPath(name, "/artefacts"), { number }, tick);
  // A server of an earlier program knows none.
  if (list.error && list.error.status !== 404) return <Card title="Artefacts"><ErrorBox error={list.error} /></Card>;
  const artefacts = list.data?.artefacts ?? [];
  if (artefacts.length === 0) return null;
  return (
    <Card title={`Artefacts (${artefacts.length})`}>
      <ul className="plain artefacts">{artefacts.map((one, i) => <OneArtefact key={`${one.name} ${one.hash}`} artefact={one} open={i === 0} />)}</ul>
    </Card>
  );
}
