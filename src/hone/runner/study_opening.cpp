// SPDX-License-Identifier: MIT
#include "hone/runner/study_opening.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/definitions.hpp"

namespace hone::runner {
namespace {

// Nothing when the name is taken, perhaps since a moment ago.
std::optional<storage::StudyId> try_create(storage::Storage& storage, const Study& study) {
  try {
    return storage.create_study(study);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::AlreadyExists) throw;
    return std::nullopt;
  }
}

/// A file need not repeat for ever what it once said of a parameter that is gone.
Study with_removals(const Study& given, const Study& stored) {
  Study whole = given;
  for (const auto& [name, removal] : stored.removed) {
    if (!whole.space.index_of(name)) whole.removed.try_emplace(name, removal);
  }
  return whole;
}

void require_objectives(const Study& stored, const Study& given) {
  if (same_objectives(stored.objectives, given.objectives)) return;
  throw Error(
      ErrorCode::AlreadyExists,
      text("the study '", stored.name, "' is in the store with another objective: ",
           in_short(differences(stored, given), FieldChange::Part::Objective)),
      "its old values would mean something else; give the study another 'name', or remove the old one "
      "with `hone delete " +
          shell_word(stored.name) + "`");
}

[[noreturn]] void refuse_space(const Study& stored, const Study& given) {
  const bool same = stored.space == given.space && stored.removed == given.removed;
  throw Error(
      ErrorCode::AlreadyExists,
      text("the study '", given.name, "' is in the store with ",
           same ? "other limits on outcomes: " : "another search space: ",
           in_short(differences(stored, given), FieldChange::Part::Space)),
      text("adopt the new one with `hone tune FILE --adopt` (trials that do not fit it are kept and "
           "marked; `hone space ",
           shell_word(given.name), " --set FILE --dry-run` shows which), or give the study another 'name'"));
}

std::int64_t count_if(const std::vector<Trial>& trials, const auto& holds) {
  return std::count_if(trials.begin(), trials.end(), holds);
}

std::string numbered(const std::vector<Trial>& trials, const auto& holds) {
  const auto first = std::find_if(trials.begin(), trials.end(), holds);
  const std::int64_t count = count_if(trials, holds);
  return count == 1 ? text("trial ", first->number) : text(count, " trials, the first is ", first->number);
}

/// True when the trial has no value of a parameter that exists under its others.
bool lacks(const Trial& trial, std::size_t parameter, const Space& space) {
  if (trial.configuration[parameter]) return false;
  std::vector<std::optional<Value>> values(space.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = trial.configuration[i];
  return space.active(parameter, values);
}

// What old trials are worth cannot be guessed: it is asked.
void require_told(const Study& study, const std::vector<Trial>& outside) {
  for (std::size_t i = 0; i < study.space.size(); ++i) {
    const Parameter& parameter = study.space.parameters()[i];
    const auto without = [&](const Trial& trial) { return lacks(trial, i, study.space); };
    if (count_if(outside, without) == 0) continue;
    throw Error(
        ErrorCode::InvalidSpace,
        text("parameters.", parameter.name, ": old trials have no value of this parameter (",
             numbered(outside, without), ")"),
        "say what they count as, with `default: VALUE` beside its range: the value that the command used "
        "without it; or `optional: true` when there was none");
  }
  for (const Trial& trial : outside) {
    for (const auto& [name, value] : trial.former) {
      if (study.space.index_of(name) || study.removed.contains(name)) continue;
      const auto had = [&, gone = &name](const Trial& other) { return other.former.contains(*gone); };
      // A list, map or null as a value stands in a list of its own.
      const bool listed = std::holds_alternative<Compound>(value);
      const std::string shown = listed ? "[" + hone::to_text(value) + "]" : hone::to_text(value);
      throw Error(
          ErrorCode::InvalidSpace,
          text("the parameter '", name, "' is gone, and old trials had it (", numbered(outside, had), ")"),
          text("say which of them still count: `removed: {", name, ": ", shown,
               "}` for those that had this value, as all have from now on, or `removed: {", name,
               ": any}` for all"));
    }
  }
}

StoredStudy bring_up_to_date(storage::Storage& storage, storage::StudyId id, const Study& study,
                             OnNewSpace rule) {
  const storage::StudyVersion stored = storage.current(id);
  Study given = with_removals(study, stored.study);
  StoredStudy open{id, std::move(given), false, stored.version, stored.space};
  if (stored.study == open.study) return open;
  require_objectives(stored.study, open.study);
  if (storage::same_space(stored.study, open.study)) {
    open.version = storage.redefine_study(id, open.study);
    return open;
  }
  if (rule == OnNewSpace::Refuse) refuse_space(stored.study, open.study);
  open.version = open.space = carry_out(storage, id, planned_change(storage, id, study));
  return open;
}

}  // namespace

std::optional<StoredStudy> find_study(storage::StudyStore& storage, const std::string& name) {
  const auto id = storage.find_study(name);
  if (!id) return std::nullopt;
  return stored_study(storage, *id);
}

StoredStudy stored_study(storage::StudyStore& storage, storage::StudyId id) {
  storage::StudyVersion current = storage.current(id);
  return {id, std::move(current.study), false, current.version, current.space};
}

StoredStudy open_or_create(storage::Storage& storage, const Study& study, OnNewSpace rule) {
  std::optional<storage::StudyId> id = storage.find_study(study.name);
  if (!id) {
    id = try_create(storage, study);
    if (id) return {*id, study, true};
  }
  if (!id) id = storage.find_study(study.name);  // another process was faster
  if (!id) {
    throw Error(ErrorCode::Conflict, text("the study '", study.name, "' was deleted while it was opened"),
                "try again");
  }
  return bring_up_to_date(storage, *id, study, rule);
}

PlannedChange planned_change(storage::Storage& storage, storage::StudyId id, const Study& given) {
  const storage::StudyVersion stored = storage.current(id);
  PlannedChange change{.study = with_removals(given, stored.study), .version = stored.version};
  require_objectives(stored.study, change.study);
  change.changes = differences(stored.study, change.study);
  change.new_space = !storage::same_space(stored.study, change.study);
  const std::vector<Trial> before = storage.changes(id, 0).trials;
  change.trials = std::count_if(before.begin(), before.end(),
                                [](const Trial& trial) { return trial.state != TrialState::Deleted; });
  if (!change.new_space) return change;
  std::vector<Trial> after = storage.trials_under(id, change.study);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].state == TrialState::Deleted) continue;
    const bool fitted = i < before.size() && fits(before[i]);
    if (fits(after[i]) && !fitted && i < before.size()) ++change.back;
    if (fits(after[i]) && !feasible(after[i])) ++change.infeasible;
    if (fits(after[i])) continue;
    if (after[i].state == TrialState::Waiting) ++change.left_out;
    change.outside.push_back(std::move(after[i]));
  }
  require_told(change.study, change.outside);
  return change;
}

std::int64_t carry_out(storage::StudyStore& storage, storage::StudyId id, const PlannedChange& change) {
  return storage.redefine_study(id, change.study,
                                change.new_space ? std::optional(change.version) : std::nullopt);
}

}  // namespace hone::runner
