// SPDX-License-Identifier: MIT
#include "hone/runner/report_tail.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

using Reports = std::vector<Report>;

class ReportTailTest : public ::testing::Test {
 protected:
  void append(const std::string& text) { std::ofstream(dir_.file("report"), std::ios::app) << text; }

  test::TempDir dir_;
  ReportTail tail_{dir_.file("report"), {{"loss"}}};
};

TEST_F(ReportTailTest, IsNotReadFromAFileThatHasAnotherName) {
  std::ofstream(dir_.file("shared")) << "0 1.5\n";
  std::filesystem::create_hard_link(dir_.file("shared"), dir_.file("report"));
  EXPECT_EQ(tail_.read(), Reports{});
  EXPECT_EQ(tail_.problem(), "is a hard link");
}

TEST_F(ReportTailTest, MayBeginWithAByteOrderMark) {
  append(
      "\xEF\xBB\xBF"
      "0 1.5\n");
  EXPECT_EQ(tail_.read(), (Reports{{0, 1.5}}));
  EXPECT_EQ(tail_.bad_line(), "");
}

TEST_F(ReportTailTest, FollowsAGrowingFile) {
  EXPECT_EQ(tail_.read(), Reports{});
  append("0 1.5\n1, 1.25\n");
  EXPECT_EQ(tail_.read(), (Reports{{0, 1.5}, {1, 1.25}}));
  EXPECT_EQ(tail_.read(), Reports{});
  append("2 0.");
  EXPECT_EQ(tail_.read(), Reports{});
  append("5\n3\t0.25");
  EXPECT_EQ(tail_.read(), (Reports{{2, 0.5}}));
  EXPECT_EQ(tail_.read_rest(true), (Reports{{3, 0.25}}));
  EXPECT_EQ(tail_.bad_line(), "");
  EXPECT_EQ(tail_.left_out(), "");
}

TEST_F(ReportTailTest, DoesNotTakeHalfOfALine) {
  append("1 2\n2 987654321");
  EXPECT_EQ(tail_.read_rest(false), (Reports{{1, 2}}));
}

