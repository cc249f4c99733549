// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hone/core/options.hpp"
#include "hone/core/report.hpp"

namespace hone::analysis {

/// At which of its reports a trial is looked at.
struct LookInterval {
  /// A trial is left alone as long as its step is below this.
  std::int64_t warmup_steps = 0;
  /// A trial is looked at once in so many steps.
  std::int64_t interval = 1;

  /// Whether the last report is the first of its interval. Several reports may fall into one interval, and
  /// none on its first step.
  bool due(const std::vector<Report>& reports) const;

  /// `prefix` stands before the names of the options.
  void declare(OptionReader& option, const std::string& prefix = "");
};

}  // namespace hone::analysis
