// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "hone/core/study.hpp"
#include "hone/core/trial.hpp"

namespace hone {

/// Decides from intermediate reports whether a running trial is worth finishing.
class Pruner {
 public:
  virtual ~Pruner() = default;

  /// True when `running`, whose latest report is its last, should be stopped. `others` are the study's other
  /// trials, finished or not, in number order. Of several objectives only reports with a value for each are
  /// compared.
  virtual bool should_stop(const Trial& running, std::span<const Trial> others,
                           std::span<const Objective> objectives) const = 0;
};

}  // namespace hone
