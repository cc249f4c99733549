// SPDX-License-Identifier: MIT
#include "hone/core/used_value.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

Parameter optional(Parameter parameter) {
  parameter.optional = true;
  return parameter;
}

Trial trial_of(const Space& space, std::vector<std::optional<Value>> values, Attributes attributes) {
  Trial trial;
  trial.state = TrialState::Complete;
  trial.configuration = Configuration(space.names(), std::move(values));
  trial.attributes = std::move(attributes);
  return trial;
}

TEST(UsedValue, FillsWhatTheTrialLacks) {
  const Space space({real("x", 0, 1), optional(real("dropout", 0, 1))});
  Trial trial =
      trial_of(space, {0.5, std::nullopt}, {{"a", 1.0}, {"param:dropout", std::int64_t{1}}, {"z", 2.0}});
  take_used_values(space, trial);
  EXPECT_EQ(trial.configuration.real("x"), 0.5);
  EXPECT_EQ(trial.configuration.real("dropout"), 1.0) << "in the type of its domain";
}

TEST(UsedValue, ReplacesWhatWasProposed) {
  const Space space({integer("n", 1, 9), categorical("kind", {std::string("a"), std::string("b")})});
  Trial trial = trial_of(space, {std::int64_t{9}, std::string("a")}, {{"param:n", std::int64_t{2}}});
  take_used_values(space, trial);
  EXPECT_EQ(trial.configuration.integer("n"), 2);
  EXPECT_EQ(*trial.configuration.find("kind"), Value(std::string("a")));
}

TEST(UsedValue, LeavesWhatTheSpaceCannotHold) {
  const Space space({real("x", 0, 1), real("y", 0, 1)}, {"x + y <= 1"});
  Trial trial = trial_of(space, {0.25, 0.5}, {{"param:x", 7.0}, {"param:none", 1.0}});
  const Configuration before = trial.configuration;
  take_used_values(space, trial);
  EXPECT_EQ(trial.configuration, before);
  trial.attributes = {{"param:x", 0.75}};
  take_used_values(space, trial);
  EXPECT_EQ(trial.configuration, before) << "the constraint would be violated";
}

TEST(UsedValue, TakesOutWhatTheTrialDidNotLookAt) {
  const Space space({real("x", 0, 1), optional(real("depth", 0, 1)), real("rate", 0, 1)});
  Trial trial = trial_of(space, {0.5, 0.25, 0.75}, {{"unused_params", std::string("depth,rate,gone")}});
  take_used_values(space, trial);
  EXPECT_FALSE(trial.configuration.has("depth"));
  EXPECT_EQ(trial.configuration.real("rate"), 0.75) << "which no trial may lack";
  EXPECT_EQ(trial.configuration.real("x"), 0.5);
  const Space parted({real("x", 0, 1), optional(real("depth", 0, 1))}, {"depth <= 0.5"});
  trial = trial_of(parted, {0.5, 0.25},
                   {{"param:depth", 0.125}, {"param:x", 0.0625}, {"unused_params", std::string("none")}});
  take_used_values(parted, trial);
  EXPECT_EQ(trial.configuration.real("depth"), 0.125);
  EXPECT_EQ(trial.configuration.real("x"), 0.0625);
}

}  // namespace
}  // namespace hone
