// SPDX-License-Identifier: MIT
#include "hone/charts/report_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hone::charts {
namespace {

Study tabled_study() {
  return {.name = "s",
          .space = Space({real("rate", 0.001, 1, Scale::Log),
                          categorical("kind", {Value(std::string("a")), Value(std::string("b"))}),
                          when(integer("degree", 2, 5), "kind", {Value(std::string("b"))})}),
          .objectives = {{"score", Direction::Maximize}}};
}

Trial tabled_trial(std::int64_t number, double rate, const char* kind, double value) {
  Trial out;
  out.number = number;
  out.state = TrialState::Complete;
  out.configuration =
      tabled_study().space.configuration({Value(rate), Value(std::string(kind)), Value(std::int64_t{3})});
  out.values = {value};
  return out;
}

codec::Json columns_of(const std::vector<Trial>& trials) {
  std::vector<const Trial*> all;
  for (const Trial& trial : trials) all.push_back(&trial);
  return report_columns(tabled_study(), all);
}

TEST(ReportColumns, HoldPlacesOnTheAxesOfTheParallelCoordinates) {
  const codec::Json columns =
      columns_of({tabled_trial(3, 1.0 / 3.0, "b", 0.5), tabled_trial(4, 0.01, "a", NAN)});
  ASSERT_EQ(columns.size(), 7u);
  EXPECT_EQ(columns[0]["values"].dump(), "[3,4]");
  EXPECT_EQ(columns[2]["values"].dump(), "[0.5,null]");
  EXPECT_EQ(columns[3]["axis"], "rate");
  EXPECT_EQ(columns[3]["values"].dump(), "[0.333333,0.01]");
  EXPECT_EQ(columns[4]["categories"].dump(), R"(["a","b"])");
  EXPECT_EQ(columns[4]["values"].dump(), "[1,0]");
  EXPECT_EQ(columns[5]["values"].dump(), "[3,null]") << "a trial of kind a has no degree";
}

TEST(ReportColumns, WriteAReasonOnce) {
  std::vector<Trial> trials;
  for (int i = 0; i < 2000; ++i) {
    trials.push_back(tabled_trial(i, 0.5, "a", 0));
    trials.back().state = TrialState::Failed;
    trials.back().values.clear();
    trials.back().error = "exit code 1\n" + std::string(i % 2 == 0 ? 1000 : 2000, 'x');
  }
  codec::Json error = columns_of(trials).back();
  EXPECT_EQ(error["kind"], "error");
  EXPECT_EQ(error["categories"].size(), 1u) << "cut to the same beginning";
  EXPECT_EQ(error["categories"][0].get<std::string>().size(), 163u);
  for (int i = 0; i < 2000; ++i)
    trials[static_cast<std::size_t>(i)].error = "odd " + std::string(1, 'a') + std::to_string(i);
  error = columns_of(trials).back();
  EXPECT_EQ(error["categories"].size(), 1001u) << "and no more than so many";
  EXPECT_EQ(error["values"][999], 999);
  EXPECT_EQ(error["values"][1999], 1000);
  EXPECT_EQ(error["categories"][1000], "left out here; 'hone trials' tells it");
}

TEST(FittingColumns, AreOfTheFirstTrialsThatFit) {
  std::vector<Trial> trials;
  for (int i = 0; i < 1000; ++i) trials.push_back(tabled_trial(i, 1.0 / (3 + i), i % 2 == 0 ? "a" : "b", i));
  std::vector<const Trial*> order;
  for (auto trial = trials.rbegin(); trial != trials.rend(); ++trial) order.push_back(&*trial);
  const auto fitted = [&](std::size_t bytes) {
    const codec::Json columns = fitting_columns(tabled_study(), order, bytes);
    if (columns[0]["values"].size() > 100) {
      EXPECT_LE(json_in_page(columns).size(), bytes);
    }
    return columns[0]["values"].get<std::vector<int>>();
  };
  const std::vector<int> some = fitted(20'000);
  EXPECT_GT(some.size(), 300u) << "what fits is used";
  EXPECT_LT(some.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
  EXPECT_EQ(some.back(), 999);
  EXPECT_EQ(some.front(), 1000 - static_cast<int>(some.size())) << "the first of the order given";
  EXPECT_EQ(fitted(1'000'000).size(), 1000u);
  EXPECT_EQ(fitted(0).size(), 100u) << "a table in any case";
}

TEST(JsonInPage, CannotEndItsElement) {
  const std::string hostile = "</script><!--<script>\xE2\x80\xA8\xE2\x80\xAE\x1b\xff&amp;\"'";
  const std::string written = json_in_page({{hostile, {hostile}}, {"list", {1, hostile}}});
  for (const char* way : {"<", "\xE2\x80\xA8", "\xE2\x80\xAE", "\x1b", "\xff"})
    EXPECT_EQ(written.find(way), std::string::npos) << way;
  const codec::Json read = codec::Json::parse(written);
  EXPECT_EQ(read["list"][1], "</script><!--<script>\\u2028\\u202e\\x1b\\xff&amp;\"'")
      << "as text it is all there";
}

}  // namespace
}  // namespace hone::charts
