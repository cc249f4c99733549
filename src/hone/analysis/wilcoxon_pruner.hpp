// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/core/pruner.hpp"

namespace hone::analysis {

struct WilcoxonOptions {
  /// A trial is stopped when it is worse than the best one by a test at this level.
  double p_threshold = 0.1;
  /// Steps that both must have reported.
  std::int64_t startup_steps = 2;

  void declare(OptionReader& option);
};

/// For trials that measure the same things one after the other, each a step: folds, seeds, instances. A trial
/// is stopped when it is worse than the best complete trial on the steps that both reported, by Wilcoxon's
/// signed-rank test (signed_rank_p()) and in the mean. Steps may come in any order; a report that is not a
/// number is left out. One objective only: with several nobody is stopped.
class WilcoxonPruner final : public Pruner {
 public:
  explicit WilcoxonPruner(WilcoxonOptions options = {}) : options_(options) {}

  /// Costs a pass over the trials and over the reports of the best of them.
  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  WilcoxonOptions options_;
};

}  // namespace hone::analysis
