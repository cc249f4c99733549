// SPDX-License-Identifier: MIT
#include "hone/samplers/sequential_design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "hone/base/rng.hpp"
#include "support/drive.hpp"
#include "support/throws.hpp"

namespace hone::samplers {
namespace {

Study cube_study(int dimensions, std::int64_t horizon, Options options = {}) {
  std::vector<Parameter> parameters;
  for (int i = 0; i < dimensions; ++i) parameters.push_back(real("x" + std::to_string(i), 0, 1));
  return {
      .space = Space(parameters), .sampler = {"sequd", std::move(options)}, .seed = 9, .horizon = horizon};
}

const Options kPublished{{"variant", {std::string("published")}}};

std::int64_t note(const Trial& trial, const std::string& name) {
  return std::get<std::int64_t>(trial.notes.at(name));
}

// Lowest at (0.3, 0.8); smooth, and not where any design begins.
double valley(const Configuration& c) {
  const double x = c.real("x0") - 0.3, y = c.real("x1") - 0.8;
  return 3.0 * x * x + 2.0 * y * y + x * y;
}

TEST(UniformDesignSampler, UsesEveryLevelOnceWithinThePlannedTrials) {
  Study study = cube_study(4, 30);
  UniformDesign sampler(study);
  const auto trials = test::drive(sampler, 30, 7);
  for (int j = 0; j < 4; ++j) {
    std::set<long> cells;
    for (const Trial& trial : trials)
      cells.insert(std::lround(trial.configuration.real("x" + std::to_string(j)) * 30 + 0.5));
    EXPECT_EQ(cells.size(), 30U);
  }
}

// When the sampler is made, and so by `hone check` too, not when it is first asked.
TEST(UniformDesignSampler, RefusesMoreDimensionsThanADesignHas) {
  const auto problem = [](const auto& make) { return hone::test::message_of(make); };
  const std::string ud = problem([] { UniformDesign sampler(cube_study(501, 30)); });
  EXPECT_NE(ud.find("the space has 501 dimensions"), std::string::npos) << ud;
  EXPECT_NE(problem([] { SeqUd sampler(cube_study(501, 30)); }).find("at most 500"), std::string::npos);
  EXPECT_NO_THROW(UniformDesign sampler(cube_study(500, 30)));
  EXPECT_NO_THROW(SeqRand sampler(cube_study(501, 30)));
}

// Above 250 levels the search joins them to cells.
TEST(UniformDesignSampler, UsesEveryLevelOnceInALargeDesignToo) {
  UniformDesign sampler(cube_study(2, 397));
  const auto trials = test::drive(sampler, 397, 50);
  for (const char* name : {"x0", "x1"}) {
    std::set<long> cells;
    for (const Trial& trial : trials) cells.insert(std::lround(trial.configuration.real(name) * 397 + 0.5));
    EXPECT_EQ(cells.size(), 397U);
  }
}

// More than 1,000 would keep the first worker waiting. Each part fills the levels evenly by itself.
TEST(UniformDesignSampler, LaysOutManyPlannedTrialsInEqualParts) {
  UniformDesign sampler(cube_study(2, 2001));
  const auto trials = test::drive(sampler, 2001, 100);
  for (std::size_t part = 0; part < 3; ++part) {
    std::set<long> cells;
    for (std::size_t i = 667 * part; i < 667 * (part + 1); ++i) {
      EXPECT_EQ(note(trials[i], "stage"), static_cast<std::int64_t>(part) + 1);
      cells.insert(std::lround(trials[i].configuration.real("x1") * 667 + 0.5));
    }
    EXPECT_EQ(cells.size(), 667U);
  }
}

TEST(UniformDesignSampler, APlanWithoutEndIsLaidOutInParts) {
  UniformDesign sampler(cube_study(1, std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(std::get<std::int64_t>(sampler.ask({.count = 1, .seed = 1})[0].notes.at("runs")), 1000);
}

// Trials of the user count, so that all together have the levels of the plan.
TEST(UniformDesignSampler, FillsInBetweenWhatWasEnqueued) {
  Study study = cube_study(2, 20);
  UniformDesign sampler(study);
  std::vector<Trial> own(5);
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i].number = static_cast<std::int64_t>(i);
    own[i].state = TrialState::Complete;
    own[i].values = {0.0};
    const double x = (static_cast<double>(i) + 0.5) / 20.0;
    own[i].configuration =
        study.space.admit(std::vector<std::pair<std::string, Value>>{{"x0", x}, {"x1", x}});
  }
  sampler.tell(own);
  const auto proposals = sampler.ask({.count = 15, .seed = 1});
  std::set<long> cells;
  for (const Proposal& proposal : proposals) {
    EXPECT_EQ(std::get<std::int64_t>(proposal.notes.at("levels")), 20);
    cells.insert(std::lround(proposal.configuration.real("x0") * 20 + 0.5));
  }
  EXPECT_EQ(cells.size(), 15U);
  EXPECT_GT(*cells.begin(), 5);
}

// When there are more of them than the first design has points, it is added to them.
TEST(UniformDesignSampler, GoesOnFinelyAfterManyTrialsOfTheUser) {
  Study study = cube_study(2, 1);
  study.horizon.reset();
  UniformDesign sampler(study);
  Rng rng(1);
  std::vector<Trial> own(100);
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i].number = static_cast<std::int64_t>(i);
    own[i].state = TrialState::Complete;
    own[i].values = {0.0};
    own[i].configuration = study.space.admit(
        std::vector<std::pair<std::string, Value>>{{"x0", rng.uniform()}, {"x1", rng.uniform()}});
  }
  sampler.tell(own);
  EXPECT_EQ(std::get<std::int64_t>(sampler.ask({.count = 1, .seed = 1})[0].notes.at("levels")), 128);
}

