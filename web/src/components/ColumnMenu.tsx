// SPDX-License-Identifier: MIT
import { isUsual, type Column } from "../lib/columns";
import { toggled } from "../lib/list";
import { Menu } from "./Menu";

interface Props {
  all: Column[];
  shown: Column[];
  /** Null: those that are usually shown. */
  onShown: (names: string[] | null) => void;
}

const GROUPS: [string, (column: Column) => boolean][] = [
  ["Results", (one) => one.kind === "objective" || one.key === "state"],
  ["Settings", (one) => one.kind === "parameter"],
  ["Attributes", (one) => one.kind === "attribute"],
  ["Run", (one) => one.kind === "trial" && one.key !== "state"],
];

/** Which columns a table of trials has. */
export function ColumnMenu({ all, shown, onShown }: Props) {
  const names = shown.map((one) => one.name);
  const usual = all.filter(isUsual);
  const plain = usual.length === names.length && usual.every((one) => names.includes(one.name));
  return (
    <Menu label="Columns" small className="menu-ticks">
      {GROUPS.map(([title, belongs]) => {
        const members = all.filter(belongs);
        if (members.length === 0) return null;
        return (
          <fieldset key={title}>
            <legend>{title}</legend>
            {members.map((column) => (
              <label key={column.name}>
                <input type="checkbox" checked={names.includes(column.name)} disabled={names.length === 1 && names[0] === column.name}
                  onChange={() => onShown(toggled(names, column.name))} />
                <span>{column.label}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
      <button type="button" disabled={plain} onClick={() => onShown(null)}>The usual columns</button>
    </Menu>
  );
}
