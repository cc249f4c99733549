// SPDX-License-Identifier: MIT
import { useId, type ReactNode } from "react";

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string;
  children: (wiring: { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean }) => ReactNode;
}

/** A labelled control whose hint and problem are read out with it. */
export function Field({ label, hint, problem, children }: Props) {
  const id = useId();
  const about = [hint ? `${id}-hint` : "", problem ? `${id}-problem` : ""].filter(Boolean).join(" ");
  return (
    <div className={`field ${problem ? "field-bad" : ""}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": about || undefined, "aria-invalid": problem ? true : undefined })}
      {hint && <p className="hint" id={`${id}-hint`}>{hint}</p>}
      {problem && <p className="problem" id={`${id}-problem`}>{problem}</p>}
    </div>
  );
}
