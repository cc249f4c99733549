// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/configuration.hpp"
#include "hone/core/note.hpp"
#include "hone/core/report.hpp"
#include "hone/core/value.hpp"

namespace hone {

enum class TrialState {
  Waiting,     ///< enqueued, nobody runs it yet
  Running,     ///< handed out, not finished
  Complete,    ///< has its value(s)
  Failed,      ///< ended without a result: crashed, printed nothing, gave NaN
  Pruned,      ///< stopped early because it looked bad; its reports remain
  TimedOut,    ///< stopped because it took too long
  Infeasible,  ///< told to be impossible: these settings cannot be run at all
  Deleted,     ///< taken out by a person: kept with its number, counted nowhere, learned from by nobody
};

/// "waiting", "running", "complete", "failed", "pruned", "timed_out", "infeasible", "deleted".
std::string_view to_text(TrialState state);
std::optional<TrialState> parse_trial_state(std::string_view text);
/// Ended, one way or another.
constexpr bool is_finished(TrialState state) {
  return state != TrialState::Waiting && state != TrialState::Running;
}
/// Something can be learned from it: it has ended and nobody took it out.
constexpr bool is_evidence(TrialState state) { return is_finished(state) && state != TrialState::Deleted; }

/// Milliseconds since 1970 UTC; 0 for "not yet".
using Timestamp = std::int64_t;

/// What somebody did to a trial after it had ended, and what it was before.
struct Remark {
  Timestamp time = 0;
  std::string text;
  friend bool operator==(const Remark&, const Remark&) = default;
};

/// One try of one configuration.
struct Trial {
  std::int64_t number = 0;  ///< 0, 1, 2, ... without gaps in a study
  TrialState state = TrialState::Waiting;
  Configuration configuration;
  std::vector<double> values;   ///< one for each objective when Complete, as measured (never negated)
  std::vector<Report> reports;  ///< by step
  Attributes attributes;        ///< the user's remarks
  Notes notes;                  ///< what the sampler keeps with its proposal; part of the history
  std::string error;            ///< why it failed: exit code, tail of stderr
  std::vector<Remark> remarks;  ///< corrections, oldest first
  int attempt = 1;              ///< counts retries and runs taken over from dead workers
  std::string worker;           ///< who runs or ran it
  Timestamp created = 0;
  Timestamp started = 0;
  Timestamp finished = 0;
  std::int64_t version =
      1;  ///< of the study's definition: the one under which it was last handed out or added
  /// Why the trial does not fit the study's present space; empty when it does. Samplers are not shown those
  /// that do not, and none of them is the best.
  std::string outside = {};
  /// Values that the trial had of parameters which do not exist any more under the others. The configuration
  /// is over the present space; with these it is what was run.
  Attributes former = {};
  /// For each of the study's constraints_on, by how much a complete trial is beyond it: see
  /// OutcomeConstraint::excess(). Follows from the rest of the trial and the study, as the two above do, and
  /// is set by judge_outcome() when a trial is read.
  std::vector<double> excess = {};
  /// What is above 0 of it in all, each as a part of its limit: 0 when the trial is feasible, infinite when
  /// that is not known.
  double violation = 0.0;
  friend bool operator==(const Trial&, const Trial&) = default;
};

/// True when the trial counts in the study as it is now defined.
inline bool fits(const Trial& trial) { return trial.outside.empty(); }
/// True when the trial breaks none of the study's constraints_on, as far as it was measured.
inline bool feasible(const Trial& trial) { return trial.violation == 0.0; }
/// True when the trial may be the best: complete, of the present space, and feasible.
inline bool may_be_best(const Trial& trial) {
  return trial.state == TrialState::Complete && fits(trial) && feasible(trial);
}
/// Those that do, in their order: for whoever looks at configurations as points of the space.
std::vector<Trial> fitting(std::vector<Trial> trials);

}  // namespace hone
