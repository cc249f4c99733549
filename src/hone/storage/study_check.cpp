// SPDX-License-Identifier: MIT
#include "hone/storage/study_check.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/annotation_rows.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_rows.hpp"
#include "hone/storage/version_rows.hpp"

namespace hone::storage {
namespace {

/// The first parameter that exists under the others but has no value; nothing when all have theirs.
std::optional<std::string> missing_parameter(const Configuration& configuration, const Space& space) {
  std::vector<std::optional<Value>> values(space.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = configuration[i];
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i] && !space.parameters()[i].optional && space.active(i, values))
      return space.parameters()[i].name;
  }
  return std::nullopt;
}

// So many changes at most are stored without being counted, when a count is damaged.
constexpr Revision kMostUncounted = 1'000'000'000;

class StudyCheck {
 public:
  StudyCheck(Database& database, StudyId id, std::string name, std::size_t most)
      : database_(database), id_(id), name_(std::move(name)), most_(most) {}

  StudyFindings run() && {
    try {
      const Study study = rows::read_study(database_, id_);
      check_definition(study);
      std::vector<StudyVersion> versions = check_versions(study);  // which finds out the present one
      const Definitions defined(std::move(versions), version_);
      if (!study.objectives.empty()) check_trials(study, defined);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageCorrupt) throw;
      add(error.what());
      unreadable_ = true;
    }
    check_progress();
    for (const std::string& problem : rows::damaged_annotations(database_, id_)) add(problem);
    return std::move(found_);
  }

 private:
  void check_definition(const Study& study) {
    if (study.name != name_) add(text("its definition calls it '", study.name, "'"));
    if (study.objectives.empty()) add("it has no objective");
    if (rows::read_objectives(database_, id_) != study.objectives)
      add("the table of objectives does not say what its definition says");
  }

  /// The versions, the present one with the study as it is. Finds out which that is when the counts do not
  /// say.
  std::vector<StudyVersion> check_versions(const Study& study) {
    std::vector<StudyVersion> versions = rows::read_versions(database_, id_);
    for (std::size_t i = 0; i < versions.size(); ++i) {
      const StudyVersion& each = versions[i];
      if (each.version != static_cast<std::int64_t>(i) + 1 || each.space < 1 || each.space > each.version)
        add(text("the versions of its definition are not numbered 1, 2, ...: there is ", each.version));
    }
    const auto is_present = [&](const StudyVersion& each) {
      return same_space(each.study, study) && run_alike(each.study.plan, study.plan);
    };
    const auto progress = rows::read_progress(database_, id_);
    const auto said = std::find_if(versions.begin(), versions.end(), [&](const StudyVersion& each) {
      return progress && each.version == progress->version;
    });
    auto present = said;
    if (said == versions.end() || !is_present(*said)) {
      const auto last = std::find_if(versions.rbegin(), versions.rend(), is_present);
      present = last == versions.rend() ? versions.end() : last.base() - 1;
      if (present == versions.end()) {
        add("its definition is none of its versions; go back to a backup");
        present = versions.end() - 1;
      } else if (progress) {
        add(text("it says that its definition is version ", progress->version, ", but it is version ",
                 present->version, "; `hone db check --repair` sets it"));
      }
    }
    present->study = study;
    version_ = present->version;
    counted_.version = version_;
    return versions;
  }

  void check_trials(const Study& study, const Definitions& defined) {
    rows::visit_trials(database_, id_, defined, [&](std::int64_t number, const rows::ReadTrial& read) {
      if (number != counted_.trials) {
        add(text("trial ", counted_.trials, " is missing: the next number is ", number));
        counted_.trials = number;
      }
      try {
        check_trial(read(), study);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::StorageCorrupt) throw;
        add(error.what());
        ++counted_.trials;
        unreadable_ = true;
      }
      return found_.problems.size() < most_;
    });
    if (found_.problems.size() >= most_) unreadable_ = true;
  }

  void check_trial(const Trial& trial, const Study& study) {
    counted_.add(trial.state);
    const auto missing = fits(trial) ? missing_parameter(trial.configuration, study.space) : std::nullopt;
    if (missing) add(text("trial ", trial.number, " has no value of the parameter '", *missing, "'"));
    if (trial.state != TrialState::Complete) return;
    if (trial.finished == 0) add(text("trial ", trial.number, " is complete but has no end time"));
    try {
      require_finished(trial, study.objectives);
      if (may_be_best(trial)) counted_.offer(trial.values, study.objectives);
    } catch (const Error& error) {
      add(error.within(text("trial ", trial.number)).what());
    }
  }

  void check_progress() {
    found_.kept = rows::read_progress(database_, id_);
    if (!found_.kept) add("its counts are missing; `hone db check --repair` counts its trials anew");
    const Revision reached = check_changes();
    if (unreadable_) return;  // then the counts differ, of course
    counted_.revision = reached;
    found_.counted = counted_;
    compare_counts();
  }

  /// The number of the last change. A trial's may be behind the count or, when that was damaged, ahead of it;
  /// one that is out of all proportion is the trial's damage, and would be the study's if it were believed.
  Revision check_changes() {
    const std::string advice = "; `hone db check --repair` sets it";
    const Revision said = found_.kept ? found_.kept->revision : 0;
    const bool believable = said >= 0 && said < rows::kNeverReached;
    if (!believable) add(text("it counts ", said, " changes, which cannot be", advice));
    const Revision kept = believable ? said : 0;
    found_.last_plausible = believable && found_.kept ? kept + kMostUncounted : rows::kNeverReached - 1;
    const Revision newest = look_at_changes();
    if (found_.misnumbered > 0)
      add(text(found_.misnumbered, " of its trials changed last at a change that cannot have been", advice));
    if (believable && found_.kept && newest > kept)
      add(text("trials are newer than the study: change ", newest, " after ", kept, advice));
    const bool another = found_.misnumbered > 0 || !believable;  // which the repair makes
    return std::max(newest, kept) + (another ? 1 : 0);
  }

  /// The last plausible change of a trial; counts the others.
  Revision look_at_changes() {
    Query query(
        database_,
        "SELECT MAX(CASE WHEN revision BETWEEN 0 AND ? THEN revision END), "
        "COUNT(CASE WHEN revision BETWEEN 0 AND ? THEN NULL ELSE 1 END) FROM trials WHERE study_id = ?");
    query.with(found_.last_plausible, found_.last_plausible, id_).next();
    found_.misnumbered = query.integer(1);
    return query.is_null(0) ? 0 : query.integer(0);
  }

  void compare_counts() {
    if (!found_.kept) return;
    Progress counts = *found_.kept;
    counts.revision = counted_.revision;
    counts.version = counted_.version;  // of which something was said already
    if (counts == counted_) return;
    add(text("its counts are not those of its trials (", progress_text(counts), "; there are ",
             progress_text(counted_), "); `hone db check --repair` counts anew"));
  }

  void add(const std::string& problem) { found_.problems.push_back(text("study '", name_, "': ", problem)); }

  Database& database_;
  StudyId id_;
  std::string name_;
  std::size_t most_;
  StudyFindings found_;
  Progress counted_;
  bool unreadable_ = false;
  std::int64_t version_ = 1;  // the present one
};

}  // namespace

StudyFindings inspect_study(Database& database, StudyId id, const std::string& name, std::size_t most) {
  return StudyCheck(database, id, name, most).run();
}

std::string progress_text(const Progress& progress) {
  const std::string best = progress.best ? text(*progress.best) : "none";
  return text(progress.trials, " trials, ", progress.waiting, " waiting, ", progress.running, " running, ",
              progress.complete, " complete, ", progress.failed, " failed, ",
              progress.deleted > 0 ? text(progress.deleted, " deleted, ") : "", "best ", best, ", change ",
              progress.revision);
}

}  // namespace hone::storage
