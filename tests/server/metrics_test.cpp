// SPDX-License-Identifier: MIT
#include "hone/server/metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <sstream>

#include "hone/server/lanes.hpp"
#include "hone/server/metric_text.hpp"
#include "server/service_fixture.hpp"

namespace hone::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(MetricsOfStudies, ThoseBeyondTheFirstAreCountedTogether) {
  Metrics metrics;
  for (std::size_t i = 0; i < Metrics::kMostStudies + 7; ++i) metrics.told("s" + std::to_string(i), 2);
  metrics.told("s0", 1);
  metrics.told("never", 0);
  const std::string all = metrics.text("");
  EXPECT_THAT(all, HasSubstr("hone_trials_told_total{study=\"s0\"} 3\n"));
  EXPECT_THAT(all, HasSubstr("hone_trials_told_total{study=\"s99\"} 2\n"));
  EXPECT_THAT(all, Not(HasSubstr("study=\"s100\"")));
  EXPECT_THAT(all, HasSubstr("hone_trials_told_total{study=\"other\"} 14\n"));
  EXPECT_THAT(all, Not(HasSubstr("never")));
}

TEST(MetricsOfStudies, ANameCannotWriteALine) {
  Metrics metrics;
  metrics.handed_out("a\"} 1\nhone_told 5 \\", 1);
  EXPECT_THAT(metrics.text(""),
              HasSubstr("hone_trials_handed_out_total{study=\"a\\\"} 1\\nhone_told 5 \\\\\"} 1\n"));
}

TEST(MetricsText, AHistogramAddsUp) {
  MetricText out;
  const std::array<double, 2> ends = {0.5, 2.0};
  const std::array<std::int64_t, 3> buckets = {1, 0, 4};
  out.metric("t", "histogram", "Times.").histogram(ends, buckets, 7.5, {{"call", "finish"}});
  EXPECT_EQ(out.text(),
            "# HELP t Times.\n# TYPE t histogram\nt_bucket{call=\"finish\",le=\"0.5\"} 1\n"
            "t_bucket{call=\"finish\",le=\"2\"} 1\nt_bucket{call=\"finish\",le=\"+Inf\"} 5\n"
            "t_sum{call=\"finish\"} 7.5\nt_count{call=\"finish\"} 5\n");
}

TEST(MetricsText, LargeCountsAreWrittenInFull) {
  MetricText out;
  out.metric("m", "counter", "Many.").sample(1234567890.0);
  EXPECT_THAT(out.text(), HasSubstr("m 1234567890\n"));
}

TEST(MetricsOfLanes, SayWhatWaitsAndWhatIsHandled) {
  Metrics metrics;
  std::promise<void> begun;
  std::promise<void> go_on;
  {
    Lanes lanes(1, &metrics);
    lanes.run(Lane::Work, [&] {
      begun.set_value();
      go_on.get_future().wait();
    });
    begun.get_future().wait();
    lanes.run(Lane::Work, [] {});
    lanes.run(Lane::Work, [] {});
    const std::string during = metrics.text("");
    EXPECT_THAT(during, HasSubstr("hone_lane_busy{lane=\"work\"} 1\n"));
    EXPECT_THAT(during, HasSubstr("hone_lane_waiting{lane=\"work\"} 2\n"));
    EXPECT_THAT(during, HasSubstr("hone_lane_waiting{lane=\"look\"} 0\n"));
    EXPECT_THAT(during, HasSubstr("hone_lane_threads{lane=\"work\"} 1\n"));
    lanes.stop();
    go_on.set_value();
  }
  EXPECT_THAT(metrics.text(""), HasSubstr("hone_lane_busy{lane=\"work\"} 0\n"));
  EXPECT_THAT(metrics.text(""), HasSubstr("hone_lane_waiting{lane=\"work\"} 0\n"));
}

class MetricsOfAService : public test::ServiceTest {};

TEST_F(MetricsOfAService, AreInTheFormatOfPrometheus) {
  create("demo");
  ask("demo", "w");
  const HttpAnswer answer = send("GET", "/metrics");
  EXPECT_THAT(answer.body, HasSubstr("hone_trials_handed_out_total{study=\"demo\"} 1\n"));
  EXPECT_THAT(answer.body, HasSubstr("hone_draining 0\n"));
  EXPECT_THAT(answer.body, HasSubstr("hone_open_studies 1\n"));
  EXPECT_THAT(answer.body, Not(HasSubstr("process_resident_memory_bytes 0\n")));
  EXPECT_THAT(answer.body, HasSubstr("\nhone_sqlite_memory_bytes "));
  std::istringstream lines(answer.body);
  std::string name;  // of the metric whose samples follow
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# TYPE ")) name = line.substr(7, line.find(' ', 7) - 7);
    if (line.starts_with('#')) continue;
    EXPECT_TRUE(line.starts_with(name)) << line;
    EXPECT_NE(line.find(' '), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace hone::server
