// SPDX-License-Identifier: MIT
#include "hone/codec/column_names.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "hone/base/error.hpp"
#include "hone/codec/import_rows.hpp"
#include "hone/codec/trial_export.hpp"
#include "hone/codec/trial_filter.hpp"
#include "hone/core/tags.hpp"

namespace hone::codec {
namespace {

using Kind = ColumnMeaning::Kind;

Study study_of(const std::set<std::string>& parameters, const std::set<std::string>& objectives) {
  std::vector<Parameter> space;
  for (const std::string& name : parameters) space.push_back(real(name, 0, 1));
  Study study{.name = "s", .space = Space(std::move(space)), .objectives = {}};
  for (const std::string& name : objectives) study.objectives.push_back({name, Direction::Minimize});
  return study;
}

// ---- Examples

TEST(ColumnNames, AParameterKeepsItsNameAndTheTrialsOwnGetsAnother) {
  const ColumnNames names(study_of({"error"}, {"loss"}), {"number", "error"});
  EXPECT_EQ(names.name_of({Kind::Parameter, "error"}), "error");
  EXPECT_EQ(names.name_of({Kind::OfTrial, "error"}), "trial.error");
  EXPECT_EQ(names.name_of({Kind::OfTrial, "number"}), "number");
  EXPECT_EQ(names.name_of({Kind::Objective, "loss"}), "loss");
}

TEST(ColumnNames, FullNamesAreAlwaysUnderstood) {
  const ColumnNames names(study_of({"x", "param.x", "objective.loss", "attr.a"}, {"loss"}), {"state"});
  EXPECT_EQ(names.meaning("param.x"), (ColumnMeaning{Kind::Parameter, "x"}));
  EXPECT_EQ(names.name_of({Kind::Parameter, "param.x"}), "param.param.x");
  EXPECT_EQ(names.name_of({Kind::Parameter, "objective.loss"}), "param.objective.loss");
  EXPECT_EQ(names.meaning("attr.a"), (ColumnMeaning{Kind::Parameter, "attr.a"}));
  EXPECT_EQ(names.name_of({Kind::Attribute, "a"}), "trial.attr.a");
  EXPECT_EQ(names.meaning("trial.state"), (ColumnMeaning{Kind::OfTrial, "state"}));
}

TEST(ColumnNames, ValueIsTheObjectiveUnlessAParameterIsCalledSo) {
  EXPECT_EQ(ColumnNames(study_of({"x"}, {"loss"}), {}).meaning("value"),
            (ColumnMeaning{Kind::Objective, "loss"}));
  EXPECT_EQ(ColumnNames(study_of({"value"}, {"loss"}), {}).meaning("value"),
            (ColumnMeaning{Kind::Parameter, "value"}));
}

TEST(SplitNames, CommasInBackQuotesBelongToTheName) {
  EXPECT_EQ(split_names("a, b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(split_names("`a,b`, attr.c"), (std::vector<std::string>{"a,b", "attr.c"}));
  EXPECT_EQ(split_names("`a``b`"), (std::vector<std::string>{"a`b"}));
  EXPECT_EQ(split_names(" ` a` "), (std::vector<std::string>{" a"}));
  EXPECT_THROW(split_names("`a,b"), Error);
}

TEST(ImportedColumns, TwoThatMeanTheSameAreRefused) {
  const Study study = study_of({"x"}, {"loss"});
  try {
    read_csv_rows("x,loss,objective.loss\n0.5,1,2\n", "t.csv", study);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "t.csv:1: the columns 'loss' and 'objective.loss' mean the same; remove one, or rename it");
  }
}

// ---- Laws over hostile names

/// Words with a meaning, words that look like the full name of something else, and awkward characters.
std::string hostile_word() {
  static const std::vector<std::string> kWords = {
      "error",       "number",       "state",        "value",        "values",      "seed",
      "trial",       "created",      "started",      "finished",     "attempt",     "version",
      "outside",     "notes",        "tags",         "worker",       "remark",      "stage",
      "sampler",     "duration",     "best",         "params",       "and",         "or",
      "not",         "in",           "true",         "max",          "param.x",     "x",
      "objective.x", "trial.x",      "attr.x",       "note.x",       "former.x",    "param.param.x",
      "trial.error", "trial.attr.x", "trial.note.x", "trial.number", "attr.attr.x", "attr.",
      "größe",       "学習率",       "a.b",          "a-b",          "1st",         "#x",
      "\\escaped:x"};
  return *rc::gen::elementOf(kWords);
}

/// Also what no parameter may hold.
std::string hostile_name() {
  static const std::vector<std::string> kNames = {"a b",  "a,b",  "a\"b", "it's", "a`b", " x", "x ",
                                                  "a\nb", "=1+2", "{x}",  "a;b",  "''",  "``", "a\x1b[31m"};
  return *rc::gen::inRange(0, 3) == 0 ? *rc::gen::elementOf(kNames) : hostile_word();
}

template <class Make>
std::set<std::string> several(int least, int most, const Make& make) {
  std::set<std::string> names;
  const int count = *rc::gen::inRange(least, most + 1);
  while (static_cast<int>(names.size()) < count) names.insert(make());
  return names;
}

Study hostile_study() { return study_of(several(1, 5, hostile_word), several(1, 3, hostile_name)); }

double unit() { return *rc::gen::inRange(0, 1001) / 1000.0; }

std::vector<Trial> hostile_trials(const Study& study) {
  const std::set<std::string> attributes = several(0, 4, hostile_name);
  const std::set<std::string> notes = several(0, 3, hostile_name);
  std::vector<Trial> trials(static_cast<std::size_t>(*rc::gen::inRange(1, 4)));
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    trial.number = static_cast<std::int64_t>(i);
    std::vector<std::optional<Value>> settings;
    for (std::size_t j = 0; j < study.space.size(); ++j) settings.emplace_back(Value(unit()));
    trial.configuration = Configuration(study.space.names(), settings);
    trial.state = *rc::gen::element(TrialState::Complete, TrialState::Failed);
    if (trial.state == TrialState::Failed) trial.error = "why: " + hostile_name();
    for (std::size_t j = 0; j < study.objectives.size() && trial.state == TrialState::Complete; ++j)
      trial.values.push_back(unit());
    for (const std::string& name : attributes) trial.attributes[name] = unit();
    for (const std::string& name : notes) trial.notes[name] = unit();
    trial.finished = 1'700'000'000'000;
    if (*rc::gen::inRange(0, 3) == 0)
      trial.remarks.push_back({trial.finished, noted_words("seen, \"twice\"", {})});
  }
  return trials;
}

void check_same(const ImportedRows& read, const std::vector<Trial>& written) {
  if (!read.problems.empty()) RC_FAIL(read.problems.front());
  RC_ASSERT(read.trials.size() == written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    RC_ASSERT(read.trials[i].number == written[i].number);
    RC_ASSERT(read.trials[i].state == written[i].state);
    RC_ASSERT(read.trials[i].configuration == written[i].configuration);
    RC_ASSERT(read.trials[i].values == written[i].values);
    RC_ASSERT(read.trials[i].error == written[i].error);
    RC_ASSERT(read.trials[i].attributes.size() == written[i].attributes.size());
    for (const auto& [name, value] : written[i].attributes)
      RC_ASSERT(as_number(read.trials[i].attributes.at(name)) == as_number(value));
    RC_ASSERT(read.trials[i].notes.size() == written[i].notes.size());
    for (const auto& [name, note] : written[i].notes)
      RC_ASSERT(as_number(as_value(read.trials[i].notes.at(name))) == as_number(as_value(note)));
    RC_ASSERT(notes_among(read.trials[i].remarks) == notes_among(written[i].remarks));
  }
}

RC_GTEST_PROP(HostileNames, EveryColumnIsFoundUnderItsNameAndItsFullName, ()) {
  const Study study = hostile_study();
  const std::vector<Trial> trials = hostile_trials(study);
  const TrialColumns columns(study, trials);
  std::set<std::string> seen;
  for (const TrialColumn& column : columns.all()) {
    RC_ASSERT(seen.insert(column.name).second);
    RC_ASSERT(columns.find(column.name).meaning == column.meaning);
    RC_ASSERT(columns.find(ColumnNames::full_name(column.meaning)).meaning == column.meaning);
  }
}

RC_GTEST_PROP(HostileNames, ACsvFileReadsBack, ()) {
  const Study study = hostile_study();
  const std::vector<Trial> trials = hostile_trials(study);
  check_same(read_csv_rows(trials_csv(study, trials), "t.csv", study), trials);
}

RC_GTEST_PROP(HostileNames, AJsonFileReadsBack, ()) {
  const Study study = hostile_study();
  const std::vector<Trial> trials = hostile_trials(study);
  check_same(read_json_rows(trials_json(study, trials), "t.json", study), trials);
}

/// A filter for any column, written as anybody would: the name in back-quotes.
RC_GTEST_PROP(HostileNames, AFilterFindsTheTrialsByAnyColumn, ()) {
  const Study study = hostile_study();
  const std::vector<Trial> trials = hostile_trials(study);
  const TrialColumns columns(study, trials);
  for (const TrialColumn& column : columns.all()) {
    const auto value = column.value(trials.front());
    if (!value || !as_number(*value)) continue;
    std::string quoted;
    for (const char c : column.name) quoted += c == '`' ? std::string("``") : std::string(1, c);
    const TrialFilter filter("`" + quoted + "` == " + to_text(*value), study, columns, trials, "--where");
    for (const Trial& trial : trials) RC_ASSERT(filter.keeps(trial) == (column.value(trial) == value));
  }
}

}  // namespace
}  // namespace hone::codec
