// SPDX-License-Identifier: MIT
import { Card } from "../../components/basics";
import { useStudy } from "./context";
import { FigureView } from "./FigureView";

/** How much the Pareto front covers, trial by trial, and of two objectives how it advanced. */
export default function Hypervolume() {
  const { charts } = useStudy();
  return (
    <>
      <Card><FigureView chart="hypervolume" query={{ most: 2000 }} height={440} /></Card>
      {charts?.includes("attainment") && <Card><FigureView chart="attainment" query={{ most: 2000 }} height={440} /></Card>}
    </>
  );
}
