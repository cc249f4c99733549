// SPDX-License-Identifier: MIT
#include "hone/codec/trial_export.hpp"

#include <gtest/gtest.h>

#include "hone/codec/import_rows.hpp"

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

TEST(TrialsJson, IsReadBack) {
  expect_same(read_json_rows(trials_json(study(), trials()), "t.json", study()));
}

TEST(TrialsCsv, NamesAnObjectiveApartFromAParameter) {
  const std::string csv = trials_csv(study(), {});
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "number,state,rate,kind,loss,objective.rate,created,started,finished,attempt,error");
}

}  // namespace
}  // namespace hone::codec
