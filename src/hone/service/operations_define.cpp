// SPDX-License-Identifier: MIT
// Definitions of studies, and what people write on them.
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {
namespace {

/// The study with those of the parameters that it lacks, and with those that trials may lack from now on;
/// nothing when there are none of either.
std::optional<Study> with_parameters(const Study& study, std::span<const Parameter> added) {
  std::vector<Parameter> parameters = study.space.parameters();
  Study larger = study;
  bool looser = false;
  for (const Parameter& parameter : added) {
    if (const auto known = study.space.index_of(parameter.name)) {
      Parameter& there = parameters[*known];
      const bool may_change = !there.optional && !there.usual && study.space.candidates().empty();
      if (parameter.optional && may_change) looser = there.optional = true;
      continue;
    }
    if (!parameter.usual && !parameter.optional) {
      throw Error(ErrorCode::InvalidSpace, text("the new parameter '", parameter.name, "' has no default"),
                  "say what the trials so far count as, or that it is optional");
    }
    larger.removed.erase(parameter.name);
    parameters.push_back(parameter);
  }
  if (parameters.size() == study.space.size() && !looser) return std::nullopt;
  if (!study.space.candidates().empty()) {
    throw Error(ErrorCode::InvalidSpace,
                text("'", parameters.back().name, "' is not a column of the study's candidates"),
                "candidates are all that may be proposed: add the column to them");
  }
  std::vector<std::string> constraints;
  for (const Constraint& constraint : study.space.constraints()) constraints.push_back(constraint.text());
  larger.space = Space(std::move(parameters), constraints);
  larger.enqueue.clear();  // they have become trials long since, and lack the new parameters
  return larger;
}

}  // namespace

void Operations::drop(const std::string& study) {
  const std::lock_guard guard(opening_);
  storage::Storage& store = storage(true);
  const auto id = store.find_study(study);
  if (!id)
    throw Error(ErrorCode::NotFound, text("there is no study '", study, "' in the store"), "list them");
  store.delete_study(*id);
  notes_.drop(study);
  const std::lock_guard map(mutex_);
  drivers_.erase(study);
}

storage::StudyId Operations::id_of(const std::string& study) {
  if (const auto id = storage(true).find_study(study)) return *id;
  throw Error(ErrorCode::NotFound, text("there is no study '", study, "' in the store"),
              "check its name; `hone studies` lists those there are");
}

Operations::Stored Operations::stored(const std::string& study) {
  const storage::StudyId id = id_of(study);
  return {id, storage(true).current(id)};
}

std::optional<Operations::Stored> Operations::find(const std::string& study) {
  const auto id = storage(true).find_study(study);
  return id ? std::optional(Stored{*id, storage(true).current(*id)}) : std::nullopt;
}

runner::StoredStudy Operations::define(const Study& study, runner::OnNewSpace rule,
                                       catalog::Checked checked) {
  // What can never be run must not even make a store.
  if (checked == catalog::Checked::No) catalog::check_parts(study);
  return runner::open_or_create(storage(false), study, rule);
}

std::vector<storage::StudySummary> Operations::studies() { return storage(false).studies(); }

bool Operations::has(const std::string& study) { return storage(true).find_study(study).has_value(); }

std::vector<Trial> Operations::trials_under(const std::string& study, const Study& given) {
  return storage(true).trials_under(id_of(study), given);
}

std::int64_t Operations::replace(const std::string& study, const Study& given,
                                 std::optional<std::int64_t> seen) {
  const storage::StudyId id = id_of(study);
  const std::int64_t version = storage(true).redefine_study(id, given, seen);
  open(study);
  return version;
}

void Operations::rename(const std::string& study, const Study& renamed) {
  const std::lock_guard guard(opening_);
  storage(true).redefine_study(id_of(study), renamed);
  notes_.drop(study);
  notes_.drop(renamed.name);
  {
    const std::lock_guard map(mutex_);
    const auto open = drivers_.extract(study);
    if (open.empty()) return;
    drivers_.insert_or_assign(renamed.name, open.mapped());
  }
  open_driver(renamed.name);  // takes over what the other handed out
}

std::vector<storage::StudyVersion> Operations::versions(const std::string& study) {
  return storage(true).versions(id_of(study));
}

StudyNotes Operations::notes(const std::string& study) { return notes_.of(study); }

// A service looks itself.
bool Operations::is_stopped(const std::string& study) {
  return !storage(true).proposes() && notes_.of(study).stopped;
}

storage::Annotations Operations::annotations(const std::string& study) {
  return storage(true).annotations(id_of(study));
}

void Operations::annotate(const std::string& study, const storage::Annotation& added) {
  storage(true).annotate(id_of(study), added);
  notes_.drop(study);  // what was read before is old
}

void Operations::set_notes(const std::string& study, const StudyNotes& notes) {
  id_of(study);
  notes_.put(study, notes);
}

Operations::Redefined Operations::set_space(const std::string& study, const Study& given, bool dry_run) {
  catalog::check_parts(given);
  const storage::StudyId id = id_of(study);
  storage::Storage& store = storage(true);
  Redefined result{.change = runner::planned_change(store, id, given)};
  result.version = result.change.version;
  if (dry_run || result.change.changes.empty()) return result;
  result.version = runner::carry_out(store, id, result.change);
  result.adopted = true;
  const std::lock_guard guard(opening_);
  open_driver(study);
  return result;
}

std::shared_ptr<const Study> Operations::add_parameters(const std::string& study,
                                                        std::span<const Parameter> added) {
  for (;;) {
    const DriverPointer open = driver(study);
    storage::Storage& store = storage(true);
    const storage::StudyVersion present = store.current(open->id());
    const std::optional<Study> larger = with_parameters(present.study, added);
    if (!larger) return definition(study);
    catalog::check_parts(*larger);
    try {
      store.redefine_study(open->id(), *larger, present.version);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Conflict) throw;  // somebody else changed it: look again
    }
  }
}

}  // namespace hone::service
