// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/samplers/placed_trials.hpp"
#include "hone/samplers/sequential_options.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::samplers {

/// Which stage comes next: in which box, around which trials, and with how many points. A function of what
/// was run and is running; where the points lie is the layout's business (stage_layout.hpp).
class BoxSchedule {
 public:
  /// How near to a place that was zoomed into to its end nothing more is looked for.
  static constexpr double kApart = 0.125;

  BoxSchedule(SequentialOptions options, std::size_t objectives);

  /// The stage that begins when all points of the last one in the book were handed out; `batch` points are
  /// wanted at once.
  Stage next(const StageBook& book, const KnownTrials& known, int batch) const;

 private:
  using Numbers = std::vector<std::int64_t>;
  Stage whole_space(Stage stage, bool first, const KnownTrials& known, int size) const;
  Stage box(Stage stage, const StageBook& book, const KnownTrials& known, int size) const;
  int zoom_after(const StageBook::Page* last, const KnownTrials& known, const Numbers& closed) const;
  bool moved_on(const Stage& last, const KnownTrials& known, const Numbers& closed) const;
  Numbers best_trials(const KnownTrials& known, int zoom, const Numbers& closed) const;

  SequentialOptions options_;
  std::size_t objectives_;
};

}  // namespace hone::samplers
