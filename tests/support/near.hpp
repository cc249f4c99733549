// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hone::test {

/// True when the two agree to a relative error; equal infinities agree.
inline ::testing::AssertionResult near_rel(double actual, double expected, double tolerance) {
  if (actual == expected) return ::testing::AssertionSuccess();
  const double error = std::abs(actual - expected) / std::max(std::abs(expected), 1e-300);
  if (error <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << actual << " differs from " << expected << " by " << error << " relative";
}

}  // namespace hone::test
