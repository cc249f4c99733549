// SPDX-License-Identifier: MIT
import { Controls, ObjectiveChoice, ParameterChips, useChartQuery } from "../../components/ChartControls";
import { FigureView } from "./FigureView";

/** Where the good trials lie, over every two parameters. */
export default function Rank() {
  const { log: _, ...query } = useChartQuery();
  return (
    <>
      <Controls><ParameterChips /><span className="grow" /><ObjectiveChoice /></Controls>
      <FigureView chart="rank" query={{ ...query, most: 1500 }} grid height={280} />
    </>
  );
}
