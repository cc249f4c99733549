// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/misled.hpp"

#include <gtest/gtest.h>

#include "quality/parabolas.hpp"

namespace hone::quality::transfer {
namespace {

TEST(Misled, InvertedSourcesLeadToTheWrongCornerFirst) {
  const std::vector<Problem> tasks =
      misled(test::parabolas(), Misleading::Inverted, {.trials = 30, .studies = 2});
  EXPECT_GT(test::regret_after(tasks[0], "smfo", MethodKind::Sampler, 1), 0.3);
}

}  // namespace
}  // namespace hone::quality::transfer
