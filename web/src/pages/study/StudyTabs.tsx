// SPDX-License-Identifier: MIT
import { useEffect, useRef } from "react";
import { grouped } from "../../lib/format";
import { href } from "../../state/route";
import { useStudy, type StudyView } from "./context";

interface Tab {
  part: string;
  label: string;
  /** Whether there is anything to see; always when it does not say. */
  when?: (view: StudyView) => boolean;
  count?: (view: StudyView) => number;
}

const has = (chart: string) => (view: StudyView) => view.charts === null || view.charts.includes(chart);
const failures = ({ counts }: StudyView) => (counts.failed ?? 0) + (counts.timed_out ?? 0) + (counts.infeasible ?? 0);

const TABS: Tab[] = [
  { part: "overview", label: "Overview" },
  { part: "trials", label: "Trials", count: ({ counts }) => counts.total },
  { part: "parallel", label: "Parallel", when: has("parallel") },
  { part: "slices", label: "Slices", when: has("slices") },
  { part: "chart", label: "Chart", when: (view) => view.charts?.includes("scatter") ?? false },
  { part: "rank", label: "Rank", when: (view) => view.charts?.includes("rank") ?? false },
  { part: "contour", label: "Contour", when: has("contour") },
  { part: "importance", label: "Importance", when: has("importance") },
  { part: "hypervolume", label: "Hypervolume", when: (view) => view.charts?.includes("hypervolume") ?? false },
  { part: "curves", label: "Curves", when: (view) => view.charts?.includes("curves") ?? false },
  { part: "cost", label: "Cost", when: (view) => view.charts?.includes("cost") ?? false },
  { part: "workers", label: "Workers", when: has("timeline") },
  { part: "model", label: "Model", when: (view) => has("warps")(view) || has("calibration")(view) },
  { part: "sources", label: "Sources", when: (view) => (view.charts?.includes("weights") ?? false) || view.detail.study.sources !== undefined },
  { part: "failures", label: "Failures", when: (view) => failures(view) > 0, count: failures },
  { part: "definition", label: "Definition" },
];

export function StudyTabs({ part }: { part: string }) {
  const view = useStudy();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [part]);
  return (
    <nav className="tabs" aria-label="Parts of the study">
      {TABS.filter((tab) => tab.part === part || (tab.when?.(view) ?? true)).map((tab) => (
        <a key={tab.part} ref={tab.part === part ? current : undefined} aria-current={tab.part === part ? "page" : undefined}
          href={href(tab.part === "overview" ? ["studies", view.name] : ["studies", view.name, tab.part])}>
          {tab.label}
          {tab.count && <span className="count">{grouped(tab.count(view))}</span>}
        </a>
      ))}
    </nav>
  );
}
