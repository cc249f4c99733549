// SPDX-License-Identifier: MIT
#include "hone/runner/holder_judge.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using namespace std::chrono_literals;
using storage::Holder;
using storage::Lease;
using storage::Liveness;

constexpr std::int64_t kLeaseTime = 30'000;
constexpr std::int64_t kDay = 24LL * 60 * 60 * 1000;

// A worker renews a trial's lease on one machine, a judge looks at it from another. Both have a wall clock;
// what really passes is passed with pass().
class HolderJudgeTest : public ::testing::Test {
 protected:
  HolderJudgeTest() {
    id_ = theirs_->create_study({.name = "s", .space = Space({real("x", 0, 1)})});
    const auto proposals = test::TinySampler(Space({real("x", 0, 1)})).ask({.count = 1, .seed = 1});
    lease_ = theirs_->start(id_, 0, proposals, std::span(&worker_, 1)).value().at(0);
  }

  void pass(std::chrono::milliseconds time) {
    moment_ += time;
    their_clock_ += time.count();
    our_clock_ += time.count();
  }

  std::vector<std::int64_t> round() {
    judge_.begin(moment_, our_clock_);
    return ours_->reclaim(id_, LostPolicy::Requeue, 10, std::ref(judge_));
  }

  bool renew() { return theirs_->heartbeat(id_, std::span(&lease_, 1), worker_).empty(); }

  /// Goes on for some time with a round every five seconds, and a heartbeat too while the worker lives.
  std::int64_t lost_within(std::chrono::seconds time, bool lives) {
    std::int64_t lost = 0;
    for (std::chrono::seconds passed = 0s; passed < time; passed += 5s) {
      pass(5s);
      if (lives) {
        EXPECT_TRUE(renew());
      }
      lost += static_cast<std::int64_t>(round().size());
    }
    return lost;
  }

  test::TempDir dir_;
  Moment moment_{};
  Timestamp their_clock_ = 1'700'000'000'000;
  Timestamp our_clock_ = 1'700'000'000'000;
  Liveness known_ = Liveness::Unknown;
  const storage::Worker worker_{"w", kLeaseTime};
  std::unique_ptr<storage::Storage> theirs_ =
      storage::open_sqlite(dir_.file("hone.db"), {}, [this] { return their_clock_; });
  std::unique_ptr<storage::Storage> ours_ =
      storage::open_sqlite(dir_.file("hone.db"), {}, [this] { return our_clock_; });
  storage::StudyId id_ = 0;
  Lease lease_;
  HolderJudge judge_{kLeaseTime, [this](const std::string&) { return known_; }};
};

TEST_F(HolderJudgeTest, TakesFromTheDeadAtOnce) {
  known_ = Liveness::Dead;
  EXPECT_EQ(round().size(), 1U);
}

TEST_F(HolderJudgeTest, LeavesTheLivingAloneAfterTheirLeaseRanOut) {
  known_ = Liveness::Alive;
  EXPECT_EQ(lost_within(300s, false), 0) << "ten leases without a sign of life";
  EXPECT_FALSE(judge_.undecided()) << "nobody need wait for that";
}

TEST_F(HolderJudgeTest, GivesUpALivingProcessThatIsSilentForVeryLong) {
  known_ = Liveness::Alive;
  EXPECT_EQ(lost_within(700s, false), 1) << "twenty leases: it hangs";
}

TEST_F(HolderJudgeTest, TakesFromTheSilentWhenTheirLeaseHasRunOut) {
  EXPECT_EQ(lost_within(25s, false), 0);
  EXPECT_EQ(lost_within(15s, false), 1);
}

TEST_F(HolderJudgeTest, TakesAtOnceWhatRanOutLongAgo) {
  pass(600s);
  EXPECT_EQ(round().size(), 1U) << "as on the morning after";
}

TEST_F(HolderJudgeTest, WatchesForAWhileWhatRanOutAMomentAgo) {
  pass(40s);
  EXPECT_TRUE(round().empty()) << "their clock may be behind ours";
  EXPECT_TRUE(judge_.undecided());
  EXPECT_EQ(lost_within(30s, false), 1);
  EXPECT_FALSE(judge_.undecided());
}

TEST_F(HolderJudgeTest, AClockThatIsSetForwardADayKillsNobody) {
  EXPECT_EQ(lost_within(20s, true), 0);
  our_clock_ += kDay;
  their_clock_ += kDay;
  EXPECT_TRUE(round().empty()) << "before the worker had its turn";
  EXPECT_EQ(lost_within(60s, true), 0);
}

TEST_F(HolderJudgeTest, AClockThatIsSetBackADayKillsNobody) {
  EXPECT_EQ(lost_within(20s, true), 0);
  our_clock_ -= kDay;
  their_clock_ -= kDay;
  EXPECT_EQ(lost_within(120s, true), 0);
}

TEST_F(HolderJudgeTest, AClockThatIsSetBackADayKeepsNoTrialOfTheSilent) {
  EXPECT_EQ(lost_within(20s, true), 0);
  our_clock_ -= kDay;
  their_clock_ -= kDay;
  EXPECT_EQ(lost_within(25s, false), 0);
  EXPECT_EQ(lost_within(15s, false), 1) << "its lease does not end for another day by the clock";
}

TEST_F(HolderJudgeTest, AWorkerWhoseClockIsAMinuteBehindLives) {
  their_clock_ -= 60'000;
  EXPECT_TRUE(renew());
  EXPECT_EQ(lost_within(300s, true), 0);
  EXPECT_FALSE(judge_.undecided()) << "it was seen to be renewed";
  EXPECT_EQ(lost_within(35s, false), 1) << "and is missed when it goes silent";
}

TEST_F(HolderJudgeTest, AWorkerWhoseClockIsAMinuteAheadIsMissedAMinuteLater) {
  their_clock_ += 60'000;
  EXPECT_TRUE(renew());
  EXPECT_EQ(lost_within(60s, false), 0);
  EXPECT_EQ(lost_within(60s, false), 1);
}

TEST_F(HolderJudgeTest, AfterAStallOfOurOwnEverybodyGetsALease) {
  EXPECT_EQ(lost_within(20s, true), 0);
  pass(60s);  // the store was locked, or both of us were stopped
  EXPECT_TRUE(round().empty());
  EXPECT_EQ(lost_within(25s, false), 0);
  EXPECT_EQ(lost_within(15s, false), 1) << "but not more than one";
}

TEST_F(HolderJudgeTest, AMachineThatSleptGivesEverybodyALease) {
  EXPECT_EQ(lost_within(20s, true), 0);
  our_clock_ += 8 * 60 * 60 * 1000;  // the monotonic clock stands still meanwhile
  their_clock_ = our_clock_;
  EXPECT_TRUE(round().empty());
  EXPECT_EQ(lost_within(60s, true), 0);
}

TEST_F(HolderJudgeTest, AsksOnceARoundAboutEachWorker) {
  int asked = 0;
  HolderJudge judge(kLeaseTime, [&](const std::string&) {
    ++asked;
    return Liveness::Dead;
  });
  judge.begin(moment_, our_clock_);
  EXPECT_EQ(judge({.lease = {0, 1}, .worker = "a"}), Liveness::Dead);
  EXPECT_EQ(judge({.lease = {1, 1}, .worker = "a"}), Liveness::Dead);
  EXPECT_EQ(asked, 1);
  judge.begin(moment_ + 1s, our_clock_ + 1000);
  judge({.lease = {1, 1}, .worker = "a"});
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace hone::runner
