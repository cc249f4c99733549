// SPDX-License-Identifier: MIT
import { Card } from "../../components/basics";
import { FigureView } from "./FigureView";

/** How much the Pareto front covers, trial by trial. */
export default function Hypervolume() {
  return <Card><FigureView chart="hypervolume" query={{ most: 2000 }} height={440} /></Card>;
}
