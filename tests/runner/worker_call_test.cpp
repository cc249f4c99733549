// SPDX-License-Identifier: MIT
#include "hone/runner/worker_call.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "hone/base/text.hpp"
#include "hone/runner/worker_line.hpp"

namespace hone::runner {
namespace {

std::optional<WorkerCall> call_in(const std::string& line) {
  return worker_call(*last_json(line), {{"loss"}});
}

TEST(WorkerCallTest, ReadsAReportAsStdioHasIt) {
  const auto call = call_in(R"({"op":"report","id":[1],"number":7,"step":3,"value":0.5})");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->problem, "");
  EXPECT_EQ(call->id, "[1]");
  EXPECT_EQ(call->number, 7);
  EXPECT_EQ(call->reports, (std::vector<Report>{{3, 0.5}}));
  EXPECT_FALSE(call->told);
}

TEST(WorkerCallTest, ReadsAResultAsStdioHasIt) {
  const auto call = call_in(
      R"({"op":"tell","results":[{"number":7,"value":0.5,"attributes":{"a":1},"reports":[{"step":1,"value":2}]}]})");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->problem, "");
  EXPECT_EQ(call->id, "");
  EXPECT_EQ(call->number, 7);
  EXPECT_EQ(call->reports, (std::vector<Report>{{1, 2.0}}));
  EXPECT_EQ(call->told->dump(), R"({"value":0.5,"attributes":{"a":1}})");
}

TEST(WorkerCallTest, ValuesMayBeGivenByTheirNames) {
  EXPECT_EQ(call_in(R"({"op":"tell","results":[{"number":7,"values":{"loss":1,"size":2}}]})")->told->dump(),
            R"({"loss":1,"size":2})");
  EXPECT_EQ(call_in(R"({"op":"tell","results":[{"number":7,"values":[1,2]}]})")->told->dump(),
            R"({"values":[1,2]})");
}

TEST(WorkerCallTest, ANumberThatJsonLacksMayBeReported) {
  for (const char* value : {"null", R"("nan")", R"("NaN")"}) {
    const auto call = call_in(text(R"({"op":"report","number":7,"step":3,"value":)", value, "}"));
    ASSERT_EQ(call->problem, "") << value;
    EXPECT_TRUE(std::isnan(call->reports[0].value)) << value;
  }
}

TEST(WorkerCallTest, SaysWhatIsWrong) {
  const auto problem = [](const std::string& line) { return call_in(line)->problem; };
  EXPECT_EQ(problem(R"({"op":"report","number":7,"step":"x","value":1})"),
            "the report has no whole number \"step\" or no number \"value\"; give both");
  EXPECT_EQ(problem(R"({"op":"tell","results":[{"number":7,"value":1,"reports":[{"step":1}]}]})"),
            "results[0]: reports[0] has no whole number \"step\" or no number \"value\"; give both");
  const std::string one = "results is not a list of one result; tell the trial of the last request";
  EXPECT_EQ(problem(R"({"op":"tell","results":[]})"), one);
  EXPECT_EQ(problem(R"({"op":"tell","results":{"number":7,"value":1}})"), one);
  EXPECT_EQ(problem(R"({"op":"tell","results":[{"value":1}]})"),
            "the number of the trial is not a whole number; copy it from the request");
}

TEST(WorkerCallTest, WhatLibrariesPrintIsNone) {
  for (const char* line : {R"({"op":"matmul","number":7})", R"({"op":"report"})", R"({"op":"tell"})",
                           R"({"op":3,"number":7})", R"({"results":[{"number":7,"value":1}]})"}) {
    EXPECT_FALSE(call_in(line)) << line;
  }
}

// Both forms in one line: the id is looked at too.
TEST(WorkerCallTest, MayCarryTheIdOfItsTrial) {
  const ReportSpec loss{{"loss"}};
  const auto kind = [&](const std::string& id) {
    return read_worker_line(
               R"({"hone_trial_id":")" + id + R"(","op":"tell","results":[{"number":7,"value":1}]})", "s-1/7",
               loss)
        .kind;
  };
  EXPECT_EQ(kind("s-1/7"), WorkerLine::Kind::Call);
  EXPECT_EQ(kind("s-1/7-2"), WorkerLine::Kind::Foreign);
}

}  // namespace
}  // namespace hone::runner
