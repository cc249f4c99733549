// SPDX-License-Identifier: MIT
#include "hone/runner/worker_line.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hone::runner {
namespace {

using Said = WorkerLine::Kind;

const ReportSpec kLoss{{"loss"}};

WorkerLine read_line(const std::string& line) { return read_worker_line(line, "s-1/7", kLoss); }

TEST(WorkerLine, AnAnswerCarriesTheIdOfItsTrial) {
  EXPECT_EQ(read_line(R"({"hone_trial_id":"s-1/7","loss":0.5})").kind, Said::Answer);
  EXPECT_EQ(read_line(R"(  {"hone_trial_id": "s-1/7", "state": "failed"}  )"
                      "\r\n")
                .kind,
            Said::Answer);
  EXPECT_EQ(read_line(R"({"hone_trial_id":"s-1/7","loss":NaN})").kind, Said::Answer);
}

TEST(WorkerLine, AnAnswerMayFollowAPrintWithoutALineEnd) {
  EXPECT_EQ(read_line(R"(loading... {"hone_trial_id":"s-1/7","loss":0.5})").kind, Said::Answer);
}

TEST(WorkerLine, ReadsAReport) {
  const WorkerLine line = read_line(R"({"hone_trial_id":"s-1/7","report":{"step":3,"value":0.5}})");
  ASSERT_EQ(line.kind, Said::Report);
  EXPECT_EQ(line.report->step, 3);
  EXPECT_EQ(line.report->value, 0.5);
  const WorkerLine named = read_line(R"({"hone_trial_id":"s-1/7","report":{"step":4,"loss":NaN}})");
  ASSERT_EQ(named.kind, Said::Report);
  EXPECT_TRUE(std::isnan(named.report->value));
}

TEST(WorkerLine, SaysWhatABadReportIs) {
  const WorkerLine line = read_line(R"({"hone_trial_id":"s-1/7","report":{"step":"x"}})");
  EXPECT_EQ(line.kind, Said::BadReport);
  EXPECT_EQ(line.subject, R"({"step":"x"})");
}

TEST(WorkerLine, AnObjectiveMayBeCalledReport) {
  const ReportSpec objectives{{"report"}};
  EXPECT_EQ(read_worker_line(R"({"hone_trial_id":"a","report":0.5})", "a", objectives).kind, Said::Answer);
}

TEST(WorkerLine, NamesTheTrialOfAForeignAnswer) {
  const WorkerLine other = read_line(R"({"hone_trial_id":"s-1/6","loss":0.5})");
  EXPECT_EQ(other.kind, Said::Foreign);
  EXPECT_EQ(other.subject, "s-1/6");
  EXPECT_EQ(read_line(R"({"hone_trial_id":7,"loss":0.5})").subject, "7");
}

TEST(WorkerLine, WhatLibrariesPrintMeansNothing) {
  for (const char* line : {"", "\n", "Epoch 1/10", "{'loss': 0.3}", R"({"epoch": 3})", "{}", "[1]", "0.5",
                           "}", R"("hone_trial_id")", R"({"hone_trial_id":"s-1/6","loss":)",
                           R"(got {'hone_trial_id': 's-1/7', 'params': {'x': 1}})",
                           R"({'hone_trial_id': 's-1/7', 'params': {}})"}) {
    EXPECT_EQ(read_line(line).kind, Said::Print) << line;
  }
}

// Nothing else would come, so they are not passed over.
TEST(WorkerLine, KnowsAnAnswerThatIsNotJson) {
  const std::string deep = std::string(100, '[') + std::string(100, ']');
  for (const std::string& line : {std::string(R"({"hone_trial_id":"s-1/7","loss":)"),
                                  std::string(R"({"hone_trial_id":"s-1/7","loss":0.5} // done)"),
                                  std::string(R"({'hone_trial_id': 's-1/7', 'loss': 0.5})"),
                                  std::string(R"({'hone_trial_id': 's-1/7', 'value': 0.5})"),
                                  R"({"hone_trial_id":"s-1/7","loss":)" + deep + "}"}) {
    EXPECT_EQ(read_line(line).kind, Said::Unreadable) << line;
  }
  EXPECT_EQ(read_line(R"(  "hone_trial_id": "s-1/7",)").kind, Said::Scattered);
}

// A worker without a time-out would be waited for without end.
TEST(WorkerLine, KnowsAnAnswerInAListOrBeforeOtherWords) {
  for (const char* line :
       {R"([{"hone_trial_id":"s-1/7","loss":0.5}])", R"(["x", {"hone_trial_id":"s-1/7","loss":0.5}])",
        R"(result {"hone_trial_id":"s-1/7","loss":0.5} done)",
        R"(result {"hone_trial_id":"s-1/7","state":"failed","reason":"x"}.)",
        R"(> {"hone_trial_id":"s-1/7","report":{"step":1,"value":2}};)"}) {
    EXPECT_EQ(read_line(line).kind, Said::Unreadable) << line;
  }
}

TEST(WorkerLine, TakesTheWordsOfALogForALog) {
  for (const char* line : {R"(INFO got {'hone_trial_id': 's-1/7', 'loss': 0.5} of fold 1)",
                           R"(INFO {"hone_trial_id":"s-1/7","loss":0.5,"fold":1} done)"}) {
    EXPECT_EQ(read_line(line).kind, Said::Wordy) << line;
  }
  EXPECT_EQ(read_line(R"(got {"hone_trial_id":"s-1/7","params":{"x":1}} now)").kind, Said::Print);
  EXPECT_EQ(read_line(R"(sent {"hone_trial_id":"s-1/6","loss":0.5} before)").kind, Said::Print)
      << "of another";
}

TEST(WorkerLine, ColoursAreNotPartOfAnAnswer) {
  EXPECT_EQ(read_line("\x1b[32m{\"hone_trial_id\":\"s-1/7\",\"loss\":0.5}\x1b[0m\n").kind, Said::Answer);
  EXPECT_EQ(read_line("{\x1b[1m\"hone_trial_id\"\x1b[0m:\"s-1/7\",\"loss\":\x1b[32m0.5\x1b[0m}\n").kind,
            Said::Answer);
}

TEST(WorkerLine, AnAnswerMayHoldValuesThatCannotBeRead) {
  EXPECT_EQ(read_line(R"({"hone_trial_id":"s-1/7","value":1e999})").kind, Said::Answer);
  EXPECT_EQ(read_line("{\"hone_trial_id\":\"s-1/7\",\"value\":1,\"path\":\"\xe9\"}").kind, Said::Answer);
  EXPECT_EQ(read_line(R"({"hone_trial_id":"s-1/7","report":{"step":1,"value":1e999}})").kind,
            Said::BadReport);
}

TEST(WorkerLine, FindsTheIdInAPartOfALine) {
  EXPECT_TRUE(holds_trial_id(R"(xxx{"hone_trial_id": "s-1/7",)", "s-1/7"));
  EXPECT_FALSE(holds_trial_id(R"(xxx{"hone_trial_id": "s-1/8",)", "s-1/7"));
  EXPECT_FALSE(holds_trial_id("s-1/7", "s-1/7"));
}

TEST(WorkerLine, ToldApartAreAForgottenIdAndSomebodysLog) {
  EXPECT_EQ(read_line(R"({"loss":0.5})").kind, Said::Nameless);
  EXPECT_EQ(read_line(R"({"value":0.5,"attributes":{"a":1}})").kind, Said::Nameless);
  EXPECT_EQ(read_line(R"({"report":{"step":1,"value":2}})").kind, Said::Nameless);
  EXPECT_EQ(read_line(R"({"state":"failed","reason":"x"})").kind, Said::Nameless);
  const WorkerLine log = read_line(R"({"epoch":1,"loss":0.5})");
  EXPECT_EQ(log.kind, Said::Suspect);
  EXPECT_EQ(log.subject, "loss");
}

}  // namespace
}  // namespace hone::runner
