// SPDX-License-Identifier: MIT
// What every store promises of what people do to trials that ended: run again, amend, take out. Tried on
// each.
#include <limits>
#include <string>
#include <vector>

#include "contract/storage_contract.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::proposal;
using test::proposals;
using test::start_one;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_P(StorageContract, RunsAFailedTrialAgainAndRemembersHowItEnded) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{{1, 0.5}});
  store->finish(id, std::vector<Outcome>{{.lease = lease,
                                          .state = TrialState::Failed,
                                          .attributes = {{"gpu", true}},
                                          .error = "exit code 1\nline\nno module named x"}});
  clock.now += 500;
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Retry}});
  Trial again = trial(0);
  EXPECT_EQ(again.state, TrialState::Waiting);
  EXPECT_EQ(again.configuration, proposal(0).configuration);
  EXPECT_EQ(again.error, "");
  EXPECT_EQ(again.attempt, 1);
  EXPECT_EQ(again.finished, 0);
  EXPECT_THAT(again.reports, IsEmpty());
  EXPECT_THAT(again.remarks,
              ElementsAre(Remark{clock.now, "was failed (exit code 1: no module named x); queued again"}));
  EXPECT_EQ(summary().waiting, 1);
  EXPECT_EQ(summary().failed, 0);
  const auto claim = store->claim_waiting(id, {"w2", 10'000});
  EXPECT_EQ(claim->lease, (Lease{0, 2})) << "what the first run left is not touched";
  finish_one(*store, id, claim->lease, 0.25);
  EXPECT_EQ(trial(0).remarks.size(), 1u);
  EXPECT_EQ(summary().best, 0.25);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, TakesATrialOutButKeepsIt) {
  for (int i = 0; i < 3; ++i) finish_one(*store, id, start_one(*store, id, i), 1.0 + i);
  const Revision before = store->changes(id, 0).revision;
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(trial(0).state, TrialState::Deleted);
  EXPECT_THAT(trial(0).values, ElementsAre(1.0));
  EXPECT_THAT(trial(0).remarks, ElementsAre(Remark{clock.now, "was complete with 1; deleted"}));
  EXPECT_EQ(summary().trials, 2);
  EXPECT_EQ(summary().deleted, 1);
  EXPECT_EQ(summary().complete, 2);
  EXPECT_EQ(summary().best, 2.0) << "of those that are left";
  EXPECT_EQ(store->changes(id, before).trials.size(), 1u);
  EXPECT_EQ(start_one(*store, id, 3).number, 3) << "its number is not given again";
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, AWaitingTrialThatIsTakenOutIsNotHandedOut) {
  store->enqueue(id, proposals(0, 2));
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(store->claim_waiting(id, {"w", 10})->trial.number, 1);
  EXPECT_EQ(store->claim_waiting(id, {"w", 10}), std::nullopt);
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Retry}});
  EXPECT_EQ(store->claim_waiting(id, {"w", 10})->trial.number, 0) << "and back in";
}

TEST_P(StorageContract, AmendsAMistypedResult) {
  finish_one(*store, id, start_one(*store, id, 0), 0.5);
  finish_one(*store, id, start_one(*store, id, 1), 0.01);
  store->correct(id,
                 std::vector<Correction>{{.number = 1, .kind = Correction::Kind::Amend, .values = {0.75}}});
  EXPECT_THAT(trial(1).values, ElementsAre(0.75));
  EXPECT_THAT(trial(1).remarks, ElementsAre(Remark{clock.now, "was complete with 0.01; amended to 0.75"}));
  EXPECT_EQ(summary().best, 0.5);
  const Lease third = start_one(*store, id, 2);
  store->finish(id, std::vector<Outcome>{{.lease = third, .state = TrialState::Failed, .error = "oops"}});
  store->correct(id,
                 std::vector<Correction>{{.number = 2, .kind = Correction::Kind::Amend, .values = {0.25}}});
  EXPECT_EQ(trial(2).state, TrialState::Complete);
  EXPECT_EQ(trial(2).error, "");
  EXPECT_EQ(summary().best, 0.25);
  EXPECT_EQ(summary().failed, 0);
  EXPECT_THAT(keeper().check().problems, IsEmpty());
}

TEST_P(StorageContract, RefusesCorrectionsThatMakeNoSense) {
  using Kind = Correction::Kind;
  finish_one(*store, id, start_one(*store, id, 0), 0.5);
  start_one(*store, id, 1);
  store->enqueue(id, proposals(2, 1));
  finish_one(*store, id, start_one(*store, id, 3), 0.5);
  store->correct(id, std::vector<Correction>{{.number = 3, .kind = Kind::Delete}});
  const std::vector<Correction> senseless = {
      {.number = 0, .kind = Kind::Retry},
      {.number = 1, .kind = Kind::Retry},
      {.number = 2, .kind = Kind::Retry},
      {.number = 1, .kind = Kind::Delete},
      {.number = 3, .kind = Kind::Delete},
      {.number = 1, .kind = Kind::Amend, .values = {1.0}},
      {.number = 2, .kind = Kind::Amend, .values = {1.0}},
      {.number = 3, .kind = Kind::Amend, .values = {1.0}},
      {.number = 0, .kind = Kind::Amend},
      {.number = 0, .kind = Kind::Amend, .values = {1.0, 2.0}},
      {.number = 0, .kind = Kind::Amend, .values = {std::numeric_limits<double>::infinity()}},
  };
  const Changes before = store->changes(id, 0);
  for (std::size_t i = 0; i < senseless.size(); ++i) {
    std::string message;
    EXPECT_EQ(code_of([&] { store->correct(id, std::vector<Correction>{senseless[i]}); }, &message),
              ErrorCode::InvalidArgument)
        << "correction " << i;
    EXPECT_THAT(message, HasSubstr("trial " + std::to_string(senseless[i].number)));
  }
  EXPECT_EQ(code_of([&] { store->correct(id, std::vector<Correction>{{.number = 99}}); }),
            ErrorCode::NotFound);
  EXPECT_EQ(code_of([&] {
              store->correct(id, std::vector<Correction>{{.number = 0, .kind = Kind::Delete},
                                                         {.number = 0, .kind = Kind::Delete}});
            }),
            ErrorCode::InvalidArgument)
      << "all or none";
  EXPECT_EQ(store->changes(id, 0).trials, before.trials);
  EXPECT_EQ(store->changes(id, 0).revision, before.revision);
}

TEST_P(StorageContract, NoLateResultEndsATrialThatWasTakenOut) {
  const Lease lease = start_one(*store, id, 0, {"w1", 10'000});
  clock.now += 20'000;
  keeper().reclaim(id, LostPolicy::Fail, 1, kNobodyIsDead);
  store->correct(id, std::vector<Correction>{{.number = 0, .kind = Correction::Kind::Delete}});
  EXPECT_EQ(code_of([&] { finish_one(*store, id, lease, 0.5); }), ErrorCode::LeaseLost);
  EXPECT_EQ(trial(0).state, TrialState::Deleted);
}

}  // namespace
}  // namespace hone::storage
