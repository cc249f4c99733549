// SPDX-License-Identifier: MIT
#include "hone/charts/scatter_chart.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"

namespace hone::charts {
namespace {

Study dotted_study() {
  return {.name = "s",
          .space = Space({real("rate", 0.001, 1, Scale::Log),
                          categorical("kind", {Value(std::string("a")), Value(std::string("b"))}),
                          real("seconds", 0, 1)}),
          .objectives = {{"loss", Direction::Minimize}}};
}

Trial dotted_trial(std::int64_t number, double rate, const char* kind, double value) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.configuration = dotted_study().space.configuration({Value(rate), Value(std::string(kind)), Value(0.5)});
  out.values = {value};
  out.started = 1'000'000 + number * 60'000;
  out.finished = out.started + 1000 * (number + 1);
  out.attributes["memory"] = Value(static_cast<double>(number) * 100.0);
  out.attributes["host"] = Value(std::string("m"));
  return out;
}

std::vector<Trial> dotted_trials() {
  return {dotted_trial(0, 0.001, "a", 3.0), dotted_trial(1, 0.01, "b", 1.0), dotted_trial(2, 0.1, "a", 2.0),
          dotted_trial(3, 1.0, "b", 4.0)};
}

TEST(ScatterChart, OffersWhatTrialsHave) {
  EXPECT_EQ(scatter_choices(dotted_study(), dotted_trials()),
            (std::vector<std::string>{"number", "started", "seconds", "loss", "rate", "kind", "param.seconds",
                                      "memory"}));
}

TEST(ScatterChart, ShowsFourProperties) {
  const plot::Chart chart = scatter_chart(dotted_study(), dotted_trials(),
                                          {.x = "rate", .y = "seconds", .colour = "memory", .size = "loss"});
  EXPECT_EQ(chart.x.scale, plot::AxisScale::Log);
  EXPECT_EQ(chart.y.label, "seconds");
  const auto& dots = std::get<plot::Dots>(chart.series[0].marks);
  EXPECT_EQ(chart.series[0].name, "memory: pale 0, dark 300");
  EXPECT_EQ(dots.x, (std::vector<double>{0.001, 0.01, 0.1, 1.0}));
  EXPECT_EQ(dots.y, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(dots.numbers, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_NEAR(dots.shade[1], 1.0 / 3.0, 1e-12);
  ASSERT_TRUE(dots.shade_axis);
  EXPECT_EQ(dots.shade_axis->label, "memory");
  EXPECT_EQ(dots.shade_axis->high, 300.0);
  ASSERT_EQ(dots.radii.size(), 4u);
  EXPECT_DOUBLE_EQ(dots.radii[1], 2.0) << "the least loss";
  EXPECT_DOUBLE_EQ(dots.radii[3], 9.0) << "the greatest";
  EXPECT_DOUBLE_EQ(dots.radii[0] * dots.radii[0], 4.0 + 2.0 / 3.0 * (81.0 - 4.0)) << "areas grow evenly";
  EXPECT_EQ(chart.note, "The larger a dot, the more loss (1 to 4).");
  EXPECT_EQ(chart.series.back().name, "best");
}

TEST(ScatterChart, GivesChoicesColoursOfTheirOwn) {
  const plot::Chart chart =
      scatter_chart(dotted_study(), dotted_trials(), {.x = "number", .y = "loss", .colour = "kind"});
  ASSERT_GE(chart.series.size(), 2u);
  EXPECT_EQ(chart.series[0].name, "kind a");
  EXPECT_EQ(chart.series[1].name, "kind b");
  EXPECT_EQ(std::get<plot::Dots>(chart.series[1].marks).x, (std::vector<double>{1, 3}));
  EXPECT_NE(chart.series[0].colour, chart.series[1].colour);
}

TEST(ScatterChart, CountsTheTrialsThatLackAnAxis) {
  std::vector<Trial> trials = dotted_trials();
  trials[1].attributes.clear();
  trials[2].state = TrialState::Failed;
  trials[2].values.clear();
  const plot::Chart chart =
      scatter_chart(dotted_study(), trials, {.x = "memory", .y = "seconds", .colour = "none"});
  EXPECT_EQ(chart.note, "1 of 4 trials has no memory or no seconds and is left out.");
  EXPECT_EQ(std::get<plot::Dots>(chart.series[0].marks).x, (std::vector<double>{0, 300}));
  EXPECT_EQ(chart.series[1].name, "failed");
  EXPECT_EQ(std::get<plot::Dots>(chart.series[1].marks).x, std::vector<double>{200});
}

TEST(ScatterChart, MeasuresTimeFromTheFirstTrial) {
  const plot::Chart chart =
      scatter_chart(dotted_study(), dotted_trials(), {.x = "started", .colour = "none"});
  EXPECT_EQ(chart.x.label, "minutes since the first trial began");
  EXPECT_EQ(std::get<plot::Dots>(chart.series[0].marks).x, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(chart.y.label, "loss");
}

TEST(ScatterChart, TellsTheParameterFromTheTimeOfOneName) {
  const plot::Chart chart = scatter_chart(dotted_study(), dotted_trials(), {.x = "param.seconds"});
  EXPECT_EQ(std::get<plot::Dots>(chart.series[0].marks).x, (std::vector<double>{0.5, 0.5, 0.5, 0.5}));
}

TEST(ScatterChart, SizesAndColoursReachOverTheDeclaredRange) {
  const plot::Chart chart = scatter_chart(dotted_study(), dotted_trials(),
                                          {.x = "number", .y = "loss", .colour = "rate", .size = "rate"});
  const auto& dots = std::get<plot::Dots>(chart.series[0].marks);
  EXPECT_EQ(dots.shade_axis->low, 0.001);
  EXPECT_EQ(dots.shade_axis->high, 1.0);
  EXPECT_NEAR(dots.shade[1], 1.0 / 3.0, 1e-12) << "on its logarithmic scale";
  EXPECT_EQ(chart.note, "The larger a dot, the more rate (0.001 to 1).");
}

TEST(ScatterChart, RefusesWhatTrialsDoNotHave) {
  try {
    scatter_chart(dotted_study(), dotted_trials(), {.x = "memroy"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::NotFound);
    EXPECT_NE(std::string(error.what()).find("did you mean 'memory'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace hone::charts
