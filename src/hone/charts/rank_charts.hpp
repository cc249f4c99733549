// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// Which rankings to draw.
struct RankOptions {
  std::vector<std::string> parameters = {};  ///< the most telling of all that vary when empty
  std::size_t objective = 0;
  std::size_t most = 4;  ///< parameters, unless they are named: six pairs
};

/// Where the good trials lie: one chart for each pair of parameters, with every complete trial at its
/// settings, in the colour of the best tenth, the best quarter, the better half or the worse half of them. A
/// trial belongs to the best tenth when less than a tenth of all are better, so equal results are never told
/// apart. Of a single parameter, the rank against it. Throws Error(NotFound) for an unknown name.
std::vector<plot::Chart> rank_charts(const Study& study, std::span<const Trial> trials,
                                     const RankOptions& options = {});

}  // namespace hone::charts
