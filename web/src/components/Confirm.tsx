// SPDX-License-Identifier: MIT
import { useState, type ReactNode } from "react";
import { Dialog } from "./Dialog";
import { ErrorBox } from "./basics";

interface Props {
  title: string;
  action: string;
  /** What has to be typed first, for what cannot be undone. */
  word?: string;
  tone?: "danger" | "primary";
  /** False while there is nothing that could be done. */
  possible?: boolean;
  onDo: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

export function Confirm({ title, action, word, tone = "danger", possible = true, onDo, onClose, children }: Props) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      await onDo();
      onClose();
    } catch (problem) {
      setError(problem as Error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => { event.preventDefault(); void run(); }}>
        {children}
        {word !== undefined && (
          <div className="field">
            <label htmlFor="confirm-word">Type <b>{word}</b> to confirm</label>
            <input id="confirm-word" value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" autoFocus />
          </div>
        )}
        <ErrorBox error={error} />
        <div className="actions">
          <button type="submit" className={`button ${tone}`} disabled={busy || !possible || (word !== undefined && typed !== word)}>{action}</button>
          <button type="button" className="button" onClick={onClose}>{tone === "danger" ? "Keep" : "Cancel"}</button>
        </div>
      </form>
    </Dialog>
  );
}
