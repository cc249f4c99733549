// SPDX-License-Identifier: MIT
// A disk that is full, fails or loses its power: the store says so, goes on afterwards, and loses nothing it
// accepted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "storage/fault_vfs.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::FaultVfs;
using test::finish_one;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kCopyAtOnce = 0;
constexpr int kCopyNever = 1'000'000'000;

class Faults : public ::testing::Test {
 protected:
  // Writes and syncs are counted: none of them must depend on the time.
  explicit Faults(int copy_after = kCopyNever)
      : store(open_sqlite(folder.file("hone.db"), {.copy_after = copy_after})),
        id(store->create_study(svm_study())) {}

  /// Repeats a change with every write or sync in turn failing, until it meets none. Each time it must be
  /// refused with the code, change nothing, and leave a store that works.
  int refuse_everywhere(FaultVfs::Call call, int result, ErrorCode code,
                        const std::function<void()>& change) {
    for (int after = 0;; ++after) {
      const Changes before = store->changes(id, 0);
      disk.fail(call, after, result);
      std::string message;
      const auto refused = code_of(change, &message);
      if (!disk.heal()) return after;
      EXPECT_EQ(refused, code) << "failure after " << after << " calls: " << message;
      EXPECT_THAT(message, HasSubstr("hone.db"));
      EXPECT_EQ(store->changes(id, 0).trials, before.trials) << "failure after " << after << " calls";
    }
  }

  /// Starts, reports on and ends trials, with power cuts between.
  void cut_power_often();

  test::TempDir folder;
  FaultVfs disk;
  std::unique_ptr<Storage> store;
  StudyId id = 0;
};

