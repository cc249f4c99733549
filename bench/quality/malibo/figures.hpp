// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "bench/quality/regret_table.hpp"
#include "hone/plot/chart.hpp"

// The curves of the MALIBO paper. A mean regret of exactly 0 has no place on a logarithmic axis: a curve ends
// where all runs have found the minimum.
namespace hone::quality::malibo {

/// Mean regret over evaluations and the standard error around it, a chart for each problem: figures 3, 5, 6,
/// 13, 18 and 19.
plot::Figure regret_figure(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                           const std::string& title);

/// The same over the method's own processor time, after figures 7 to 9, which add that of the evaluations: no
/// table of ours has recorded it.
plot::Figure time_figure(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                         const std::string& title);

/// Processor time of each ask, with the tell before it: medians and quartiles over all problems and seeds;
/// figure 10.
plot::Figure ask_figure(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                        const std::string& title);

}  // namespace hone::quality::malibo
