// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/samplers/placed_trials.hpp"
#include "hone/samplers/sequential_options.hpp"
#include "hone/samplers/stages.hpp"

namespace hone::samplers {

/// Which stage comes next: in which box, around which trials, and with how many points. A function of what
/// was run and is running; where the points lie is the layout's business (stage_layout.hpp).
///
/// A box is halved when half of the last stage is known. What is wanted before that, by an ask for more
/// points than the stage has or by workers that ask while it runs, goes to stages ahead of results: smaller
/// boxes around the best point known then, up to four of them, which end as soon as those results are there.
class BoxSchedule {
 public:
  /// How near to a place that was zoomed into to its end nothing more is looked for.
  static constexpr double kApart = 0.125;

  BoxSchedule(SequentialOptions options, std::size_t objectives);

  /// How many points an ask wants, and how many of them it still lacks.
  struct Demand {
    int count = 1;
    int missing = 1;
  };
  /// A stage, and which of its points, from 0.
  struct Turn {
    Stage stage;
    int run = 0;
  };
  /// The point that is handed out next: of the last stage in the book while it has any left, else of a new
  /// one. All that was handed out before, in the same ask too, is in the book and known.
  Turn next(const StageBook& book, const ProposedTrials& known, Demand demand) const;

 private:
  using Numbers = std::vector<std::int64_t>;
  static bool awaits_results(const StageBook& book);
  bool knows_where(const ProposedTrials& known) const;
  int first_size(Demand demand) const;
  int later_size(const ProposedTrials& known, Demand demand) const;
  Stage whole_space(Stage stage, bool first, const ProposedTrials& known, Demand demand) const;
  Stage box(Stage stage, const StageBook& book, const ProposedTrials& known, Demand demand) const;
  void place(Stage& stage, const ProposedTrials& known, int size, const Numbers& closed) const;
  static int fitted_runs(const Stage& stage, Demand demand);
  int zoom_after(const Stage& last, const ProposedTrials& known, const Numbers& closed) const;
  bool moved_on(const Stage& last, const ProposedTrials& known, const Numbers& closed) const;
  Numbers best_trials(const ProposedTrials& known, int zoom, const Numbers& closed) const;

  SequentialOptions options_;
  std::size_t objectives_;
};

}  // namespace hone::samplers