// Without a plan stages are small; their points must not pile up on the few levels of one of them.
TEST(UniformDesignSampler, SmallStagesTogetherFillFinerLevels) {
  Study study = cube_study(3, 1);
  study.horizon.reset();
  UniformDesign sampler(study);
  const auto trials = test::drive(sampler, 320, 1);
  std::vector<int> counts(128);
  for (const Trial& trial : trials)
    ++counts[static_cast<std::size_t>(std::min(127.0, trial.configuration.real("x2") * 128))];
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  EXPECT_GE(*least, 1);
  EXPECT_LE(*most, 5);  // 2.5 each on average; random points leave ten cells empty and have 8 in some
}

TEST(SeqUd, BeginsWithADesignOfThePublishedSize) {
  SeqUd low(cube_study(2, 100)), high(cube_study(6, 100));
  const auto few = test::drive(low, 20, 1), many = test::drive(high, 30, 1);
  const auto in_first = [](const std::vector<Trial>& trials) {
    return std::count_if(trials.begin(), trials.end(), [](const Trial& t) { return note(t, "stage") == 1; });
  };
  EXPECT_EQ(in_first(few), 15);
  EXPECT_EQ(in_first(many), 25);
  std::set<double> levels;
  for (int i = 0; i < 15; ++i) levels.insert(few[static_cast<std::size_t>(i)].configuration.real("x0"));
  EXPECT_EQ(levels.size(), 15U);
}

// Formula (12) for q = 15: the second stage spans 7/30 to both sides of the best point, moved inwards where
// needed.
TEST(SeqUd, ThePublishedSecondStageLiesInTheHalvedBoxAroundTheBest) {
  SeqUd sampler(cube_study(2, 100, kPublished));
  const auto trials = test::drive(sampler, 100, 1, 3, valley);
  const auto best = std::min_element(trials.begin(), trials.begin() + 15, [](const Trial& a, const Trial& b) {
    return a.values[0] < b.values[0];
  });
  int second = 0;
  for (const Trial& trial : trials) {
    if (note(trial, "stage") != 2) continue;
    ++second;
    EXPECT_EQ(trial.notes.at("centre"), Note(std::to_string(best->number)));
    for (const char* name : {"x0", "x1"}) {
      const double low = std::clamp(best->configuration.real(name) - 7.0 / 30.0, 0.0, 1.0 - 14.0 / 30.0);
      const double steps = (trial.configuration.real(name) - low) * 30.0;
      EXPECT_NEAR(steps, std::round(steps), 1e-9);
      EXPECT_TRUE(steps > -0.1 && steps < 14.1) << steps;
    }
  }
  EXPECT_GT(second, 5);
  EXPECT_LT(second, 15) << "points of the first stage inside the box count";
}

