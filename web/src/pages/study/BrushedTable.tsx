// SPDX-License-Identifier: MIT
import type { ParallelMarks } from "../../api/types";
import { placeText } from "../../charts/axes";
import { plural } from "../../lib/format";
import { href } from "../../state/route";
import { useStudy } from "./context";

const MOST = 12;

/** The best of the chosen lines; the server sends the best last, so that they are drawn in front. */
export function BrushedTable({ marks, rows, active, dense = false }: { marks: ParallelMarks; rows: number[]; active: boolean; dense?: boolean }) {
  const { name } = useStudy();
  const best = rows.slice(-MOST).reverse();
  if (!active) return null;
  return (
    <>
      {dense ? <p role="status">The best of the trials that pass through what is chosen:</p> : <p role="status"><b>{plural(rows.length, "trial")}</b> of {marks.rows.length} drawn {rows.length === 1 ? "passes" : "pass"} through what is chosen{rows.length > MOST ? `; the ${MOST} best:` : "."}</p>}
      {best.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Chosen trials">
          <table className="table">
            <thead>
              <tr>
                {marks.numbers && <th scope="col" className="right">Trial</th>}
                {marks.axes.map((axis) => <th key={axis.label} scope="col" className="right">{axis.label}</th>)}
              </tr>
            </thead>
            <tbody>
              {best.map((row) => (
                <tr key={row}>
                  {marks.numbers && <th scope="row" className="right num"><a href={href(["studies", name, "trials", String(marks.numbers[row])])}>{marks.numbers[row]}</a></th>}
                  {marks.axes.map((axis, i) => <td key={axis.label} className="right num">{placeText(axis, marks.rows[row]?.[i])}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
