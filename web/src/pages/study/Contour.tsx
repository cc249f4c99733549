// SPDX-License-Identifier: MIT
import { useState } from "react";
import { Card } from "../../components/basics";
import { Controls, ObjectiveChoice } from "../../components/ChartControls";
import { listText, parseList } from "../../lib/list";
import { setQuery, useRoute } from "../../state/route";
import { FigureView } from "./FigureView";
import { RefreshButton } from "./RefreshButton";
import { useStudy } from "./context";

function AxisChoice({ label, at, chosen }: { label: string; at: 0 | 1; chosen: string[] }) {
  const { parameters } = useStudy();
  const change = (name: string) => {
    if (!name) return setQuery({ parameters: null });
    const other = chosen[1 - at] ?? parameters.find((one) => one !== name) ?? "";
    setQuery({ parameters: listText(at === 0 ? [name, other] : [other, name]) });
  };
  return (
    <label className="inline">
      <span>{label}</span>
      <select value={chosen[at] ?? ""} onChange={(event) => change(event.target.value)}>
        <option value="">what matters most</option>
        {parameters.map((name) => <option key={name} value={name} disabled={chosen[1 - at] === name}>{name}</option>)}
      </select>
    </label>
  );
}

/** What the model expects over two parameters. */
export default function Contour() {
  const { live, parameters } = useStudy();
  const { query } = useRoute();
  const [read, setRead] = useState(live.tick);
  const chosen = parseList(query.parameters).filter((name) => parameters.includes(name)).slice(0, 2);
  return (
    <>
      <Controls>
        <AxisChoice label="Across" at={0} chosen={chosen} />
        <AxisChoice label="Up" at={1} chosen={chosen} />
        <ObjectiveChoice />
        <span className="grow" />
        <RefreshButton read={read} onRead={() => setRead(live.tick)} />
      </Controls>
      <Card>
        <FigureView chart="contour" height={480} tick={read}
          query={{ parameters: chosen.length === 2 ? chosen.join(",") : undefined, objective: query.objective, most: 1500 }} />
      </Card>
    </>
  );
}
