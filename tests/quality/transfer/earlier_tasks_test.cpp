// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/earlier_tasks.hpp"

#include <gtest/gtest.h>

#include "bench/quality/run.hpp"
#include "bench/quality/schedule.hpp"

namespace hone::quality::transfer {
namespace {

/// A parabola whose minimum lies elsewhere in each task, but not far.
std::vector<Problem> parabolas() {
  std::vector<Problem> tasks;
  for (const double shift : {0.0, 0.04, -0.04, 0.02}) {
    tasks.push_back({.name = "parabola" + std::to_string(tasks.size()),
                     .group = "parabolas",
                     .space = Space({real("x", 0, 1), real("y", 0, 1)}),
                     .value =
                         [shift](const Configuration& c) {
                           const double u = c.real("x") - 0.3 - shift;
                           const double v = c.real("y") - 0.8 + shift;
                           return u * u + v * v;
                         },
                     .poor = 1.0});
  }
  return tasks;
}

double regret_after(const Problem& problem, const std::string& sampler, MethodKind kind, int budget) {
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<Method> methods = parse_methods(sampler, kind);
    const Task task{
        &problem, &methods.front(), {problem.name, sampler, seed, {.budget = budget, .batch = 1}}};
    sum += value_at(run_task(task, {}), budget);
  }
  return sum / 3.0;
}

TEST(InformedByOthers, StartsNearTheBestOfTheOtherTasks) {
  const std::vector<Problem> tasks = informed_by_others(parabolas(), {.trials = 30});
  EXPECT_LT(regret_after(tasks[0], "rgpe", MethodKind::Sampler, 3), 0.02);
  EXPECT_GT(regret_after(tasks[0], "rgpe", MethodKind::Cold, 3), 0.02) << "three random points";
}

TEST(InformedByOthers, IsTheSameForTheSameSeed) {
  const double once =
      regret_after(informed_by_others(parabolas(), {.trials = 20})[1], "rgpe", MethodKind::Sampler, 6);
  EXPECT_EQ(once,
            regret_after(informed_by_others(parabolas(), {.trials = 20})[1], "rgpe", MethodKind::Sampler, 6));
}

TEST(InformedByOthers, BoxesStayWhereTheOthersFoundTheirBest) {
  const std::vector<Problem> tasks = informed_by_others(parabolas(), {.trials = 60});
  EXPECT_LT(regret_after(tasks[0], "random", MethodKind::Boxed, 1), 0.08);
}

TEST(Misled, InvertedSourcesLeadToTheWrongCornerFirst) {
  const std::vector<Problem> tasks = misled(parabolas(), Misleading::Inverted, {.trials = 30, .studies = 2});
  EXPECT_GT(regret_after(tasks[0], "smfo", MethodKind::Sampler, 1), 0.3);
}

}  // namespace
}  // namespace hone::quality::transfer
