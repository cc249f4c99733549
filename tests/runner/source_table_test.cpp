// SPDX-License-Identifier: MIT
#include "hone/runner/source_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Study svm() {
  return {.name = "svm",
          .space = Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                          when(integer("degree", 2, 5), "kernel", {"poly"}), constant("cache", 200.0)}),
          .objectives = {{"loss", Direction::Maximize}}};
}

TEST(SourceTable, IsReadAsTheParametersOfTheStudyThatLearns) {
  const SourceStudy source = read_source_table(
      "number,state,C,kernel,degree,loss,remark\n"
      "0,complete,10,rbf,,0.5,fine\n"
      "1,complete,20,poly,3,0.75,\n"
      "2,failed,30,rbf,,,\n"
      "3,running,40,rbf,,,\n",
      "old.csv", svm());
  EXPECT_EQ(source.name, "old.csv");
  EXPECT_EQ(source.objectives, svm().objectives);
  EXPECT_EQ(source.space, Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                                 when(integer("degree", 2, 5), "kernel", {"poly"})}));
  ASSERT_EQ(source.trials.size(), 3u);
  EXPECT_EQ(source.trials[1].configuration, source.space.configuration({20.0, "poly", std::int64_t{3}}));
  EXPECT_THAT(source.trials[1].values, ElementsAre(0.75));
  EXPECT_EQ(source.trials[2].state, TrialState::Failed);
  EXPECT_THAT(source.trials[2].values, IsEmpty());
  EXPECT_EQ(source.trials[2].number, 2);
}

TEST(SourceTable, NamesThatMeanSomethingElseAreWrittenOut) {
  const Study study{.name = "s",
                    .space = Space({real("state", 0, 1), real("error", 0, 1), real("param.error", 0, 1)}),
                    .objectives = {{"error", Direction::Minimize}}};
  const SourceStudy source = read_source_table(
      "trial.state,state,error,param.param.error,objective.error,trial.error\n"
      "complete,0.1,0.2,0.3,7,\n"
      "failed,0.4,0.5,0.6,,boom\n",
      "t.csv", study);
  ASSERT_EQ(source.trials.size(), 2u);
  EXPECT_EQ(source.trials[0].configuration, source.space.configuration({0.1, 0.2, 0.3}));
  EXPECT_THAT(source.trials[0].values, ElementsAre(7));
  EXPECT_EQ(source.trials[1].state, TrialState::Failed);
}

TEST(SourceTable, WidensRangesAndChoicesToHoldEveryValue) {
  const SourceStudy source = read_source_table(
      "C,kernel,degree,cache,value\n0.01,sigmoid,,200,1\n5000,poly,9,100,2\n", "t.csv", svm());
  EXPECT_EQ(source.space.parameters()[0], real("C", 0.01, 5000, Scale::Log));
  EXPECT_EQ(source.space.parameters()[1], categorical("kernel", {"rbf", "poly", "sigmoid"}));
  EXPECT_EQ(source.space.parameters()[2], when(integer("degree", 2, 9), "kernel", {"poly"}));
  EXPECT_EQ(source.space.parameters()[3], categorical("cache", {200.0, std::int64_t{100}}));
  EXPECT_EQ(source.trials[1].configuration.integer("degree"), 9);
}

TEST(SourceTable, AConditionOnAColumnThatIsMissingDoesNotApply) {
  const SourceStudy source = read_source_table("degree,loss\n3,1\n", "t.csv", svm());
  EXPECT_EQ(source.space, Space({integer("degree", 2, 5)}));
  EXPECT_EQ(source.trials[0].configuration.integer("degree"), 3);
}

TEST(SourceTable, ChoicesThatLookLikeNumbersStayTexts) {
  Study study{.space = Space({categorical("level", {"1", "2"})})};
  const SourceStudy source = read_source_table("level,value\n2,0.5\n", "t.csv", study);
  EXPECT_EQ(source.space, study.space);
  EXPECT_EQ(source.trials[0].configuration.text("level"), "2");
}

TEST(SourceTable, OfSeveralObjectivesNeedsAColumnForEach) {
  Study study = svm();
  study.objectives.push_back({"speed", Direction::Minimize});
  EXPECT_THAT(read_source_table("C,loss,speed\n10,1,2\n", "t.csv", study).trials[0].values,
              ElementsAre(1.0, 2.0));
  EXPECT_EQ(test::message_of([&] { read_source_table("C,loss\n10,1\n", "t.csv", study); }),
            "t.csv:1: there is no column 'speed' with the results; name the "
            "column like the objective");
}

