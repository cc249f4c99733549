// SPDX-License-Identifier: MIT
#include "hone/transfer/samplers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "hone/samplers/gp.hpp"
#include "hone/transfer/best_box.hpp"
#include "hone/transfer/boxed_sampler.hpp"
#include "hone/transfer/hebo_with_sources.hpp"
#include "support/drive.hpp"
#include "transfer/valleys.hpp"

namespace hone::transfer {
namespace {

using namespace test::valleys;

std::vector<Configuration> proposed(const std::vector<Proposal>& proposals) {
  std::vector<Configuration> out;
  for (const Proposal& proposal : proposals) out.push_back(proposal.configuration);
  return out;
}

// At the horizon all sources are dropped: what is left must be the sampler of one study, to the last bit.
template <class Sampler>
void expect_the_plain_process_at_the_horizon(const std::string& name) {
  const auto sources = helpful();
  const Study study = target_study(name, 12);
  Study plain = target_study("gp", 12);
  plain.sampler.options = {{"variant", {"map"}}, {"startup", {std::int64_t{1}}}};
  Sampler informed(SamplerInput(study, sources));
  samplers::GaussianProcess alone(plain);
  samplers::GaussianProcess start(target_study("gp", 12));
  const auto history = test::drive(start, 12, 12, 5, shifted_valley(0.0));
  informed.tell(history);
  alone.tell(history);
  const AskRequest request{.count = 3, .seed = 11};
  EXPECT_EQ(proposed(informed.ask(request)), proposed(alone.ask(request)));
}

TEST(TransferSamplers, AreThePlainProcessWhenAllWeightIsTheTargets) {
  expect_the_plain_process_at_the_horizon<Rgpe>("rgpe");
  expect_the_plain_process_at_the_horizon<Rmogp>("rmogp");
  expect_the_plain_process_at_the_horizon<Taf>("taf");
  expect_the_plain_process_at_the_horizon<Cfnei>("cfnei");
}

// Theorem 4.1: however a source misleads, it is dropped at step n of H with a probability of n/H at least, so
// that among H steps Σ (n/H)^sources are expected to be those of the plain process; from these it cannot be
// kept. Sources that have the target upside down are dropped far more often.
TEST(TransferSamplers, MostStepsAreThoseOfThePlainProcessWhenSourcesMislead) {
  std::vector<SourceStudy> sources;
  for (const double shift : {0.1, -0.1, 0.05}) {
    sources.push_back(earlier(
        "upside-down", [shift](const Configuration& c) { return -shifted_valley(shift)(c); },
        1 + sources.size()));
    sources.back().name += std::to_string(sources.size());
  }
  constexpr int kHorizon = 16;
  const Study study = target_study("rgpe", kHorizon);
  Rgpe sampler(SamplerInput(study, sources));
  int plain = 0;
  double expected = 0.0;
  for (const Trial& trial : test::drive(sampler, kHorizon, 1, 3, shifted_valley(0.0))) {
    if (trial.number < 3) continue;  // too few to rank
    expected += std::pow(static_cast<double>(trial.number) / kHorizon, 3.0);
    plain += trial.notes.at("transfer.own") == Note(1.0) ? 1 : 0;
  }
  EXPECT_GT(plain, expected);
  EXPECT_GE(plain, 10) << "of 13";
}

TEST(TransferSamplers, WithoutSourcesHeboIsHebo) {
  const Study study = target_study("hebo", 30);
  HeboWithSources informed{SamplerInput(study)};
  samplers::Hebo plain(study);
  EXPECT_EQ(test::drive(informed, 14, 2, 1, shifted_valley(0.0)),
            test::drive(plain, 14, 2, 1, shifted_valley(0.0)));
}

TEST(TransferSamplers, LearnFromSourcesThatResembleTheTarget) {
  const double cold = mean_regret<Rgpe>({}, "rgpe");
  const auto sources = helpful();
  EXPECT_LT(mean_regret<Rgpe>(sources, "rgpe"), 0.6 * cold);
  EXPECT_LT(mean_regret<Rmogp>(sources, "rmogp"), 0.6 * cold);
  EXPECT_LT(mean_regret<Taf>(sources, "taf"), 0.6 * cold);
  EXPECT_LT(mean_regret<Tst>(sources, "tst"), 0.6 * cold);
  EXPECT_LT(mean_regret<Cfnei>(sources, "cfnei"), 0.6 * cold);
  EXPECT_LT(mean_regret<HeboWithSources>(sources, "hebo"), 0.6 * cold);
}

TEST(TransferSamplers, BeginWithWhatTheSourcesFoundBest) {
  const auto sources = helpful();
  const Study study = target_study("rgpe", 30);
  const Rgpe sampler(SamplerInput(study, sources));
  const auto first = sampler.ask({.seed = 1});
  ASSERT_EQ(first.size(), 1U);
  EXPECT_LT(shifted_valley(0.0)(first[0].configuration), 103.8)
      << "the third best of 75 trials of the sources";
}

// Three trials are lost to sources that are upside down; then the study begins as one without sources would.
TEST(TransferSamplers, HeboGoesBackToTheEvenStartWhenNoSourceIsLeft) {
  std::vector<SourceStudy> wrong;
  for (const double shift : {0.1, -0.1, 0.05})
    wrong.push_back(earlier(
        "wrong", [&](const Configuration& c) { return -shifted_valley(shift)(c); }, 4));
  const Study study = target_study("hebo", 30);
  HeboWithSources misled(SamplerInput(study, wrong));
  const auto trials = test::drive(misled, 7, 1, 7, shifted_valley(0.0));
  const auto even = proposed(samplers::Hebo(study).ask({.count = 4, .seed = 1}));
  EXPECT_EQ(trials[3].configuration, even[1]) << "in the place of the first was what the sources found best";
  EXPECT_EQ(trials[4].configuration, even[2]);
  EXPECT_EQ(trials[5].configuration, even[3]);
  EXPECT_TRUE(trials[6].notes.contains("model.theta"));
}

TEST(TransferSamplers, KeepTheWeightsWithTheirProposals) {
  const auto sources = helpful();
  const Study study = target_study("rgpe", 30);
  Rgpe sampler(SamplerInput(study, sources));
  const auto trials = test::drive(sampler, 6, 1, 7, shifted_valley(0.0));
  const Notes& notes = trials.back().notes;
  double sum = std::get<double>(notes.at("transfer.own"));
  for (const auto& [name, note] : notes) {
    if (name.starts_with("transfer.weight.")) sum += std::get<double>(note);
  }
  EXPECT_NEAR(sum, 1.0, 1e-9);
  EXPECT_TRUE(notes.contains("transfer.dropped"));
}

TEST(BestBox, HoldsTheBestOfEverySourceAndAnySamplerStaysInside) {
  const auto sources = helpful();
  Study study = target_study("random", 30);
  const Space box = best_box({study, sources});
  const auto& x = std::get<RealRange>(box.parameters()[0].domain);
  EXPECT_GE(x.low(), -2.0);
  EXPECT_LT(x.high() - x.low(), 2.0);
  EXPECT_LT(x.low(), 0.9);
  EXPECT_GT(x.high(), 0.5);
  Study narrowed = study;
  narrowed.space = box;
  samplers::GaussianProcess inner(narrowed);
  BoxedSampler boxed(study.space, box, std::make_unique<samplers::GaussianProcess>(narrowed));
  Trial outside;
  outside.number = 0;
  outside.state = TrialState::Complete;
  outside.values = {1.0};
  outside.configuration = study.space.configuration({-2.0, 1e-3});
  boxed.tell({&outside, 1});
  for (const Proposal& proposal : boxed.ask({.count = 50, .seed = 3})) {
    EXPECT_TRUE(study.space.allows(proposal.configuration));
    EXPECT_GE(proposal.configuration.real("x"), x.low());
    EXPECT_LE(proposal.configuration.real("x"), x.high());
  }
}

TEST(BestBox, NarrowsStepsAndOrdersLeavesChoicesAndPools) {
  const Space space({integer("n", 1, 100), ordinal("size", {"xs", "s", "m", "l", "xl"}),
                     categorical("kind", {"u", "v"}), boolean("flag")});
  std::vector<Trial> trials;
  for (const std::int64_t n : {40, 60, 90}) {
    trials.push_back(test::finish(std::ssize(trials), {space.configuration({n, "m", "u", true})},
                                  TrialState::Complete, static_cast<double>(n)));
  }
  const std::vector<SourceStudy> sources = {
      {"one", space, {Objective{}}, trials},
      {"two", space, {Objective{"value", Direction::Maximize}}, trials}};
  const Study study{.space = space};
  const Space box = best_box({study, sources});
  EXPECT_EQ(box.parameters()[0].domain, Domain(IntRange(40, 90)));
  EXPECT_EQ(box.parameters()[1].domain, Domain(Choices({"s", "m", "l"}, true)));
  EXPECT_EQ(box.parameters()[2].domain, space.parameters()[2].domain);
  EXPECT_EQ(best_box({study, {}}), space);
}

TEST(BestBox, LetsADefaultOutsideItGo) {
  Parameter x = real("x", 0, 1);
  x.usual = 0.9;
  Parameter y = real("y", 0, 1);
  y.usual = 0.5;
  const Space space({x, y});
  std::vector<Trial> trials;
  for (const double at : {0.1, 0.2, 0.3})
    trials.push_back(
        test::finish(std::ssize(trials), {space.configuration({at, 0.5})}, TrialState::Complete, at));
  const std::vector<SourceStudy> sources = {{"old", space, {Objective{}}, trials}};
  const Study study{.space = space};
  const Space box = best_box({study, sources});
  EXPECT_NEAR(std::get<RealRange>(box.parameters()[0].domain).high(), 0.15, 1e-12);
  EXPECT_EQ(box.parameters()[0].usual, std::nullopt);
  EXPECT_EQ(box.parameters()[1].usual, std::optional<Value>(0.5));
}

// What the sources tried stands in no row, and none of it keeps the constraint.
TEST(TransferSamplers, BeginWithWhatTheirModelsExpectMostOfWhereNothingOfTheSourcesIsAllowed) {
  const auto sources = helpful();
  std::vector<std::vector<std::pair<std::string, Value>>> rows;
  for (const double x : {-1.9, -1.0, -0.3, 0.71, 1.4, 1.95}) rows.push_back({{"x", x}, {"y", 0.0631}});
  Study pool = target_study("rgpe", 30);
  pool.space = Space::from_candidates(rows, {}, square().parameters());
  EXPECT_EQ(Rgpe(SamplerInput(pool, sources)).ask({.seed = 1}).at(0).configuration.real("x"), 0.71);
  Study strip = target_study("rgpe", 30);
  strip.space = Space(square().parameters(), {"x > 1.9999"});
  const Configuration first = Rgpe(SamplerInput(strip, sources)).ask({.seed = 1}).at(0).configuration;
  EXPECT_TRUE(strip.space.allows(first));
  EXPECT_LT(std::abs(std::log10(first.real("y")) + 1.2), 0.5) << "where y is best";
}

TEST(BestBox, IsNotTakenWhenTheConstraintsAllowNothingInIt) {
  const Space free({real("x", 0, 1), real("y", 0, 1)});
  std::vector<Trial> trials;
  for (const double x : {0.1, 0.2, 0.3}) {
    trials.push_back(
        test::finish(std::ssize(trials), {free.configuration({x, 0.5})}, TrialState::Complete, x));
  }
  const std::vector<SourceStudy> sources = {{"old", free, {Objective{}}, trials}};
  const Study far{.space = Space(free.parameters(), {"x > 0.9"})};
  EXPECT_EQ(best_box({far, sources}), far.space);
  const Study near{.space = Space(free.parameters(), {"x < 0.9"})};
  EXPECT_NE(best_box({near, sources}), near.space);
}

}  // namespace
}  // namespace hone::transfer
