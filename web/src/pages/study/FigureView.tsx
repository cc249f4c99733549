// SPDX-License-Identifier: MIT
import { studyPath, type Query } from "../../api/client";
import { useResource } from "../../api/resource";
import type { Figure } from "../../api/types";
import { Chart } from "../../charts/Chart";
import { Empty, ErrorBox, Waiting } from "../../components/basics";
import { go, href } from "../../state/route";
import { useStudy } from "./context";

interface Props {
  chart: string;
  query?: Query;
  height?: number;
  /** Side by side when there are several. */
  grid?: boolean;
  /** A picture that costs a model is read when it is asked for, not with every trial. */
  tick?: unknown;
}

/** The pictures of one name, as the server describes them. */
export function FigureView({ chart, query = {}, height = 320, grid = false, tick }: Props) {
  const { name, live } = useStudy();
  const figure = useResource<Figure>(studyPath(name, `/charts/${chart}`), query, tick ?? live.tick);
  const open = (number: number) => go(href(["studies", name, "trials", String(number)]));
  if (figure.error?.status === 404) return <Empty title="Nothing to draw yet"><p>{figure.error.message}</p></Empty>;
  if (figure.error && !figure.data) return <ErrorBox error={figure.error} />;
  if (!figure.data) return <Waiting label={chart} lines={6} />;
  return (
    <div className={grid ? "chart-grid" : "chart-list"} aria-busy={figure.loading}>
      {figure.data.charts.map((one, i) => (
        <Chart key={`${one.title} ${one.x.label} ${i}`} chart={one} height={height} onTrial={open}
          title={one.title || (grid ? one.x.label : TITLES[chart])} />
      ))}
    </div>
  );
}

const TITLES: Record<string, string> = {
  history: "History", timeline: "Timeline of workers", curves: "Learning curves", front: "Pareto front", weights: "Weights of the sources",
  calibration: "Predicted and measured", contour: "What the model expects", importance: "Importance",
};
