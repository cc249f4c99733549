// SPDX-License-Identifier: MIT
#include "hone/storage/rules.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/core/default_point.hpp"
#include "hone/core/failure.hpp"
#include "hone/storage/study_attributes.hpp"
#include "hone/storage/study_store.hpp"

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
                text("a complete trial has ", counted(values.size(), "value"), ", the study has ",
                     counted(objectives.size(), "objective")),
                "give one value for each objective, in their order");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw Error(ErrorCode::InvalidArgument,
                text("the value of objective '", objectives[i].name, "' is ", values[i]),
                "end a trial without a finite value as failed");
  }
}

/// The beginning of a long text, cut between two characters.
std::string beginning(const std::string& text) {
  constexpr std::size_t kLongest = 300;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

/// "complete with 0.5", "failed (exit code 1)".
std::string ended_as(TrialState state, std::span<const double> values, const std::string& error) {
  std::string out(to_text(state));
  for (std::size_t i = 0; i < values.size(); ++i) out += text(i == 0 ? " with " : ", ", values[i]);
  const std::string reason = failure_in_short(error);
  if (!reason.empty()) out += text(" (", beginning(reason), ")");
  return out;
}

[[noreturn]] void refuse_correction(const Correction& correction, TrialState state, const char* done,
                                    const std::string& remedy) {
  throw Error(ErrorCode::InvalidArgument,
              text("trial ", correction.number, " is ", to_text(state), " and cannot be ", done), remedy);
}

void require_retryable(const Correction& correction, TrialState state) {
  constexpr const char* kDone = "run again under its number";
  if (state == TrialState::Complete) {
    refuse_correction(correction, state, kDone,
                      "correct its value with `hone amend`, or measure its settings once more with `hone "
                      "enqueue`");
  }
  if (state == TrialState::Waiting) refuse_correction(correction, state, kDone, "it will be: run the study");
  if (state == TrialState::Running) {
    refuse_correction(correction, state, kDone,
                      "stop who runs it, or tell its end with `hone tell --state failed`");
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
    if (!is_evidence(outcome.state)) {
      throw Error(ErrorCode::InvalidArgument, text("'", to_text(outcome.state), "' does not end a trial"),
                  "use complete, failed, pruned, timed_out or infeasible");
    }
    if (outcome.state == TrialState::Complete) require_values(outcome.values, objectives);
  } catch (const Error& error) {
    throw error.within(text("trial ", outcome.lease.number));
  }
}

void require_finished(const Trial& trial, std::span<const Objective> objectives) {
  if (!is_evidence(trial.state)) {
    throw Error(ErrorCode::InvalidArgument,
                text("a trial that is ", to_text(trial.state), " cannot be inserted"),
                "insert trials that have ended, enqueue those that shall run");
  }
  if (trial.state == TrialState::Complete) require_values(trial.values, objectives);
}

void require_correctable(const Correction& correction, TrialState state,
                         std::span<const Objective> objectives) {
  switch (correction.kind) {
    case Correction::Kind::Retry:
      return require_retryable(correction, state);
    case Correction::Kind::Delete:
      if (state == TrialState::Deleted) {
        throw Error(ErrorCode::InvalidArgument, text("trial ", correction.number, " is deleted already"),
                    "`hone retry --trial` runs its settings again");
      }
      if (state == TrialState::Running) {
        refuse_correction(correction, state, "deleted",
                          "stop who runs it, or tell its end with `hone tell --state failed`");
      }
      return;
    case Correction::Kind::Amend:
      if (state == TrialState::Waiting) {
        refuse_correction(correction, state, "amended",
                          "it has not run yet: ask for it and tell its result, or take it out with `hone "
                          "delete --trial`");
      }
      if (!is_finished(state)) {
        refuse_correction(correction, state, "amended", "tell its result with `hone tell`");
      }
      if (state == TrialState::Deleted) {
        refuse_correction(correction, state, "amended", "run it again with `hone retry`");
      }
      try {
        require_values(correction.values, objectives);
      } catch (const Error& error) {
        throw error.within(text("trial ", correction.number));
      }
      return;
    case Correction::Kind::Note:
      if (correction.note.empty() && correction.tags.empty()) {
        throw Error(ErrorCode::InvalidArgument,
                    text("trial ", correction.number, ": there is nothing to note"), "give a text, or a tag");
      }
      for (const auto& [tag, on] : correction.tags) check_tag(tag);
  }
}

void require_runnable(const Correction& correction, const std::string& outside) {
  if (correction.kind != Correction::Kind::Retry || outside.empty()) return;
  throw Error(ErrorCode::InvalidArgument,
              text("trial ", correction.number,
                   " does not fit the study's search space and cannot be run "
                   "again: ",
                   outside),
              "run settings of the present space with `hone enqueue`; `hone space` shows it");
}

Remark remark_of(const Correction& correction, TrialState state, std::span<const double> values,
                 const std::string& error, Timestamp now) {
  if (correction.kind == Correction::Kind::Note) return {now, noted_words(correction.note, correction.tags)};
  std::string done = correction.kind == Correction::Kind::Retry ? "queued again" : "deleted";
  if (correction.kind == Correction::Kind::Amend) {
    done = "amended";
    for (std::size_t i = 0; i < correction.values.size(); ++i)
      done += text(i == 0 ? " to " : ", ", correction.values[i]);
  }
  return {now, text("was ", ended_as(state, values, error), "; ", done)};
}

TrialState state_after(Correction::Kind kind, TrialState before) {
  switch (kind) {
    case Correction::Kind::Retry:
      return TrialState::Waiting;
    case Correction::Kind::Delete:
      return TrialState::Deleted;
    case Correction::Kind::Amend:
      return TrialState::Complete;
    case Correction::Kind::Note:
      return before;
  }
  return before;
}

void require_annotation(const Annotation& added) {
  if (added.note.empty() && added.tags.empty() && !added.text && !added.stopped && added.attributes.empty())
    throw Error(ErrorCode::InvalidArgument, "there is nothing to note", "give a text, or a tag");
  for (const auto& [tag, on] : added.tags) check_tag(tag);
  require_attributes(added.attributes);
}

void require_remark_room(const Correction& correction, std::span<const Remark> remarks) {
  if (correction.kind != Correction::Kind::Note) return;
  std::size_t bytes = 0;
  for (const Remark& remark : remarks) bytes += remark.text.size();
  require_note_room(kRoomOfTrial, std::ssize(remarks), static_cast<std::int64_t>(bytes),
                    text("trial ", correction.number));
}

void require_workers(std::span<const Worker> workers, std::span<const Proposal> proposals) {
  if (workers.size() == 1 || workers.size() == proposals.size()) return;
  throw Error(ErrorCode::InvalidArgument,
              text("there are ", workers.size(), " workers for ", proposals.size(), " proposals"),
              "name one for all of them, or one for each");
}

OnceWorkers::OnceWorkers(std::span<const Worker> workers) {
  for (const Worker& worker : workers) {
    if (!worker.unserved_at) continue;
    names.insert(worker.name);
    since = std::min(since.value_or(*worker.unserved_at), *worker.unserved_at);
  }
}

const Worker& worker_of(std::span<const Worker> workers, std::size_t proposal) {
  return workers[workers.size() == 1 ? 0 : proposal];
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
  points.reserve(study.enqueue.size() + 1);
  const auto first = default_point(study);
  if (first && std::find(study.enqueue.begin(), study.enqueue.end(), *first) == study.enqueue.end())
    points.push_back({*first, {}});
  for (const Configuration& point : study.enqueue) points.push_back({point, {}});
  return points;
}

void complete_times(Trial& trial, Timestamp now) {
  if (trial.created == 0) trial.created = now;
  if (trial.finished == 0) trial.finished = now;
}

std::vector<Holding> lost_trials(std::span<const Holding> running, Timestamp now, const HolderCheck& judge) {
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
              text("choose another name, or delete the old one with `hone delete ", shell_word(name), "`"));
}

void throw_definition_differs(const std::string& name) {
  throw Error(ErrorCode::AlreadyExists,
              text("study '", name, "' exists with another search space or other objectives"),
              text("give the changed study another name, or delete the old one with `hone delete ",
                   shell_word(name), "`"));
}

void throw_objectives_differ(const std::string& name) {
  throw Error(ErrorCode::AlreadyExists, text("study '", name, "' exists with other objectives"),
              "its values mean something else: give the changed study another name");
}

}  // namespace hone::storage
