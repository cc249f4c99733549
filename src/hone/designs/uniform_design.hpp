// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "hone/designs/criteria.hpp"
#include "hone/designs/design.hpp"

namespace hone::designs {

/// The largest design that is searched for, existing runs included.
inline constexpr int kMostDesignRuns = 5000;
/// And of its factors.
inline constexpr int kMostDesignFactors = 500;

enum class Method {
  Annealing,  ///< simulated annealing with exchanges of near levels, above 250 levels by cells of them, with
              ///< few levels followed by AugUd; reaches lower values, sooner
  AugUd,      ///< threshold accepting as published with AugUD (Yang and Zhang 2021)
};

/// How to look for a good design. Equal options give equal designs for every number of threads, unless
/// `spent` is set; and on every machine whose mathematical library rounds alike.
struct DesignSearchOptions {
  std::uint64_t seed = 0;
  Criterion criterion = Criterion::Cd2;
  Method method = Method::Annealing;
  /// Exchanges tried in each restart; 0 chooses by the size of the design: for Annealing
  /// default_iterations(), for AugUd the published 50 outer loops.
  std::int64_t iterations = 0;
  /// Independent searches, of which the best counts.
  int restarts = 1;
  /// Threads that share the restarts.
  int threads = 1;
  /// The p of PhiP, from 1 to 50.
  int phi_power = 10;
  /// When set, replaces `iterations`: tells how much of a budget, such as time, is used up, from 0 to 1, and
  /// is called from every thread. The restarts share the budget; what it has no room for is left out, in
  /// large designs even the search itself (SearchResult::tried is then 0). See time_budget().
  std::function<double()> spent = {};
};

struct SearchResult {
  Design design;
  double value = 0.0;      ///< of the criterion, computed from the final design
  std::int64_t tried = 0;  ///< exchanges, over all restarts
};

/// Exchanges that a search of a design of this size tries unless told otherwise: well under a second up to
/// 200 runs. A small design of few levels, each for five or more new runs, gets four times as many.
std::int64_t default_iterations(int runs, int factors);

/// A U-type design U_n(q^s): n = runs, s = factors, q = levels, every level equally often in every column,
/// with the criterion as good as the search finds. When q does not divide n, the levels that come once more
/// than others are spread evenly; q may exceed n.
///
/// Throws Error(InvalidArgument) unless 1 <= runs <= 5000, 1 <= factors <= 500, 1 <= levels <= 10000, and
/// Error(InvalidOption) for an option out of range. With Maximin and PhiP also when some run must be repeated
/// (runs > levels^factors), as every design is then equally bad.
SearchResult uniform_design(int runs, int factors, int levels, const DesignSearchOptions& options = {});

/// Adds runs to a design so that the whole is as good as possible (AugUD). Existing runs come first in the
/// result, unchanged; the new ones fill up the levels that are used least. Existing runs need not be
/// balanced. Throws as uniform_design() for the whole design.
SearchResult augment(const Design& existing, int added_runs, const DesignSearchOptions& options = {});

/// Adds factors to a design; the existing columns come first in the result, unchanged.
/// Throws as uniform_design() for the whole design.
SearchResult augment_factors(const Design& existing, int added_factors,
                             const DesignSearchOptions& options = {});

}  // namespace hone::designs
