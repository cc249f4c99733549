// SPDX-License-Identifier: MIT
#include "bench/quality/earlier_tasks.hpp"

#include <gtest/gtest.h>

#include "quality/parabolas.hpp"

namespace hone::quality {
namespace {

using test::parabolas;
using test::regret_after;

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

}  // namespace
}  // namespace hone::quality
