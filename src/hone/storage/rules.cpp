// SPDX-License-Identifier: MIT
#include "hone/storage/rules.hpp"

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::storage {
namespace {

/// "trial 3 has already ended (complete)": where a trial is that the caller believes to hold.
std::string whereabouts(const Holding& holding) {
  const std::string trial = text("trial ", holding.number);
  if (is_finished(holding.state)) return text(trial, " has already ended (", to_text(holding.state), ")");
  if (holding.state == TrialState::Waiting) return text(trial, " waits in the queue, nobody holds it");
  return text(trial, " is held by worker '", holding.worker, "'");
}

void require_values(std::span<const double> values, std::span<const Objective> objectives) {
  if (values.size() != objectives.size()) {
    throw Error(ErrorCode::InvalidArgument,
                text("a complete trial has ", values.size(), " value(s), the study has ", objectives.size(),
                     " objective(s)"),
                "give one value for each objective, in their order");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw Error(ErrorCode::InvalidArgument,
                text("the value of objective '", objectives[i].name, "' is ", values[i]),
                "end a trial without a finite value as failed");
  }
}

bool was_given_up(const Holding& holding) {
  return holding.state == TrialState::Failed && holding.lease_until.has_value();
}

}  // namespace

bool is_held(const Lease& lease, const Holding& holding) {
  return holding.state == TrialState::Running && holding.fence == lease.fence;
}

void require_held(const Lease& lease, const Holding& holding) {
  if (is_held(lease, holding)) return;
  std::string problem = whereabouts(holding);
  if (holding.state == TrialState::Running) {
    problem += text(" since hand-over ", holding.fence, ", the report is from hand-over ", lease.fence);
  }
  throw Error(ErrorCode::LeaseLost, problem, "drop this report: the trial is no longer this worker's");
}

// A failure of a worker that lost the trial says nothing about the attempt that somebody else makes; a result
// is worth the same whoever found it.
void require_ends(const Outcome& outcome, const Holding& holding) {
  const bool result = outcome.state == TrialState::Complete || outcome.state == TrialState::Infeasible;
  const bool was_given = outcome.lease.fence >= 1 && outcome.lease.fence <= holding.fence;
  const bool untold = !is_finished(holding.state) || was_given_up(holding);
  if (result && was_given && untold) return;
  require_held(outcome.lease, holding);
}

Lease open_lease_of(const Holding& holding) {
  if (holding.state != TrialState::Running || holding.lease_until) {
    throw Error(
        ErrorCode::LeaseLost, whereabouts(holding),
        "only trials that are held until they are told, as `hone ask` does it, can be told from elsewhere; "
        "list them with `hone trials --state running`");
  }
  return {holding.number, holding.fence};
}

void require_outcome(const Outcome& outcome, std::span<const Objective> objectives) {
  try {
    if (!is_finished(outcome.state)) {
      throw Error(ErrorCode::InvalidArgument, text("'", to_text(outcome.state), "' does not end a trial"),
                  "use complete, failed, pruned, timed_out or infeasible");
    }
    if (outcome.state == TrialState::Complete) require_values(outcome.values, objectives);
  } catch (const Error& error) {
    throw error.within(text("trial ", outcome.lease.number));
  }
}

void require_finished(const Trial& trial, std::span<const Objective> objectives) {
  if (!is_finished(trial.state)) {
    throw Error(ErrorCode::InvalidArgument,
                text("a trial that is ", to_text(trial.state), " cannot be inserted"),
                "insert trials that have ended, enqueue those that shall run");
  }
  if (trial.state == TrialState::Complete) require_values(trial.values, objectives);
}

Trial trial_of(const Proposal& proposal, Timestamp now) {
  Trial trial;
  trial.configuration = proposal.configuration;
  trial.notes = proposal.notes;
  trial.created = now;
  return trial;
}

std::vector<Proposal> starting_points(const Study& study) {
  std::vector<Proposal> points;
  points.reserve(study.enqueue.size());
  for (const Configuration& point : study.enqueue) points.push_back({point, {}});
  return points;
}

void complete_times(Trial& trial, Timestamp now) {
  if (trial.created == 0) trial.created = now;
  if (trial.finished == 0) trial.finished = now;
}

std::vector<Holding> lost_trials(std::span<const Holding> running, Timestamp now, const Judge& judge) {
  std::vector<Holding> lost;
  for (const Holding& holding : running) {
    if (!holding.lease_until) continue;
    const Holder holder{.lease = {holding.number, holding.fence},
                        .worker = holding.worker,
                        .lease_until = *holding.lease_until,
                        .overdue = now - *holding.lease_until};
    const Liveness known = judge ? judge(holder) : Liveness::Unknown;
    if (known == Liveness::Dead || (known == Liveness::Unknown && holder.overdue >= 0))
      lost.push_back(holding);
  }
  return lost;
}

bool gives_up(LostPolicy policy, int attempt, int max_attempts) {
  return policy == LostPolicy::Fail || attempt >= max_attempts;
}

std::string lost_text(const std::string& worker) {
  return text("worker '", worker, "' died or went silent while running it");
}

std::optional<Timestamp> lease_end(const Worker& worker, Timestamp now) {
  if (!worker.lease) return std::nullopt;
  return now + *worker.lease;
}

void throw_no_study(StudyId id) {
  throw Error(ErrorCode::NotFound, text("there is no study with id ", id, " in this store"),
              "it may have been deleted; list those there are with `hone studies`");
}

void throw_went_back(const std::string& store, StudyId id, Revision known, Revision found) {
  throw Error(
      ErrorCode::StorageCorrupt,
      text("'", store, "': study ", id, " was at change ", known, " and is at ", found, " now"),
      "somebody else has replaced the store's content or damaged its counts: look with `hone db check`, "
      "then start again");
}

void throw_no_trial(std::int64_t number) {
  throw Error(ErrorCode::NotFound, text("there is no trial ", number, " in this study"),
              "list those there are with `hone trials`");
}

void throw_name_taken(const std::string& name) {
  throw Error(ErrorCode::AlreadyExists, text("there is a study named '", name, "' already"),
              "choose another name, or delete the old one with `hone delete`");
}

void throw_definition_differs(const std::string& name) {
  throw Error(ErrorCode::AlreadyExists,
              text("study '", name, "' exists with another search space or other objectives"),
              "give the changed study another name, or delete the old one with `hone delete`");
}

void throw_objectives_differ(const std::string& name) {
  throw Error(ErrorCode::AlreadyExists, text("study '", name, "' exists with other objectives"),
              "its values mean something else: give the changed study another name");
}

}  // namespace hone::storage
