// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

struct ParallelOptions {
  std::vector<std::string> parameters = {};  ///< all that vary when empty
  std::size_t objective = 0;                 ///< that lines are coloured by
  bool log = false;                          ///< logarithmic values, when all are positive
  std::size_t most = 1500;  ///< lines; of more trials the best third and an even share of the rest
};

/// Every complete trial as a line across its parameters to its objectives: the better, the fuller its colour
/// and the further in front; the best, or the Pareto-optimal ones, in a colour of their own. A parameter that
/// a trial does not have is a gap. Throws Error(NotFound) for an unknown name.
plot::Chart parallel_chart(const Study& study, std::span<const Trial> trials,
                           const ParallelOptions& options = {});

/// Which of trials sorted from best to worst to show when there are more than `most`: the best third, and of
/// the rest every so-manieth. Ascending.
std::vector<std::size_t> shown_of(std::size_t count, std::size_t most);

}  // namespace hone::charts
