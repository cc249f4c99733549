// SPDX-License-Identifier: MIT
// What every store promises of results, reports and trials that ended elsewhere. Tried on each.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "contract/storage_contract.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::finished_trial;
using test::proposal;
using test::proposals;
using test::start_one;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_P(StorageContract, RecordsWhoStartedATrialAndWhen) {
  clock.now = 5000;
  start_one(*store, id, 0, {"me", 10'000});
  EXPECT_EQ(trial(0).state, TrialState::Running);
  EXPECT_EQ(trial(0).worker, "me");
  EXPECT_EQ(trial(0).created, 5000);
  EXPECT_EQ(trial(0).started, 5000);
  EXPECT_EQ(trial(0).finished, 0);
  EXPECT_EQ(trial(0).notes, proposal(0).notes);
}

TEST_P(StorageContract, KeepsEverythingOfAnOutcome) {
  const Lease lease = start_one(*store, id, 0);
  clock.now += 500;
  const Outcome outcome{
      .lease = lease,
      .values = {-0.1},
      .attributes = {{"a", true},
                     {"b", std::string("\"x\"\n\\ü")},
                     {"c", 2.5},
                     {"d", std::int64_t{3}},
                     {"e", Compound::list({std::int64_t{1}, 1.5, true, Compound(), std::string("ü")})},
                     {"f", Compound::map({{"z", Compound::list({})}, {"a", Compound::map({})}})},
                     {"g", Compound()}},
      .error = "warning: \xff\xfe"};
  store->finish(id, std::span(&outcome, 1));
  const Trial ended = trial(0);
  EXPECT_EQ(ended.state, TrialState::Complete);
  EXPECT_EQ(ended.values, outcome.values);
  EXPECT_EQ(ended.attributes, outcome.attributes);
  EXPECT_EQ(ended.error, outcome.error);
  EXPECT_EQ(ended.finished, clock.now);
  EXPECT_EQ(ended.worker, "w1");
}

TEST_P(StorageContract, KeepsSettingsOfAnyValue) {
  const Value wide = Compound::list({std::int64_t{64}, std::int64_t{64}});
  const Value model = Compound::map({{"kernel", std::string("rbf")}, {"scale", 1.0}});
  const Study layered{.name = "layered",
                      .space = Space({categorical("layers", {Compound(), wide, model, std::string("null")}),
                                      constant("shape", wide)})};
  const StudyId other = store->create_study(layered);
  std::vector<Proposal> points;
  for (const Value& value : std::get<Choices>(layered.space.parameters()[0].domain).values())
    points.push_back({layered.space.configuration({value, wide}), {}});
  store->enqueue(other, points);
  EXPECT_EQ(store->current(other).study.space, layered.space);
  const std::vector<Trial> trials = store->changes(other, 0).trials;
  ASSERT_EQ(trials.size(), points.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].configuration, points[i].configuration) << i;
    EXPECT_EQ(to_text(trials[i].configuration), to_text(points[i].configuration)) << "the same types";
  }
}

TEST_P(StorageContract, AddsAttributesToThoseOfTheTrial) {
  Trial old = finished_trial(0, 1.0);
  old.attributes = {{"kept", 1.5}, {"replaced", false}};
  const std::vector<Trial> imported = {old};
  store->insert(id, imported);
  EXPECT_EQ(trial(0).attributes, old.attributes);
  const Lease lease = start_one(*store, id, 1);
  const std::vector<Outcome> outcomes = {
      {.lease = lease, .values = {1.0}, .attributes = {{"replaced", true}}}};
  store->finish(id, outcomes);
  EXPECT_EQ(trial(1).attributes, outcomes[0].attributes);
}

