// SPDX-License-Identifier: MIT
#include "hone/analysis/threshold_pruner.hpp"

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::analysis {

void ThresholdOptions::declare(OptionReader& option) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  option.real("lower", lower, -kInfinity, kInfinity, "a trial that reports less is stopped")
      .usually("no limit");
  option.real("upper", upper, -kInfinity, kInfinity, "a trial that reports more is stopped")
      .usually("no limit");
  look.declare(option);
}

ThresholdPruner::ThresholdPruner(ThresholdOptions options) : options_(options) {
  if (std::isinf(options_.lower) && std::isinf(options_.upper))
    throw Error(ErrorCode::InvalidOption, "the pruner 'threshold' has no limit", "give lower, upper or both");
  if (options_.lower > options_.upper)
    throw Error(ErrorCode::InvalidOption,
                text("the limits of the pruner 'threshold' leave nothing: lower is ", options_.lower,
                     ", upper is ", options_.upper),
                "give an upper that is not below lower");
}

bool ThresholdPruner::should_stop(const Trial& running, std::span<const Trial>,
                                  std::span<const Objective>) const {
  if (!options_.look.due(running.reports)) return false;
  const double value = running.reports.back().value;
  return !(value >= options_.lower && value <= options_.upper);  // true for NaN, too
}

}  // namespace hone::analysis
