// SPDX-License-Identifier: MIT
#include "hone/codec/trial_export.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "hone/codec/import_rows.hpp"
#include "support/gen.hpp"

namespace hone::codec {
namespace {

Study study() {
  return {.name = "s",
          .space = Space({real("rate", 0, 1),
                          categorical("kind", {Value(std::string("a,b")), Value(std::string("c"))})}),
          .objectives = {{"loss", Direction::Minimize}, {"rate", Direction::Maximize}}};
}

std::vector<Trial> trials() {
  std::vector<Trial> all(2);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].number = static_cast<std::int64_t>(i);
    all[i].configuration = study().space.configuration({Value(0.1), Value(std::string("a,b"))});
  }
  all[0].state = TrialState::Complete;
  all[0].values = {0.30000000000000004, -2};
  all[0].notes = {{"stage", std::int64_t{2}}};
  all[0].attributes = {{"size", Value(std::int64_t{7})}};
  all[0].started = 1'700'000'000'000;
  all[0].finished = 1'700'000'001'500;
  all[1].state = TrialState::Failed;
  all[1].error = "two\nlines, and a \"quote\"";
  return all;
}

void expect_same(const ImportedRows& read) {
  ASSERT_TRUE(read.problems.empty()) << read.problems.front();
  const std::vector<Trial> written = trials();
  ASSERT_EQ(read.trials.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ(read.trials[i].number, written[i].number);
    EXPECT_EQ(read.trials[i].state, written[i].state);
    EXPECT_EQ(read.trials[i].configuration, written[i].configuration);
    EXPECT_EQ(read.trials[i].values, written[i].values);
    EXPECT_EQ(read.trials[i].notes, written[i].notes);
    EXPECT_EQ(read.trials[i].attributes, written[i].attributes);
    EXPECT_EQ(read.trials[i].error, written[i].error);
    EXPECT_EQ(read.trials[i].finished, written[i].finished);
  }
}

TEST(TrialsCsv, IsReadBack) { expect_same(read_csv_rows(trials_csv(study(), trials()), "t.csv", study())); }

// Each of these would be another choice, or none, if its text stood in the cell as it is.
TEST(TrialsCsv, ChoicesThatLookLikeSomethingElseAreReadBack) {
  const std::vector<Value> choices = {
      Value(true),  Value(std::string("true")), Value(std::int64_t{1}),      Value(std::string("1")),
      Value(false), Value(std::string()),       Value(std::string("  ")),    Value(std::string("-O2")),
      Value(2.5),   Value(std::string("2.5")),  Value(std::string("2.5 ")),  Value(std::string("\\text:1")),
      Value(3.0),   Value(std::string(" a")),   Value(std::string("a")),     Value(std::string("\\escaped:")),
      Value(1e30),  Value(std::string("NaN")),  Value(std::string("a\nb,c"))};
  Study odd = study();
  odd.space = Space({categorical("kind", choices)});
  std::vector<Trial> written;
  for (const Value& choice : choices) {
    Trial trial;
    trial.number = static_cast<std::int64_t>(written.size());
    trial.state = TrialState::Complete;
    trial.configuration = odd.space.configuration({choice});
    trial.values = {1, 2};
    if (std::holds_alternative<std::string>(choice)) trial.attributes = {{"word", choice}};
    written.push_back(trial);
  }
  const ImportedRows read = read_csv_rows(trials_csv(odd, written), "t.csv", odd);
  EXPECT_EQ(read.problems, std::vector<std::string>());
  ASSERT_EQ(read.trials.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ(read.trials[i].configuration, written[i].configuration) << to_text(choices[i]);
    EXPECT_EQ(read.trials[i].attributes, written[i].attributes) << to_text(choices[i]);
  }
}

