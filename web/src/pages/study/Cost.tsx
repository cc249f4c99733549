// SPDX-License-Identifier: MIT
import { Card } from "../../components/basics";
import { Controls, LogChoice, useChartQuery } from "../../components/ChartControls";
import { FigureView } from "./FigureView";

/** What was reached for what was spent. */
export default function Cost() {
  const { log } = useChartQuery();
  return (
    <>
      <Controls><span className="grow" /><LogChoice /></Controls>
      <Card><FigureView chart="cost" query={{ log }} height={440} /></Card>
    </>
  );
}
