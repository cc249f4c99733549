// SPDX-License-Identifier: MIT
// What the store has given to a driver reaches whoever asked, whatever others do meanwhile and whatever
// fails.
#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/orphaned_claims.hpp"
#include "hone/runner/worker_id.hpp"
#include "support/hooked_storage.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

class DriverClaims : public ::testing::Test {
 protected:
  std::vector<Proposal> point(double x) const { return {{.configuration = study_.space.configuration({x})}}; }
  void enqueue(double x) { storage_->enqueue(id_, point(x)); }
  /// What another process starts.
  void start_elsewhere(double x) {
    const auto next = static_cast<std::int64_t>(storage_->changes(id_, 0).trials.size());
    ASSERT_TRUE(storage_->start(id_, next, point(x), std::vector<storage::Worker>{{.name = "other"}}));
  }
  TrialState state(std::int64_t number) { return storage_->trial(id_, number)->state; }

  Study study_{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 3};
  std::unique_ptr<storage::Storage> storage_ = storage::open_memory();
  storage::StudyId id_ = storage_->create_study(study_);
  test::HookedStorage hooked_{*storage_};
  Driver driver_{hooked_, stored_study(hooked_, id_), std::make_unique<test::TinySampler>(study_.space),
                 storage::Worker{.name = "w"}};
};

TEST_F(DriverClaims, ReachTheAskerWhenOthersHaveStartedTrialsSinceItLooked) {
  enqueue(0.5);
  bool interrupted = false;
  hooked_.set_hook([&](std::string_view call) {
    if (call != "claim_waiting" || interrupted) return;
    interrupted = true;
    ASSERT_TRUE(storage_->claim_waiting(id_, {.name = "other"}));
    start_elsewhere(0.1);
    start_elsewhere(0.2);
    enqueue(0.75);
  });
  const std::vector<storage::Claim> claims = driver_.asker().ask(1);
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0].lease.number, 3);
  EXPECT_EQ(claims[0].trial.configuration, point(0.75)[0].configuration);
  EXPECT_EQ(driver_.view().trials().size(), 4U) << "and what stands between is known, too";
  driver_.recorder().tell(std::vector{storage::Outcome{.lease = claims[0].lease, .values = {1.0}}});
  EXPECT_EQ(state(3), TrialState::Complete);
}

TEST_F(DriverClaims, ReachTheAskerWhenTheStoreFailsRightAfterThem) {
  enqueue(0.5);
  bool claimed = false;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "claim_waiting" && !claimed) {
      claimed = true;
      ASSERT_TRUE(storage_->claim_waiting(id_, {.name = "other"}));
      start_elsewhere(0.1);
      enqueue(0.75);
    } else if (claimed) {
      throw Error(ErrorCode::StorageFailed, "the disk is gone", "wait");
    }
  });
  const Asking asking = driver_.asker().ask_to_end(2);
  EXPECT_TRUE(asking.failed);
  ASSERT_EQ(asking.claims.size(), 1U);
  EXPECT_EQ(asking.claims[0].lease.number, 2);
  EXPECT_TRUE(!driver_.leases().held().empty());
  hooked_.set_hook(nullptr);
  driver_.recorder().tell(std::vector{storage::Outcome{.lease = asking.claims[0].lease, .values = {1.0}}});
  EXPECT_EQ(state(2), TrialState::Complete);
}

// It used to be claimed and put back, and stayed claimed when that failed.
TEST_F(DriverClaims, OfTrialsBeyondTheLimitAreNotMade) {
  enqueue(0.5);
  bool interrupted = false;
  hooked_.set_hook([&](std::string_view call) {
    if (call == "requeue") throw Error(ErrorCode::StorageFailed, "the disk is gone", "wait");
    if (call != "claim_waiting" || interrupted) return;
    interrupted = true;
    ASSERT_TRUE(storage_->claim_waiting(id_, {.name = "other"}));
    enqueue(0.75);
  });
  EXPECT_TRUE(driver_.asker().ask(1, 1).empty());
  EXPECT_EQ(state(1), TrialState::Waiting);
}

TEST_F(DriverClaims, WhoseProcessHasEndedAreFound) {
  const std::string dead = [] {  // a name like ours, of a process that never was
    std::string name = worker_id();
    const auto host = name.find(':');
    const auto process = name.find(':', host + 1);
    return name.replace(host + 1, process - host - 1, "4194305");  // above every process number of Linux
  }();
  const std::vector<storage::Worker> workers = {
      {.name = worker_id()}, {.name = dead}, {.name = dead, .lease = 60'000}, {.name = "somewhere else"}};
  for (std::size_t i = 0; i < workers.size(); ++i)
    storage_->start(id_, static_cast<std::int64_t>(i), point(0.1 * static_cast<double>(i)),
                    std::span(&workers[i], 1));
  const std::vector<OrphanedClaim> orphans = orphaned_claims(*storage_, id_);
  ASSERT_EQ(orphans.size(), 2U);
  EXPECT_EQ(orphans[0].number, 1);
  EXPECT_TRUE(orphans[0].forever);
  EXPECT_EQ(orphans[1].number, 2);
  EXPECT_FALSE(orphans[1].forever);
  EXPECT_EQ(state(2), TrialState::Running) << "looking changes nothing";
}

}  // namespace
}  // namespace hone::runner
