// SPDX-License-Identifier: MIT
// What a Driver records about the trials it handed out, also while its sampler thinks.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>
#include <thread>

#include "hone/analysis/asha_pruner.hpp"
#include "hone/analysis/percentile_pruner.hpp"
#include "hone/base/error.hpp"
#include "hone/runner/driver.hpp"
#include "support/hooked_storage.hpp"
#include "support/slow_sampler.hpp"
#include "support/throws.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using namespace std::chrono_literals;
using storage::Claim;
using storage::Outcome;
using test::TinySampler;

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::Internal;
}

class DriverRecordTest : public ::testing::Test {
 protected:
  Driver driver(const storage::Worker& worker = {.name = "w"}) {
    return Driver(*storage_, stored_study(*storage_, id_), std::make_unique<TinySampler>(study_.space),
                  worker);
  }
  Driver pruning_driver() {
    return Driver(*storage_, stored_study(*storage_, id_), std::make_unique<TinySampler>(study_.space),
                  {.name = "w"},
                  std::make_unique<analysis::MedianPruner>(analysis::MedianOptions{.startup_trials = 1}));
  }
  // One that only records, as `hone tell` has it.
  Driver recorder() { return Driver(*storage_, stored_study(*storage_, id_), nullptr, {.name = "r"}); }
  void tell(Driver& driver, const Claim& claim, double value) {
    const Outcome outcome{.lease = claim.lease, .values = {value}};
    driver.recorder().tell(std::span(&outcome, 1));
  }
  Trial stored(std::int64_t number) { return storage_->trial(id_, number).value(); }

  Study study_{.name = "s", .space = Space({real("x", 0, 1)}), .seed = 5};
  std::unique_ptr<storage::Storage> storage_ = storage::open_memory();
  storage::StudyId id_ = storage_->create_study(study_);
};

