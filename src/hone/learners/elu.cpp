// SPDX-License-Identifier: MIT
#include "hone/learners/elu.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "hone/base/clones.hpp"

namespace hone::learners {

// exp(t) is 2ⁿ times a Taylor polynomial of what is left of t, at most (log 2)/2. Adding 1.5 · 2²³ rounds to
// an integer and leaves it in the last bits.
HONE_VECTOR_CLONES void elu(float* x, Eigen::Index count) {
  constexpr float kRound = 0x1.8p23F;
  constexpr float kLog2High = 0x1.62e400p-1F;
  constexpr float kLog2Low = 0x1.7f7d1cp-20F;
  for (Eigen::Index i = 0; i < count; ++i) {
    // The parts above and below zero, and not below -80, where it is -1: all without a choice between floats,
    // which would not become vectors. Bits of negative floats grow with their size.
    const float half = 0.5F * x[i];
    const float above = half + std::abs(half);
    const float t = std::bit_cast<float>(
        std::min(std::bit_cast<std::uint32_t>(half - std::abs(half)), std::bit_cast<std::uint32_t>(-80.0F)));
    const float shifted = t * std::numbers::log2e_v<float> + kRound;
    const float n = shifted - kRound;
    const float r = (t - n * kLog2High) - n * kLog2Low;
    float e = 1.0F / 720;
    e = e * r + 1.0F / 120;
    e = e * r + 1.0F / 24;
    e = e * r + 1.0F / 6;
    e = e * r + 0.5F;
    e = e * r + 1.0F;
    e = e * r + 1.0F;
    const auto power = std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted) + 127U) << 23);
    x[i] = above + (e * power - 1.0F);
  }
}

void elu(double* x, Eigen::Index count) {
  for (Eigen::Index i = 0; i < count; ++i) x[i] = x[i] > 0.0 ? x[i] : std::exp(x[i]) - 1.0;
}

}  // namespace hone::learners
