// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "hone/core/aim.hpp"
#include "hone/designs/level_box.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::samplers {

/// A trial as a design sees it: where it lies, and what came out.
struct Placed {
  std::int64_t number = 0;
  std::vector<double> point = {};   ///< of the unit cube
  std::vector<double> values = {};  ///< empty unless the trial is complete
  double violation = 0.0;           ///< above 0 when it breaks a limit on outcomes
};

/// Finished trials, encoded once when they are told, with the order of their values: what follows from a
/// whole history is kept up to date trial by trial, so that an ask need not read all of it. The order in
/// which they are told does not matter.
class PlacedTrials {
 public:
  /// The encoding must outlive this. `apart`: see leaders().
  PlacedTrials(const encode::Encoding& encoding, std::vector<Objective> objectives, double apart);

  /// A trial told a second time replaces the first.
  void add(const Trial& trial);
  /// Forgets them all.
  void clear();

  /// By number.
  std::span<const Placed> all() const noexcept { return placed_; }
  /// Those of numbers below `end` that lie between two corners, by number: the latest `most` of them.
  std::vector<const Placed*> inside(std::span<const double> low, std::span<const double> high,
                                    std::int64_t end, std::size_t most) const;
  /// The complete ones nearest to a place, by number: `count` of them, and all others as near as the farthest
  /// of these. The distance is the largest of those in any coordinate.
  std::vector<const Placed*> nearest(std::span<const double> place, std::size_t count) const;
  std::int64_t complete() const noexcept { return complete_; }
  /// Nothing when it was not told.
  const Placed* find(std::int64_t number) const;

  /// How a trial stands, and its number.
  using Ranking = std::set<std::pair<OutcomeRank, std::int64_t>>;
  /// The complete trials, best first (feasible ones before others), then the earlier, without those no
  /// farther than `apart` from a closed place in any coordinate. Quick when places were only added since the
  /// last call: those near them are looked at once.
  const Ranking& leaders(std::size_t objective, const std::vector<std::vector<double>>& closed) const;

 private:
  using Rankings = std::vector<Ranking>;  ///< one for each objective
  struct Corners {
    std::span<const double> low, high;
  };
  struct Near {
    double distance;  ///< from a box, the largest in any coordinate; at most 0 inside
    const Placed* placed;
  };
  /// Those of a range of positions no farther than `limit` from a box, by number.
  std::vector<Near> near_box(std::size_t first, std::size_t end, Corners box, double limit) const;
  void rank(const Placed& placed, bool in) const;
  void close(const std::vector<double>& place) const;
  bool is_closed(const std::vector<double>& point) const;

  const encode::Encoding& encoding_;
  std::vector<Objective> objectives_;
  double apart_;
  std::vector<Placed> placed_;
  std::vector<std::vector<double>> columns_;  ///< the coordinates once more, each of all trials side by side
  std::int64_t complete_ = 0;
  mutable std::vector<std::vector<double>> closed_;
  mutable Rankings leaders_;
};

/// Everything that was ever proposed: finished trials, and those under way.
class ProposedTrials {
 public:
  ProposedTrials(const encode::Encoding& encoding, const PlacedTrials& finished,
                 std::span<const Trial> running);

  /// One more that is under way, with the next number.
  void add(const Configuration& configuration);

  std::size_t dimensions() const noexcept { return encoding_.dimensions(); }
  const PlacedTrials& finished() const noexcept { return finished_; }
  /// How many are under way.
  int running() const noexcept { return static_cast<int>(open_.size()); }
  /// One past the highest.
  std::int64_t next_number() const noexcept { return next_; }
  /// Those of numbers below `end` in a box, by number: the latest `most` of them.
  std::vector<const Placed*> inside(const designs::LevelBox& box, std::int64_t end, std::size_t most) const;
  /// Where a trial lies; of a number that nobody knows, the next higher one, or the last.
  const std::vector<double>& point(std::int64_t number) const;

 private:
  const encode::Encoding& encoding_;
  const PlacedTrials& finished_;
  std::vector<Placed> open_;  ///< by number
  std::int64_t next_ = 0;
};

}  // namespace hone::samplers