TEST(SeqUd, GoesOnFromTheHistoryAlone) {
  for (const Options& options : {Options{}, kPublished}) {
    const Study study = cube_study(2, 60, options);
    SeqUd whole(study);
    const auto expected = test::drive(whole, 60, 1, 5, valley);
    std::vector<Trial> trials;
    while (trials.size() < 60) {  // a new process for every trial
      SeqUd sampler(study);
      sampler.tell(trials);
      const auto number = static_cast<std::int64_t>(trials.size());
      const auto proposals = sampler.ask({.seed = mix_seed(5, static_cast<std::uint64_t>(number))});
      trials.push_back(
          test::finish(number, proposals.at(0), TrialState::Complete, valley(proposals[0].configuration)));
    }
    EXPECT_EQ(trials, expected);
  }
}

// A batch of 20 leaves stages ahead of results behind, which the next process must read from the notes.
TEST(SeqUd, GoesOnFromTheHistoryAloneInWideBatches) {
  for (const Options& options : {Options{}, kPublished}) {
    const Study study = cube_study(2, 100, options);
    SeqUd whole(study);
    const auto expected = test::drive(whole, 100, 20, 5, valley);
    EXPECT_TRUE(std::any_of(expected.begin(), expected.end(),
                            [](const Trial& trial) { return trial.notes.contains("ahead"); }));
    std::vector<Trial> trials;
    while (trials.size() < 100) {  // a new process for every batch
      SeqUd sampler(study);
      sampler.tell(trials);
      const auto seed = mix_seed(5, static_cast<std::uint64_t>(trials.size()));
      for (const Proposal& proposal : sampler.ask({.count = 20, .seed = seed}))
        trials.push_back(test::finish(static_cast<std::int64_t>(trials.size()), proposal,
                                      TrialState::Complete, valley(proposal.configuration)));
    }
    EXPECT_EQ(trials, expected);
  }
}

TEST(SeqUd, ZoomsInWideBatchesNearlyAsFarAsOneByOne) {
  for (const Options& options : {Options{}, kPublished}) {
    for (const int batch : {10, 15, 20, 25, 33}) {
      SeqUd sampler(cube_study(2, 100, options));
      std::int64_t zoom = 0;
      for (const Trial& trial : test::drive(sampler, 100, batch, 3, valley))
        zoom = std::max(zoom, note(trial, "zoom"));
      EXPECT_GE(zoom, 6) << batch;
    }
  }
}

// Stages are planned around what is asked for and running, not around what a plan says of it.
TEST(SeqUd, PlannedParallelTrialsDoNotMakeStagesLarger) {
  for (const Options& options : {Options{}, kPublished}) {
    Study study = cube_study(2, 100, options);
    SeqUd plain(study);
    study.plan.budget.parallel = 50;
    SeqUd planned(study);
    EXPECT_EQ(test::drive(plain, 100, 50, 3, valley), test::drive(planned, 100, 50, 3, valley));
  }
}

TEST(SeqUd, TheFirstStageIsTheSameForAnyBatch) {
  const auto points = [](int batch) {
    SeqUd sampler(cube_study(3, 100));
    std::vector<Configuration> result;
    for (const Trial& trial : test::drive(sampler, 15, batch, 5)) result.push_back(trial.configuration);
    return result;
  };
  const auto expected = points(1);
  for (const int batch : {2, 4, 7, 15}) EXPECT_EQ(points(batch), expected) << batch;
}

