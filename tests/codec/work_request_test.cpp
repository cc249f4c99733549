// SPDX-License-Identifier: MIT
#include "hone/codec/work_request.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

Node parsed(const char* request) { return parse_request(request, {}); }

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(WorkRequest, ReadsAnAsk) {
  const WorkAsk ask = read_work_ask(parsed(
      R"({"client":"gpu-3","count":2,"key":"k","wait":1.5,"lease":30,"labels":["gpu"],"holding":[4]})"));
  EXPECT_EQ(ask.client, "gpu-3");
  EXPECT_EQ(ask.count, 2);
  EXPECT_EQ(ask.key, "k");
  EXPECT_EQ(ask.wait, 1.5);
  EXPECT_EQ(ask.lease, 30.0);
  EXPECT_EQ(ask.labels, std::vector<std::string>{"gpu"});
  EXPECT_EQ(ask.holding, std::vector<std::int64_t>{4});
  EXPECT_EQ(read_work_ask(parsed(R"({"client":"a"})")).wait, 20.0);
}

TEST(WorkRequest, RefusesWhatCannotBeMeantSo) {
  const std::pair<const char*, const char*> wrong[] = {
      {R"({})", "client"},
      {R"({"client":""})", "client"},
      {R"({"client":"a#b"})", "'#'"},
      {R"({"client":"a","count":0})", "count"},
      {R"({"client":"a","wait":61})", "wait"},
      {R"({"client":"a","lease":1})", "lease"},
      {R"({"client":"a","cont":1})", "count"},
      {R"({"client":"a","holding":[-1]})", "holding"},
  };
  for (const auto& [request, word] : wrong) {
    const std::string message = refusal_of([&] { read_work_ask(parsed(request)); });
    EXPECT_NE(message.find(word), std::string::npos) << request << " gave: " << message;
  }
}

TEST(WorkRequest, ReadsResultsWithTheirTokens) {
  const std::vector<Objective> objectives = {Objective{}};
  const WorkTell tell = read_work_tell(
      parsed(
          R"({"client":"a","results":[{"number":7,"token":2,"value":0.5},{"number":8,"state":"failed"}]})"),
      objectives);
  ASSERT_EQ(tell.results.size(), 2U);
  EXPECT_EQ(tell.results[0].token, 2);
  EXPECT_EQ(tell.results[1].token, 0);
  EXPECT_EQ(tell.results[0].values, std::vector<double>{0.5});
  EXPECT_NE(refusal_of([&] {
              read_work_tell(parsed(R"({"client":"a","results":[{"number":7,"token":"x","value":1}]})"),
                             objectives);
            }).find("results[0].token"),
            std::string::npos);
}

TEST(WorkRequest, AReportHasAStepAndAValueOrAList) {
  EXPECT_EQ(read_work_report(parsed(R"({"client":"a","number":1,"token":1,"step":3,"value":0.5})")).reports,
            (std::vector<Report>{{3, 0.5}}));
  EXPECT_EQ(read_work_report(
                parsed(R"({"client":"a","number":1,"reports":[{"step":1,"value":2},{"step":2,"value":1}]})"))
                .reports.size(),
            2U);
  EXPECT_NE(refusal_of([] { read_work_report(parsed(R"({"client":"a","number":1,"step":3})")); }), "");
}

}  // namespace
}  // namespace hone::codec
