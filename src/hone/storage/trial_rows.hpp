// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/space.hpp"
#include "hone/core/trial.hpp"
#include "hone/storage/database.hpp"
#include "hone/storage/progress.hpp"
#include "hone/storage/rules.hpp"

// How trials lie in the tables `trials`, `reports` and `progress`. Everything here runs inside the caller's
// transaction.
namespace hone::storage::rows {

/// The counts of a study; nothing when there is no such study.
std::optional<Progress> read_progress(Database& database, StudyId id);
/// The same for a change of the study: its revision is one higher. Whoever called this first is the only one
/// to change the study until the transaction ends. Throws NotFound.
Progress advance(Database& database, StudyId id);
void write_progress(Database& database, StudyId id, const Progress& progress);

/// All trials of the study, or those that changed after `since`, by number and with their reports.
std::vector<Trial> read_trials(Database& database, StudyId id, const Space& space, std::int64_t expected);
std::vector<Trial> read_changed(Database& database, StudyId id, const Space& space, Revision since);
/// Calls visit(number, read) for each trial by number, without its reports, until it returns false; read()
/// throws StorageCorrupt when the row makes no sense.
using ReadTrial = std::function<Trial()>;
void visit_trials(Database& database, StudyId id, const Space& space,
                  const std::function<bool(std::int64_t number, const ReadTrial& read)>& visit);
std::optional<Trial> read_trial(Database& database, StudyId id, const Space& space, std::int64_t number);
/// The waiting trial of the smallest number. It has no reports.
std::optional<Trial> read_waiting(Database& database, StudyId id, const Space& space);

/// Throws NotFound.
Holding read_holding(Database& database, StudyId id, std::int64_t number);
std::vector<Holding> read_running(Database& database, StudyId id);

/// Adds a trial with its reports. The lease means something for a running one.
Lease insert(Database& database, StudyId id, const Trial& trial, Revision revision,
             std::optional<Timestamp> lease_until = std::nullopt);
/// Puts a waiting trial into a worker's hands.
Lease hand_over(Database& database, StudyId id, std::int64_t number, const Worker& worker, Timestamp now,
                Revision revision);
/// False when the lease is not held.
bool prolong(Database& database, StudyId id, const Lease& lease, std::optional<Timestamp> lease_until);
void add_report(Database& database, StudyId id, std::int64_t number, const Report& report);
void touch(Database& database, StudyId id, std::int64_t number, Revision revision);
void finish(Database& database, StudyId id, const Outcome& outcome, Timestamp now, Revision revision);
/// Fails a lost trial but keeps the end of its lease: a late result may still come.
void give_up(Database& database, StudyId id, std::int64_t number, const std::string& reason, Timestamp now,
             Revision revision);
/// Drops what an attempt left behind: reports, worker and start.
void drop_attempt(Database& database, StudyId id, std::int64_t number);
void requeue(Database& database, StudyId id, std::int64_t number, const std::string& reason,
             Revision revision);

}  // namespace hone::storage::rows
