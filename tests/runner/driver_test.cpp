// SPDX-License-Identifier: MIT
#include "hone/runner/driver.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "support/hooked_storage.hpp"
#include "support/throws.hpp"
#include "support/tiny_sampler.hpp"

namespace hone::runner {
namespace {

using storage::Claim;
using storage::Outcome;
using test::TinySampler;

Study small_study() {
  return {.name = "s", .space = Space({real("x", 0, 1), integer("n", 1, 100)}), .seed = 42};
}

Outcome complete(const Claim& claim, double value) { return {.lease = claim.lease, .values = {value}}; }

// Does something before each proposal: what other processes do meanwhile.
class InterruptedSampler final : public Sampler {
 public:
  InterruptedSampler(std::unique_ptr<Sampler> inner, std::function<void()> interruption)
      : inner_(std::move(inner)), interruption_(std::move(interruption)) {}
  void tell(std::span<const Trial> finished) override { inner_->tell(finished); }
  std::vector<Proposal> ask(const AskRequest& request) const override {
    interruption_();
    return inner_->ask(request);
  }

 private:
  std::unique_ptr<Sampler> inner_;
  std::function<void()> interruption_;
};

class DriverTest : public ::testing::Test {
 protected:
  std::unique_ptr<TinySampler> sampler() const { return std::make_unique<TinySampler>(study_.space); }
  Driver driver(const std::string& worker = "w") {
    return Driver(*storage_, stored_study(*storage_, id_), sampler(), {.name = worker});
  }
  Configuration point(double x, std::int64_t n) const { return study_.space.configuration({x, n}); }
  void enqueue(const Configuration& configuration) {
    const std::vector<Proposal> proposals = {{.configuration = configuration}};
    storage_->enqueue(id_, proposals);
  }

  Study study_ = small_study();
  std::unique_ptr<storage::Storage> storage_ = storage::open_memory();
  storage::StudyId id_ = storage_->create_study(study_);
};

TEST_F(DriverTest, ProposesTrialNWithTheSeedOfN) {
  Driver asked = driver();
  const TinySampler direct(study_.space);
  const auto first = asked.asker().ask(2);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].trial.configuration, direct.ask({.count = 2, .seed = mix_seed(42, 0)})[0].configuration);
  const auto second = asked.asker().ask(1);
  EXPECT_EQ(second[0].trial.number, 2);
  EXPECT_EQ(second[0].trial.configuration,
            direct.ask({.count = 1, .seed = mix_seed(42, 2)})[0].configuration);
  EXPECT_EQ(second[0].trial.state, TrialState::Running);
  EXPECT_EQ(second[0].trial.worker, "w");
  EXPECT_TRUE(asked.asker().ask(0).empty());
}

