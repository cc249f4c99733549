// SPDX-License-Identifier: MIT
import { studyPath, type Query } from "../../api/client";
import { useFigure } from "../../api/figure";
import { Chart } from "../../charts/Chart";
import { AllValues } from "../../components/AllValues";
import { Empty, ErrorBox, Waiting } from "../../components/basics";
import { go, href, useRoute } from "../../state/route";
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
  const { query: route } = useRoute();
  const figure = useFigure(studyPath(name, `/charts/${chart}`), { ...query, range: range(chart, route.range) }, tick ?? live.tick);
  const open = (number: number) => go(href(["studies", name, "trials", String(number)]));
  if (figure.error?.status === 404) return <Empty title="Nothing to draw yet"><p>{figure.error.message}</p></Empty>;
  if (figure.error && !figure.data) return <ErrorBox error={figure.error} />;
  if (!figure.data) return <Waiting label={chart} lines={6} />;
  const [note, ...others] = [...new Set(figure.data.charts.map((one) => one.note).filter(Boolean))];
  const shared = grid && note && others.length === 0 ? note : null;
  return (
    <>
    {RANGED.has(chart) && <AllValues charts={figure.data.charts} />}
    <div className={grid ? "chart-grid" : "chart-list"} aria-busy={figure.loading}>
      {figure.data.charts.map((one, i) => (
        <Chart key={`${one.title} ${one.x.label} ${i}`} chart={one} note={!shared} height={height} onTrial={open}
          title={one.title || (chart === "rank" ? `${one.y.label} against ${one.x.label}` : grid ? one.x.label : TITLES[chart])} />
      ))}
    </div>
    {shared && <p className="hint">{shared}</p>}
    </>
  );
}

/** Pictures whose axes may end before the far worst values. */
const RANGED = new Set(["history", "slices", "front", "curves", "edf", "cost"]);

function range(chart: string, wanted: string | undefined): "all" | undefined {
  return wanted === "all" && RANGED.has(chart) ? "all" : undefined;
}

const TITLES: Record<string, string> = {
  history: "History", timeline: "Timeline of workers", curves: "Learning curves", cost: "Best over cost", hypervolume: "Hypervolume", attainment: "What was attained", front: "Pareto front", weights: "Weights of the sources",
  calibration: "Predicted and measured", contour: "What the model expects", importance: "Importance",
};
