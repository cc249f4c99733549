// SPDX-License-Identifier: MIT
import { useMemo } from "react";
import { studyPath } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Figure } from "../../api/types";
import { Chart } from "../../charts/Chart";
import { AllValues } from "../../components/AllValues";
import { Card, Empty, ErrorBox, Waiting } from "../../components/basics";
import { Controls, LogChoice, ObjectiveChoice } from "../../components/ChartControls";
import { allShown } from "../../lib/shown";
import { go, href, setQuery, useRoute } from "../../state/route";
import { useStudy } from "./context";

const PROPERTIES = [
  { key: "x", label: "Across", unset: "what tells most" },
  { key: "y", label: "Up", unset: "the objective" },
  { key: "colour", label: "Colour", unset: "as it suits", none: true },
  { key: "size", label: "Size", unset: "all alike" },
] as const;

type Property = (typeof PROPERTIES)[number];

function PropertyChoice({ property, choices }: { property: Property; choices: string[] }) {
  const { query } = useRoute();
  const value = query[property.key] ?? "";
  const known = value === "" || value === "none" || choices.includes(value);
  return (
    <label className="inline">
      <span>{property.label}</span>
      <select value={value} onChange={(event) => setQuery({ [property.key]: event.target.value })}>
        <option value="">{property.unset}</option>
        {"none" in property && <option value="none">none</option>}
        {!known && <option value={value}>{value}</option>}
        {choices.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

/** Any two properties of the trials against each other, two more as colour and size. The address says which. */
export default function ChartPart() {
  const { name, live } = useStudy();
  const { query } = useRoute();
  const { x, y, colour, size, objective } = query;
  const figure = useResource<Figure>(
    studyPath(name, "/charts/scatter"),
    { x, y, colour, size, objective, log: query.log === "1" ? true : undefined, range: query.range === "all" ? "all" : undefined, most: 8000 },
    live.tick,
  );
  // The choices are sent back as they are; what is drawn is made safe.
  const [chart] = useMemo(() => allShown(figure.data?.charts ?? []), [figure.data]);
  const open = (number: number) => go(href(["studies", name, "trials", String(number)]));
  return (
    <>
      <Controls>
        {PROPERTIES.map((property) => <PropertyChoice key={property.key} property={property} choices={figure.data?.choices ?? []} />)}
        <span className="grow" />
        <ObjectiveChoice />
        <LogChoice />
      </Controls>
      <Card>
        {figure.error?.status === 404 ? <Empty title="Nothing to draw"><p>{figure.error.message}</p></Empty> : <ErrorBox error={figure.error} />}
        {!chart && !figure.error && <Waiting label="the chart" lines={8} />}
        {chart && <AllValues charts={[chart]} />}
        {chart && <Chart chart={chart} height={480} onTrial={open} title={`${chart.y.label} against ${chart.x.label}`} />}
      </Card>
    </>
  );
}
