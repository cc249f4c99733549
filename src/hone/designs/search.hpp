// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "hone/base/rng.hpp"
#include "hone/designs/landscape.hpp"

namespace hone::designs {

/// How long one search lasts: so many exchanges tried or, when `spent` is set, until that fraction reaches 1;
/// when both are set, until the first of the two.
struct Allowance {
  std::int64_t iterations = 0;
  std::function<double()> spent = {};
  /// The share of it that one pass over all pairs of runs takes, such as Landscape::refresh().
  double pass = 0.0;

  /// False when so much more of a given time would be too much; iterations have room for everything.
  bool has_room_for(double share) const { return !spent || spent() + share < 1.0; }
  double fraction(std::int64_t tried) const {
    const double of_tried =
        iterations > 0 || !spent ? static_cast<double>(tried) / static_cast<double>(iterations) : 0.0;
    return spent ? std::max(spent(), of_tried) : of_tried;
  }
};

/// Simulated annealing. The temperature follows the share of exchanges that are accepted, which falls from
/// one in ten to one in a hundred (a short search with many factors begins and ends warmer), and levels
/// farther apart are left out as it falls: so neither the scale of the criterion nor the size of the design
/// needs to be known. Ends with a descent to a design that no exchange of near levels improves, as far as the
/// budget allows. Returns the number of exchanges tried; the result is landscape.best().
/// `last_acceptance` is the share accepted in the end: with few levels many exchanges change nothing and are
/// always accepted, so that one in a hundred would still be warm.
inline constexpr double kLastAcceptance = 0.01, kLastAcceptanceOfFewLevels = 0.0002;
std::int64_t anneal(Landscape& landscape, const Allowance& budget, Rng& rng,
                    double last_acceptance = kLastAcceptance);

/// The threshold accepting of AugUD (Yang and Zhang 2021, algorithm 1): in each of 100 inner steps the best
/// of some random exchanges in the next column is accepted with probability 1 - clip(change / threshold, 0,
/// 1), and the threshold falls or rises by a fifth according to how many were. An outer loop is begun while
/// the budget lasts, or 50 are made when it says nothing. Returns the number of exchanges tried; the result
/// is landscape.best().
std::int64_t threshold_accepting(Landscape& landscape, const Allowance& budget, Rng& rng);

}  // namespace hone::designs
