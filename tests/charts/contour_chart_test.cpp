// SPDX-License-Identifier: MIT
#include "hone/charts/contour_chart.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"

namespace hone::charts {
namespace {

Study hilly_study() {
  return {.name = "s",
          .space = Space({real("idle", 0, 1), real("x", 0.01, 100, Scale::Log),
                          categorical("kind", {Value(std::string("a")), Value(std::string("b"))})},
                         {"x <= 50"}),
          .objectives = {{"loss", Direction::Minimize}}};
}

/// log10(x) decides, kind adds a little, idle nothing.
std::vector<Trial> hilly_trials(int count) {
  Rng rng(3);
  std::vector<Trial> trials;
  for (int i = 0; i < count; ++i) {
    Trial trial;
    trial.number = i;
    trial.state = TrialState::Complete;
    const double x = std::pow(10.0, -2.0 + 3.6 * rng.uniform());
    const std::string kind = rng.uniform() < 0.5 ? "a" : "b";
    trial.configuration = hilly_study().space.configuration({Value(rng.uniform()), Value(x), Value(kind)});
    trial.values = {std::log10(x) * std::log10(x) + (kind == "b" ? 0.5 : 0.0)};
    trials.push_back(std::move(trial));
  }
  return trials;
}

TEST(TellingParameters, AreThoseThatTheValueDependsOn) {
  EXPECT_EQ(telling_parameters(hilly_study(), hilly_trials(200), 0), (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(telling_parameters(hilly_study(), {}, 0).size(), 3u);
}

TEST(ContourChart, ShowsWhatTheModelExpects) {
  const plot::Chart chart = contour_chart(hilly_study(), hilly_trials(60), {.sampler = "s"}, {.cells = 21});
  EXPECT_EQ(chart.x.label, "x");
  EXPECT_EQ(chart.x.low, 0.01);
  EXPECT_EQ(chart.y.categories.size(), 2u);
  const auto& field = std::get<plot::Surface>(chart.series[0].marks);
  ASSERT_EQ(field.values.size(), 21u * 21u);
  // Evenly on the logarithm: the middle column is x = 1, where the loss of kind a is 0.
  EXPECT_NEAR(field.values[10], 0.0, 0.15);
  EXPECT_NEAR(field.values[5], 1.0, 0.2);
  EXPECT_NEAR(field.values[20 * 21 + 10], 0.5, 0.2) << "the upper row is kind b";
  EXPECT_TRUE(std::isnan(field.values[20])) << "x = 100 is forbidden";
  EXPECT_EQ(std::get<plot::Dots>(chart.series[1].marks).x.size(), 60u);
}

TEST(ContourChart, RefusesWhatItCannotDraw) {
  const std::vector<Trial> trials = hilly_trials(60);
  EXPECT_THROW(contour_chart(hilly_study(), trials, {}, {.parameters = {"x"}}), Error);
  EXPECT_THROW(contour_chart(hilly_study(), trials, {}, {.parameters = {"x", "x"}}), Error);
  EXPECT_THROW(contour_chart(hilly_study(), trials, {}, {.parameters = {"x", "y"}}), Error);
  EXPECT_THROW(contour_chart(hilly_study(), hilly_trials(3), {}, {}), Error) << "too few for a model";
  EXPECT_THROW(contour_chart(hilly_study(), {}, {}, {}), Error);
}

}  // namespace
}  // namespace hone::charts
