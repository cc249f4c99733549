// SPDX-License-Identifier: MIT
import { Card } from "../../components/basics";
import { Controls, LogChoice, useChartQuery } from "../../components/ChartControls";
import { FigureView } from "./FigureView";

/** What trials reported step by step. */
export default function Curves() {
  const { log } = useChartQuery();
  return (
    <>
      <Controls><span className="grow" /><LogChoice /></Controls>
      <Card><FigureView chart="curves" query={{ log, most: 100_000 }} height={440} /></Card>
    </>
  );
}
