// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::service {

inline constexpr std::int64_t kMemoryOfATrial = 1200;  ///< bytes without texts and reports, about

/// About how many bytes trials take in memory, for whoever decides which studies to keep open: what all have
/// alike as measured, and their texts and reports as they are.
std::int64_t memory_of(const std::vector<Trial>& trials);

}  // namespace hone::service
