// SPDX-License-Identifier: MIT
#include "hone/charts/edf_chart.hpp"

#include <gtest/gtest.h>

#include "hone/charts/importance_chart.hpp"

namespace hone::charts {
namespace {

TEST(EdfChart, CountsWhatIsAsGoodOrBetter) {
  const std::vector<ComparedStudy> studies = {{"a", {3, 1, 2, 2}}, {"none", {}}, {"b", {2}}};
  const plot::Chart least = edf_chart({"loss", Direction::Minimize}, studies, {});
  ASSERT_EQ(least.series.size(), 2u) << "a study without values is left out";
  EXPECT_EQ(least.series[0].name, "a (4)");
  const auto& line = std::get<plot::Line>(least.series[0].marks);
  EXPECT_EQ(line.x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(line.y, (std::vector<double>{0.25, 0.75, 1}));
  const plot::Chart most = edf_chart({"score", Direction::Maximize}, studies, {});
  const auto& down = std::get<plot::Line>(most.series[0].marks);
  EXPECT_EQ(down.x, (std::vector<double>{3, 2, 1}));
  EXPECT_EQ(down.y, (std::vector<double>{0.25, 0.75, 1}));
}

TEST(EdfChart, OfManyValuesHasAsManyStepsAsCanBeSeen) {
  ComparedStudy study{"a", {}};
  for (int i = 0; i < 50000; ++i) study.values.push_back(i);
  const plot::Chart chart = edf_chart({"loss", Direction::Minimize}, std::vector{study}, {});
  const auto& line = std::get<plot::Line>(chart.series[0].marks);
  EXPECT_LE(line.x.size(), 1001u);
  EXPECT_EQ(line.y.back(), 1.0);
}

TEST(ImportanceChart, HasTheFirstOnTop) {
  const Study study{
      .name = "s", .space = Space({real("rate", 0, 1)}), .objectives = {{"loss", Direction::Minimize}}};
  const plot::Chart chart =
      importance_chart(study, {.parameters = {{"rate", 0.7, 0.1, 9}, {"kind", 0.05, 0.1, 9}}});
  EXPECT_EQ(chart.title, "") << "there is one objective";
  EXPECT_EQ(chart.y.categories, (std::vector<std::string>{"kind", "rate"}));
  EXPECT_EQ(std::get<plot::Bars>(chart.series[0].marks).length, (std::vector<double>{0.05, 0.7}));
  EXPECT_EQ(std::get<plot::Line>(chart.series[1].marks).x[0], 0.0) << "a share is never negative";
}

TEST(ImportanceChart, SaysForWhichOfSeveralObjectives) {
  const Study study{.name = "s",
                    .space = Space({real("rate", 0, 1)}),
                    .objectives = {{"loss", Direction::Minimize}, {"speed", Direction::Maximize}}};
  const plot::Chart chart =
      importance_chart(study, {.objective = study.objectives[1], .parameters = {{"rate", 0.7, 0.1, 9}}});
  EXPECT_EQ(chart.title, "importance for speed");
}

}  // namespace
}  // namespace hone::charts
