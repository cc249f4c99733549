// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "hone/core/pruner.hpp"

namespace hone::analysis {

struct AshaOptions {
  /// Step of the first rung.
  std::int64_t min_resource = 1;
  /// Each rung is so many times as far as the one before, and one in so many trials passes it.
  std::int64_t reduction_factor = 4;
  /// Rungs below this step stop nobody.
  std::int64_t grace = 0;

  /// `prefix` stands before the names of the options.
  void declare(OptionReader& option, const std::string& prefix = "");
};

/// Where trials are compared: at the steps first * factor^k from `grace` on and below `end`.
struct Rungs {
  std::int64_t first = 1;
  std::int64_t factor = 4;
  std::int64_t grace = 0;
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
};

/// Whether successive halving with these rungs would stop a trial, beside those of the others that `counts`
/// lets pass. Costs a binary search in the reports of each of them, and only when the last report reached a
/// rung.
bool halving_stops(const Rungs& rungs, const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives, const std::function<bool(const Trial&)>& counts);

/// Asynchronous successive halving in its stopping form: a trial that reaches a rung, that is step
///   min_resource * reduction_factor^k,   k = 0, 1, ...
/// goes on when it is among the best 1 / reduction_factor of the trials that have reached the rung so far,
/// and at least when it is the best of them. A trial's value at a rung is its first report at that step or
/// later. A report that is not a number stops its trial. Of several objectives the best are those on the
/// first fronts, and within a front those with the most room around them (count_ahead(); Schmucker et al.
/// 2021, Multi-objective asynchronous successive halving). Li et al. (2020), A System for Massively Parallel
/// Hyperparameter Tuning, section 3.
class AshaPruner final : public Pruner {
 public:
  explicit AshaPruner(AshaOptions options = {}) : options_(options) {}

  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  AshaOptions options_;
};

}  // namespace hone::analysis
