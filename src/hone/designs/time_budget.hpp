// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>

namespace hone::designs {

/// The share of a stretch of wall-clock time that is over, from the moment of this call: for
/// DesignSearchOptions::spent. Designs found so depend on the speed of the machine; samplers, which must
/// repeat themselves, count iterations.
inline std::function<double()> time_budget(std::chrono::duration<double> length) {
  const auto start = std::chrono::steady_clock::now();
  return [start, length] {
    const std::chrono::duration<double> over = std::chrono::steady_clock::now() - start;
    return length.count() > 0.0 ? over / length : 1.0;
  };
}

}  // namespace hone::designs
