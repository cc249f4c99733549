// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "hone/base/rng.hpp"
#include "hone/designs/landscape.hpp"
#include "hone/designs/uniform_design.hpp"

namespace hone::designs {

/// A design to search from, drawn anew for each restart.
using DrawStart = std::function<Design(Rng&)>;

struct RestartsResult {
  Design design;
  std::int64_t tried =
      0;  ///< exchanges, over all restarts; 0 when a given time did not even suffice to start
};

/// The share of a given time (DesignSearchOptions::spent) that one pass over all pairs of runs in all columns
/// takes: starting or refreshing a landscape, or computing the criterion. Estimated on a few columns, as in
/// large designs a pass takes many seconds. 0 without a given time, and for designs that are passed over at
/// once.
double share_of_a_pass(const Design& start, Frozen frozen, const DesignSearchOptions& options);

/// That share after adding runs.
double pass_after_adding(const Design& existing, int added_runs, const DesignSearchOptions& options);

/// What a search is told beside its options.
struct SearchPlan {
  Frozen frozen = {};
  /// The share_of_a_pass(): what a given time has no room for is left out, in the end the whole search, and
  /// the first start is the result.
  double pass = 0.0;
  /// Every level is shared by many runs, and not because levels were joined to cells.
  bool few_levels = false;
};

/// True when each of the levels comes at least five times among so many new runs, and the criterion is a
/// discrepancy: only for these was a search of few levels measured. Sequential designs never ask for that.
bool has_few_levels(int added_runs, int levels, const DesignSearchOptions& options);

/// The best design of options.restarts searches.
RestartsResult search_restarts(const DesignSearchOptions& options, const DrawStart& start,
                               const SearchPlan& plan);

/// The same options with a given time that ends so much earlier, as a share of it.
DesignSearchOptions ending_earlier(const DesignSearchOptions& options, double share);
/// What a share of the whole time is of the time that then is left.
double share_of_rest(double share, double ended_earlier);

/// Adds runs as augment() does, level by level, without checks and without computing the criterion.
RestartsResult add_runs(const Design& existing, int added_runs, const DesignSearchOptions& options,
                        double pass, bool few_levels = false);

}  // namespace hone::designs
