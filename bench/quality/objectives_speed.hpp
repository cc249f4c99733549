// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace hone::quality {

/// `bench speed --objectives`: what an ask costs with several objectives, beside one. The sampler leads each
/// study itself, so that its front is as long as a front becomes.
struct BenchObjectivesSpeed {
  std::vector<int> dimensions = {4, 6};
  std::vector<int> sizes = {100};
  int objectives = 2;  ///< at most
  int batch = 4;
  int asks = 5;  ///< timed in each study, beyond its size
  int repeats = 5;
  std::string sampler = "hebo";
};
int bench_objectives_speed(const BenchObjectivesSpeed& options, std::ostream& out);

}  // namespace hone::quality
