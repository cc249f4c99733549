// SPDX-License-Identifier: MIT
import type { Axis } from "../api/types";
import { placeText } from "./axes";
import { intervalsOf, type Brush } from "./parallel";

interface EndProps {
  axis: Axis;
  which: "from" | "to";
  value: number | undefined;
  onValue: (value: number | null) => void;
}

function End({ axis, which, value, onValue }: EndProps) {
  const label = `${axis.label} ${which}`;
  if (axis.categories.length) {
    return (
      <select aria-label={label} value={value === undefined ? "" : String(Math.round(value))} onChange={(event) => onValue(event.target.value === "" ? null : Number(event.target.value))}>
        <option value="">any</option>
        {axis.categories.map((name, i) => <option key={name} value={i}>{name}</option>)}
      </select>
    );
  }
  return (
    <input aria-label={label} className="tiny" inputMode="decimal" placeholder={placeText(axis, which === "from" ? axis.low : axis.high)}
      key={value} defaultValue={value === undefined ? "" : Number(value.toPrecision(5))}
      onKeyDown={(event) => { if (event.key === "Enter") event.currentTarget.blur(); }}
      onBlur={(event) => {
        const text = event.target.value.trim();
        onValue(text === "" || !Number.isFinite(Number(text)) ? null : Number(text));
      }} />
  );
}

/** The same choice as with the pointer, by typing: for the keyboard, and for exact ends. */
export function BrushInputs({ axes, brush, onBrush }: { axes: Axis[]; brush: Brush; onBrush: (brush: Brush) => void }) {
  const set = (axis: Axis, which: 0 | 1, value: number | null) => {
    const [old] = intervalsOf(brush, axis.label);
    const whole: [number, number] = axis.categories.length ? [-0.5, axis.categories.length - 0.5] : [axis.low ?? -1e300, axis.high ?? 1e300];
    const ends: [number, number] = [old?.[0] ?? whole[0], old?.[1] ?? whole[1]];
    const margin = axis.categories.length ? (which === 0 ? -0.4 : 0.4) : 0;
    ends[which] = value === null ? whole[which] : value + margin;
    const none = ends[0] <= whole[0] && ends[1] >= whole[1];
    const { [axis.label]: _, ...others } = brush;
    onBrush(none ? others : { ...others, [axis.label]: [[Math.min(...ends), Math.max(...ends)]] });
  };
  const count = Object.keys(brush).length;
  return (
    <details className="brush" open={count > 0}>
      <summary>{count ? `Chosen on ${count} of ${axes.length} axes` : "Choose by typing"}</summary>
      <div className="brush-grid">
        {axes.map((axis) => {
          const [ends] = intervalsOf(brush, axis.label);
          return (
            <div key={axis.label} className="brush-one">
              <span>{axis.label}</span>
              <End axis={axis} which="from" value={ends?.[0]} onValue={(value) => set(axis, 0, value)} />
              <End axis={axis} which="to" value={ends?.[1]} onValue={(value) => set(axis, 1, value)} />
            </div>
          );
        })}
      </div>
      {count > 0 && <button type="button" className="button small" onClick={() => onBrush({})}>Choose all again</button>}
    </details>
  );
}
