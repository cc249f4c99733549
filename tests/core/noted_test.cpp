// SPDX-License-Identifier: MIT
#include "hone/core/noted.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(NotedCount, IsAWholeNumberFromOneOn) {
  const Notes notes = {{"runs", std::int64_t{12}},      {"none", std::int64_t{0}},
                       {"many", std::int64_t{1000001}}, {"half", 0.5},
                       {"word", std::string("12")},     {"most", std::int64_t{1000000}}};
  EXPECT_EQ(noted_count(notes, "runs"), 12);
  EXPECT_EQ(noted_count(notes, "most"), 1000000);
  for (const char* name : {"none", "many", "half", "word", "absent"})
    EXPECT_EQ(noted_count(notes, name), std::nullopt) << name;
}

TEST(NotedText, IsEmptyWithoutOne) {
  const Notes notes = {{kProposerNote, std::string("tpe")}, {"number", std::int64_t{3}}};
  EXPECT_EQ(noted_text(notes, kProposerNote), "tpe");
  EXPECT_EQ(noted_text(notes, "number"), "");
  EXPECT_EQ(noted_text(notes, "absent"), "");
}

TEST(StageOf, IsKnownWhereASamplerNotedIt) {
  std::vector<Trial> trials(2);
  EXPECT_FALSE(any_stage(trials));
  trials[1].notes = {{kStageNote, std::int64_t{3}}};
  EXPECT_TRUE(any_stage(trials));
  EXPECT_EQ(stage_of(trials[0]), std::nullopt);
  EXPECT_EQ(stage_of(trials[1]), 3);
}

}  // namespace
}  // namespace hone