TEST_F(DriverTest, StartsWhatWasPreparedForSeveralInOneTransaction) {
  test::HookedStorage hooked(*storage_);
  Driver asked(hooked, stored_study(hooked, id_), sampler(), {.name = "w"});
  enqueue(point(0.5, 7));
  ASSERT_EQ(asked.asker().prepare(3), 3);
  int starts = 0;
  hooked.set_hook([&](std::string_view call) { starts += call == "start"; });
  const std::vector<AskedFor> wishes = {{2, {"a", 1000}}, {1, {"b"}}, {2, {"c", 500}}, {1, {"d"}}};
  const auto claims = asked.asker().ask_prepared(wishes, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(starts, 1);
  ASSERT_EQ(claims.size(), 4U);
  ASSERT_EQ(claims[0].size(), 2U);  // what waits goes first, to who came first
  EXPECT_EQ(claims[0][0].trial.configuration, point(0.5, 7));
  const std::vector<std::string> workers = {"a", "a", "b", "c"};
  std::int64_t number = 0;
  for (const auto& own : claims) {
    for (const Claim& claim : own) {
      EXPECT_EQ(claim.lease.number, number);
      EXPECT_EQ(claim.trial.worker, workers.at(static_cast<std::size_t>(number)));
      EXPECT_EQ(storage_->trial(id_, number), claim.trial);
      ++number;
    }
  }
  EXPECT_EQ(number, 4);  // one wish was served in part, and nothing is left for the last
  EXPECT_EQ(claims[2].size(), 1U);
  EXPECT_FALSE(!asked.leases().held().empty());
}

TEST_F(DriverTest, StartsPreparedTrialsUpToTheLimitWhoeverWantsThem) {
  Driver asked = driver();
  ASSERT_EQ(asked.asker().prepare(5), 5);
  const std::vector<AskedFor> wishes(4, AskedFor{1, {"a"}});
  const auto claims = asked.asker().ask_prepared(wishes, 3);
  EXPECT_EQ(claims[2].size(), 1U);
  EXPECT_TRUE(claims[3].empty());
  EXPECT_EQ(asked.asker().prepared(), 2);
}

// Trials that ran when the sampler was asked may all end before anybody asks for a point.
TEST_F(DriverTest, WhatWasPreparedMayMissTheTrialsThatRanThen) {
  Driver asked = driver();
  const auto claims = asked.asker().ask(3);
  ASSERT_EQ(asked.asker().prepare(4, 0), 4);
  for (const Claim& claim : claims) {
    const Outcome outcome = complete(claim, 1.0);
    asked.recorder().tell(std::span(&outcome, 1));
  }
  EXPECT_EQ(asked.asker().prepared(1), 4);
  const Claim one = asked.asker().ask_prepared(std::vector<AskedFor>{{1, {"a"}}}, kNoLimit)[0].at(0);
  const Outcome outcome = complete(one, 1.0);
  asked.recorder().tell(std::span(&outcome, 1));
  EXPECT_EQ(asked.asker().prepared(1), 0);  // a fourth result
}

// Everybody's trials end while the sampler thinks: its points know as much as those of a worker who was given
// his before the others told.
TEST_F(DriverTest, WhatWasPreparedMayMissTheResultsOfTheOthers) {
  Driver asked = driver();
  ASSERT_EQ(asked.asker().prepare(4), 4);
  const std::vector<AskedFor> wishes = {{1, {"a"}}, {1, {"b"}}, {1, {"c"}}};
  const auto claims = asked.asker().ask_prepared(wishes, kNoLimit);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(claims[i].size(), 1U);
    const Outcome outcome = complete(claims[i][0], 1.0);
    asked.recorder().tell(std::span(&outcome, 1));
  }
  EXPECT_EQ(asked.asker().prepared(4), 1);  // four wait, of whom one more could be running
  EXPECT_EQ(asked.asker().prepared(3), 0);  // each may miss the results of two others, and three came
  EXPECT_EQ(asked.asker().prepared(4), 0);  // what is dropped stays dropped
}

TEST_F(DriverTest, WhatIsMadeNextLiesBesideWhatWasPrepared) {
  struct Asked {
    int count;
    std::uint64_t seed;
    std::vector<Configuration> running;
  };
  struct Spy final : Sampler {
    Spy(std::unique_ptr<Sampler> given, std::vector<Asked>& seen) : inner(std::move(given)), asked(seen) {}
    void tell(std::span<const Trial> finished) override { inner->tell(finished); }
    std::vector<Proposal> ask(const AskRequest& request) const override {
      asked.push_back({request.count, request.seed, {}});
      for (const Trial& trial : request.running) asked.back().running.push_back(trial.configuration);
      return inner->ask(request);
    }
    std::unique_ptr<Sampler> inner;
    std::vector<Asked>& asked;
  };
  std::vector<Asked> questions;
  Driver driver(*storage_, stored_study(*storage_, id_), std::make_unique<Spy>(sampler(), questions),
                {.name = "w"});
  ASSERT_EQ(driver.asker().prepare(3), 3);
  const std::vector<AskedFor> wish = {{1, {"a"}}};
  const auto first = driver.asker().ask_prepared(wish, kNoLimit);
  ASSERT_EQ(first[0].size(), 1U);
  ASSERT_EQ(driver.asker().prepare(2), 2);
  EXPECT_EQ(driver.asker().prepared(), 4);
  ASSERT_EQ(questions.size(), 2U);
  EXPECT_EQ(questions[1].count, 2);
  EXPECT_EQ(questions[1].seed, mix_seed(42, 3));  // of the number that its first point can have
  ASSERT_EQ(questions[1].running.size(), 3U);
  EXPECT_EQ(questions[1].running[0], first[0][0].trial.configuration);
  std::set<std::string> all;
  const std::vector<AskedFor> more(4, AskedFor{1, {"b"}});
  for (const auto& claims : driver.asker().ask_prepared(more, kNoLimit)) {
    ASSERT_EQ(claims.size(), 1U);
    all.insert(to_text(claims[0].trial.configuration));
  }
  for (const Configuration& one : questions[1].running) all.insert(to_text(one));
  EXPECT_EQ(all.size(), 5U);  // none twice, and the older ones went first
  EXPECT_TRUE(driver.asker().prepared() == 0);
}

