// SPDX-License-Identifier: MIT
#include "hone/service/trial_choice.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "hone/base/error.hpp"
#include "support/throws.hpp"

namespace hone::service {
namespace {

using test::message_of;
using Numbers = std::vector<std::int64_t>;

const Study& study() {
  static const Study made{
      .name = "s",
      .space = Space({real("C", 0, 100), categorical("kernel", {"rbf", "poly"}),
                      when(integer("degree", 2, 5), "kernel", {"poly"}), real("started", 0, 1)}),
      .objectives = {{.name = "loss"}}};
  return made;
}

Trial trial(std::int64_t number, TrialState state, std::vector<std::optional<Value>> settings,
            std::vector<double> values = {}) {
  Trial made;
  made.number = number;
  made.state = state;
  std::vector<std::string> names;
  for (const Parameter& parameter : study().space.parameters()) names.push_back(parameter.name);
  made.configuration =
      Configuration(std::make_shared<const std::vector<std::string>>(names), std::move(settings));
  made.values = std::move(values);
  made.started = 1000 - number;
  return made;
}

std::vector<Trial> trials() {
  const Value rbf = std::string("rbf");
  const Value poly = std::string("poly");
  std::vector<Trial> all = {
      trial(0, TrialState::Complete, {10.0, rbf, {}, 0.5}, {0.5}),
      trial(1, TrialState::Complete, {20.0, poly, std::int64_t{3}, 0.25}, {0.25}),
      trial(2, TrialState::Failed, {30.0, poly, std::int64_t{2}, 0.75}),
      trial(3, TrialState::Complete, {40.0, rbf, {}, 1.0}, {0.75}),
      trial(4, TrialState::Deleted, {50.0, rbf, {}, 0.0}, {0.1}),
      trial(5, TrialState::Running, {60.0, poly, std::int64_t{5}, 0.125}),
  };
  all[1].attributes["epochs"] = 7.0;
  all[3].attributes["epochs"] = std::numeric_limits<double>::quiet_NaN();
  return all;
}

Numbers chosen(const TrialChoice& choice) {
  const std::vector<Trial> all = trials();
  return chosen_trials(
      study(), [&](const auto& see) { see(all); }, choice);
}

TEST(ChosenTrials, AreThoseInAStateForWhichAnExpressionIsTrue) {
  EXPECT_EQ(chosen({}), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(chosen({.deleted = false}), (Numbers{0, 1, 2, 3, 5}));
  EXPECT_EQ(chosen({.states = {TrialState::Deleted}, .deleted = false}), Numbers{4});
  EXPECT_EQ(chosen({.deleted = false, .where = "C > 15 and kernel == 'poly'"}), (Numbers{1, 2, 5}));
  EXPECT_EQ(chosen({.states = {TrialState::Complete}, .where = "C > 15 or degree == 2"}), (Numbers{1, 3}));
  EXPECT_EQ(chosen({.where = "degree <= 3"}), (Numbers{1, 2})) << "one without degree is not known to be";
  EXPECT_EQ(chosen({.where = "not (degree <= 3)"}), Numbers{5});
  EXPECT_EQ(chosen({.where = "state in ['failed', 'running'] and C in (30, 60)"}), (Numbers{2, 5}));
  EXPECT_EQ(chosen({.where = "attr.epochs >= 7"}), Numbers{1});
  EXPECT_EQ(chosen({.where = "loss < -1"}), Numbers{});
}

TEST(ChosenTrials, AreSortedByAnyColumnAndThoseWithoutItComeLast) {
  const auto by = [](const std::string& order) { return chosen({.deleted = false, .order = order}); };
  EXPECT_EQ(by("-number"), (Numbers{5, 3, 2, 1, 0}));
  EXPECT_EQ(by("value"), (Numbers{1, 0, 3, 2, 5}));
  EXPECT_EQ(by("-value"), (Numbers{3, 0, 1, 2, 5}));
  EXPECT_EQ(by("-C"), (Numbers{5, 3, 2, 1, 0}));
  EXPECT_EQ(by("degree"), (Numbers{2, 1, 5, 0, 3}));
  EXPECT_EQ(by("-degree"), (Numbers{5, 1, 2, 0, 3}));
  EXPECT_EQ(by("kernel"), (Numbers{1, 2, 5, 0, 3})) << "by its letters, the first trial first";
  EXPECT_EQ(by("loss"), by("value"));
  EXPECT_EQ(by("started"), (Numbers{5, 3, 2, 1, 0})) << "the time, as it always was";
  EXPECT_EQ(by("param.started"), (Numbers{5, 1, 0, 2, 3}));
  EXPECT_EQ(by("-attr.epochs"), (Numbers{1, 0, 2, 3, 5})) << "NaN is as good as missing";
}

TEST(ChosenTrials, OfManyAreLookedAtInPortionsWhileMoreComeIn) {
  std::vector<Trial> all;
  const auto add = [&](std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::int64_t>(all.size());
      all.push_back(trial(number, TrialState::Complete,
                          {static_cast<double>(number % 100), std::string("rbf"), {}, 0.5}, {1.0}));
    }
  };
  add(2500);
  int looks = 0;
  const ShowTrials show = [&](const auto& see) {
    ++looks;
    if (looks == 3) add(700);  // between two looks
    see(all);
  };
  const Numbers found = chosen_trials(study(), show, {.where = "C >= 98", .order = "-C"});
  EXPECT_EQ(looks, 1 + 4) << "one for the columns, and one for each thousand";
  ASSERT_EQ(found.size(), 64U);
  EXPECT_EQ(found.front(), 99);
  EXPECT_EQ(found[31], 3199);
  EXPECT_EQ(found[32], 98);
  EXPECT_EQ(found.back(), 3198);
}

TEST(ChosenTrials, SayWhatIsWrong) {
  const auto told = [](const TrialChoice& choice) { return message_of([&] { chosen(choice); }); };
  EXPECT_EQ(
      told({.order = "degre"}),
      "order: there is no column 'degre'; write number, value, started, finished, or a parameter's name, "
      "with a - in front for the largest first (did you mean 'degree'?)");
  EXPECT_EQ(told({.where = "C <"}).substr(0, 14), "where: in 'C <");
  EXPECT_NE(told({.where = "kernl == 'rbf'"}).find("there is no column 'kernl'"), std::string::npos);
  EXPECT_NE(told({.where = "kernel < 3"}).find("needs a number"), std::string::npos);
  EXPECT_NE(told({.where = "C) or (C > 1"}).find("where: in 'C) or (C > 1'"), std::string::npos)
      << "what is put around an expression does not complete it";
  EXPECT_NE(told({.where = std::string(4001, ' ')}).find("4000"), std::string::npos);
  for (const char* wrong : {"C <", "system('ls')", "C", "1"}) try {
      chosen({.where = wrong});
      ADD_FAILURE() << wrong << " was not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidArgument) << wrong;
    }
}

}  // namespace
}  // namespace hone::service
