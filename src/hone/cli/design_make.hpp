// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "hone/cli/design_table.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::cli {

/// What is to be laid out: a new design, or one that a file is a part of.
struct DesignRequest {
  std::optional<int> runs, factors, levels;
  std::optional<int> columns;          ///< to add instead of runs
  std::optional<std::string> augment;  ///< the file to add to
  std::optional<Space> space = {};
};

struct MadeDesign {
  LaidOut laid_out;
  double value = 0.0;       ///< of the criterion, of the points that the written table stands for
  double searched = 0.0;    ///< of the criterion, as the search saw it: on levels, forbidden runs included
  int laid_out_runs = 0;    ///< of which constraints leave only some; 0 when they are all there
  bool unsearched = false;  ///< the given time did not suffice to try one exchange
};

/// Throws UsageError when the request does not say enough or contradicts itself or the file. Says on `notes`
/// how the levels of the file are understood where that is not certain.
MadeDesign make_design(const DesignRequest& request, const designs::SearchOptions& search,
                       std::ostream& notes);

}  // namespace hone::cli