TEST_F(DriverTest, AFailureOfAGroupLeavesThoseTheirsWhoGotSomething) {
  test::HookedStorage hooked(*storage_);
  Driver asked(hooked, stored_study(hooked, id_), sampler(), {.name = "w"});
  const std::vector<AskedFor> wishes = {{1, {"a"}}, {1, {"b"}}};
  constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  ASSERT_EQ(asked.asker().prepare(2), 2);
  enqueue(point(0.5, 7));
  hooked.set_hook([](std::string_view call) {
    if (call == "start") throw Error(ErrorCode::StorageBusy, "locked", "wait");
  });
  const auto claims = asked.asker().ask_prepared(wishes, kNoLimit);
  EXPECT_EQ(claims[0].size(), 1U);
  EXPECT_TRUE(claims[1].empty());
  EXPECT_THROW(asked.asker().ask_prepared(std::span(wishes).last(1), kNoLimit), Error);
}

TEST_F(DriverTest, HandsOutTheQueueFirst) {
  enqueue(point(0.5, 7));
  enqueue(point(0.25, 8));
  Driver asked = driver();
  EXPECT_EQ(asked.view().waiting(), 2);
  const auto claims = asked.asker().ask(3);
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_EQ(claims[0].trial.configuration, point(0.5, 7));
  EXPECT_EQ(claims[1].trial.configuration, point(0.25, 8));
  EXPECT_EQ(claims[2].trial.number, 2);
  EXPECT_EQ(asked.view().waiting(), 0);
}

TEST_F(DriverTest, TellsItsSamplerEachEndOnce) {
  auto owned = sampler();
  const TinySampler& observed = *owned;
  Driver mine(*storage_, stored_study(*storage_, id_), std::move(owned), {.name = "mine"});
  Driver other = driver("other");
  const auto claims = mine.asker().ask(2);
  const auto others = other.asker().ask(1);
  other.recorder().tell(std::vector{complete(others[0], 1.0)});
  mine.recorder().tell(std::vector{complete(claims[0], 2.0), complete(claims[1], 3.0)});
  mine.view().refresh();
  mine.asker().ask(1);
  EXPECT_EQ(observed.told(), 3U);
}

TEST_F(DriverTest, KeepsTheBestTrial) {
  Driver asked = driver();
  EXPECT_EQ(asked.view().best(), nullptr);
  const auto claims = asked.asker().ask(4);
  asked.recorder().tell(std::vector{complete(claims[2], 1.0)});
  asked.recorder().tell(std::vector{complete(claims[3], 2.0)});
  EXPECT_EQ(asked.view().best()->number, 2);
  asked.recorder().tell(std::vector{complete(claims[1], 1.0)});
  EXPECT_EQ(asked.view().best()->number, 1);  // a tie goes to the earlier trial
  asked.recorder().tell(std::vector{complete(claims[0], 0.5)});
  EXPECT_EQ(asked.view().best()->number, 0);
  EXPECT_EQ(driver().view().best()->number, 0);
}

