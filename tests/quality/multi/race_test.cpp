// SPDX-License-Identifier: MIT
#include "bench/quality/multi/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "bench/quality/run_file.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::quality::multi {
namespace {

Configuration at(const MultiProblem& problem, const std::vector<double>& x) {
  return point(problem.space, std::vector<Value>(x.begin(), x.end()));
}

struct Front {
  const char* problem;
  double volume;
};

// The volumes between the fronts in closed form and the reference points, by hand: zdt1 has f2 = 1 - √f1,
// zdt2 f2 = 1 - f1², dtlz2 a quarter of the unit circle; bnh x = y up to 3, and then y = 3 and x up to 5.
constexpr Front kFronts[] = {{"zdt1", 0.1 + 2.0 / 3.0 + 0.11},
                             {"zdt2", 0.1 + 1.0 / 3.0 + 0.11},
                             {"dtlz2-2", 1.21 - std::numbers::pi / 4.0},
                             {"bnh", 2232.0 + 8.0 * (168.0 + 980.0 / 3.0 - 136.0) + 184.0}};

TEST(MultiProblems, HaveTheVolumeOfTheirFront) {
  for (const auto& [name, volume] : kFronts) {
    const MultiProblem problem = multi_function(name);
    EXPECT_LE(problem.volume, volume * (1.0 + 1e-9)) << name;
    EXPECT_GE(problem.volume, volume * 0.99) << name;
  }
}

TEST(MultiProblems, HaveTheValuesAndLimitsOfTheirPapers) {
  const MultiProblem srn = multi_function("srn");
  EXPECT_EQ(srn.values(at(srn, {-2.5, 2.5})), (std::vector<double>{24.5, -24.75}));
  EXPECT_EQ(srn.excess(at(srn, {-2.5, 2.5})), (std::vector<double>{-212.5, 0.0}));
  const MultiProblem osy = multi_function("osy");
  EXPECT_EQ(osy.limits, 6);
  EXPECT_EQ(osy.values(at(osy, {5, 1, 2, 0, 5, 10})), (std::vector<double>{-259.0, 155.0}));
  EXPECT_EQ(osy.excess(at(osy, {5, 1, 2, 0, 5, 10})), (std::vector<double>{-4, 0, -6, 0, -3, -10}));
  // What Deb (1991) found for the least cost, 2.4331.
  const MultiProblem beam = multi_function("welded-beam-limits");
  const Configuration cheapest = at(beam, {0.2489, 6.1730, 8.1789, 0.2533});
  EXPECT_NEAR(beam.values(cheapest)[0], 2.4331, 1e-4);
  for (const double excess : beam.excess(cheapest)) EXPECT_LE(excess, 0.0);
}

TEST(MultiProblems, SayWhatIsMissing) {
  EXPECT_NE(test::message_of([] { select_multi({"zdt11"}, ""); }).find("did you mean 'zdt1'?"),
            std::string::npos);
  EXPECT_NE(test::message_of([] { select_multi({"fcnet"}, ""); }).find("give its folder with --data"),
            std::string::npos);
}

Race small_race() {
  Race race{.problems = select_multi({"bnh", "dtlz2-3"}, ""),
            .methods = parse_methods("random,sobol", MethodKind::Sampler),
            .seeds = {1, 2},
            .setting = {.budget = 10, .batch = 4},
            .jobs = 2};
  return race;
}

TEST(Race, GivesTheSameSharesForAnyNumberOfThreadsAndKeepsWhatIsDone) {
  const test::TempDir dir;
  Race race = small_race();
  race.file = dir.file("out/runs.csv");
  std::ostringstream first, second, progress, silence;
  EXPECT_EQ(run_race(race, first, progress), 0);
  const auto kept = read_runs(race.file);
  EXPECT_EQ(kept.size(), 8U);
  EXPECT_NE(progress.str().find("[8/8]"), std::string::npos) << progress.str();
  for (const auto& [key, run] : kept) {
    EXPECT_EQ(run.evaluations, 10);
    EXPECT_EQ(run.ask_seconds.size(), 3U);
    const auto falls = [](const Improvement& a, const Improvement& b) { return a.value > b.value; };
    EXPECT_TRUE(std::is_sorted(run.curve.begin(), run.curve.end(), falls));
  }
  race.jobs = 1;
  EXPECT_EQ(run_race(race, second, silence), 0);
  const auto without_times = [](const std::string& table) {
    return table.substr(0, table.find("ms for an ask"));
  };
  EXPECT_EQ(without_times(second.str()), without_times(first.str()));
  EXPECT_EQ(silence.str(), "") << "nothing is left to do";
  const auto again = run_multi(race.problems[0], race.methods[1], {"bnh", "sobol", 2, race.setting}, {});
  EXPECT_EQ(again.curve, kept.at(again.key).curve);
}

TEST(Race, RanksMethodsOnWhatAllOfThemHaveRun) {
  Race race = small_race();
  const auto run = [&](const char* method, std::uint64_t seed, double share) {
    quality::Run result{.key = {"bnh", method, seed, race.setting}, .evaluations = 10};
    result.curve = {{1, 0.0}, {5, -share * race.problems[0].volume}};
    result.ask_seconds = {0.002};
    return std::pair(result.key, result);
  };
  const std::map<RunKey, quality::Run> runs = {run("random", 1, 0.5), run("sobol", 1, 0.75),
                                               run("random", 2, 1.0)};
  const std::string table = share_table(race, runs, 10);
  EXPECT_NE(table.find("| bnh           |     1 | 0.5000 | 0.7500 |"), std::string::npos) << table;
  EXPECT_NE(table.find("| mean rank     |       |   2.00 |   1.00 |"), std::string::npos) << table;
  EXPECT_EQ(table.find("dtlz2-3"), std::string::npos) << table;
  EXPECT_NE(share_table(race, runs, 4).find("| mean rank     |       |   1.50 |   1.50 |"),
            std::string::npos);
}

TEST(Race, CountsOnlyWhatKeepsTheLimits) {
  MultiProblem problem = multi_function("spheres");
  const RunKey key{"spheres", "sobol", 1, {.budget = 8, .batch = 4}};
  const Method sobol = parse_methods("sobol", MethodKind::Sampler).front();
  EXPECT_GT(share_at(problem, run_multi(problem, sobol, key, {}), 8), 0.0);
  problem.limits = 1;
  problem.excess = [](const Configuration&) { return std::vector<double>{1.0}; };
  EXPECT_EQ(share_at(problem, run_multi(problem, sobol, key, {}), 8), 0.0);
}

TEST(Race, RefusesMistypedMethodsBeforeAnythingRuns) {
  Race race = small_race();
  std::ostringstream out;
  race.methods = parse_methods("optuna-gpp", MethodKind::Peer);
  EXPECT_NE(test::message_of([&] { run_race(race, out, out); }).find("did you mean 'optuna-gp'?"),
            std::string::npos);
  race.methods = parse_methods("randm", MethodKind::Sampler);
  EXPECT_NE(test::message_of([&] { run_race(race, out, out); }).find("'randm'"), std::string::npos);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace hone::quality::multi
