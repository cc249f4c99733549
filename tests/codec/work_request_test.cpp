// SPDX-License-Identifier: MIT
#include "hone/codec/work_request.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(WorkRequest, ReadsAnAsk) {
  const WorkAsk ask = read_work_ask(Json::parse(
      R"({"client":"gpu-3","count":2,"key":"k","wait":1.5,"lease":30,"labels":["gpu"],"holding":[4]})"));
  EXPECT_EQ(ask.client, "gpu-3");
  EXPECT_EQ(ask.count, 2);
  EXPECT_EQ(ask.key, "k");
  EXPECT_EQ(ask.wait, 1.5);
  EXPECT_EQ(ask.lease, 30.0);
  EXPECT_EQ(ask.labels, std::vector<std::string>{"gpu"});
  EXPECT_EQ(ask.holding, std::vector<std::int64_t>{4});
  EXPECT_EQ(read_work_ask(Json::parse(R"({"client":"a"})")).wait, 20.0);
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
    const std::string message = refusal_of([&] { read_work_ask(Json::parse(request)); });
    EXPECT_NE(message.find(word), std::string::npos) << request << " gave: " << message;
  }
}

TEST(WorkRequest, ReadsResultsWithTheirTokens) {
  const std::vector<Objective> objectives = {Objective{}};
  const WorkTell tell = read_work_tell(
      Json::parse(
          R"({"client":"a","results":[{"number":7,"token":2,"value":0.5},{"number":8,"state":"failed"}]})"),
      objectives);
  ASSERT_EQ(tell.results.size(), 2U);
  EXPECT_EQ(tell.tokens, (std::vector<std::int64_t>{2, 0}));
  EXPECT_EQ(tell.results[0].values, std::vector<double>{0.5});
  EXPECT_NE(refusal_of([&] {
              read_work_tell(Json::parse(R"({"client":"a","results":[{"number":7,"token":"x","value":1}]})"),
                             objectives);
            }).find("results[0].token"),
            std::string::npos);
}

TEST(WorkRequest, AReportHasAStepAndAValueOrAList) {
  EXPECT_EQ(
      read_work_report(Json::parse(R"({"client":"a","number":1,"token":1,"step":3,"value":0.5})")).reports,
      (std::vector<Report>{{3, 0.5}}));
  EXPECT_EQ(
      read_work_report(
          Json::parse(R"({"client":"a","number":1,"reports":[{"step":1,"value":2},{"step":2,"value":1}]})"))
          .reports.size(),
      2U);
  EXPECT_NE(refusal_of([] { read_work_report(Json::parse(R"({"client":"a","number":1,"step":3})")); }), "");
}

TEST(WorkRequest, NotesHaveBounds) {
  EXPECT_EQ(read_notes_request(Json::parse(R"({"text":"x","tags":["a"]})")).tags.size(), 1U);
  const Json many = {{"tags", std::vector<std::string>(51, "a")}};
  EXPECT_NE(refusal_of([&] { read_notes_request(many); }), "");
}

}  // namespace
}  // namespace hone::codec
