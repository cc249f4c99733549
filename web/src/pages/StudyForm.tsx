// SPDX-License-Identifier: MIT
import type { Method } from "../api/types";
import { Card } from "../components/basics";
import { Field } from "../components/Field";
import { emptyParameter, newId, type StudyDraft } from "../lib/new_study";
import { ParameterEditor } from "./ParameterEditor";

interface Props {
  draft: StudyDraft;
  onDraft: (draft: StudyDraft) => void;
  /** What the server finds wrong; a row that it names is marked. */
  message: string;
  samplers: Method[];
  pruners: Method[];
}

function MethodChoice({ label, value, methods, none, onValue }: { label: string; value: string; methods: Method[]; none?: string; onValue: (name: string) => void }) {
  const chosen = methods.find((method) => method.name === value);
  const known = methods.some((method) => method.name === value) || value === "";
  return (
    <Field label={label} hint={chosen?.summary}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={(event) => onValue(event.target.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {!known && <option>{value}</option>}
          {methods.map((method) => <option key={method.name}>{method.name}</option>)}
        </select>
      )}
    </Field>
  );
}

export function StudyForm({ draft, onDraft, message, samplers, pruners }: Props) {
  const set = (changes: Partial<StudyDraft>) => onDraft({ ...draft, ...changes });
  const text = (field: "name" | "seed" | "trials" | "parallel") => ({ value: draft[field], onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }) });
  return (
    <>
      <Card title="What is wanted">
        <div className="form-grid">
          <Field label="Name" problem={/\bname\b/.test(message) && !draft.name.trim() ? message : undefined}>
            {(wiring) => <input {...wiring} {...text("name")} autoComplete="off" autoFocus />}
          </Field>
        </div>
        {draft.objectives.map((objective, i) => (
          <div className="form-row" key={objective.id}>
            <Field label={draft.objectives.length > 1 ? `Objective ${i + 1}` : "Objective"}>
              {(wiring) => <input {...wiring} value={objective.name} onChange={(event) => set({ objectives: draft.objectives.map((one) => (one.id === objective.id ? { ...one, name: event.target.value } : one)) })} />}
            </Field>
            <Field label="Direction">
              {(wiring) => (
                <select {...wiring} value={objective.direction}
                  onChange={(event) => set({ objectives: draft.objectives.map((one) => (one.id === objective.id ? { ...one, direction: event.target.value as "minimize" } : one)) })}>
                  <option>minimize</option>
                  <option>maximize</option>
                </select>
              )}
            </Field>
            {draft.objectives.length > 1 && (
              <button type="button" className="link" onClick={() => set({ objectives: draft.objectives.filter((one) => one.id !== objective.id) })}>
                Remove<span className="sr"> objective {i + 1}</span>
              </button>
            )}
          </div>
        ))}
        <button type="button" className="link" onClick={() => set({ objectives: [...draft.objectives, { id: newId(), name: `objective${draft.objectives.length + 1}`, direction: "minimize" }] })}>Add an objective</button>
      </Card>
      <Card title="What may change">
        {draft.parameters.map((parameter) => (
          <ParameterEditor key={parameter.id} draft={parameter} message={message}
            others={draft.parameters.filter((one) => one.id !== parameter.id && one.name.trim()).map((one) => one.name.trim())}
            onDraft={(changed) => set({ parameters: draft.parameters.map((one) => (one.id === parameter.id ? changed : one)) })}
            onRemove={draft.parameters.length > 1 ? () => set({ parameters: draft.parameters.filter((one) => one.id !== parameter.id) }) : undefined} />
        ))}
        <button type="button" className="button" onClick={() => set({ parameters: [...draft.parameters, emptyParameter()] })}>Add a parameter</button>
        <Field label="Constraints" hint="One to a line, such as x + y <= 10.">
          {(wiring) => <textarea {...wiring} className="code" rows={2} value={draft.constraints} onChange={(event) => set({ constraints: event.target.value })} />}
        </Field>
      </Card>
      <Card title="How to search">
        <div className="form-grid">
          <MethodChoice label="Sampler" value={draft.sampler} methods={samplers} onValue={(sampler) => set({ sampler })} />
          <MethodChoice label="Pruner" value={draft.pruner} methods={pruners} none="none" onValue={(pruner) => set({ pruner })} />
          <Field label="Trials planned" hint="Empty for no end.">{(wiring) => <input {...wiring} {...text("trials")} inputMode="numeric" />}</Field>
          <Field label="At a time" hint="For hone tune; workers bring their own.">{(wiring) => <input {...wiring} {...text("parallel")} inputMode="numeric" />}</Field>
          <Field label="Seed">{(wiring) => <input {...wiring} {...text("seed")} inputMode="numeric" />}</Field>
        </div>
        <Field label="Command" hint="Program and arguments; {x} stands for the value of x. There is no shell.">
          {(wiring) => <textarea {...wiring} className="code" rows={2} value={draft.command} placeholder="python3 train.py --x {x}" onChange={(event) => set({ command: event.target.value })} />}
        </Field>
      </Card>
    </>
  );
}
