// SPDX-License-Identifier: MIT
#include "hone/core/history.hpp"

#include <gtest/gtest.h>

#include "hone/core/space.hpp"

namespace hone {
namespace {

Trial trial(const Space& space, std::int64_t number, double x) {
  Trial result;
  result.number = number;
  result.state = TrialState::Complete;
  result.configuration = space.configuration({x});
  return result;
}

TEST(History, SortsByNumberWhateverTheOrderOfTelling) {
  const Space space({real("x", 0, 1)});
  History history;
  history.add(std::vector<Trial>{trial(space, 3, 0.3), trial(space, 1, 0.1)});
  history.add(std::vector<Trial>{trial(space, 2, 0.2)});
  ASSERT_EQ(history.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(history.trials()[i].number, static_cast<std::int64_t>(i) + 1);
  EXPECT_TRUE(history.tried(space.configuration({0.2})));
  EXPECT_FALSE(history.tried(space.configuration({0.25})));
}

TEST(History, ReplacesATrialToldAgain) {
  const Space space({real("x", 0, 1)});
  History history;
  history.add(std::vector<Trial>{trial(space, 0, 0.1)});
  history.add(std::vector<Trial>{trial(space, 0, 0.2)});
  EXPECT_EQ(history.size(), 1U);
  EXPECT_FALSE(history.tried(space.configuration({0.1})));
  EXPECT_TRUE(history.tried(space.configuration({0.2})));
}

// What samplers that learn nothing from values keep is counted and forgotten in the same way.
TEST(TriedTrials, AreThoseOfTheHistory) {
  const Space space({real("x", 0, 1)});
  History history;
  TriedTrials tried;
  const auto tell = [&](Trial one, TrialState state) {
    one.state = state;
    history.add(std::span(&one, 1));
    tried.add(std::span(&one, 1));
  };
  tell(trial(space, 5, 0.1), TrialState::Complete);
  tell(trial(space, 2, 0.1), TrialState::Failed);
  tell(trial(space, 5, 0.3), TrialState::Complete);
  tell(trial(space, 7, 0.4), TrialState::Deleted);
  for (const double x : {0.1, 0.3, 0.4})
    EXPECT_EQ(tried.tried(space.configuration({x})), history.tried(space.configuration({x}))) << x;
  EXPECT_EQ(tried.size(), 2U);
  EXPECT_EQ(history.trials().size(), 2U);
  tell(trial(space, 2, 0.1), TrialState::Running);
  EXPECT_EQ(tried.size(), 1U);
  EXPECT_FALSE(tried.tried(space.configuration({0.1})));
}

TEST(History, ForgetsATrialThatWasWithdrawn) {
  const Space space({real("x", 0, 1)});
  for (const TrialState state : {TrialState::Waiting, TrialState::Running, TrialState::Deleted}) {
    History history;
    history.add(std::vector<Trial>{trial(space, 0, 0.1), trial(space, 1, 0.2), trial(space, 2, 0.2)});
    Trial withdrawn = trial(space, 1, 0.2);
    withdrawn.state = state;
    history.add(std::vector<Trial>{withdrawn});
    ASSERT_EQ(history.size(), 2U);
    EXPECT_EQ(history.trials()[1].number, 2);
    EXPECT_TRUE(history.tried(space.configuration({0.2}))) << "by trial 2";
    withdrawn.number = 2;
    history.add(std::vector<Trial>{withdrawn});
    EXPECT_FALSE(history.tried(space.configuration({0.2})));
    withdrawn.number = 7;
    history.add(std::vector<Trial>{withdrawn});
    EXPECT_EQ(history.size(), 1U) << "one that was never told";
  }
}

}  // namespace
}  // namespace hone