TEST(SeqUd, AWorkerThatComesBackTakesUpTheRunThatIsMissing) {
  const Study study = cube_study(2, 100);
  SeqUd sampler(study);
  const auto first = sampler.ask({.count = 15, .seed = 1});
  // Runs 4 and 9 were never stored.
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (i == 3 || i == 8) continue;
    trials.push_back(
        test::finish(static_cast<std::int64_t>(trials.size()), first[i], TrialState::Complete, 1.0));
  }
  SeqUd other(study);
  other.tell(trials);
  const auto missing = other.ask({.count = 2, .seed = 2});
  EXPECT_EQ(missing[0].configuration, first[3].configuration);
  EXPECT_EQ(missing[1].configuration, first[8].configuration);
}

TEST(SeqUd, UsesTheWholeBudget) {
  SeqUd sampler(cube_study(2, 100, kPublished));
  const auto trials = test::drive(sampler, 100, 1, 3, valley);
  ASSERT_EQ(trials.size(), 100U);
  const Trial& last = trials.back();
  EXPECT_EQ(note(last, "run"), note(last, "runs")) << "the last stage ends with the budget";
}

TEST(SeqUd, DoesNotWaitForResults) {
  SeqUd sampler(cube_study(2, 100));
  std::vector<Trial> running;
  for (std::int64_t n = 0; n < 40; ++n) {
    const auto proposal = sampler.ask({.running = running, .seed = static_cast<std::uint64_t>(n)}).at(0);
    EXPECT_EQ(std::get<std::int64_t>(proposal.notes.at("zoom")), 1) << "nothing is known to zoom into";
    running.push_back(test::finish(n, proposal, TrialState::Running, 0));
  }
  std::set<std::pair<double, double>> places;
  for (const Trial& trial : running)
    places.insert({trial.configuration.real("x0"), trial.configuration.real("x1")});
  EXPECT_EQ(places.size(), 40U);
}

TEST(SeqUd, ShootsAtSeveralDistantPoints) {
  const auto two_basins = [](const Configuration& c) {
    const double x = c.real("x0"), y = c.real("x1");
    const double left = std::hypot(x - 0.15, y - 0.2), right = std::hypot(x - 0.85, y - 0.8) + 0.01;
    return std::min(left, right);
  };
  SeqUd sampler(cube_study(2, 100, {{"shots", {std::int64_t{2}}}}));
  const auto trials = test::drive(sampler, 30, 1, 3, two_basins);
  int left = 0, right = 0;
  for (const Trial& trial : trials) {
    if (note(trial, "stage") != 2) continue;
    (trial.configuration.real("x0") < 0.5 ? left : right)++;
  }
  EXPECT_GE(left, 3);
  EXPECT_GE(right, 3);
}

TEST(SeqUd, ReachesTheMinimumOfASmoothFunctionClosely) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Study study = cube_study(2, 60);
    study.seed = seed;
    SeqUd sampler(study);
    double best = 1.0;
    for (const Trial& trial : test::drive(sampler, 60, 1, seed, valley))
      best = std::min(best, trial.values[0]);
    EXPECT_LT(best, 1e-6);
  }
}

TEST(SeqUd, MaximisesWhenAskedTo) {
  Study study = cube_study(2, 60);
  study.objectives[0].direction = Direction::Maximize;
  SeqUd sampler(study);
  double best = -1.0;
  const auto hill = [](const Configuration& c) { return -valley(c); };
  for (const Trial& trial : test::drive(sampler, 60, 1, 1, hill)) best = std::max(best, trial.values[0]);
  EXPECT_GT(best, -1e-6);
}

TEST(SeqUd, OtherCategoriesAreStillTriedAfterTheFirstZoomAndNoLongerAfterSome) {
  std::set<std::string> early, late;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Study study{.space = Space({real("x", 0, 1), categorical("kind", {"a", "b", "c"})}),
                .sampler = {"sequd"},
                .seed = seed,
                .horizon = 100};
    SeqUd sampler(study);
    const auto objective = [](const Configuration& c) {
      return c.real("x") + (c.text("kind") == "b" ? 0.0 : 0.1);
    };
    for (const Trial& trial : test::drive(sampler, 60, 1, seed, objective)) {
      if (note(trial, "zoom") == 2) early.insert(trial.configuration.text("kind"));
      if (note(trial, "zoom") == 5) late.insert(trial.configuration.text("kind"));
    }
  }
  EXPECT_EQ(early.size(), 3U);
  EXPECT_EQ(late, std::set<std::string>{"b"});
}

