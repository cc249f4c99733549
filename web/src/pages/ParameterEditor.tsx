// SPDX-License-Identifier: MIT
import { Field } from "../components/Field";
import type { ParameterDraft, ParameterType } from "../lib/new_study";
import { concerns } from "../lib/touched";

interface Props {
  draft: ParameterDraft;
  others: string[];
  message: string;
  onDraft: (draft: ParameterDraft) => void;
  onRemove?: () => void;
}

const TYPES: ParameterType[] = ["float", "int", "categorical", "ordinal", "bool", "constant"];

function Ends({ draft, set }: { draft: ParameterDraft; set: (changes: Partial<ParameterDraft>) => void }) {
  return (
    <>
      <Field label="Low">{(wiring) => <input {...wiring} value={draft.low} inputMode="decimal" onChange={(event) => set({ low: event.target.value })} />}</Field>
      <Field label="High">{(wiring) => <input {...wiring} value={draft.high} inputMode="decimal" onChange={(event) => set({ high: event.target.value })} />}</Field>
      <Field label="Scale">
        {(wiring) => (
          <select {...wiring} value={draft.scale} onChange={(event) => set({ scale: event.target.value as "linear" })}>
            <option>linear</option>
            <option>log</option>
            {draft.type === "float" && <option>logit</option>}
          </select>
        )}
      </Field>
      <Field label="Step">{(wiring) => <input {...wiring} value={draft.step} inputMode="decimal" placeholder="none" onChange={(event) => set({ step: event.target.value })} />}</Field>
    </>
  );
}

export function ParameterEditor({ draft, others, message, onDraft, onRemove }: Props) {
  const set = (changes: Partial<ParameterDraft>) => onDraft({ ...draft, ...changes });
  const problem = concerns(message, draft.name.trim());
  const listed = draft.type === "categorical" || draft.type === "ordinal";
  return (
    <fieldset className={`parameter ${problem ? "parameter-bad" : ""}`}>
      <legend className="sr">Parameter {draft.name || "without a name"}</legend>
      <div className="form-row">
        <Field label="Parameter">{(wiring) => <input {...wiring} value={draft.name} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />}</Field>
        <Field label="Type">
          {(wiring) => (
            <select {...wiring} value={draft.type} onChange={(event) => set({ type: event.target.value as ParameterType, scale: "linear" })}>
              {TYPES.map((type) => <option key={type}>{type}</option>)}
            </select>
          )}
        </Field>
        {(draft.type === "float" || draft.type === "int") && <Ends draft={draft} set={set} />}
        {listed && <Field label="Choices">{(wiring) => <input {...wiring} value={draft.choices} placeholder="rbf, poly" onChange={(event) => set({ choices: event.target.value })} />}</Field>}
        {draft.type === "constant" && <Field label="Value">{(wiring) => <input {...wiring} value={draft.value} onChange={(event) => set({ value: event.target.value })} />}</Field>}
        <Field label="Only when">
          {(wiring) => (
            <select {...wiring} value={draft.parent} onChange={(event) => set({ parent: event.target.value })}>
              <option value="">always</option>
              {others.map((name) => <option key={name}>{name}</option>)}
            </select>
          )}
        </Field>
        {draft.parent && <Field label="is">{(wiring) => <input {...wiring} value={draft.parentValues} placeholder="poly, or 2..4" onChange={(event) => set({ parentValues: event.target.value })} />}</Field>}
        {onRemove && <button type="button" className="link" onClick={onRemove}>Remove<span className="sr"> {draft.name || "this parameter"}</span></button>}
      </div>
      {problem && <p className="problem">{message}</p>}
    </fieldset>
  );
}