TEST_F(DriverTest, NeverProposesWhatRuns) {
  study_.name = "tiny";
  study_.space = Space({integer("n", 1, 4)});
  id_ = storage_->create_study(study_);
  Driver asked = driver();
  std::set<std::int64_t> seen;
  for (int i = 0; i < 4; ++i) {
    const auto claims = asked.asker().ask(1);
    ASSERT_EQ(claims.size(), 1U);
    seen.insert(claims[0].trial.configuration.integer("n"));
    if (i % 2 == 0) asked.recorder().tell(std::vector{complete(claims[0], 1.0)});
  }
  EXPECT_EQ(seen.size(), 4U);
  EXPECT_TRUE(asked.asker().ask(1).empty());
}

TEST_F(DriverTest, ProposesAnewWhenSomebodyElseWasFaster) {
  Driver other = driver("other");
  int interruptions = 0;
  Driver mine(*storage_, stored_study(*storage_, id_),
              std::make_unique<InterruptedSampler>(sampler(),
                                                   [&] {
                                                     if (++interruptions <= 3) other.asker().ask(1);
                                                   }),
              {.name = "mine"});
  const auto claims = mine.asker().ask(2);
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(interruptions, 2) << "the second time it had proposed one more than the others could start";
  EXPECT_EQ(claims[0].trial.number, 2);
  EXPECT_EQ(claims[1].trial.number, 3);
  std::set<std::size_t> different;
  for (const Trial& trial : mine.view().trials()) different.insert(hash_value(trial.configuration));
  EXPECT_EQ(different.size(), 4U);
}

TEST_F(DriverTest, TakesWhatWasEnqueuedMeanwhile) {
  bool first = true;
  Driver mine(*storage_, stored_study(*storage_, id_),
              std::make_unique<InterruptedSampler>(sampler(),
                                                   [&] {
                                                     if (std::exchange(first, false)) enqueue(point(0.5, 50));
                                                   }),
              {.name = "mine"});
  const auto claims = mine.asker().ask(1);
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0].trial.configuration, point(0.5, 50));
}

TEST_F(DriverTest, StartsNoTrialBeyondTheLimit) {
  Driver other = driver("other");
  bool first = true;
  Driver mine(*storage_, stored_study(*storage_, id_),
              std::make_unique<InterruptedSampler>(sampler(),
                                                   [&] {
                                                     if (std::exchange(first, false)) other.asker().ask(2);
                                                   }),
              {.name = "mine"});
  EXPECT_EQ(mine.asker().ask(3, 3).size(), 1U);
  EXPECT_TRUE(mine.asker().ask(1, 3).empty());
  enqueue(point(0.5, 50));
  EXPECT_TRUE(mine.asker().ask(1, 3).empty());
  EXPECT_EQ(mine.asker().ask(5, 4).size(), 1U);
  EXPECT_EQ(mine.view().trials().at(3).attempt, 1);
}

TEST_F(DriverTest, MakesAValueThatIsNotFiniteAFailure) {
  Driver asked = driver();
  const auto claims = asked.asker().ask(2);
  asked.recorder().tell(std::vector{complete(claims[0], std::nan("")),
                                    complete(claims[1], -std::numeric_limits<double>::infinity())});
  for (const Trial& trial : asked.view().trials()) {
    EXPECT_EQ(trial.state, TrialState::Failed);
    EXPECT_TRUE(trial.values.empty());
  }
  EXPECT_EQ(asked.view().trials()[0].error, "the value of 'value' is nan, which is not a finite number");
  EXPECT_EQ(asked.view().trials()[1].error, "the value of 'value' is -inf, which is not a finite number");
}