// What a sampler keeps between asks must not show: several workers ask for batches of odd sizes, results come
// late, out of order or never, and at every ask a sampler that just started is told the same in another
// order.
template <class Design>
void expect_no_memory(const Study& study, int trials, int widest = 9) {
  Design kept(study);
  Rng rng(study.seed);
  std::vector<Trial> finished, running;
  while (std::ssize(finished) + std::ssize(running) < trials) {
    const auto next = static_cast<std::int64_t>(finished.size() + running.size());
    const AskRequest request{
        .count = 1 + static_cast<int>(rng.below(rng.chance(0.2) ? static_cast<std::uint64_t>(widest) : 3)),
        .running = running,
        .seed = mix_seed(study.seed, static_cast<std::uint64_t>(next))};
    Design fresh(study);
    std::vector<Trial> shuffled = finished;
    rng.shuffle(std::span(shuffled));
    fresh.tell(shuffled);
    const auto proposals = kept.ask(request), expected = fresh.ask(request);
    ASSERT_EQ(proposals.size(), expected.size());
    for (std::size_t i = 0; i < proposals.size(); ++i) {
      ASSERT_EQ(proposals[i].configuration, expected[i].configuration) << "trial " << next;
      ASSERT_EQ(proposals[i].notes, expected[i].notes) << "trial " << next;
    }
    if (rng.chance(0.1)) continue;  // somebody else was faster: the proposals come to nothing
    for (std::size_t i = 0; i < proposals.size(); ++i) {
      running.push_back(
          test::finish(next + static_cast<std::int64_t>(i), proposals[i], TrialState::Running, 0));
    }
    while (running.size() > 2 && rng.chance(0.8)) {
      const std::size_t hangs = finished.size() < 40 ? 1 : 0;  // the first of all, for a long time
      const std::size_t place = hangs + rng.below(running.size() - hangs);
      Trial trial = running[place];
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(place));
      trial.state = rng.chance(0.15) ? TrialState::Failed : TrialState::Complete;
      if (trial.state == TrialState::Complete)
        trial.values.assign(study.objectives.size(), valley(trial.configuration));
      kept.tell(std::span(&trial, 1));
      finished.push_back(std::move(trial));
    }
  }
}

TEST(SequentialDesigns, AnswerFromTheHistoryAlone) {
  const Options twice{{"shots", {std::int64_t{2}}}, {"shot_stages", {std::int64_t{3}}}};
  // Few zooms, so that places are closed.
  const Options shallow{{"zooms", {std::int64_t{3}}}, {"runs", {std::int64_t{6}}}};
  for (const Options& options : {Options{}, kPublished, twice, shallow}) {
    expect_no_memory<SeqUd>(cube_study(2, 90, options), 120);
    expect_no_memory<SeqUd>(cube_study(2, 90, options), 120, 30);
  }
  expect_no_memory<SeqRand>(cube_study(2, 90, shallow), 120);
  expect_no_memory<UniformDesign>(cube_study(2, 90), 120);
  expect_no_memory<UniformDesign>(cube_study(2, 90, {{"runs", {std::int64_t{10}}}}), 60);
  Study both = cube_study(2, 90, shallow);
  both.objectives = {{"low", Direction::Minimize}, {"high", Direction::Maximize}};
  expect_no_memory<SeqUd>(both, 120);
}

TEST(SeqRand, KeepsToTheHalvedBox) {
  Study study = cube_study(2, 100);
  SeqRand sampler(study);
  const auto trials = test::drive(sampler, 30, 1, 3, valley);
  const auto best = std::min_element(trials.begin(), trials.begin() + 15, [](const Trial& a, const Trial& b) {
    return a.values[0] < b.values[0];
  });
  for (std::size_t i = 15; i < 30; ++i) {
    EXPECT_EQ(note(trials[i], "stage"), 2);
    EXPECT_LE(std::abs(trials[i].configuration.real("x0") - best->configuration.real("x0")), 0.5 + 1e-9);
  }
}

}  // namespace
}  // namespace hone::samplers