TEST_F(Faults, AFullDiskRefusesAResultAndKeepsTheTrialForTheNextAttempt) {
  const Lease lease = start_one(*store, id, 0);
  const int calls = refuse_everywhere(FaultVfs::Call::Write, SQLITE_FULL, ErrorCode::StorageFull,
                                      [&] { finish_one(*store, id, lease, 0.5); });
  EXPECT_GT(calls, 0);
  EXPECT_EQ(store->trial(id, 0)->state, TrialState::Complete);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(Faults, ADiskThatFailsToSyncRefusesAResult) {
  const Lease lease = start_one(*store, id, 0);
  const int calls = refuse_everywhere(FaultVfs::Call::Sync, SQLITE_IOERR_FSYNC, ErrorCode::StorageFailed,
                                      [&] { finish_one(*store, id, lease, 0.5); });
  EXPECT_GT(calls, 0);
  EXPECT_EQ(store->trial(id, 0)->state, TrialState::Complete);
}

TEST_F(Faults, ADiskThatFailsToWriteRefusesEveryKindOfChange) {
  const auto refuse = [&](const std::function<void()>& change) {
    EXPECT_GT(refuse_everywhere(FaultVfs::Call::Write, SQLITE_IOERR_WRITE, ErrorCode::StorageFailed, change),
              0);
  };
  refuse([&] { store->enqueue(id, proposals(0, 3)); });
  refuse([&] { store->claim_waiting(id, {"w", 1000}); });
  refuse([&] { store->report(id, {0, 1}, std::vector<Report>{{1, 0.5}}); });
  std::vector<Report> reports;
  for (int step = 0; step < 3000; ++step) reports.push_back({step, 0.5});
  refuse([&] { store->report(id, {0, 1}, reports); });
  refuse([&] { store->requeue(id, {0, 1}, "again"); });
  refuse([&] { store->start(id, 3, proposals(3, 50), std::vector<Worker>{{"w", 1000}}); });
  refuse([&] { store->create_study(svm_study("second")); });
  refuse([&] { store->delete_study(store->find_study("second").value()); });
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(Faults, AnswersQuestionsWhileTheDiskIsFull) {
  store->enqueue(id, proposals(0, 3));
  disk.fail(FaultVfs::Call::Write, 0, SQLITE_FULL);
  EXPECT_EQ(store->changes(id, 0).trials.size(), 3u);
  EXPECT_EQ(store->studies().at(0).waiting, 3);
  disk.heal();
}

// The log is grown ahead of need after some commits; when that fails, the commit itself must not.
TEST_F(Faults, ALogThatCannotGrowAheadStopsNobody) {
  int failures = 0;
  for (int i = 0; i < 40; ++i) {
    const Lease lease = start_one(*store, id, i);
    disk.fail(FaultVfs::Call::Write, 40, SQLITE_FULL, 1);
    finish_one(*store, id, lease, 0.5);
    failures += disk.heal() ? 1 : 0;
  }
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(store->studies().at(0).complete, 40);
}

TEST_F(Faults, WaitsForTheDiskWhenATrialEndsAndNotWhenItStarts) {
  const Lease lease = start_one(*store, id, 0);
  int before = disk.syncs();
  const Lease second = start_one(*store, id, 1);
  store->report(id, second, std::vector<Report>{{1, 0.5}});
  const std::vector<Lease> leases = {lease, second};
  store->heartbeat(id, leases, {"w1", 1000});
  EXPECT_EQ(disk.syncs(), before) << "start, report and heartbeat";
  finish_one(*store, id, lease, 0.5);
  EXPECT_EQ(disk.syncs(), before + 1) << "finish";
  before = disk.syncs();
  store->enqueue(id, proposals(2, 10));
  EXPECT_EQ(disk.syncs(), before + 1) << "enqueue";
}

class FaultsWhileCopying : public Faults {
 protected:
  FaultsWhileCopying() : Faults(kCopyAtOnce) {}
};

void Faults::cut_power_often() {
  Rng rng(20240501);
  const std::string copy = folder.file("after.db");
  std::int64_t ended = 0;
  std::int64_t next = 0;
  std::vector<Lease> running;
  for (int step = 0; step < 200; ++step) {
    if (running.empty() || rng.chance(0.4)) {
      running.push_back(start_one(*store, id, next++));
    } else if (rng.chance(0.3)) {
      store->report(id, running.back(), std::vector<Report>{{step, rng.uniform()}});
    } else {
      finish_one(*store, id, running.back(), rng.uniform());
      running.pop_back();
      ++ended;
    }
    if (!rng.chance(0.05)) continue;
    disk.cut_power(folder.file("hone.db"), copy, rng);
    const auto after = open_sqlite(copy);
    EXPECT_THAT(after->check().problems, IsEmpty()) << "step " << step;
    EXPECT_EQ(after->studies().at(0).complete, ended) << "step " << step;
    EXPECT_LE(after->studies().at(0).trials, next) << "step " << step;
  }
  EXPECT_GT(ended, 50);
}

TEST_F(Faults, APowerCutLosesNoResultThatWasAccepted) { cut_power_often(); }
TEST_F(FaultsWhileCopying, APowerCutLosesNoResultThatWasAccepted) { cut_power_often(); }

TEST_F(Faults, APowerCutWhileTheLogIsCopiedLosesNothing) {
  Rng rng(7);
  const std::string copy = folder.file("after.db");
  // Large transactions fill the log quickly, so that it is copied and begun anew several times.
  std::int64_t ended = 0;
  for (int round = 0; round < 3; ++round) {
    const auto leases =
        store->start(id, ended, proposals(ended, 2000), std::vector<Worker>{{"w", 1000}}).value();
    std::vector<Outcome> outcomes;
    for (const Lease& lease : leases)
      outcomes.push_back({.lease = lease, .values = {0.5}, .error = std::string(6000, 'x')});
    store->finish(id, outcomes);
    ended += 2000;
    disk.cut_power(folder.file("hone.db"), copy, rng);
    const auto after = open_sqlite(copy);
    EXPECT_EQ(after->studies().at(0).complete, ended);
  }
  EXPECT_THAT(open_sqlite(copy)->check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
