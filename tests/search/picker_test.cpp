// SPDX-License-Identifier: MIT
#include "hone/search/picker.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "support/drive.hpp"

namespace hone::search {
namespace {

Trial trial_of(std::int64_t number, const Configuration& configuration, TrialState state) {
  return test::finish(number, {configuration}, state, 1.0);
}

class PickerTest : public testing::Test {
 protected:
  Space space_ = Space({integer("n", 0, 3), boolean("b")});
  encode::Encoding encoding_{space_};
  History history_;
  Configuration at(std::int64_t n, bool b) const { return space_.configuration({n, b}); }
  std::vector<double> point_of(const Configuration& configuration) const {
    return encoding_.encode(configuration);
  }
};

TEST_F(PickerTest, PicksWhatThePointMeansUntilItIsFull) {
  const AskRequest request{.count = 2};
  Picker picker(encoding_, history_, request);
  EXPECT_EQ(picker.missing(), 2);
  picker.pick_at(point_of(at(2, true)), {{"note", std::int64_t{7}}});
  EXPECT_EQ(picker.last().configuration, at(2, true));
  EXPECT_EQ(std::get<std::int64_t>(picker.last().notes.at("note")), 7);
  EXPECT_FALSE(picker.full());
  picker.pick_at(point_of(at(0, false)));
  EXPECT_TRUE(picker.full());
  const auto picks = picker.take();
  ASSERT_EQ(picks.size(), 2U);
  EXPECT_EQ(picks[1].configuration, at(0, false));
}

TEST_F(PickerTest, HasSeenWhatWasTriedWhatIsRunningAndWhatItPicked) {
  const Trial tried = trial_of(0, at(0, false), TrialState::Failed);
  history_.add({&tried, 1});
  const std::vector<Trial> running = {trial_of(1, at(1, false), TrialState::Running)};
  const AskRequest request{.count = 3, .running = running};
  Picker picker(encoding_, history_, request);
  picker.pick(at(2, false));
  for (const std::int64_t n : {0, 1, 2}) EXPECT_TRUE(picker.seen(at(n, false))) << n;
  EXPECT_FALSE(picker.seen(at(3, false)));
  EXPECT_EQ(picker.position(), 3U);
}

TEST_F(PickerTest, TakesAnotherInPlaceOfOneThatWasSeen) {
  const Trial tried = trial_of(0, at(1, true), TrialState::Complete);
  history_.add({&tried, 1});
  const AskRequest request{.count = 7};
  Picker picker(encoding_, history_, request);
  while (!picker.full()) picker.pick_at(point_of(at(1, true)));
  std::unordered_set<Configuration> different = {at(1, true)};
  for (const Proposal& proposal : picker.take())
    EXPECT_TRUE(different.insert(proposal.configuration).second) << to_text(proposal.configuration);
  EXPECT_EQ(different.size(), 8U);
}

TEST_F(PickerTest, RepeatsWhenNothingUnseenIsLeft) {
  std::vector<Trial> all;
  for (std::int64_t n = 0; n < 4; ++n) {
    for (const bool b : {false, true})
      all.push_back(trial_of(std::ssize(all), at(n, b), TrialState::Complete));
  }
  history_.add(all);
  const AskRequest request{.count = 1};
  Picker picker(encoding_, history_, request);
  picker.pick_at(point_of(at(3, true)));
  EXPECT_EQ(picker.last().configuration, at(3, true));
}

TEST_F(PickerTest, ObeysConstraintsAndSaysWhenTheyLeaveNothing) {
  const encode::Encoding narrow(Space({integer("n", 0, 3), boolean("b")}, {"n >= 3"}));
  const AskRequest request{.count = 2};
  Picker picker(narrow, history_, request);
  while (!picker.full()) picker.pick_random();
  for (const Proposal& proposal : picker.take()) EXPECT_EQ(proposal.configuration.integer("n"), 3);
  const encode::Encoding impossible(Space({integer("n", 0, 3)}, {"n >= 5"}));
  Picker hopeless(impossible, history_, request);
  EXPECT_THROW(hopeless.pick_random(), Error);
}

}  // namespace
}  // namespace hone::search