TEST_F(ReportTailTest, ReadsToTheEnd) {
  std::string text;
  for (int i = 0; i < 399'999; ++i) text += std::to_string(i) + " " + std::to_string(i) + ".5\n";
  append(text);
  const Reports rest = tail_.read_rest(true);
  ASSERT_EQ(rest.size(), 399'999U);
  EXPECT_EQ(rest.back(), (Report{399'998, 399'998.5}));
}

TEST_F(ReportTailTest, RefusesStepsThatAreNoWholeNumbersOf64Bits) {
  append(
      "{\"step\": 1e300, \"value\": 1}\n{\"step\": 9223372036854775808, \"value\": 1}\n{\"step\": 1.5, "
      "\"value\": 1}\n9223372036854775808 1\n{\"step\": true, \"value\": 1}\n");
  EXPECT_EQ(tail_.read(), Reports{});
  append("{\"step\": 3.0, \"value\": 1}\n{\"step\": -9223372036854775808, \"value\": 2}\n");
  EXPECT_EQ(tail_.read(), (Reports{{3, 1}, {std::numeric_limits<std::int64_t>::min(), 2}}));
}

TEST_F(ReportTailTest, LeavesOutLongLinesAndSaysSo) {
  append("1 2\n" + std::string(5000, '3') + " 4\n5 6\n7 " + std::string(3'000'000, '8'));
  EXPECT_EQ(tail_.read(), (Reports{{1, 2}, {5, 6}}));
  append("\n9 10\n");
  EXPECT_EQ(tail_.read_rest(true), (Reports{{9, 10}}));
  EXPECT_EQ(tail_.bad_line(), "");
  EXPECT_EQ(tail_.left_out(), "left out of the reports: 2 lines of more than 4096 bytes");
}

TEST_F(ReportTailTest, StopsAtTheMostLinesAndBytesAndSaysSo) {
  append("1 1\n\n2 2\n3 3\n4 4\n");
  ReportTail lines(dir_.file("report"), {{"loss"}}, {.lines = 3});
  EXPECT_EQ(lines.read_rest(true), (Reports{{1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(lines.left_out(), "left out of the reports: everything after 3 lines");
  ReportTail all(dir_.file("report"), {{"loss"}}, {.lines = 4});
  EXPECT_EQ(all.read_rest(true).size(), 4U);
  EXPECT_EQ(all.left_out(), "");
  ReportTail bytes(dir_.file("report"), {{"loss"}}, {.bytes = 11});
  EXPECT_EQ(bytes.read_rest(true), (Reports{{1, 1}, {2, 2}}));
  EXPECT_EQ(bytes.left_out(), "left out of the reports: everything after 2 lines");
}

TEST_F(ReportTailTest, DoesNotWaitForAPipe) {
  ASSERT_EQ(::mkfifo(dir_.file("report").c_str(), 0600), 0);
  EXPECT_EQ(tail_.read(), Reports{});
  EXPECT_EQ(tail_.problem(), "is a named pipe");
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

TEST_F(ReportTailTest, BeginsAgainWhenAnotherFileHasTheName) {
  append("0 1\n1 2\n");
  tail_.read();
  test::write_file(dir_.file("new"), "10 1\n11 2\n12 3\n");  // longer than what was read
  std::filesystem::rename(dir_.file("new"), dir_.file("report"));
  EXPECT_EQ(tail_.read(), (Reports{{10, 1}, {11, 2}, {12, 3}}));
  EXPECT_EQ(tail_.bad_line(), "");
}

// Neither its size nor its identity tells.
TEST_F(ReportTailTest, BeginsAgainWhenTheFileWasWrittenAnewAndGrew) {
  append("0 1\n1 2\n2 ");
  tail_.read();
  test::write_file(dir_.file("report"), "100 1\n101 2\n102 3\n");
  EXPECT_EQ(tail_.read(), (Reports{{100, 1}, {101, 2}, {102, 3}}));
  append("103 4\n");
  EXPECT_EQ(tail_.read(), (Reports{{103, 4}}));
  EXPECT_EQ(tail_.bad_line(), "");
}

TEST_F(ReportTailTest, TakesALongFileInPortions) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + " 0.5\n";
  append(text);
  std::size_t count = 0;
  for (int i = 0; i < 5; ++i) count += tail_.read().size();
  EXPECT_EQ(count, 200'000U);
}

TEST_F(ReportTailTest, OfSeveralObjectivesHasAValueForEachOrTheFirstAlone) {
  ReportTail two(dir_.file("report"), {{"loss", "size"}});
  append("1 0.5 12\n2, 0.25, 13\n3 0.125\n4 1 2 3\n{\"step\": 5, \"values\": [1, 2]}\n");
  append("{\"step\": 6, \"size\": 4, \"loss\": 3}\n{\"step\": 7, \"loss\": 3}\n{\"step\": 8, \"size\": 3}\n");
  const auto of = [](std::int64_t step, std::vector<double> values) { return Report::of(step, values); };
  EXPECT_EQ(two.read(),
            (Reports{of(1, {0.5, 12}), of(2, {0.25, 13}), {3, 0.125}, of(5, {1, 2}), of(6, {3, 4}), {7, 3}}));
  EXPECT_EQ(two.bad_line(), "4 1 2 3");
  ReportTail whole(dir_.file("report"), {{"loss", "size"}, true});
  EXPECT_EQ(whole.read(), (Reports{of(1, {0.5, 12}), of(2, {0.25, 13}), of(5, {1, 2}), of(6, {3, 4})}));
  EXPECT_EQ(whole.bad_line(), "3 0.125") << "a pruner compares both";
}

}  // namespace
}  // namespace hone::runner