// They had no say in the result; somebody who put them there may think otherwise.
TEST(TrialsCsv, ValuesOfParametersThatDoNotExistAreCounted) {
  Study nested = study();
  Parameter depth = real("depth", 0, 1);
  depth.when = {{"kind", OneOf{{Value(std::string("c"))}}}};
  Parameter width = real("width", 0, 1);
  width.when = depth.when;
  nested.space =
      Space({categorical("kind", {Value(std::string("a")), Value(std::string("c"))}), depth, width});
  nested.objectives = {{"loss", Direction::Minimize}};
  const std::string remark =
      "2 rows have values of parameters that do not exist under the other values, which were left out: "
      "'depth' in 2 rows, 'width' in 1 row";
  const ImportedRows csv =
      read_csv_rows("kind,depth,width,loss\na,0.5,0.5,1\nc,0.5,0.5,2\na,,,3\na,0.25,,4\n", "t.csv", nested);
  EXPECT_EQ(csv.trials.size(), 4U);
  EXPECT_EQ(csv.remarks, std::vector<std::string>{remark});
  EXPECT_EQ(csv.inactive, (std::map<std::string, std::int64_t>{{"depth", 2}, {"width", 1}}));
  const ImportedRows json = read_json_rows(
      R"([{"params": {"kind": "a", "depth": 0.5, "width": 0.5}, "value": 1},
          {"params": {"kind": "c", "depth": 0.5, "width": 0.5}, "value": 2},
          {"params": {"kind": "a", "depth": 0.25}, "value": 4}])",
      "t.json", nested);
  EXPECT_EQ(json.trials.size(), 3U);
  EXPECT_EQ(json.remarks, std::vector<std::string>{remark});
}

TEST(TrialsCsv, RowsWithoutAResultAreCounted) {
  const std::string csv =
      "state,rate,kind,loss,objective.rate\nrunning,0.1,c,,\ndeleted,0.1,c,1,2\nrunning,0.2,c,,\n"
      "complete,0.1,c,1,2\n";
  const ImportedRows read = read_csv_rows(csv, "t.csv", study());
  EXPECT_EQ(read.trials.size(), 1U);
  EXPECT_EQ(read.remarks,
            std::vector<std::string>{
                "3 rows left out, of trials without a result that counts (2 running, 1 deleted)"});
  const ImportedRows json = read_json_rows(R"([{"state": "waiting"}])", "t.json", study());
  EXPECT_EQ(json.remarks,
            std::vector<std::string>{"1 row left out, of a trial without a result that counts (1 waiting)"});
}

TEST(TrialsCsv, AMistakeIsToldToItsEndWhateverTheCellHolds) {
  const ImportedRows read =
      read_csv_rows(std::string("rate,kind,loss,objective.rate\n0.1,c,a\0b,2\n", 42), "t.csv", study());
  EXPECT_EQ(read.problems, std::vector<std::string>{"t.csv:2: the value 'a\\x00b' is not a number; write "
                                                    "one, or leave it empty for a failure"});
}

TEST(TrialsJson, IsReadBack) {
  expect_same(read_json_rows(trials_json(study(), trials()), "t.json", study()));
}

TEST(TrialsCsv, NamesAnObjectiveApartFromAParameter) {
  const std::string csv = trials_csv(study(), {});
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "number,state,rate,kind,loss,objective.rate,created,started,finished,attempt,error");
}

/// Choices of which many look alike in a table.
Study any_study_of_choices() {
  std::vector<Value> values = {Compound(), std::string("null"), Compound::list({std::int64_t{1}}),
                               std::string("[1]"), Compound::list({std::string("1")})};
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    const Value value = *test::any_value();
    const auto same = [&](const Value& other) { return same_value(other, value); };
    if (std::none_of(values.begin(), values.end(), same)) values.push_back(value);
  }
  return {.name = "s", .space = Space({categorical("kind", values), real("rate", 0, 1)})};
}

std::vector<Trial> any_trials(const Study& study) {
  std::vector<Trial> trials(3);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].number = static_cast<std::int64_t>(i);
    trials[i].state = TrialState::Complete;
    trials[i].values = {0.5};
    trials[i].configuration =
        study.space.configuration({test::any_member(study.space.parameters()[0].domain), 0.5});
    trials[i].attributes["a"] = *test::any_value();
  }
  return trials;
}

void check_same(const ImportedRows& read, const std::vector<Trial>& written) {
  RC_ASSERT(read.problems.empty());
  RC_ASSERT(read.trials.size() == written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    RC_ASSERT(read.trials[i].configuration == written[i].configuration);
    // A table does not tell 1.0 from 1.
    RC_ASSERT(same_value(read.trials[i].attributes.at("a"), written[i].attributes.at("a")));
  }
}

RC_GTEST_PROP(TrialsCsv, ValuesOfAnyKindAreReadBack, ()) {
  const Study study = any_study_of_choices();
  const std::vector<Trial> trials = any_trials(study);
  check_same(read_csv_rows(trials_csv(study, trials), "t.csv", study), trials);
}

RC_GTEST_PROP(TrialsJson, ValuesOfAnyKindAreReadBack, ()) {
  const Study study = any_study_of_choices();
  const std::vector<Trial> trials = any_trials(study);
  check_same(read_json_rows(trials_json(study, trials), "t.json", study), trials);
}

}  // namespace
}  // namespace hone::codec
