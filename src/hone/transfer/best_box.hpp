// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/sampler_input.hpp"

namespace hone::transfer {

/// The study's space, narrowed to where the best trials of its sources lie: each number, and each list of
/// choices with an order, to the range that holds the best of every source. Perrone et al. (2019). Other
/// choices stay, as do parameters that others depend on; a range never becomes narrower than a tenth of what
/// it was, or a single value. A pool keeps the candidates inside, or all of them when there are none. The
/// space as it is when there is nothing to learn from, or when the constraints allow nothing in the box.
Space best_box(const SamplerInput& input);

}  // namespace hone::transfer
