// SPDX-License-Identifier: MIT
#include "hone/storage/definitions.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/core/used_value.hpp"

namespace hone::storage {

bool same_space(const Study& a, const Study& b) {
  return a.space == b.space && a.removed == b.removed && a.constraints_on == b.constraints_on;
}

bool run_alike(const Plan& a, const Plan& b) {
  return a.command == b.command && a.environment == b.environment && a.directory == b.directory &&
         a.mode == b.mode && a.result == b.result;
}

Definitions::Definitions(std::vector<StudyVersion> versions, std::int64_t current)
    : current_([&] {
        const auto found = std::find_if(versions.begin(), versions.end(),
                                        [&](const StudyVersion& v) { return v.version == current; });
        if (found != versions.end()) return *found;
        throw Error(ErrorCode::StorageCorrupt,
                    text("version ", current, " of the study's definition is missing"),
                    "check the store with `hone db check` and go back to a backup");
      }()) {
  for (StudyVersion& version : versions) {
    // One object for all that share the present space: their configurations then share its names.
    const bool present = version.space == current_.space;
    Past past{present ? current_.study.space : version.study.space, version.space};
    if (!present) past.fit.emplace(version.study.space, current_.study.space, current_.study.removed);
    past_.emplace(version.version, std::move(past));
  }
}

const Definitions::Past& Definitions::past(std::int64_t version) const {
  const auto found = past_.find(version);
  if (found != past_.end()) return found->second;
  throw Error(ErrorCode::StorageCorrupt,
              text("version ", version, " of the study's definition is named, and is not there"),
              "check the store with `hone db check` and go back to a backup");
}

void Definitions::settle(Trial& trial) const {
  judge_outcome(current_.study.constraints_on, trial);
  fit(trial);
  if (is_finished(trial.state) && trial.outside.empty()) take_used_values(space(), trial);
}

void Definitions::fit(Trial& trial) const {
  const Past& before = past(trial.version);
  if (!before.fit) return;
  Fitted fitted = (*before.fit)(trial.configuration);
  trial.configuration = std::move(fitted.configuration);
  trial.former = std::move(fitted.former);
  trial.outside = std::move(fitted.outside);
}

std::int64_t Definitions::version_for(const Worker& worker) const {
  if (worker.version == 0) return current_.version;
  const auto known = past_.find(worker.version);
  if (known != past_.end() && known->second.began == current_.space) return worker.version;
  throw Error(ErrorCode::Conflict,
              text("the search space of the study '", current_.study.name,
                   "' was changed by somebody else: it is at version ", current_.version,
                   ", this process works by version ", worker.version),
              "start again with the present definition; `hone space` shows it");
}

StudyVersion next_version(const std::vector<StudyVersion>& versions, std::int64_t current, const Study& study,
                          Timestamp now) {
  const auto now_current = std::find_if(versions.begin(), versions.end(),
                                        [&](const StudyVersion& v) { return v.version == current; });
  const std::int64_t space = now_current == versions.end() ? 1 : now_current->space;
  for (const StudyVersion& version : versions) {
    if (version.space == space && run_alike(version.study.plan, study.plan))
      return {version.version, space, version.created, study};
  }
  return {versions.back().version + 1, space, now, study};
}

StudyVersion next_space(const std::vector<StudyVersion>& versions, const Study& study, Timestamp now) {
  const std::int64_t next = versions.back().version + 1;
  return {next, next, now, study};
}

std::string left_out_text(const Trial& trial, std::int64_t version) {
  return text("it waited and was left out: ", trial.outside, " (version ", version,
              " of the study's definition)");
}

void require_seen(std::int64_t seen, std::int64_t current) {
  if (seen == current) return;
  throw Error(ErrorCode::Conflict,
              text("somebody else changed the definition of the study: it is at version ", current,
                   ", not at ", seen),
              "look at what it is now with `hone space`, and try again");
}

void require_names(const Configuration& configuration, const Space& space) {
  const std::vector<std::string>& names = *space.names();
  bool same = configuration.size() == names.size();
  for (std::size_t i = 0; same && i < names.size(); ++i) same = configuration.name(i) == names[i];
  if (same) return;
  throw Error(ErrorCode::Conflict, "the search space of the study was changed by somebody else meanwhile",
              "try again: the values are then read in the present space");
}

}  // namespace hone::storage
