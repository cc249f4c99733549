// SPDX-License-Identifier: MIT
#include "hone/analysis/hyperband_pruner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hone/analysis/asha_pruner.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::analysis {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;

std::int64_t largest_step(std::span<const Trial> trials) {
  std::int64_t largest = 0;
  for (const Trial& trial : trials)
    if (trial.state == TrialState::Complete && !trial.reports.empty())
      largest = std::max(largest, trial.reports.back().step);
  return largest;
}

}  // namespace

void HyperbandOptions::declare(OptionReader& option) {
  option
      .integer("min_resource", min_resource, 1, kMost,
               "step of the first rung of the bracket that stops most")
      .in("steps");
  option.integer("max_resource", max_resource, 0, kMost, "step at which trials are complete")
      .in("steps")
      .usually("the largest step that a complete trial has reported");
  option.integer("reduction_factor", reduction_factor, 2, kMost,
                 "each rung is so many times as far as the one before, and one in so many trials passes it");
}

HyperbandPruner::HyperbandPruner(HyperbandOptions options) : options_(options) {
  if (options_.max_resource != 0 && options_.max_resource < options_.min_resource)
    throw Error(ErrorCode::InvalidOption,
                text("max_resource of the pruner 'hyperband' is ", options_.max_resource,
                     ", below min_resource, which is ", options_.min_resource),
                "give a max_resource that is not below it");
}

std::vector<std::int64_t> bracket_sizes(std::int64_t min_resource, std::int64_t max_resource,
                                        std::int64_t reduction_factor) {
  std::int64_t last = 0;
  for (std::int64_t rung = min_resource; rung <= max_resource / reduction_factor; rung *= reduction_factor)
    ++last;
  std::vector<std::int64_t> sizes;
  for (std::int64_t k = last; k >= 0; --k)
    sizes.push_back(static_cast<std::int64_t>(
        std::ceil(static_cast<double>(last + 1) / static_cast<double>(k + 1) *
                  std::pow(static_cast<double>(reduction_factor), static_cast<double>(k)))));
  return sizes;
}

// Multiples of the golden ratio, modulo 1, fill the unit interval evenly however many there are.
std::size_t bracket_of(std::int64_t number, const std::vector<std::int64_t>& sizes) {
  constexpr double kGolden = 0.6180339887498949;
  const double turns = kGolden * static_cast<double>(number);
  const auto all = static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
  double left = (turns - std::floor(turns)) * all;
  for (std::size_t k = 0; k + 1 < sizes.size(); ++k) {
    left -= static_cast<double>(sizes[k]);
    if (left < 0.0) return k;
  }
  return sizes.size() - 1;
}

bool HyperbandPruner::should_stop(const Trial& running, std::span<const Trial> others,
                                  std::span<const Objective> objectives) const {
  const std::int64_t most = options_.max_resource > 0 ? options_.max_resource : largest_step(others);
  if (most < options_.min_resource) return false;
  const auto sizes = bracket_sizes(options_.min_resource, most, options_.reduction_factor);
  const std::size_t bracket = bracket_of(running.number, sizes);
  Rungs rungs{.first = options_.min_resource, .factor = options_.reduction_factor, .end = most};
  for (std::size_t k = 0; k < bracket; ++k) rungs.first *= options_.reduction_factor;
  return halving_stops(rungs, running, others, objectives,
                       [&](const Trial& other) { return bracket_of(other.number, sizes) == bracket; });
}

}  // namespace hone::analysis