TEST_F(DriverTest, WantsOneValueForEachObjective) {
  study_.name = "two";
  study_.objectives = {{"f"}, {"g"}};
  id_ = storage_->create_study(study_);
  Driver asked = driver();
  const auto claims = asked.asker().ask(2);
  EXPECT_EQ(test::message_of([&] { asked.recorder().tell(std::vector{complete(claims[0], 1.0)}); }),
            "trial 0 is told 1 value for 2 objectives; give one value for each objective, in "
            "their order");
  asked.recorder().tell(
      std::vector<Outcome>{{.lease = claims[0].lease, .values = {1, 2}},
                           {.lease = claims[1].lease, .state = TrialState::Failed, .values = {3}}});
  EXPECT_EQ(asked.view().trials()[0].values, (std::vector<double>{1, 2}));
  EXPECT_TRUE(asked.view().trials()[1].values.empty());
  EXPECT_EQ(asked.view().best(), nullptr);
}

TEST_F(DriverTest, RefusesASecondEnd) {
  Driver asked = driver();
  const auto claims = asked.asker().ask(1);
  asked.recorder().tell(std::vector{complete(claims[0], 1.0)});
  try {
    asked.recorder().tell(std::vector{complete(claims[0], 2.0)});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::LeaseLost);
  }
  EXPECT_EQ(asked.view().trials()[0].values[0], 1.0);
}

TEST_F(DriverTest, AnnouncesEndsWhoeverCausedThem) {
  Driver mine = driver("mine");
  Driver other = driver("other");
  std::vector<std::int64_t> ended;
  mine.view().on_finished([&](const Trial& trial) { ended.push_back(trial.number); });
  const auto others = other.asker().ask(1);
  const auto claims = mine.asker().ask(1);
  mine.recorder().tell(std::vector{complete(claims[0], 1.0)});
  other.recorder().tell(std::vector{complete(others[0], 1.0)});
  mine.view().refresh();
  EXPECT_EQ(ended, (std::vector<std::int64_t>{1, 0}));
}

TEST_F(DriverTest, ReturnsWhatItHoldsWhenTheStoreFailsHalfway) {
  enqueue(point(0.5, 7));
  test::HookedStorage hooked(*storage_);
  Driver asked(hooked, stored_study(hooked, id_), sampler(), {.name = "w"});
  hooked.set_hook([](std::string_view call) {
    if (call == "start") throw Error(ErrorCode::StorageBusy, "busy", "wait");
  });
  EXPECT_EQ(asked.asker().ask(2).size(), 1U);
  EXPECT_THROW(asked.asker().ask(1), Error);
  int reads = 0;
  hooked.set_hook([&](std::string_view call) {
    if (call == "changes" && ++reads == 2) throw Error(ErrorCode::StorageBusy, "busy", "wait");
  });
  const auto claims = asked.asker().ask(1);
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0].trial.number, 1);
  EXPECT_EQ(claims[0].trial.configuration, storage_->trial(id_, 1)->configuration);
}

TEST_F(DriverTest, DoesNotForgetAResultThatCannotBeReadBack) {
  test::HookedStorage hooked(*storage_);
  Driver asked(hooked, stored_study(hooked, id_), sampler(), {.name = "w"});
  const auto claims = asked.asker().ask(1);
  hooked.set_hook([](std::string_view call) {
    if (call == "changes") throw Error(ErrorCode::StorageBusy, "busy", "wait");
  });
  EXPECT_NO_THROW(asked.recorder().tell(std::vector{complete(claims[0], 1.0)}));
  EXPECT_EQ(storage_->trial(id_, 0)->state, TrialState::Complete);
  hooked.set_hook({});
  asked.view().refresh();
  EXPECT_EQ(asked.view().best()->number, 0);
}

// A sampler that is slower than the others' would propose for ever, and always for a number that is taken.
TEST_F(DriverTest, ASlowSamplerGetsItsTurnAfterTwoLostRaces) {
  Driver fast = driver();
  int thoughts = 0;
  auto slow = std::make_unique<InterruptedSampler>(sampler(), [&] {
    ++thoughts;
    fast.asker().ask(1);  // each time somebody else is faster
  });
  Driver asked(*storage_, stored_study(*storage_, id_), std::move(slow), {.name = "slow"});
  const auto claims = asked.asker().ask(1);
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(thoughts, 2);
  EXPECT_EQ(claims[0].trial.number, 2);
  EXPECT_EQ(storage_->trial(id_, 2)->configuration, claims[0].trial.configuration);
}

