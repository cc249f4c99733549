// SPDX-License-Identifier: MIT
#include "hone/analysis/importance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "hone/encode/encoding.hpp"
#include "reference/analysis_importance.hpp"
#include "support/throws.hpp"

namespace hone::analysis {
namespace {

using Values = std::vector<std::optional<double>>;

/// Evenly spread points: an additive recurrence whose steps are the powers of 1 / φ, φ^(d+1) = φ + 1.
std::vector<double> even_point(int i, std::size_t d) {
  double phi = 1.5;
  for (int k = 0; k < 60; ++k) phi = std::pow(1.0 + phi, 1.0 / (static_cast<double>(d) + 1.0));
  std::vector<double> unit(d);
  for (std::size_t j = 0; j < d; ++j)
    unit[j] = std::fmod(0.5 + i * std::pow(phi, -(static_cast<double>(j) + 1.0)), 1.0);
  return unit;
}

/// `count` complete trials; the function sees the numbers of a configuration, categories as their index.
std::vector<Trial> evaluated(const Study& study, int count, const std::function<double(const Values&)>& f) {
  const encode::Encoding encoding(study.space);
  std::vector<Trial> trials;
  for (int i = 1; i <= count; ++i) {
    Trial trial;
    trial.number = i - 1;
    trial.state = TrialState::Complete;
    trial.configuration = encoding.decode(even_point(i, encoding.dimensions()));
    Values values;
    for (std::size_t p = 0; p < study.space.size(); ++p) {
      const auto& value = trial.configuration[p];
      const auto* choices = std::get_if<Choices>(&study.space.parameters()[p].domain);
      if (!value) {
        values.emplace_back();
      } else if (choices != nullptr) {
        values.emplace_back(static_cast<double>(*choices->find(*value)));
      } else {
        values.push_back(as_number(*value));
        if (const bool* on = std::get_if<bool>(&*value)) values.back() = *on ? 1.0 : 0.0;
      }
    }
    trial.values = {f(values)};
    trials.push_back(std::move(trial));
  }
  return trials;
}

Study study_of(std::vector<Parameter> parameters, Direction direction = Direction::Minimize) {
  return {.space = Space(std::move(parameters)), .objectives = {{"loss", direction}}};
}

Study cube(int d, double low = 0.0, double high = 1.0) {
  std::vector<Parameter> parameters;
  for (int j = 0; j < d; ++j) parameters.push_back(real("x" + std::to_string(j), low, high));
  return study_of(std::move(parameters));
}

double of(const Importances& found, const std::string& name) {
  for (const ParameterImportance& one : found.parameters) {
    if (one.parameter == name) return one.importance;
  }
  ADD_FAILURE() << "no parameter " << name;
  return -1.0;
}

double of_pair(const Importances& found, const std::string& first, const std::string& second) {
  for (const PairImportance& one : found.pairs) {
    if (one.first == first && one.second == second) return one.importance;
  }
  ADD_FAILURE() << "no pair " << first << ", " << second;
  return -1.0;
}

const ImportanceOptions kFanova = {.method = ImportanceMethod::Fanova, .pairs = true};
const ImportanceOptions kPed = {.method = ImportanceMethod::PedAnova};

// Sobol indices of the Ishigami function, a = 7, b = 0.1, in closed form (Ishigami and Homma 1990): V1 = (1 +
// b π⁴/5)² / 2, V2 = a² / 8, V13 = 8 b² π⁸ / 225, the sum of them being all.
TEST(Fanova, FindsTheSobolIndicesOfTheIshigamiFunction) {
  const double pi = std::numbers::pi;
  const Study study = cube(3, -pi, pi);
  const auto trials = evaluated(study, 8000, [](const Values& x) {
    return std::sin(*x[0]) + 7.0 * std::pow(std::sin(*x[1]), 2) + 0.1 * std::pow(*x[2], 4) * std::sin(*x[0]);
  });
  const Importances found = measure_importance(study, trials, kFanova);
  EXPECT_NEAR(of(found, "x0"), 0.3139, 0.03);
  EXPECT_NEAR(of(found, "x1"), 0.4424, 0.05);  // greedy trees find its two waves late
  EXPECT_NEAR(of(found, "x2"), 0.0, 0.01);
  EXPECT_NEAR(of_pair(found, "x0", "x2"), 0.2437, 0.03);
  EXPECT_NEAR(of_pair(found, "x0", "x1"), 0.0, 0.02);
  EXPECT_NEAR(of_pair(found, "x1", "x2"), 0.0, 0.02);
  EXPECT_GT(*found.explained, 0.9);
  EXPECT_EQ(found.parameters[0].parameter, "x1");
  EXPECT_EQ(found.pairs[0].second, "x2");
}

// Variances of c x are c² / 12: shares 16, 4, 1 and 0 of 21.
TEST(Fanova, FindsTheVariancesOfASum) {
  const Study study = cube(4);
  const auto trials =
      evaluated(study, 2000, [](const Values& x) { return 4.0 * *x[0] + 2.0 * *x[1] + *x[2] + 0.0 * *x[3]; });
  const Importances found = measure_importance(study, trials, kFanova);
  EXPECT_NEAR(of(found, "x0"), 16.0 / 21.0, 0.03);
  EXPECT_NEAR(of(found, "x1"), 4.0 / 21.0, 0.03);
  EXPECT_NEAR(of(found, "x2"), 1.0 / 21.0, 0.02);
  EXPECT_NEAR(of(found, "x3"), 0.0, 0.005);
  for (const PairImportance& pair : found.pairs) EXPECT_LT(pair.importance, 0.02);
}

// Scales, integers, ordinals, booleans and categories, each adding the variance 1 but `idle`: on a log range
// of four decades log10 has 16 / 12; k of n even steps have (n² - 1) / 12; a fair coin has 1 / 4; three
// choices with values -1, 0, 1 have 2 / 3.
TEST(Fanova, KnowsEveryKindOfParameter) {
  const std::vector<Value> three = {std::string("a"), std::string("b"), std::string("c")};
  const Study study =
      study_of({real("rate", 1e-4, 1.0, Scale::Log), integer("count", 1, 8), ordinal("size", three),
                categorical("kind", three), boolean("flag"), categorical("idle", three)});
  const auto trials = evaluated(study, 3000, [](const Values& x) {
    const double kind[] = {1.0, -1.0, 0.0};
    return std::log10(*x[0]) / std::sqrt(16.0 / 12.0) + *x[1] / std::sqrt(63.0 / 12.0) +
           *x[2] / std::sqrt(2.0 / 3.0) + kind[static_cast<int>(*x[3])] / std::sqrt(2.0 / 3.0) + *x[4] / 0.5;
  });
  const Importances found = measure_importance(study, trials, kFanova);
  for (const char* name : {"rate", "count", "size", "kind", "flag"})
    EXPECT_NEAR(of(found, name), 0.2, 0.03) << name;
  EXPECT_NEAR(of(found, "idle"), 0.0, 0.005);
}

// x y: given x its mean is x / 2, of variance 1/48; in all 1/9 - 1/16 = 7/144. So 3/7, 3/7, and 1/7 together.
TEST(Fanova, FindsTheInteractionOfAProduct) {
  const Study study = cube(3);
  const auto trials = evaluated(study, 3000, [](const Values& x) { return *x[0] * *x[1]; });
  const Importances found = measure_importance(study, trials, kFanova);
  EXPECT_NEAR(of(found, "x0"), 3.0 / 7.0, 0.03);
  EXPECT_NEAR(of(found, "x1"), 3.0 / 7.0, 0.03);
  EXPECT_NEAR(of_pair(found, "x0", "x1"), 1.0 / 7.0, 0.03);
  EXPECT_LT(of(found, "x2"), 0.005);
  EXPECT_LT(of_pair(found, "x0", "x2"), 0.02);
}

// Neither does anything alone, so no single split of all rows is of use.
TEST(Fanova, FindsAPureInteraction) {
  const Study study = cube(3);
  const auto trials = evaluated(study, 3000, [](const Values& x) { return (*x[0] - 0.5) * (*x[1] - 0.5); });
  const Importances found = measure_importance(study, trials, kFanova);
  for (const char* name : {"x0", "x1", "x2"}) EXPECT_LT(of(found, name), 0.05) << name;
  EXPECT_GT(of_pair(found, "x0", "x1"), 0.9);
}

// f = u where the switch is on (half of the space), else 0. Given the switch: 1/2 or 0, variance 1/16. Given
// u: u / 2, variance 1/48. In all 1/6 - 1/16 = 5/48. So 3/5, 1/5, and 1/5 for both together.
TEST(Fanova, FindsTheClosedFormOfAConditionalParameter) {
  const Study study =
      study_of({boolean("on"), when(real("u", 0.0, 1.0), "on", {true}), real("idle", 0.0, 1.0)});
  const auto trials = evaluated(study, 3000, [](const Values& x) { return x[1].value_or(0.0); });
  const Importances found = measure_importance(study, trials, kFanova);
  EXPECT_NEAR(of(found, "on"), 0.6, 0.02);
  EXPECT_NEAR(of(found, "u"), 0.2, 0.02);
  EXPECT_NEAR(of(found, "idle"), 0.0, 0.005);
  EXPECT_NEAR(of_pair(found, "on", "u"), 0.2, 0.02);
  EXPECT_EQ(found.parameters[1].parameter, "u");
  EXPECT_NEAR(static_cast<double>(found.parameters[1].trials), 1500.0, 10.0);
}

// The same function as in reference/analysis_importance.py, which enumerates its whole space.
TEST(Importance, AgreesWithAnEnumerationOfTheSpace) {
  const Study study =
      study_of({real("rate", 1e-4, 1.0, Scale::Log), real("width", 0.0, 2.0), integer("depth", 1, 8),
                categorical("kind", {std::string("a"), std::string("b"), std::string("c")})});
  const auto trials = evaluated(study, 5000, [](const Values& x) {
    const double extra[] = {0.0, 0.3, 1.0};
    return 0.25 * std::pow(std::log10(*x[0]) + 2.5, 2) + 0.8 * *x[1] * extra[static_cast<int>(*x[3])] +
           0.05 * *x[2];
  });
  const char* names[] = {"rate", "width", "depth", "kind"};
  const Importances shares = measure_importance(study, trials, kFanova);
  const Importances best = measure_importance(study, trials, kPed);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(of(shares, names[j]), reference::kVarianceShares[j], 0.02) << names[j];
    EXPECT_NEAR(of(best, names[j]), reference::kPedShares[j], 0.03) << names[j];
  }
  EXPECT_NEAR(of_pair(shares, "width", "kind"), reference::kWidthAndKind, 0.02);
}

TEST(Importance, OfPedAnovaFollowsTheDirection) {
  // At its least the sum is about x alone (y is capped there), at its most about y alone.
  const auto f = [](const Values& x) {
    return *x[0] < 0.1 ? *x[0] - 10.0 : (*x[1] > 0.9 ? 10.0 + *x[1] : 0.0);
  };
  const Study down = study_of({real("x", 0, 1), real("y", 0, 1)});
  const Study up = study_of({real("x", 0, 1), real("y", 0, 1)}, Direction::Maximize);
  const auto trials = evaluated(down, 1000, f);
  EXPECT_GT(
      of(measure_importance(down, trials, {.method = ImportanceMethod::PedAnova, .quantile = 0.08}), "x"),
      0.95);
  EXPECT_GT(of(measure_importance(up, trials, {.method = ImportanceMethod::PedAnova, .quantile = 0.08}), "y"),
            0.9);
}

TEST(Importance, OfFanovaIsTheSameForTheNegatedValues) {
  const Study down = cube(2);
  Study up = down;
  up.objectives[0].direction = Direction::Maximize;
  auto trials = evaluated(down, 100, [](const Values& x) { return *x[0] + *x[1] * *x[1]; });
  const Importances first = measure_importance(down, trials, kFanova);
  for (Trial& trial : trials) trial.values[0] = -trial.values[0];
  const Importances second = measure_importance(up, trials, kFanova);
  EXPECT_EQ(first.parameters, second.parameters);
  EXPECT_EQ(first.pairs, second.pairs);
}

TEST(Importance, LeavesOutTrialsWithoutAValue) {
  const Study study = cube(2);
  auto trials = evaluated(study, 60, [](const Values& x) { return *x[0]; });
  const Importances clean = measure_importance(study, trials, kPed);
  const Configuration somewhere = trials[3].configuration;
  for (const TrialState state : {TrialState::Failed, TrialState::Pruned, TrialState::TimedOut,
                                 TrialState::Infeasible, TrialState::Running, TrialState::Waiting}) {
    Trial trial;
    trial.state = state;
    trial.configuration = somewhere;
    trials.push_back(trial);
  }
  const Importances found = measure_importance(study, trials, kPed);
  EXPECT_EQ(found.parameters, clean.parameters);
  EXPECT_EQ(found.trials, 60);
  EXPECT_EQ(found.left_out, 4);
}

TEST(Importance, PassesOverTrialsOutsideTheSpaceAndDeletedOnes) {
  const Study study = cube(2);
  auto trials = evaluated(study, 60, [](const Values& x) { return *x[0]; });
  const Importances clean = measure_importance(study, trials, kPed);
  Trial outside = trials[3];
  outside.values = {-1e9};
  outside.outside = "x0 is 3, outside 0 to 1";
  outside.configuration = {};  // it has no place in this space
  trials.push_back(outside);
  Trial deleted = trials[4];
  deleted.state = TrialState::Deleted;
  trials.push_back(deleted);
  const Importances found = measure_importance(study, trials, kPed);
  EXPECT_EQ(found.parameters, clean.parameters);
  EXPECT_EQ(found.trials, 60);
  EXPECT_EQ(found.left_out, 0);
}

TEST(Importance, KnowsObjectivesByName) {
  Study study = cube(2);
  study.objectives = {{"loss", Direction::Minimize}, {"time", Direction::Minimize}};
  auto trials = evaluated(study, 200, [](const Values& x) { return *x[0]; });
  for (Trial& trial : trials) trial.values.push_back(*as_number(*trial.configuration[1]));
  for (const ImportanceMethod method : {ImportanceMethod::Fanova, ImportanceMethod::PedAnova}) {
    EXPECT_EQ(measure_importance(study, trials, {.method = method}).parameters[0].parameter, "x0");
    const Importances time = measure_importance(study, trials, {.method = method, .objective = "time"});
    EXPECT_EQ(time.parameters[0].parameter, "x1");
    EXPECT_EQ(time.objective.name, "time");
  }
  EXPECT_EQ(test::message_of([&] { measure_importance(study, trials, {.objective = "tine"}); }),
            "there is no objective 'tine' (did you mean 'time'?); name one of loss, time");
}

TEST(Importance, RefusesWhatCannotTell) {
  const Study study = cube(2);
  auto trials = evaluated(study, 7, [](const Values& x) { return *x[0]; });
  trials.emplace_back().state = TrialState::Failed;
  for (const ImportanceMethod method : {ImportanceMethod::Fanova, ImportanceMethod::PedAnova}) {
    const auto refused = [&](const Study& given, const std::vector<Trial>& some) {
      return test::message_of([&] { measure_importance(given, some, {.method = method}); });
    };
    EXPECT_EQ(refused(study, trials),
              "importance needs at least 10 complete trials, and there are 7 (1 ended without a value); run "
              "3 more");
    EXPECT_EQ(refused(study, evaluated(study, 12, [](const Values&) { return 2.5; })),
              "all 12 complete trials have the same value of 'loss', 2.5; no parameter can be important for "
              "what does not change; check what the command reports");
    const Study fixed = study_of({constant("c", std::int64_t{1})});
    EXPECT_EQ(refused(fixed, evaluated(fixed, 12, [n = 0](const Values&) mutable { return ++n; })),
              "the study has only constants; importance compares parameters that vary");
    auto same = evaluated(study, 12, [](const Values& x) { return *x[0]; });
    for (Trial& trial : same) trial.configuration = same[0].configuration;
    EXPECT_EQ(refused(study, same),
              "all complete trials have the same parameters; run trials of other settings");
  }
}

TEST(Importance, RefusesOptionsThatMakeNoSense) {
  const Study study = cube(2);
  const auto trials = evaluated(study, 40, [](const Values& x) { return *x[0] < 0.9 ? 0.0 : 1.0; });
  const auto refused = [&](ImportanceOptions options) {
    options.method = ImportanceMethod::PedAnova;
    return test::message_of([&] { measure_importance(study, trials, options); });
  };
  EXPECT_EQ(refused({.pairs = true}),
            "PED-ANOVA judges parameters one by one and has no pairs; ask for pairs with the method fanova");
  EXPECT_EQ(refused({.quantile = 1.5}),
            "the quantile of the best trials is 1.5; give a share between 0 and 1, such as 0.1");
  EXPECT_EQ(refused({.quantile = 0.3, .within = 0.2}),
            "the best 0.3 cannot be compared with the best 0.2; compare with a larger share, at most 1 for "
            "all trials");
  EXPECT_EQ(
      refused({.quantile = 0.1, .within = 0.5}),
      "the best 0.1 of the trials and those to compare them with are the same 37; many values are equal, "
      "or there are too few trials: choose another share, or run more");
}

TEST(Importance, StandsExtremeValues) {
  const Study study = cube(2);
  for (const double unit : {1e-300, 1e300}) {
    const auto trials = evaluated(study, 100, [&](const Values& x) { return unit * (*x[0] - 0.5); });
    for (const ImportanceMethod method : {ImportanceMethod::Fanova, ImportanceMethod::PedAnova}) {
      const double found = of(measure_importance(study, trials, {.method = method}), "x0");
      EXPECT_GT(found, 0.8) << unit;
      EXPECT_LE(found, 1.0 + 1e-9) << unit;
    }
  }
}

}  // namespace
}  // namespace hone::analysis
