// SPDX-License-Identifier: MIT
#include "hone/samplers/placed_trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

Numbers numbers(const std::vector<const Placed*>& some) {
  Numbers result;
  for (const Placed* one : some) result.push_back(one->number);
  return result;
}

TEST(PlacedTrials, RanksCompleteTrialsByEachObjective) {
  PlacedTrials placed(kEncoding, kObjectives, 0.1);
  EXPECT_EQ(placed.complete(), 0);
  placed.add(trial_at(2, 0.5, 0.5, {1.0, 1.0}));
  placed.add(trial_at(0, 0.1, 0.1, {3.0, 5.0}));
  placed.add(trial_at(3, 0.2, 0.9, {}));
  placed.add(trial_at(1, 0.9, 0.9, {1.0, 2.0}));
  EXPECT_EQ(numbers(placed.leaders(0, {})), (Numbers{1, 2, 0}));
  EXPECT_EQ(numbers(placed.leaders(1, {})), (Numbers{0, 1, 2}));
  EXPECT_EQ(placed.all().size(), 4U);
  EXPECT_EQ(placed.complete(), 3);
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
  EXPECT_EQ(placed.complete(), 0);
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

TEST(PlacedTrials, FindsThoseBetweenCornersAndNearAPlace) {
  Rng rng(7);
  PlacedTrials placed(kEncoding, kObjectives, 0.1);
  std::vector<Trial> told;
  for (const int number : rng.permutation(1500)) {
    std::vector<double> values;
    if (rng.chance(0.8)) values = {rng.uniform(), rng.uniform()};
    // On a grid, so that some are equally far from a place; and every third was told before, elsewhere.
    const auto coordinate = [&rng] { return static_cast<double>(rng.below(65)) / 64.0; };
    if (number % 3 == 0) placed.add(trial_at(number, coordinate(), coordinate(), {0.0, 0.0}));
    told.push_back(trial_at(number, coordinate(), coordinate(), std::move(values)));
    placed.add(told.back());
  }
  std::sort(told.begin(), told.end(), [](const Trial& a, const Trial& b) { return a.number < b.number; });
  const auto distance = [](const Point& a, const Point& b) {
    return std::max(std::abs(a[0] - b[0]), std::abs(a[1] - b[1]));
  };
  for (int i = 0; i < 50; ++i) {
    const Point place{rng.uniform(), rng.uniform()}, reach{0.4 * rng.uniform(), 0.4 * rng.uniform()};
    const Point low{place[0] - reach[0], place[1] - reach[1]}, high{place[0] + reach[0], place[1] + reach[1]};
    Numbers expected;
    for (const Trial& trial : told) {
      const Point at = kEncoding.encode(trial.configuration);
      if (trial.number < 1400 && std::abs(at[0] - place[0]) <= reach[0] &&
          std::abs(at[1] - place[1]) <= reach[1])
        expected.push_back(trial.number);
    }
    EXPECT_EQ(numbers(placed.inside(low, high, 1400, 2000)), expected);
    if (expected.size() > 3) expected.erase(expected.begin(), expected.end() - 3);
    EXPECT_EQ(numbers(placed.inside(low, high, 1400, 3)), expected);

    // All that are as near as the twentieth, and no others.
    const auto some = placed.nearest(place, 20);
    EXPECT_GE(some.size(), 20U);
    double farthest = 0.0;
    for (const Placed* one : some) {
      EXPECT_FALSE(one->values.empty());
      farthest = std::max(farthest, distance(one->point, place));
    }
    std::size_t nearer = 0, as_far = 0;
    for (const Placed& one : placed.all()) {
      if (one.values.empty()) continue;
      nearer += distance(one.point, place) < farthest ? 1 : 0;
      as_far += distance(one.point, place) == farthest ? 1 : 0;
    }
    EXPECT_LT(nearer, 20U);
    EXPECT_EQ(nearer + as_far, some.size());
  }
  EXPECT_EQ(std::ssize(placed.nearest(Point{0.5, 0.5}, 10000)), placed.complete());
}

TEST(ProposedTrials, JoinsFinishedAndOpenOnesByNumber) {
  PlacedTrials placed(kEncoding, kObjectives, 0.1);
  placed.add(trial_at(0, 0.0, 0.0, {1.0, 1.0}));
  placed.add(trial_at(2, 0.2, 0.2, {1.0, 1.0}));
  const std::vector<Trial> running{trial_at(3, 0.3, 0.3, {}), trial_at(1, 0.1, 0.1, {})};
  ProposedTrials known(kEncoding, placed, running);
  EXPECT_EQ(known.next_number(), 4);
  known.add(kEncoding.decode(Point{0.4, 0.4}));
  EXPECT_EQ(known.next_number(), 5);
  const designs::LevelBox cube(2, 4), corner(Point{0.0, 0.0}, 4, 3);  // up to 1/4
  EXPECT_EQ(numbers(known.inside(cube, 9, 9)), (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(numbers(known.inside(cube, 4, 9)), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(numbers(known.inside(cube, 4, 2)), (Numbers{2, 3}));
  EXPECT_EQ(numbers(known.inside(corner, 9, 9)), (Numbers{0, 1, 2}));
  EXPECT_EQ(known.point(4), (Point{0.4, 0.4}));
  EXPECT_EQ(known.point(2), (Point{0.2, 0.2}));
  EXPECT_EQ(known.point(9), (Point{0.4, 0.4}));
}

}  // namespace
}  // namespace hone::samplers