TEST_F(DriverRecordTest, KnowsTheLeasesOfWhatItHandedOut) {
  Driver asked = driver({.name = "w", .lease = 60'000});
  const auto claims = asked.asker().ask(2);
  EXPECT_EQ(asked.leases().of(1), claims[1].lease);
  EXPECT_EQ(code_of([&] { recorder().leases().of(1); }), ErrorCode::LeaseLost) << "a live worker has it";
  EXPECT_EQ(test::message_of([&] { asked.leases().of(9); }),
            "there is no trial 9; tell a number that ask gave");
  tell(asked, claims[0], 1.0);
  EXPECT_EQ(test::message_of([&] { asked.leases().of(0); }),
            "trial 0 has ended already (complete); a trial ends once; `hone amend` corrects its value");
  asked.recorder().requeue(1, "later");
  EXPECT_EQ(test::message_of([&] { asked.leases().of(1); }), "trial 1 waits in the queue; ask for it first");
}

TEST_F(DriverRecordTest, AnotherProcessMayTellWhatIsHeldForEver) {
  const auto claims = driver().asker().ask(1);
  Driver other = recorder();
  const Outcome outcome{.lease = other.leases().of(0), .values = {0.5}};
  other.recorder().tell(std::span(&outcome, 1));
  EXPECT_EQ(stored(0).values, std::vector<double>{0.5});
}

TEST_F(DriverRecordTest, RecordsWithoutReadingTheTrials) {
  driver().asker().ask(1);
  test::HookedStorage hooked(*storage_);
  int reads = 0;
  hooked.set_hook([&](std::string_view call) { reads += call == "changes" ? 1 : 0; });
  Driver other(hooked, stored_study(hooked, id_), nullptr, {.name = "r"});
  const Outcome outcome{.lease = other.leases().of(0), .values = {0.5}};
  other.recorder().tell(std::span(&outcome, 1));
  EXPECT_EQ(reads, 0);
  EXPECT_EQ(code_of([&] { other.asker().ask(1); }), ErrorCode::InvalidArgument);
}

TEST_F(DriverRecordTest, CancelEndsATrialAsFailed) {
  Driver asked = driver();
  asked.asker().ask(1);
  asked.recorder().cancel(0);
  EXPECT_EQ(stored(0).state, TrialState::Failed);
  EXPECT_EQ(stored(0).error, "cancelled");
  EXPECT_EQ(code_of([&] { asked.recorder().cancel(0); }), ErrorCode::LeaseLost);
  EXPECT_EQ(code_of([&] { asked.recorder().cancel(3); }), ErrorCode::NotFound);
}

TEST_F(DriverRecordTest, RequeueGivesATrialBackForAnotherAttempt) {
  Driver asked = driver();
  const auto claims = asked.asker().ask(1);
  asked.recorder().requeue(0, "the machine is needed");
  EXPECT_EQ(stored(0).state, TrialState::Waiting);
  EXPECT_EQ(code_of([&] { asked.recorder().requeue(claims[0].lease, "again"); }), ErrorCode::LeaseLost);
  const auto again = asked.asker().ask(1);
  EXPECT_EQ(again[0].trial.number, 0);
  EXPECT_EQ(again[0].trial.attempt, 2);
  tell(asked, claims[0], 1.0);
  EXPECT_EQ(code_of([&] { tell(asked, again[0], 2.0); }), ErrorCode::LeaseLost)
      << "the first result counts, whichever attempt it is from";
  EXPECT_EQ(stored(0).values, std::vector<double>{1.0});
}

TEST_F(DriverRecordTest, HeartbeatsKeepALeaseAndTellALostOne) {
  Driver asked = driver({.name = "w", .lease = 60'000});
  const auto claims = asked.asker().ask(2);
  asked.leases().heartbeat(0);
  storage_->reclaim(id_, LostPolicy::Requeue, 10,
                    [](const storage::Holder&) { return storage::Liveness::Dead; });
  Driver other = driver({.name = "other", .lease = 60'000});
  other.asker().ask(1);
  const std::vector leases = {claims[0].lease, claims[1].lease};
  EXPECT_EQ(asked.leases().heartbeat(leases), leases);
  EXPECT_EQ(code_of([&] { asked.leases().heartbeat(0); }), ErrorCode::LeaseLost) << "another worker has it";
  EXPECT_EQ(code_of([&] { asked.leases().heartbeat(1); }), ErrorCode::InvalidArgument) << "it waits";
  EXPECT_EQ(code_of([&] { asked.leases().heartbeat(7); }), ErrorCode::NotFound);
}

TEST_F(DriverRecordTest, ReportsAreStoredAndJudged) {
  Driver asked = pruning_driver();
  const auto claims = asked.asker().ask(2);
  for (const std::int64_t step : {1, 2}) EXPECT_FALSE(asked.recorder().report(0, {step, 0.1}));
  tell(asked, claims[0], 0.1);
  EXPECT_TRUE(asked.recorder().report(1, {1, 0.9})) << "worse than the only other";
  EXPECT_FALSE(asked.recorder().report(1, {2, 0.05}));
  EXPECT_EQ(stored(1).reports, (std::vector<Report>{{1, 0.9}, {2, 0.05}}));
  EXPECT_EQ(code_of([&] { asked.recorder().report(0, {3, 0.1}); }), ErrorCode::LeaseLost);
}

TEST_F(DriverRecordTest, JudgesByWhatOtherProcessesReported) {
  Driver asked = pruning_driver();
  Driver other = driver({.name = "other"});
  const auto claims = asked.asker().ask(1);
  const auto others = other.asker().ask(1);
  other.recorder().report(others[0].lease, {1, 0.1});
  tell(other, others[0], 0.1);
  EXPECT_TRUE(asked.recorder().report(0, {1, 0.9}));
}

TEST_F(DriverRecordTest, NothingIsPrunedWithoutAPruner) {
  Driver asked = driver();
  asked.asker().ask(1);
  EXPECT_FALSE(asked.recorder().report(0, {1, 1e9}));
  EXPECT_EQ(stored(0).reports.size(), 1U);
}

TEST_F(DriverRecordTest, PrunesSeveralObjectivesByTheirFronts) {
  study_.name = "two";
  study_.objectives = {{"f"}, {"g", Direction::Maximize}};
  id_ = storage_->create_study(study_);
  Driver asked(*storage_, stored_study(*storage_, id_), std::make_unique<TinySampler>(study_.space),
               {.name = "w"}, std::make_unique<analysis::AshaPruner>());
  asked.asker().ask(3);
  const auto report = [&](std::int64_t number, std::vector<double> values) {
    return asked.recorder().report(number, Report::of(1, values));
  };
  EXPECT_FALSE(report(0, {0.5, 0.5}));
  EXPECT_TRUE(report(1, {0.6, 0.4})) << "the first dominates it";
  EXPECT_FALSE(report(2, {0.4, 0.6})) << "it dominates both";
  EXPECT_EQ(stored(2).reports, (std::vector<Report>{Report::of(1, std::vector<double>{0.4, 0.6})}));
}

TEST_F(DriverRecordTest, WantsAValueForEachObjectiveInAReport) {
  study_.name = "two";
  study_.objectives = {{"f"}, {"g"}};
  id_ = storage_->create_study(study_);
  const std::vector<double> three = {1, 2, 3};
  Driver asked = pruning_driver();
  asked.asker().ask(1);
  EXPECT_EQ(code_of([&] { asked.recorder().report(0, {1, 0.5}); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] { asked.recorder().report(0, Report::of(1, three)); }), ErrorCode::InvalidArgument);
  EXPECT_TRUE(stored(0).reports.empty());
}

TEST_F(DriverRecordTest, WithoutAPrunerTheFirstObjectiveAloneMayBeReported) {
  study_.name = "two";
  study_.objectives = {{"f"}, {"g"}};
  id_ = storage_->create_study(study_);
  Driver asked = driver();
  asked.asker().ask(1);
  EXPECT_FALSE(asked.recorder().report(0, {1, 0.5}));
  EXPECT_EQ(stored(0).reports, (std::vector<Report>{{1, 0.5}}));
}

TEST_F(DriverRecordTest, EverythingButAnAskGoesOnWhileTheSamplerThinks) {
  std::promise<void> thinking;
  std::atomic<bool> go = false;
  std::vector<std::size_t> running;
  auto slow = std::make_unique<test::SlowSampler>(
      std::make_unique<TinySampler>(study_.space), 0ms,
      [&](const AskRequest& request) {
        if (request.running.empty()) return;
        thinking.set_value();
        go.wait(false);
      },
      [&](const AskRequest& request) { running.push_back(request.running.size()); });
  Driver asked(*storage_, stored_study(*storage_, id_), std::move(slow), {.name = "w", .lease = 60'000});
  const auto claims = asked.asker().ask(3);
  auto pending = std::async(std::launch::async, [&] { return asked.asker().ask(1); });
  thinking.get_future().wait();
  tell(asked, claims[0], 1.0);
  asked.recorder().report(1, {1, 0.5});
  asked.leases().heartbeat(1);
  asked.recorder().cancel(2);
  asked.recorder().requeue(1, "later");
  EXPECT_EQ(asked.view().standing().trials, 3);
  EXPECT_EQ(asked.view().standing().best->number, 0);
  EXPECT_EQ(pending.wait_for(0s), std::future_status::timeout) << "all of this happened during the ask";
  go = true;
  go.notify_all();
  const auto late = pending.get();
  ASSERT_EQ(late.size(), 1U);
  EXPECT_EQ(late[0].trial.number, 3) << "no new trial had been started, so its proposal counts";
  EXPECT_EQ(running.back(), 3U) << "and the sampler saw the trials as they were when it began";
}

TEST_F(DriverRecordTest, TheSamplerLearnsBeforeTheNextAskWhatEndedDuringTheLast) {
  auto owned = std::make_unique<TinySampler>(study_.space);
  const TinySampler& observed = *owned;
  Driver asked(*storage_, stored_study(*storage_, id_), std::move(owned), {.name = "w"});
  const auto claims = asked.asker().ask(2);
  tell(asked, claims[0], 1.0);
  tell(asked, claims[1], 1.0);
  EXPECT_EQ(observed.told(), 0U) << "a tell does not wait for the sampler";
  asked.asker().ask(1);
  EXPECT_EQ(observed.told(), 2U);
}

TEST_F(DriverRecordTest, ManyThreadsAskAndTell) {
  Driver asked = driver();
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) {
        const auto claims = asked.asker().ask(1);
        asked.recorder().report(claims.at(0).lease, {1, 0.5});
        tell(asked, claims[0], 1.0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::size_t> different;
  asked.view().inspect([&](const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
      EXPECT_EQ(trial.state, TrialState::Complete);
      different.insert(hash_value(trial.configuration));
    }
  });
  EXPECT_EQ(different.size(), std::size_t{kThreads * kEach});
}

/// Keeps what it is told.
class ListeningSampler final : public Sampler {
 public:
  explicit ListeningSampler(std::vector<Trial>& told, const Space& space) : told_(told), tiny_(space) {}
  void tell(std::span<const Trial> finished) override {
    told_.insert(told_.end(), finished.begin(), finished.end());
    tiny_.tell(finished);
  }
  std::vector<Proposal> ask(const AskRequest& request) const override { return tiny_.ask(request); }

 private:
  std::vector<Trial>& told_;
  TinySampler tiny_;
};

TEST_F(DriverRecordTest, TellsTheSamplerOfCorrectionsByOthers) {
  std::vector<Trial> told;
  Driver tuner(*storage_, stored_study(*storage_, id_),
               std::make_unique<ListeningSampler>(told, study_.space), {.name = "w"});
  int corrections = 0;
  tuner.view().on_corrected([&](const std::vector<Trial>&) { ++corrections; });
  const auto claims = tuner.asker().ask(3);
  for (const Claim& claim : claims) tell(tuner, claim, 1.0);
  tuner.asker().ask(1);
  ASSERT_EQ(told.size(), 3U);
  Driver person = recorder();
  person.corrector().amend(1, {0.25});
  person.corrector().remove(std::vector<std::int64_t>{2});
  tuner.asker().ask(1);
  ASSERT_EQ(told.size(), 5U);
  EXPECT_EQ(told[3].values, std::vector<double>{0.25});
  EXPECT_EQ(told[4].state, TrialState::Deleted);
  EXPECT_EQ(corrections, 1);
  EXPECT_EQ(tuner.view().standing().best->number, 1);
  EXPECT_EQ(tuner.view().standing().trials, 4);
  EXPECT_EQ(tuner.view().deleted(), 1);
}

TEST_F(DriverRecordTest, ANewSamplerIsNotToldOfDeletedTrials) {
  Driver first = driver();
  for (const Claim& claim : first.asker().ask(2)) tell(first, claim, 1.0);
  first.corrector().remove(std::vector<std::int64_t>{0});
  std::vector<Trial> told;
  Driver second(*storage_, stored_study(*storage_, id_),
                std::make_unique<ListeningSampler>(told, study_.space), {.name = "w"});
  second.asker().ask(1);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].number, 1);
}

TEST_F(DriverRecordTest, RetriesAllTrialsInAState) {
  Driver asked = driver();
  const auto claims = asked.asker().ask(4);
  const std::vector<Outcome> outcomes = {{.lease = claims[0].lease, .state = TrialState::Failed},
                                         {.lease = claims[1].lease, .state = TrialState::TimedOut},
                                         {.lease = claims[2].lease, .values = {1.0}},
                                         {.lease = claims[3].lease, .state = TrialState::Failed}};
  asked.recorder().tell(outcomes);
  Driver person = recorder();
  EXPECT_EQ(person.corrector().retry(std::vector{TrialState::Failed}), (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(person.corrector().retry(std::vector{TrialState::Failed}), std::vector<std::int64_t>());
  EXPECT_EQ(code_of([&] {
              person.corrector().retry(std::vector<std::int64_t>{1, 2});
            }),
            ErrorCode::InvalidArgument);
  EXPECT_EQ(stored(1).state, TrialState::TimedOut) << "all or none";
  const auto again = asked.asker().ask(2);
  EXPECT_EQ(again[0].trial.number, 0);
  EXPECT_EQ(again[1].trial.number, 3);
}

}  // namespace
}  // namespace hone::runner
