// SPDX-License-Identifier: MIT
#include "hone/storage/sql_check.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/artefact_rows.hpp"
#include "hone/storage/artefact_rules.hpp"
#include "hone/storage/migrations.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_rows.hpp"

namespace hone::storage {
namespace {

constexpr std::size_t kMaxProblems = 50;

/// Collects what is wrong with one study.
class StudyCheck {
 public:
  StudyCheck(Database& database, StudyId id, std::string name, std::vector<std::string>& problems)
      : database_(database), id_(id), name_(std::move(name)), problems_(problems) {}

  void run() {
    try {
      study_ = rows::read_study(database_, id_);
    } catch (const Error& error) {
      return add(error.what());
    }
    if (study_->name != name_) add(text("its definition calls it '", study_->name, "'"));
    if (study_->objectives.empty()) return add("it has no objective");
    check_trials();
    check_progress();
  }

 private:
  void check_trials() {
    rows::visit_trials(database_, id_, study_->space, [&](std::int64_t number, const rows::ReadTrial& read) {
      if (number != counted_.trials) {
        add(text("trial ", counted_.trials, " is missing: the next number is ", number));
        counted_.trials = number;
      }
      try {
        check_trial(read());
      } catch (const Error& error) {
        add(error.what());
        ++counted_.trials;
        unreadable_ = true;
      }
      return problems_.size() < kMaxProblems;
    });
  }

  void check_trial(const Trial& trial) {
    counted_.add(trial.state);
    if (trial.state != TrialState::Complete) return;
    if (trial.finished == 0) add(text("trial ", trial.number, " is complete but has no end time"));
    try {
      require_finished(trial, study_->objectives);
      counted_.offer(trial.values, study_->objectives);
    } catch (const Error& error) {
      add(error.within(text("trial ", trial.number)).what());
    }
  }

  void check_progress() {
    const auto kept = rows::read_progress(database_, id_);
    if (!kept) return add("its counts are missing");
    if (unreadable_ || problems_.size() >= kMaxProblems) return;  // then the counts differ, of course
    counted_.revision = kept->revision;
    if (counted_ != *kept) add("its counts are not those of its trials");
    Query late(database_, "SELECT COUNT(*) FROM trials WHERE study_id = ? AND revision > ?");
    if (late.with(id_, kept->revision).next() && late.integer(0) > 0) add("trials are newer than the study");
  }

  void add(const std::string& problem) { problems_.push_back(text("study '", name_, "': ", problem)); }

  Database& database_;
  StudyId id_;
  std::string name_;
  std::vector<std::string>& problems_;
  std::optional<Study> study_;
  Progress counted_;
  bool unreadable_ = false;
};

std::vector<std::pair<StudyId, std::string>> all_studies(Database& database) {
  std::vector<std::pair<StudyId, std::string>> studies;
  Query query(database, "SELECT id, name FROM studies ORDER BY id");
  while (query.next()) studies.emplace_back(query.integer(0), std::string(query.text(1)));
  return studies;
}

/// Whether every artefact still has the bytes that were put. One at a time: they may be large.
void check_artefacts(Database& database, std::vector<std::string>& problems) {
  for (const ArtefactInfo& info : rows::read_artefacts(database, "")) {
    if (problems.size() >= kMaxProblems) return;
    try {
      require_intact(rows::read_artefact(database, {info.kind, info.name, info.hash}).value());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageCorrupt) throw;
      problems.emplace_back(error.what());
    }
  }
}

}  // namespace

CheckReport check_database(Database& database) {
  CheckReport report;
  report.problems = database.check();
  try {
    Transaction transaction(database, Access::Read);
    report.schema_version = schema_version(database);
    for (const auto& [id, name] : all_studies(database)) {
      if (report.problems.size() >= kMaxProblems) break;
      StudyCheck(database, id, name, report.problems).run();
    }
    check_artefacts(database, report.problems);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt) throw;
    report.problems.emplace_back(error.what());
  }
  return report;
}

}  // namespace hone::storage