TEST_F(DriverTest, WhatOthersHaveStartedMeanwhileIsNotStartedAgain) {
  Driver fast = driver();
  int thoughts = 0;
  auto slow = std::make_unique<InterruptedSampler>(sampler(), [&] {
    if (++thoughts <= 3) fast.asker().ask(1);
  });
  Driver asked(*storage_, stored_study(*storage_, id_), std::move(slow), {.name = "slow"});
  // Both propose the same for the same number, so that a proposal that lost the race is there already.
  const auto claims = asked.asker().ask(3);
  EXPECT_EQ(claims.size(), 3U);
  std::set<std::size_t> different;
  for (const Trial& trial : storage_->changes(id_, 0).trials)
    different.insert(hash_value(trial.configuration));
  EXPECT_EQ(different.size(), storage_->changes(id_, 0).trials.size());
}

// Whatever the batches and the order of ends, a driver that joins later knows and proposes the same.
RC_GTEST_PROP(DriverProperty, LateDriverKnowsTheSame, (std::uint64_t seed)) {
  const auto storage = storage::open_memory();
  Study study = small_study();
  study.seed = seed;
  const auto id = storage->create_study(study);
  const auto make = [&] {
    return Driver(*storage, stored_study(*storage, id), std::make_unique<TinySampler>(study.space),
                  {.name = "w"});
  };
  Driver early = make();
  std::vector<Claim> open;
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  for (const int step : steps) {
    if (step < 3) {
      for (Claim& claim : early.asker().ask(step)) open.push_back(std::move(claim));
    } else if (!open.empty()) {
      const auto at = open.begin() + (step * 7) % static_cast<int>(open.size());
      early.recorder().tell(std::vector{complete(*at, step)});
      open.erase(at);
    }
  }
  early.view().refresh();
  const Driver late = make();
  RC_ASSERT(late.view().trials() == early.view().trials());
  RC_ASSERT((late.view().best() == nullptr) == (early.view().best() == nullptr));
  if (late.view().best() != nullptr) RC_ASSERT(late.view().best()->number == early.view().best()->number);
  const Trial* searched = best_trial(early.view().trials(), study.objectives[0]);
  if (searched != nullptr) RC_ASSERT(early.view().best()->number == searched->number);
  for (std::size_t i = 0; i < early.view().trials().size(); ++i)
    RC_ASSERT(early.view().trials()[i].number == static_cast<std::int64_t>(i));
}

// Remembers what it was told and shown.
class WatchingSampler final : public Sampler {
 public:
  WatchingSampler(Space space, std::set<std::int64_t>& told, std::set<std::int64_t>& shown)
      : inner_(std::move(space)), told_(told), shown_(shown) {}
  void tell(std::span<const Trial> finished) override {
    for (const Trial& trial : finished) {
      told_.insert(trial.number);
      EXPECT_TRUE(trial.notes.empty() || trial.version == 2) << "notes are about the space they were made in";
    }
    inner_.tell(finished);
  }
  std::vector<Proposal> ask(const AskRequest& request) const override {
    for (const Trial& trial : request.running) shown_.insert(trial.number);
    return inner_.ask(request);
  }

 private:
  TinySampler inner_;
  std::set<std::int64_t>& told_;
  std::set<std::int64_t>& shown_;
};

Study narrowed_study() {
  Study study = small_study();
  study.space = Space({real("x", 0.4, 1), integer("n", 1, 100)});
  return study;
}

