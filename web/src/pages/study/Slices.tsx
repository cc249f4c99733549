// SPDX-License-Identifier: MIT
import { Controls, LogChoice, ObjectiveChoice, ParameterChips, useChartQuery } from "../../components/ChartControls";
import { FigureView } from "./FigureView";

/** Each parameter by itself against the objective. */
export default function Slices() {
  const query = useChartQuery();
  return (
    <>
      <Controls><ParameterChips /><span className="grow" /><ObjectiveChoice /><LogChoice /></Controls>
      <FigureView chart="slices" query={{ ...query, most: 1500 }} grid height={240} />
    </>
  );
}
