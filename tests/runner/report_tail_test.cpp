// SPDX-License-Identifier: MIT
#include "hone/runner/report_tail.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

using Reports = std::vector<Report>;

class ReportTailTest : public ::testing::Test {
 protected:
  void append(const std::string& text) { std::ofstream(dir_.file("report"), std::ios::app) << text; }

  test::TempDir dir_;
  ReportTail tail_{dir_.file("report"), "loss"};
};

TEST_F(ReportTailTest, FollowsAGrowingFile) {
  EXPECT_EQ(tail_.read(), Reports{});
  append("0 1.5\n1, 1.25\n");
  EXPECT_EQ(tail_.read(), (Reports{{0, 1.5}, {1, 1.25}}));
  EXPECT_EQ(tail_.read(), Reports{});
  append("2 0.");
  EXPECT_EQ(tail_.read(), Reports{});
  append("5\n3\t0.25");
  EXPECT_EQ(tail_.read(), (Reports{{2, 0.5}}));
  EXPECT_EQ(tail_.read(true), (Reports{{3, 0.25}}));
  EXPECT_EQ(tail_.bad_line(), "");
}

TEST_F(ReportTailTest, ReadsObjects) {
  append(
      "{\"step\": 1, \"value\": 0.5}\r\n{\"step\": 2, \"loss\": 0.25, \"value\": 9}\n{\"step\": 3, "
      "\"value\": NaN}\n");
  const Reports reports = tail_.read();
  ASSERT_EQ(reports.size(), 3U);
  EXPECT_EQ(reports[0], (Report{1, 0.5}));
  EXPECT_EQ(reports[1], (Report{2, 0.25}));
  EXPECT_TRUE(std::isnan(reports[2].value));
}

TEST_F(ReportTailTest, RemembersTheFirstLineThatIsNoReport) {
  append("\n1 2 3\nhello\n1.5 2\n{\"step\": \"x\"}\n4 1\n");
  EXPECT_EQ(tail_.read(), (Reports{{4, 1}}));
  EXPECT_EQ(tail_.bad_line(), "1 2 3");
}

TEST_F(ReportTailTest, BeginsAgainWhenTheFileIsReplaced) {
  append("0 1\n1 2\n");
  tail_.read();
  test::write_file(dir_.file("report"), "7 8\n");
  EXPECT_EQ(tail_.read(), (Reports{{7, 8}}));
}

TEST_F(ReportTailTest, TakesALongFileInPortions) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + " 0.5\n";
  append(text);
  std::size_t count = 0;
  for (int i = 0; i < 5; ++i) count += tail_.read().size();
  EXPECT_EQ(count, 200'000U);
}

}  // namespace
}  // namespace hone::runner
