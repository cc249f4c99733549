// SPDX-License-Identifier: MIT
import { useMemo } from "react";
import type { ChartData } from "../api/types";
import { colourBar } from "./colour_bar";
import type { Ink } from "./palette";

/** Which colour is which value, beside charts whose colours mean one. */
export function ColourBar({ chart, ink }: { chart: ChartData; ink: Ink }) {
  const bar = useMemo(() => colourBar(chart, ink), [chart, ink]);
  if (!bar) return null;
  const [first, middle, last] = bar.ticks;
  return (
    <div className="colour-bar" role="img" aria-label={`Colours: ${bar.label}, pale ${first}, middle ${middle}, strong ${last}`}>
      <span className="colour-label">{bar.label}</span>
      <span className="colour-scale">
        <svg viewBox={`0 0 ${bar.colours.length} 1`} preserveAspectRatio="none" shapeRendering="crispEdges">
          {bar.colours.map((colour, i) => <rect key={i} x={i} width="1" height="1" fill={colour} />)}
        </svg>
        <span className="colour-ticks"><span>{first}</span><span>{middle}</span><span>{last}</span></span>
      </span>
    </div>
  );
}
