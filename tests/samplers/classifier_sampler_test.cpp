// SPDX-License-Identifier: MIT
// Samplers that tell good points from poor ones: lfbo, bore, tpe; and rf, whose model is a forest.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "hone/samplers/lfbo.hpp"
#include "hone/samplers/rf.hpp"
#include "hone/samplers/tpe.hpp"
#include "support/drive.hpp"

namespace hone::samplers {
namespace {

Study study_with(Space space, Choice sampler, Direction direction = Direction::Minimize) {
  return {.space = std::move(space),
          .objectives = {{.direction = direction}},
          .sampler = std::move(sampler),
          .seed = 5};
}

std::unique_ptr<Sampler> make_of_kind(const Study& study) {
  if (study.sampler.name == "lfbo") return std::make_unique<Lfbo>(study);
  if (study.sampler.name == "bore") return std::make_unique<Bore>(study);
  if (study.sampler.name == "tpe") return std::make_unique<Tpe>(study);
  return std::make_unique<Rf>(study);
}

std::vector<Choice> all_kinds() {
  std::vector<Choice> kinds = {{"lfbo"}, {"bore"}, {"tpe"}, {"rf"}};
  kinds.push_back({"lfbo", {{"weights", {"pi"}}}});
  kinds.push_back({"lfbo", {{"classifier", {"forest"}}}});
  kinds.push_back({"lfbo", {{"classifier", {"network"}}, {"network.steps", {std::int64_t{60}}}}});
  return kinds;
}

double least_value(const std::vector<Trial>& trials) {
  double best = trials[0].values[0];
  for (const Trial& trial : trials) best = std::min(best, trial.values[0]);
  return best;
}

double tilted_valley(const Configuration& c) {
  const double x = c.real("x") - 0.3;
  const double y = c.real("y") + 0.4;
  return x * x + y * y + (c.flag("b") ? 0.0 : 0.5);
}

Space valley_space() { return Space({real("x", -1, 1), real("y", -1, 1), boolean("b")}); }

TEST(ClassifierSampler, GathersItsTrialsWhereItIsGood) {
  for (const Choice& kind : all_kinds()) {
    const Study study = study_with(valley_space(), kind);
    const auto sampler = make_of_kind(study);
    const auto trials = test::drive(*sampler, 50, 1, 3, tilted_valley);
    const auto near = std::count_if(trials.begin() + 25, trials.end(),
                                    [](const Trial& trial) { return trial.values[0] < 0.2; });
    // A seventeenth of the space is that good.
    EXPECT_GE(near, 8) << kind.name;
  }
}

TEST(ClassifierSampler, MaximisesAsItMinimises) {
  for (const Choice& kind : all_kinds()) {
    const auto least = test::drive(*make_of_kind(study_with(valley_space(), kind)), 24, 3, 3, tilted_valley);
    const auto most = test::drive(*make_of_kind(study_with(valley_space(), kind, Direction::Maximize)), 24, 3,
                                  3, [](const Configuration& c) { return -tilted_valley(c); });
    for (std::size_t i = 0; i < least.size(); ++i)
      EXPECT_EQ(least[i].configuration, most[i].configuration) << kind.name;
  }
}

// Classifiers see labels only, and these do not know the objective's unit.
TEST(ClassifierSampler, ProposesTheSameWhateverTheUnitOfTheObjective) {
  for (const Choice& kind : all_kinds()) {
    if (kind.name == "rf") continue;  // its values are transformed
    const auto plain = test::drive(*make_of_kind(study_with(valley_space(), kind)), 24, 3, 3, tilted_valley);
    const auto scaled = test::drive(*make_of_kind(study_with(valley_space(), kind)), 24, 3, 3,
                                    [](const Configuration& c) { return 1024.0 * tilted_valley(c); });
    for (std::size_t i = 0; i < plain.size(); ++i)
      EXPECT_EQ(plain[i].configuration, scaled[i].configuration) << kind.name;
  }
}

// The same question, once with what would be the answer running already.
TEST(ClassifierSampler, KeepsAwayFromWhatIsRunning) {
  for (const Choice& kind : all_kinds()) {
    const auto sampler = make_of_kind(study_with(valley_space(), kind));
    test::drive(*sampler, 40, 4, 3, tilted_valley);
    const auto alone = sampler->ask({.seed = 9});
    ASSERT_EQ(alone.size(), 1U);
    const Trial running = test::finish(40, alone[0], TrialState::Running, 0.0);
    const auto beside = sampler->ask({.running = {&running, 1}, .seed = 9});
    ASSERT_EQ(beside.size(), 1U);
    EXPECT_NE(beside[0].configuration, alone[0].configuration) << kind.name;
  }
}

TEST(ClassifierSampler, FillsAWideBatch) {
  for (const Choice& kind : all_kinds()) {
    const auto sampler = make_of_kind(study_with(valley_space(), kind));
    test::drive(*sampler, 20, 5, 3, tilted_valley);
    const auto batch = sampler->ask({.count = 100, .seed = 4});
    std::unordered_set<Configuration> distinct;
    for (const Proposal& proposal : batch) distinct.insert(proposal.configuration);
    EXPECT_EQ(distinct.size(), 100U) << kind.name;
  }
}

TEST(ClassifierSampler, PicksTheBranchOfATreeOfConditions) {
  const Space space({categorical("kind", {"a", "b", "c"}), when(real("p", 0, 1), "kind", {"a"}),
                     when(real("q", 0, 1), "kind", {"b"}), when(integer("n", 1, 30), "kind", {"b", "c"})});
  const auto objective = [](const Configuration& c) {
    if (c.text("kind") == "a") return 1.0 + c.real("p");
    const double n = std::abs(static_cast<double>(c.integer("n")) - 12.0) / 30.0;
    return c.text("kind") == "b" ? std::abs(c.real("q") - 0.7) + n : 2.0 + n;
  };
  for (const Choice& kind : all_kinds()) {
    const auto trials = test::drive(*make_of_kind(study_with(space, kind)), 70, 1, 3, objective);
    const auto in_branch = std::count_if(trials.end() - 30, trials.end(), [](const Trial& trial) {
      return trial.configuration.text("kind") == "b";
    });
    EXPECT_GE(in_branch, 15) << kind.name;
    EXPECT_LT(least_value(trials), 0.3) << kind.name;
  }
}

}  // namespace
}  // namespace hone::samplers
