// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/core/pruner.hpp"

namespace hone::analysis {

struct MedianOptions {
  /// Complete trials with reports that there must be before any trial is stopped.
  std::int64_t startup_trials = 5;
  /// A trial is left alone as long as its step is below this.
  std::int64_t warmup_steps = 0;
  /// A trial is looked at once in so many steps.
  std::int64_t interval = 1;

  void declare(OptionReader& option);
};

/// The median stopping rule: a trial at step s is stopped when its best report so far is worse than the
/// median, over the complete trials, of the mean of their reports up to step s. A report that is not a number
/// is worse than any median. Of several objectives its best report of each so far is compared, and it is
/// stopped when more than half of those means are ahead of it (count_ahead()). Golovin et al. (2017), Google
/// Vizier, section 3.2.2.
class MedianPruner final : public Pruner {
 public:
  explicit MedianPruner(MedianOptions options = {}) : options_(options) {}

  /// Costs one pass over the reports of all complete trials.
  bool should_stop(const Trial& running, std::span<const Trial> others,
                   std::span<const Objective> objectives) const override;

 private:
  bool due(const Trial& running) const;

  MedianOptions options_;
};

}  // namespace hone::analysis
