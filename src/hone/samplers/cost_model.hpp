// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hone/core/trial.hpp"
#include "hone/model/surrogate.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// What is known of what trials cost.
struct CostModel {
  /// Of (log cost - mean) / deviation; shared by what is made of it in one ask.
  std::shared_ptr<const model::Surrogate> surrogate;
  double mean = 0.0;
  double deviation = 1.0;

  /// What a point is expected to cost: the median of what the model says.
  double expected(const model::Points& point) const;
};

/// Learns from all trials that ended and whose cost is known, failed ones included, as what failed was paid
/// for. Those that were stopped early say how long they were let run and not what they cost, and are left
/// out. Nothing when there are fewer than max(4, d + 1) costs or all are equal.
std::optional<CostModel> learn_cost(std::span<const Trial> history, const std::string& rule,
                                    const search::SearchSpace& space, std::uint64_t seed);

}  // namespace hone::samplers
