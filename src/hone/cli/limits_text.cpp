// SPDX-License-Identifier: MIT
#include "hone/cli/limits_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/core/outcome_gap.hpp"

namespace hone::cli {
namespace {

struct LimitCount {
  std::int64_t broken = 0;   ///< by a known amount
  std::int64_t unknown = 0;  ///< what it names was not reported
};

/// How often something that a limit names was not there to be compared.
struct GapCount {
  std::int64_t missing = 0;
  std::int64_t unusable = 0;
  std::string example = {};  ///< of what was reported instead of a number
};

struct InfeasibleCounts {
  std::int64_t complete = 0;
  std::int64_t infeasible = 0;
  std::int64_t unknown = 0;  ///< trials of which some limit cannot be told
  std::vector<LimitCount> limits = {};
  std::map<std::string, GapCount> gaps = {};
};

/// Each name once for a trial, however many limits hold it.
void count_gaps(InfeasibleCounts& counts, const Study& study, const Trial& trial) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < trial.excess.size(); ++i) {
    if (std::isfinite(trial.excess[i])) continue;
    for (const OutcomeGap& gap : outcome_gaps(study.constraints_on[i], trial)) {
      if (!seen.insert(gap.name).second) continue;
      GapCount& count = counts.gaps[gap.name];
      ++(gap.reported ? count.unusable : count.missing);
      if (gap.reported && count.example.empty()) count.example = text("'", to_text(*gap.reported), "'");
    }
  }
}

/// "3 did not report memory_mb, 1 reported cost as '3 EUR', which is not a number".
std::string gaps_text(const InfeasibleCounts& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts.gaps) {
    if (count.missing > 0) parts.push_back(text(count.missing, " did not report ", name));
    if (count.unusable > 0)
      parts.push_back(
          text(count.unusable, " reported ", name, " as ", count.example, ", which is not a number"));
  }
  return parts.empty() ? text(counts.unknown, " cannot be compared with a limit") : join(parts, ", ");
}

InfeasibleCounts count_infeasible(const Study& study, std::span<const Trial> trials) {
  InfeasibleCounts counts{.limits = std::vector<LimitCount>(study.constraints_on.size())};
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete || !fits(trial)) continue;
    ++counts.complete;
    counts.infeasible += feasible(trial) ? 0 : 1;
    bool unknown = false;
    for (std::size_t i = 0; i < trial.excess.size(); ++i) {
      if (!(trial.excess[i] > 0.0)) continue;
      if (std::isfinite(trial.excess[i])) {
        ++counts.limits[i].broken;
        continue;
      }
      ++counts.limits[i].unknown;
      unknown = true;
    }
    count_gaps(counts, study, trial);
    counts.unknown += unknown ? 1 : 0;
  }
  return counts;
}

/// The infeasible trial that breaks the limits least; nullptr when no amount is known.
const Trial* closest_to_feasible(std::span<const Trial> trials) {
  const Trial* closest = nullptr;
  for (const Trial& trial : trials) {
    if (trial.state != TrialState::Complete || !fits(trial) || !std::isfinite(trial.violation)) continue;
    if (closest == nullptr || trial.violation < closest->violation) closest = &trial;
  }
  return closest;
}

}  // namespace

std::string limits_line(const Study& study) {
  std::vector<std::string> texts;
  for (const OutcomeConstraint& limit : study.constraints_on) texts.push_back(limit.text());
  return join(texts, ", ");
}

std::string infeasible_text(const Study& study, std::span<const Trial> trials) {
  const InfeasibleCounts counts = count_infeasible(study, trials);
  if (counts.infeasible == 0) return "";
  std::vector<std::string> limits;
  for (std::size_t i = 0; i < counts.limits.size(); ++i) {
    if (counts.limits[i].broken > 0)
      limits.push_back(text(study.constraints_on[i].text(), ": ", counts.limits[i].broken));
  }
  std::string line = text(counts.infeasible, " of ", counted(counts.complete, "complete trial"),
                          counts.infeasible == 1 ? " is" : " are", " infeasible");
  if (!limits.empty()) line += " (" + join(limits, ", ") + ")";
  if (counts.unknown > 0) {
    line +=
        text("; ", gaps_text(counts), ", and ", counts.unknown == 1 ? "counts" : "count", " as infeasible");
    if (!counts.gaps.empty())
      line += text(": let the command print it beside the result, as in {\"", study.objectives[0].name,
                   "\": 0.1, \"", counts.gaps.begin()->first, "\": 3}");
  }
  return printable(line);
}

std::string no_best_text(const Study& study, std::span<const Trial> trials) {
  const InfeasibleCounts counts = count_infeasible(study, trials);
  const bool some = std::any_of(trials.begin(), trials.end(),
                                [](const Trial& trial) { return trial.state == TrialState::Complete; });
  if (!some) return "no trial is complete yet";
  if (counts.complete == 0) return "no complete trial fits the present space";
  std::string line = "no complete trial is feasible: all break " + limits_line(study);
  if (const Trial* closest = closest_to_feasible(trials))
    line += text("; the closest is trial ", closest->number, ", which breaks ",
                 violation_text(study.constraints_on, *closest));
  return printable(line);
}

codec::Json limits_json(const Study& study, std::span<const Trial> trials) {
  const InfeasibleCounts counts = count_infeasible(study, trials);
  codec::Json limits = codec::Json::array();
  for (std::size_t i = 0; i < counts.limits.size(); ++i) {
    limits.push_back({{"constraint", study.constraints_on[i].text()},
                      {"broken", counts.limits[i].broken},
                      {"unknown", counts.limits[i].unknown}});
  }
  return {{"infeasible", counts.infeasible}, {"limits", std::move(limits)}};
}

}  // namespace hone::cli
