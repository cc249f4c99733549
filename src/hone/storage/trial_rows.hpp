// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/storage/database.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/rules.hpp"
#include "hone/storage/trial_record.hpp"

// How trials lie in the tables `trials`, `reports` and `progress`. Everything here runs inside the caller's
// transaction.
namespace hone::storage::rows {

/// The counts of a study; nothing when there is no such study.
std::optional<Progress> read_progress(Database& database, StudyId id);
/// The same for whoever goes on to change trials without counting it as a change of the study.
std::optional<Progress> lock_progress(Database& database, StudyId id);
/// The same for a change of the study: its revision is one higher. Whoever called this first is the only one
/// to change the study until the transaction ends. What `meanwhile` asks the database (Query::send) is
/// answered together with this, as it is when the study is ours. Throws NotFound.
Progress advance(Database& database, StudyId id, const std::function<void()>& meanwhile = {});
/// The same for who numbers trials. Throws StorageCorrupt, naming the repair, unless the count of trials is
/// the next free number: who gave numbers by a wrong count would never find the one it expects.
Progress advance_counted(Database& database, StudyId id);
void write_progress(Database& database, StudyId id, const Progress& progress);
void insert_progress(Database& database, StudyId id, const Progress& progress);
/// The largest number of a trial.
std::optional<std::int64_t> last_number(Database& database, StudyId id);

/// The best value among the complete trials that fit the present space, of which there are `complete` whether
/// they fit or not; nothing with several objectives.
std::optional<double> best_value(Database& database, StudyId id, const Definitions& definitions,
                                 std::int64_t complete);

/// Changes are counted one by one; who finds a number from here on has found damage.
constexpr Revision kNeverReached = Revision{1} << 62;

/// Throws StorageCorrupt, naming the repair, when the count of changes is wrong: a reader who asks for what
/// came after it would never see what did.
void require_newest(Database& database, StudyId id, const Progress& progress);

/// What to do about rows that a damaged page hides: an index can be made again from its table.
inline constexpr const char* kLookAndRestore =
    "look at the whole store with `hone db check`; `hone db check --repair` makes damaged indices again and "
    "counts anew, and what is lost then is in a backup only";
/// Throws StorageCorrupt: the study counts `counted` trials (of some state), and `found` can be read.
[[noreturn]] void throw_hidden(Database& database, StudyId id, std::int64_t counted, std::int64_t found,
                               const char* state = "");
/// Throws StorageCorrupt when there was a trial of this number, and NotFound otherwise.
[[noreturn]] void throw_not_found(Database& database, StudyId id, std::int64_t number);

// Reading checks the seals, and throws StorageCorrupt naming the trial that is damaged.

/// All trials of the study, or those that changed after `since`, by number and with their reports. Of all
/// there must be as many as are `expected`, numbered without gaps.
std::vector<Trial> read_trials(Database& database, StudyId id, const Definitions& definitions,
                               std::int64_t expected);
std::vector<Trial> read_changed(Database& database, StudyId id, const Definitions& definitions,
                                Revision since);
/// Calls visit(number, read) for each trial by number until it returns false; read() throws StorageCorrupt
/// when the row makes no sense or is not what was sealed.
using ReadTrial = std::function<Trial()>;
void visit_trials(Database& database, StudyId id, const Definitions& definitions,
                  const std::function<bool(std::int64_t number, const ReadTrial& read)>& visit);
std::optional<Trial> read_trial(Database& database, StudyId id, const Definitions& definitions,
                                std::int64_t number);
/// Whether one waits. Looks at the trials, and at their count when there seems to be none. Throws NotFound,
/// and StorageCorrupt when one should wait and is not to be found.
bool has_waiting(Database& database, StudyId id);
/// The waiting trial of the smallest number. It has no reports.
std::optional<Trial> read_waiting(Database& database, StudyId id, const Definitions& definitions);

/// Throw NotFound, and StorageCorrupt when the trial is not what was sealed, or is hidden.
TrialRow read_row(Database& database, StudyId id, std::int64_t number);
Holding read_holding(Database& database, StudyId id, std::int64_t number);
/// A row that is asked for at once and looked at later; goes before another is read.
class AskedRow {
 public:
  AskedRow(Database& database, StudyId id, std::int64_t number);
  /// As read_row().
  TrialRow take();

 private:
  Database& database_;
  Query query_;
  StudyId id_;
  std::int64_t number_;
};
Holding holding_of(const TrialRow& row);
/// Those that run, of which there must be as many as are `expected`.
std::vector<Holding> read_running(Database& database, StudyId id, std::int64_t expected);

/// Seals a trial as it is. Those below that write one do so themselves.
void seal_trial(Database& database, StudyId id, std::int64_t number);
/// The seal of a row, and of the trial's reports when it covers them.
TrialSeal seal_of(Database& database, const TrialRow& row);

/// Adds a row as it is, seal and all.
void insert_row(Database& database, const TrialRow& row, Revision revision);
/// Adds a trial with its reports. The lease means something for a running one.
Lease insert(Database& database, StudyId id, const Trial& trial, Revision revision,
             std::optional<Timestamp> lease_until = std::nullopt);
/// Writes what can change of a trial, and seals it.
void write_row(Database& database, const TrialRow& row, Revision revision);
/// False when the lease is not held.
bool prolong(Database& database, StudyId id, const Lease& lease, std::optional<Timestamp> lease_until);
void add_report(Database& database, StudyId id, std::int64_t number, const Report& report);
/// The same for several, added up in the row, which the caller writes.
void add_reports(Database& database, TrialRow& row, std::span<const Report> reports);
/// Adds up the reports of all trials, for a store that did not.
void mark_reports(Database& database);
/// Writes of a row that only reports were added.
void touch(Database& database, const TrialRow& row, Revision revision);
void touch_all(Database& database, StudyId id, Revision revision);

// Changes of a row, which the caller writes afterwards.

/// Puts a waiting trial into a worker's hands.
Lease hand_over(TrialRow& row, const Worker& worker, Timestamp now);
void finish(TrialRow& row, const Outcome& outcome, Timestamp now);
/// Fails a lost trial but keeps the end of its lease: a late result may still come.
void give_up(TrialRow& row, const std::string& reason, Timestamp now);
/// Ends a trial that waited and cannot be run any more.
void leave_out(TrialRow& row, const std::string& reason, Timestamp now);
/// Drops what an attempt left behind: reports (at once), worker and start.
void drop_attempt(Database& database, TrialRow& row);
void requeue(Database& database, TrialRow& row, const std::string& reason, Attempt attempt,
             const Attributes& left);
/// The reports of one that is retried are dropped at once.
void correct(Database& database, TrialRow& row, const Correction& correction, Timestamp now);

}  // namespace hone::storage::rows
