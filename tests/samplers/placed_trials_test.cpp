// SPDX-License-Identifier: MIT
#include "hone/samplers/placed_trials.hpp"

#include <gtest/gtest.h>

#include "hone/base/rng.hpp"

namespace hone::samplers {
namespace {

using Point = std::vector<double>;

const encode::Encoding kEncoding(Space({real("x", 0, 1), real("y", 0, 1)}));
const std::vector<Objective> kObjectives{{"a", Direction::Minimize}, {"b", Direction::Maximize}};

Trial trial_at(std::int64_t number, double x, double y, std::vector<double> values) {
  Trial trial;
  trial.number = number;
  trial.state = values.empty() ? TrialState::Failed : TrialState::Complete;
  trial.configuration = kEncoding.decode(Point{x, y});
  trial.values = std::move(values);
  return trial;
}

std::vector<std::int64_t> numbers(const PlacedTrials::Ranking& ranking) {
  std::vector<std::int64_t> result;
  for (const auto& [value, number] : ranking) result.push_back(number);
  return result;
}

using Numbers = std::vector<std::int64_t>;

TEST(PlacedTrials, RanksCompleteTrialsByEachObjective) {
  PlacedTrials placed(kEncoding, kObjectives, 0.1);
  EXPECT_FALSE(placed.any_complete());
  placed.add(trial_at(2, 0.5, 0.5, {1.0, 1.0}));
  placed.add(trial_at(0, 0.1, 0.1, {3.0, 5.0}));
  placed.add(trial_at(3, 0.2, 0.9, {}));
  placed.add(trial_at(1, 0.9, 0.9, {1.0, 2.0}));
  EXPECT_EQ(numbers(placed.leaders(0, {})), (Numbers{1, 2, 0}));
  EXPECT_EQ(numbers(placed.leaders(1, {})), (Numbers{0, 1, 2}));
  EXPECT_EQ(placed.all().size(), 4U);
  EXPECT_EQ(placed.find(3)->point, (Point{0.2, 0.9}));
  EXPECT_EQ(placed.find(4), nullptr);
}

TEST(PlacedTrials, ATrialToldAgainReplacesTheFirst) {
  PlacedTrials placed(kEncoding, kObjectives, 0.1);
  placed.add(trial_at(0, 0.1, 0.1, {3.0, 5.0}));
  placed.add(trial_at(1, 0.9, 0.9, {1.0, 2.0}));
  placed.add(trial_at(1, 0.9, 0.9, {4.0, 2.0}));
  EXPECT_EQ(numbers(placed.leaders(0, {})), (Numbers{0, 1}));
  EXPECT_EQ(numbers(placed.leaders(1, {})), (Numbers{0, 1}));
  placed.add(trial_at(1, 0.9, 0.9, {}));
  placed.add(trial_at(0, 0.1, 0.1, {}));
  EXPECT_FALSE(placed.any_complete());
}

// The ranking is kept from call to call; it must not show.
TEST(PlacedTrials, LeadersAreTheSameAsThoseOfFreshOnesWhateverWasAskedBefore) {
  Rng rng(4);
  PlacedTrials kept(kEncoding, kObjectives, 0.1);
  std::vector<Trial> told;
  std::vector<Point> closed;
  for (int step = 0; step < 200; ++step) {
    told.push_back(trial_at(200 - step, rng.uniform(), rng.uniform(), {rng.uniform(), rng.uniform()}));
    kept.add(told.back());
    if (rng.chance(0.2)) closed.push_back({rng.uniform(), rng.uniform()});
    if (rng.chance(0.05) && !closed.empty()) closed.pop_back();
    if (rng.chance(0.05) && !closed.empty()) closed.front() = {rng.uniform(), rng.uniform()};
    if (rng.chance(0.5)) continue;
    PlacedTrials fresh(kEncoding, kObjectives, 0.1);
    for (auto trial = told.rbegin(); trial != told.rend(); ++trial) fresh.add(*trial);
    for (const std::size_t objective : {0U, 1U})
      ASSERT_EQ(kept.leaders(objective, closed), fresh.leaders(objective, closed)) << step;
  }
}

TEST(KnownTrials, JoinsFinishedAndOpenOnesByNumber) {
  PlacedTrials placed(kEncoding, kObjectives, 0.1);
  placed.add(trial_at(0, 0.0, 0.0, {1.0, 1.0}));
  placed.add(trial_at(2, 0.2, 0.2, {1.0, 1.0}));
  const std::vector<Trial> running{trial_at(3, 0.3, 0.3, {}), trial_at(1, 0.1, 0.1, {})};
  KnownTrials known(kEncoding, placed, running);
  EXPECT_EQ(known.next_number(), 4);
  known.add(kEncoding.decode(Point{0.4, 0.4}));
  EXPECT_EQ(known.next_number(), 5);
  Numbers all;
  for (const Placed* one : known.all()) all.push_back(one->number);
  EXPECT_EQ(all, (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(known.point(4), (Point{0.4, 0.4}));
  EXPECT_EQ(known.point(2), (Point{0.2, 0.2}));
  EXPECT_EQ(known.point(9), (Point{0.4, 0.4}));
}

}  // namespace
}  // namespace hone::samplers
