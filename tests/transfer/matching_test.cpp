// SPDX-License-Identifier: MIT
#include "hone/transfer/matching.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace hone::transfer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Trial trial_at(const Space& space, std::vector<std::pair<std::string, Value>> values, double value) {
  Trial trial;
  trial.configuration = space.admit(values);
  trial.state = std::isnan(value) ? TrialState::Failed : TrialState::Complete;
  if (!std::isnan(value)) trial.values = {value};
  return trial;
}

Study target_of(Space space) { return {.space = std::move(space)}; }

SourceStudy source_of(Space space, std::vector<Trial> trials, Direction direction = Direction::Minimize) {
  return {.name = "old",
          .space = std::move(space),
          .objectives = {{"value", direction}},
          .trials = std::move(trials)};
}

TEST(Matching, TakesValuesWhateverRangeAndScaleTheyWereSearchedOn) {
  const Space old({real("lr", 1e-6, 1.0, Scale::Log), integer("depth", 1, 100)});
  const SourceStudy source = source_of(
      old,
      {trial_at(old, {{"lr", 1e-3}, {"depth", 7}}, 1.0), trial_at(old, {{"lr", 1e-6}, {"depth", 7}}, 2.0),
       trial_at(old, {{"lr", 1e-2}, {"depth", 50}}, 3.0), trial_at(old, {{"lr", 2e-2}, {"depth", 9}}, NAN),
       trial_at(old, {{"lr", 3e-2}, {"depth", 8}}, 4.0), trial_at(old, {{"lr", 4e-2}, {"depth", 8}}, 5.0)});
  const Matched matched = match(source, target_of(Space({real("lr", 1e-4, 0.1), real("depth", 1, 10)})));
  ASSERT_TRUE(matched.usable()) << matched.refusal;
  EXPECT_EQ(matched.left_out, 2) << "a learning rate too small, a depth too large";
  ASSERT_EQ(matched.configurations.size(), 4U);
  EXPECT_EQ(matched.configurations[0].real("lr"), 1e-3);
  EXPECT_EQ(matched.configurations[0].real("depth"), 7.0);
  EXPECT_TRUE(std::isnan(matched.values[1])) << "that it failed is knowledge too";
  EXPECT_EQ(matched.values[3], 5.0);
}

TEST(Matching, RefusesASourceWithOneValueOnly) {
  const Space old({real("x", 0, 1)});
  const SourceStudy source =
      source_of(old, {trial_at(old, {{"x", 0.1}}, 2.0), trial_at(old, {{"x", 0.2}}, NAN),
                      trial_at(old, {{"x", 0.3}}, 2.0), trial_at(old, {{"x", 0.4}}, 2.0)});
  EXPECT_THAT(match(source, target_of(old)).refusal, HasSubstr("the same value"));
}

TEST(Matching, TurnsTheDirection) {
  const Space space({real("x", 0, 1)});
  const SourceStudy source =
      source_of(space,
                {trial_at(space, {{"x", 0.1}}, 0.7), trial_at(space, {{"x", 0.2}}, 0.8),
                 trial_at(space, {{"x", 0.3}}, 0.9)},
                Direction::Maximize);
  const Matched matched = match(source, target_of(space));
  EXPECT_EQ(matched.values[0], -0.7);
}

TEST(Matching, PutsWhatASourceLacksIntoTheMiddleAndIgnoresWhatTheTargetLacks) {
  const Space old({real("x", 0, 1), real("gone", 0, 1)});
  std::vector<Trial> trials;
  for (const double x : {0.1, 0.2, 0.3}) trials.push_back(trial_at(old, {{"x", x}, {"gone", 0.5}}, x));
  const Matched matched = match(source_of(old, trials),
                                target_of(Space({real("x", 0, 1), real("c", 1e-4, 1.0, Scale::Log),
                                                 integer("n", 0, 8), categorical("k", {"a", "b", "c"})})));
  ASSERT_TRUE(matched.usable());
  EXPECT_THAT(matched.missing, ElementsAre("c", "n", "k"));
  EXPECT_THAT(matched.extra, ElementsAre("gone"));
  EXPECT_NEAR(matched.configurations[0].real("c"), 1e-2, 1e-12);
  EXPECT_EQ(matched.configurations[0].integer("n"), 4);
  EXPECT_EQ(matched.configurations[0].text("k"), "b");
  Parameter known = integer("n", 0, 8);
  known.usual = std::int64_t{7};
  const Matched usual = match(source_of(old, trials), target_of(Space({real("x", 0, 1), known})));
  EXPECT_EQ(usual.configurations.at(0).integer("n"), 7) << "a default is a better guess";
}

TEST(Matching, FollowsTheConditionsOfTheTarget) {
  const Space old({categorical("kernel", {"rbf", "linear"}), when(real("gamma", 0.1, 1), "kernel", {"rbf"})});
  std::vector<Trial> trials = {trial_at(old, {{"kernel", "rbf"}, {"gamma", 0.2}}, 1.0),
                               trial_at(old, {{"kernel", "linear"}}, 2.0),
                               trial_at(old, {{"kernel", "linear"}}, 3.0)};
  const Matched whole = match(source_of(old, trials), target_of(old));
  EXPECT_EQ(whole.configurations[0].real("gamma"), 0.2);
  EXPECT_FALSE(whole.configurations[1].has("gamma"));
  const Space plain({categorical("kernel", {"rbf", "linear"}), real("gamma", 0.0, 1.0)});
  EXPECT_EQ(match(source_of(old, trials), target_of(plain)).configurations[1].real("gamma"), 0.5)
      << "the target has it always";
}

TEST(Matching, SaysWhyNothingCanBeLearned) {
  const Space space({real("x", 0, 1)});
  const Study target = target_of(space);
  const Space other({real("y", 0, 1)});
  EXPECT_THAT(match(source_of(other, {trial_at(other, {{"y", 0.5}}, 1.0)}), target).refusal,
              HasSubstr("no parameter"));
  const Space words({categorical("x", {"a", "b"})});
  EXPECT_THAT(match(source_of(words, {trial_at(words, {{"x", "a"}}, 1.0)}), target).refusal,
              HasSubstr("kind"));
  EXPECT_THAT(match(source_of(space, {trial_at(space, {{"x", 0.5}}, 1.0)}), target).refusal,
              HasSubstr("only 1 complete"));
  const Space fixed({constant("x", 0.5), real("y", 0, 1)});
  EXPECT_THAT(match(source_of(fixed, {trial_at(fixed, {{"y", 0.5}}, 1.0)}), target).refusal,
              HasSubstr("no parameter"))
      << "what stood still there says nothing of x";
  SourceStudy several = source_of(space, {});
  several.objectives = {{"loss", Direction::Minimize}, {"time", Direction::Minimize}};
  EXPECT_THAT(match(several, target).refusal, HasSubstr("several objectives"));
  EXPECT_THAT(match(source_of(space, {}), target).extra, IsEmpty());
}

}  // namespace
}  // namespace hone::transfer