TEST(SourceTable, SaysWhereItCannotBeRead) {
  const auto message = [](const std::string& content) {
    return test::message_of([&] { read_source_table(content, "t.csv", svm()); });
  };
  EXPECT_EQ(message("a,loss\n1,2\n"),
            "t.csv: no column has the name of a parameter of this study; name "
            "the columns like the parameters");
  EXPECT_EQ(message("C,loss\n1,2\nhuge,3\n"),
            "t.csv:3: 'C' is huge, which cannot be a number; correct it or "
            "remove the row");
  EXPECT_EQ(message("C,loss\n-1,2\n"),
            "t.csv:2: 'C' is -1, which cannot be on a log scale; correct it or "
            "remove the row");
  EXPECT_EQ(message("degree,loss\n2.5,2\n"),
            "t.csv:2: 'degree' is 2.5, which cannot be an integer; correct it "
            "or remove the row");
  EXPECT_EQ(message("C,loss\n1,good\n"),
            "t.csv:2: the value 'good' is not a number; write one, or leave it "
            "empty for a failure");
  EXPECT_EQ(message("C,loss,state\n1,2,asleep\n"),
            "t.csv:2: 'asleep' is not a state; write complete or failed");
  EXPECT_EQ(message("C,loss\n1\n"),
            "t.csv:2: the row has 1 cell and the header 2; give every row one "
            "cell for each column, and "
            "quote cells that hold a comma");
}

TEST(SourceJson, IsReadAsTheSameTableInCsv) {
  const SourceStudy csv = read_source_table(
      "number,state,C,kernel,degree,loss\n0,complete,10,rbf,,0.5\n1,complete,5000,poly,3,0.75\n"
      "2,failed,30,sigmoid,,\n3,running,40,rbf,,\n",
      "old", svm());
  const SourceStudy json = read_source_json(
      R"([{"number": 0, "state": "complete", "params": {"C": 10, "kernel": "rbf", "gone": 1}, "value": 0.5,
           "version": 2, "outside": null, "former": {}, "attempt": 1, "worker": null, "reports": []},
          {"params": {"C": 5e3, "kernel": "poly", "degree": 3}, "value": 0.75},
          {"state": "failed", "params": {"C": 30.0, "kernel": "sigmoid"}, "value": null, "error": "boom"},
          {"state": "running", "params": {"C": 40, "kernel": "rbf"}, "value": null},
          {"state": "complete", "params": {"C": 40}, "value": 1, "outside": "kernel: has no value"}])",
      "old", svm());
  EXPECT_EQ(json.space, csv.space);
  EXPECT_EQ(json.objectives, csv.objectives);
  EXPECT_EQ(json.trials, csv.trials);
}

TEST(SourceJson, OfSeveralObjectivesHasAValueForEach) {
  Study two = svm();
  two.objectives.push_back({"time", Direction::Minimize});
  const SourceStudy source =
      read_source_json(R"({"trials": [{"params": {"C": 10}, "values": [1, 2]}]})", "old.json", two);
  EXPECT_THAT(source.trials[0].values, ElementsAre(1, 2));
}

TEST(SourceJson, SaysWhereItCannotBeRead) {
  const auto message = [](const char* json) {
    return test::message_of([&] { read_source_json(json, "old.json", svm()); });
  };
  EXPECT_EQ(message(R"({"C": 10})"),
            "old.json: there is no list of trials; write [{\"params\": {...}, \"value\": 0.5}, ...]");
  EXPECT_EQ(message(R"([{"params": {"C": 10}, "value": 1}, {"params": {"C": 10}}])"),
            "old.json: trials[1]: a complete trial has 1 value, not 0; give `value`, or a `state` such as "
            "failed");
  EXPECT_THAT(message(R"([{"params": {"C": 10}, "value": 1})"), ::testing::StartsWith("old.json:"));
  EXPECT_EQ(
      message(R"([{"params": {"gamma": 10}, "value": 1}])"),
      "old.json: no column has the name of a parameter of this study; name the columns like the parameters");
}

TEST(SourceRows, AreCompleteTrials) {
  const RowsSource rows{"old", {{{{"C", 5.0}, {"gamma", 2.0}}, 0.25}, {{{"C", 9.0}}, 0.5}}};
  const SourceStudy source = read_source_rows(rows, svm());
  EXPECT_EQ(source.name, "old");
  EXPECT_EQ(source.space, Space({real("C", 1, 1000, Scale::Log)}));
  ASSERT_EQ(source.trials.size(), 2u);
  EXPECT_EQ(source.trials[1].state, TrialState::Complete);
  EXPECT_THAT(source.trials[1].values, ElementsAre(0.5));
  EXPECT_EQ(test::message_of([&] {
              read_source_rows({"old", {{{{"C", "x"}}, 1}}}, svm());
            }),
            "old: trials #1: 'C' is x, which cannot be a number; correct it or "
            "remove the row");
}

}  // namespace
}  // namespace hone::runner
