// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/quality/problem.hpp"

namespace hone::quality::transfer {

struct Reproduction;

struct ScalingReport {
  std::string markdown;
  std::string svg;
};

/// What a suggestion costs with 5, 10, ... earlier studies and as many trials of the study's own as the
/// budget says (50): the weights alone and the whole ask, in one thread; Feurer et al., appendix C.1 and its
/// figure 1. Medians over the seeds, of at most ten targets.
ScalingReport scaling(const std::vector<Problem>& tasks, const Reproduction& options);

}  // namespace hone::quality::transfer