TEST_F(DriverTest, ShowsTheSamplerOnlyWhatFitsTheSpace) {
  for (const double x : {0.25, 0.5, 0.125, 0.75}) {
    const std::vector<Proposal> noted = {
        {.configuration = point(x, 1), .notes = {{"stage", std::int64_t{1}}}}};
    storage_->enqueue(id_, noted);
  }
  {
    Driver before = driver();
    const auto claims = before.asker().ask(4);  // 2 and 3 go on running
    const std::vector<Outcome> ended = {complete(claims[0], 0.1), complete(claims[1], 0.2)};
    before.recorder().tell(ended);
    EXPECT_EQ(before.view().best()->number, 0);
  }
  storage_->redefine_study(id_, narrowed_study(), 1);
  std::set<std::int64_t> told;
  std::set<std::int64_t> shown;
  Driver after(*storage_, stored_study(*storage_, id_),
               std::make_unique<WatchingSampler>(narrowed_study().space, told, shown), {.name = "w"});
  ASSERT_EQ(after.asker().ask(1).size(), 1U);
  EXPECT_EQ(told, std::set<std::int64_t>{1});
  EXPECT_EQ(shown, std::set<std::int64_t>{3});
  EXPECT_EQ(after.view().best()->number, 1) << "trial 0 was better, outside";
  EXPECT_EQ(after.view().trials().size(), 5U) << "all of them are known";
}

TEST_F(DriverTest, RefusesToGoOnInASpaceThatSomebodyElseChanged) {
  Driver asked = driver();
  const Claim claim = asked.asker().ask(1).at(0);
  storage_->redefine_study(id_, narrowed_study(), 1);
  EXPECT_EQ(test::message_of([&] { asked.asker().ask(1); }),
            "the search space of the study 's' was changed by somebody else; start again with the present "
            "definition; `hone space` shows it");
  EXPECT_TRUE(asked.view().redefined());
  const Outcome outcome = complete(claim, 0.5);
  asked.recorder().tell(std::span(&outcome, 1));
  EXPECT_EQ(storage_->trial(id_, 0)->state, TrialState::Complete) << "what was handed out is not lost";
  EXPECT_EQ(storage_->trial(id_, 0)->version, 1);
}

// Between the look at the store and the start of what the sampler proposed.
TEST_F(DriverTest, StartsNothingOfAnOldSpaceEvenWhenItChangesWhileTheSamplerThinks) {
  auto interrupted = std::make_unique<InterruptedSampler>(
      sampler(), [&] { storage_->redefine_study(id_, narrowed_study(), 1); });
  Driver asked(*storage_, stored_study(*storage_, id_), std::move(interrupted), {.name = "w"});
  EXPECT_THROW(asked.asker().ask(1), Error);
  EXPECT_TRUE(asked.view().redefined());
  EXPECT_TRUE(storage_->changes(id_, 0).trials.empty());
}

TEST_F(DriverTest, QueuesAgainOnlyWhatFitsTheSpace) {
  for (const double x : {0.25, 0.5}) {
    const std::vector<Proposal> points = {{.configuration = point(x, 1)}};
    storage_->enqueue(id_, points);
  }
  {
    Driver before = driver();
    std::vector<Outcome> ended;
    for (const Claim& claim : before.asker().ask(2))
      ended.push_back({.lease = claim.lease, .state = TrialState::Failed, .error = "exit code 1"});
    before.recorder().tell(ended);
    storage_->redefine_study(id_, narrowed_study(), 1);
    EXPECT_THROW(before.corrector().retry(std::vector{TrialState::Failed}), Error)
        << "it knows the space no more";
  }
  Driver after = driver();
  EXPECT_EQ(after.corrector().retry(std::vector{TrialState::Failed}), std::vector<std::int64_t>{1});
  EXPECT_EQ(storage_->trial(id_, 0)->state, TrialState::Failed);
  EXPECT_EQ(storage_->trial(id_, 1)->state, TrialState::Waiting);
  EXPECT_THROW(after.corrector().retry(std::vector<std::int64_t>{0}), Error) << "its x is 0.25";
}

TEST_F(DriverTest, GoesOnWhenOnlyTheCommandChanged) {
  Driver asked = driver();
  Study other = small_study();
  other.plan.command = {"other"};
  EXPECT_EQ(storage_->redefine_study(id_, other), 2);
  EXPECT_EQ(asked.asker().ask(1).at(0).trial.version, 1) << "it runs the command that it knows";
  EXPECT_EQ(driver("new").asker().ask(1).at(0).trial.version, 2);
}

}  // namespace
}  // namespace hone::runner