TEST_P(StorageContract, EndsTrialsAllTogetherOrNotAtAll) {
  const auto leases = store->start(id, 0, proposals(0, 3), std::vector<Worker>{{"w1", 10'000}}).value();
  finish_one(*store, id, leases[1], 1.0);
  const Revision before = store->changes(id, 0).revision;
  const std::vector<Outcome> outcomes = {{.lease = leases[0], .values = {1.0}},
                                         {.lease = leases[1], .values = {2.0}},
                                         {.lease = leases[2], .values = {3.0}}};
  std::string message;
  EXPECT_EQ(code_of([&] { store->finish(id, outcomes); }, &message), ErrorCode::LeaseLost);
  EXPECT_THAT(message, HasSubstr("trial 1 has already ended (complete)"));
  EXPECT_EQ(trial(0).state, TrialState::Running);
  EXPECT_EQ(trial(2).state, TrialState::Running);
  EXPECT_EQ(store->changes(id, 0).revision, before);
}

TEST_P(StorageContract, RefusesTheSameTrialTwiceInOneCall) {
  const Lease lease = start_one(*store, id, 0);
  const std::vector<Outcome> twice = {{.lease = lease, .values = {1.0}}, {.lease = lease, .values = {2.0}}};
  EXPECT_EQ(code_of([&] { store->finish(id, twice); }), ErrorCode::LeaseLost);
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_P(StorageContract, RefusesOutcomesThatAreNone) {
  const Lease lease = start_one(*store, id, 0);
  const auto refused = [&](const Outcome& outcome) {
    return code_of([&] { store->finish(id, std::span(&outcome, 1)); }) == ErrorCode::InvalidArgument;
  };
  EXPECT_TRUE(refused({.lease = lease, .state = TrialState::Running}));
  EXPECT_TRUE(refused({.lease = lease, .state = TrialState::Waiting}));
  EXPECT_TRUE(refused({.lease = lease, .values = {}}));
  EXPECT_TRUE(refused({.lease = lease, .values = {1.0, 2.0}}));
  EXPECT_TRUE(refused({.lease = lease, .values = {std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_TRUE(refused({.lease = lease, .values = {std::numeric_limits<double>::infinity()}}));
  EXPECT_EQ(trial(0).state, TrialState::Running);
}

TEST_P(StorageContract, RefusesToInsertTrialsThatHaveNotEnded) {
  Trial running = finished_trial(0, 1.0);
  running.state = TrialState::Running;
  const std::vector<Trial> trials = {finished_trial(1, 1.0), running};
  EXPECT_EQ(code_of([&] { store->insert(id, trials); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(summary().trials, 0);
}

TEST_P(StorageContract, KeepsAllOfAnInsertedTrial) {
  Trial old = finished_trial(3, -2.0);
  old.state = TrialState::Pruned;
  old.reports = {{1, 0.5}, {2, 0.25}};
  old.attributes = {{"origin", std::string("csv")}};
  old.notes = {{"bracket", std::int64_t{2}}, {"theta", std::vector{0.1, -1.0 / 3.0, 5e-324}}};
  old.error = "stopped";
  old.attempt = 3;
  old.worker = "elsewhere";
  old.created = 10;
  old.started = 20;
  old.finished = 30;
  const std::vector<Trial> trials = {old};
  store->insert(id, trials);
  EXPECT_EQ(trial(0), old);
}

TEST_P(StorageContract, GivesTheTimeOfTheInsertToTrialsWithoutTimes) {
  const std::vector<Trial> trials = {finished_trial(0, 1.0)};
  store->insert(id, trials);
  EXPECT_EQ(trial(0).created, clock.now);
  EXPECT_EQ(trial(0).finished, clock.now);
}

TEST_P(StorageContract, KeepsReportsByStepAndReplacesRepeatedSteps) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{{10, 0.5}});
  store->report(id, lease, std::vector<Report>{{5, 0.75}});
  store->report(id, lease, std::vector<Report>{{10, 0.25}});
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{5, 0.75}, Report{10, 0.25}));
  EXPECT_THAT(store->changes(id, 0).trials[0].reports, ElementsAre(Report{5, 0.75}, Report{10, 0.25}));
  const std::vector<Outcome> ended = {{.lease = lease, .values = {1.0}, .reports = {{7, 3.0}, {5, 2.0}}}};
  store->finish(id, ended);
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{5, 2.0}, Report{7, 3.0}, Report{10, 0.25}));
}

TEST_P(StorageContract, TakesManyReportsAsOneChange) {
  const Lease lease = start_one(*store, id, 0);
  const Revision before = store->changes(id, 0).revision;
  const std::vector<Report> reports = {{3, 0.5}, {1, 0.75}, {3, 0.25}, {-7, 1.0}};
  store->report(id, lease, reports);
  EXPECT_EQ(store->changes(id, 0).revision, before + 1);
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{-7, 1.0}, Report{1, 0.75}, Report{3, 0.25}));
}

TEST_P(StorageContract, TakesNoneOfManyReportsOnATrialThatIsNotHeld) {
  const Lease lease = start_one(*store, id, 0);
  const std::vector<Report> reports = {{1, 0.5}, {2, 0.25}};
  EXPECT_EQ(code_of([&] { store->report(id, {0, lease.fence + 1}, reports); }), ErrorCode::LeaseLost);
  EXPECT_THAT(trial(0).reports, IsEmpty());
}

TEST_P(StorageContract, KeepsReportsThatAreNoFiniteNumbers) {
  const Lease lease = start_one(*store, id, 0);
  store->report(id, lease, std::vector<Report>{{1, std::numeric_limits<double>::quiet_NaN()}});
  store->report(id, lease, std::vector<Report>{{2, -std::numeric_limits<double>::infinity()}});
  store->report(id, lease, std::vector<Report>{{3, -0.0}, {1, std::numeric_limits<double>::quiet_NaN()}});
  const std::vector<Report> reports = trial(0).reports;
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[2].value, 0.0);
  EXPECT_TRUE(std::isnan(reports[0].value));
  EXPECT_EQ(reports[1].value, -std::numeric_limits<double>::infinity());
}

TEST_P(StorageContract, ReportsThatComeWithAResultAreKeptOrRefusedWithIt) {
  const Lease mine = start_one(*store, id, 0);
  const Lease gone = start_one(*store, id, 1);
  store->report(id, mine, std::vector<Report>{{1, 0.5}});
  finish_one(*store, id, gone, 1.0);
  const std::vector<Outcome> refused = {{.lease = mine, .values = {1.0}, .reports = {{2, 0.25}}},
                                        {.lease = gone, .values = {1.0}, .reports = {{1, 7.0}}}};
  EXPECT_EQ(code_of([&] { store->finish(id, refused); }), ErrorCode::LeaseLost);
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{1, 0.5}));
  EXPECT_EQ(trial(0).state, TrialState::Running);
  store->finish(id, std::span(refused).first(1));
  EXPECT_THAT(trial(0).reports, ElementsAre(Report{1, 0.5}, Report{2, 0.25}));
  EXPECT_THAT(trial(1).reports, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
