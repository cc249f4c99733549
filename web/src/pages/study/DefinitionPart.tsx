// SPDX-License-Identifier: MIT
import { useState } from "react";
import { patch, remove, studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Parameter, Version } from "../../api/types";
import { Card, ErrorBox } from "../../components/basics";
import { Confirm } from "../../components/Confirm";
import { Field } from "../../components/Field";
import { moment } from "../../lib/format";
import { conditionText, parametersOf, rangeText } from "../../lib/space";
import { useRights } from "../../state/identity";
import { go, href } from "../../state/route";
import { useStudy } from "./context";

function ParameterRow({ name, parameter }: { name: string; parameter: Parameter }) {
  return (
    <tr>
      <th scope="row">{name}{parameter.description && <span className="under">{parameter.description}</span>}</th>
      <td>{parameter.type}</td>
      <td className="wrap">{rangeText(parameter)}</td>
      <td className="wrap faint">{conditionText(parameter)}</td>
    </tr>
  );
}

/** The number of trials planned: what one changes most often while a study runs. */
function BudgetForm() {
  const { name, detail, refresh } = useStudy();
  const [text, setText] = useState(String(detail.study.budget?.trials ?? ""));
  const [error, setError] = useState<Error | null>(null);
  const [saved, setSaved] = useState(false);
  const valid = text.trim() === "" || /^[1-9]\d*$/.test(text.trim());
  const save = async () => {
    setError(null);
    setSaved(false);
    const { trials: _, ...others } = detail.study.budget ?? {};
    try {
      await patch(studyPath(name), { budget: text.trim() === "" ? others : { ...others, trials: Number(text.trim()) } });
      setSaved(true);
      refresh();
    } catch (problem) {
      setError(problem as Error);
    }
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <Field label="Trials planned" hint="Empty for no end." problem={valid ? undefined : "A whole number from 1 on is needed."}>
        {(wiring) => <input {...wiring} className="short" inputMode="numeric" value={text} onChange={(event) => { setText(event.target.value); setSaved(false); }} />}
      </Field>
      <ErrorBox error={error} />
      <button className="button" disabled={!valid}>{saved ? "Saved" : "Save"}</button>
    </form>
  );
}

function DeleteCard() {
  const { name, counts } = useStudy();
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Delete">
      <p className="hint">Takes the study and its {counts.total} trials out of the store. This cannot be undone.</p>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>Delete the study</button>
      {asking && (
        <Confirm title={`Delete '${name}'?`} action="Delete for good" word={name} onClose={() => setAsking(false)}
          onDo={async () => { await remove(studyPath(name)); go(href(["studies"])); }}>
          <p>All {counts.total} trials go with it.</p>
        </Confirm>
      )}
    </Card>
  );
}

/** The study as its file has it, its versions, and what may be changed. */
export default function DefinitionPart() {
  const { name, detail, live } = useStudy();
  const rights = useRights();
  const versions = useResource<{ versions: Version[] }>(studyPath(name, "/versions"), {}, live.definition);
  const { study } = detail;
  return (
    <div className="split">
      <div className="split-main">
        <Card title="Space">
          <div className="scroll" tabIndex={0} role="region" aria-label="Parameters">
            <table className="table">
              <thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Values</th><th scope="col">Exists</th></tr></thead>
              <tbody>{parametersOf(study).map(([key, parameter]) => <ParameterRow key={key} name={key} parameter={parameter} />)}</tbody>
            </table>
          </div>
          {study.constraints && study.constraints.length > 0 && (
            <ul className="plain constraints">{study.constraints.map((text) => <li key={text}><code>{text}</code></li>)}</ul>
          )}
        </Card>
        <Card title="As a study file">
          <pre className="output tall" tabIndex={0}>{JSON.stringify(study, null, 2)}</pre>
        </Card>
      </div>
      <div className="split-side">
        {rights.admin && <Card title="Budget"><BudgetForm /></Card>}
        <Card title="Versions">
          <ErrorBox error={versions.error} />
          <ul className="plain">
            {versions.data?.versions.map((one) => (
              <li key={one.version}><b>{one.version}</b> <span className="faint">{moment(one.created)}, space {one.space}{one.version === detail.version ? ", present" : ""}</span></li>
            ))}
          </ul>
        </Card>
        {rights.admin && <DeleteCard />}
      </div>
    </div>
  );
}
