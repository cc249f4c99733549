// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hone/designs/criteria.hpp"
#include "hone/designs/design.hpp"

namespace hone::designs {

/// Random bits for the innermost loop, where a call into Rng would cost as much as the work (splitmix64).
/// Seed it from an Rng.
class FastBits {
 public:
  explicit FastBits(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = (state_ += 0x9E3779B97F4A7C15ULL);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }
  /// Uniform on 0 ... bound - 1 up to 2^-32.
  int below(int bound) {
    return static_cast<int>(
        ((next() >> 32) * static_cast<std::uint64_t>(static_cast<std::uint32_t>(bound))) >> 32);
  }

 private:
  std::uint64_t state_;
};

/// The part of a design that a search may not touch: the first so many runs, and the first so many factors.
struct Frozen {
  int runs = 0;
  int factors = 0;
};

/// Exchanges to try in one column.
struct SweepPlan {
  double temperature =
      0.0;         ///< mean of the exponential threshold below which an increase of energy is accepted
  int window = 1;  ///< how many levels apart the two may be, counting levels that free rows have
  int candidates = 0;
};

struct SweepCount {
  int tried = 0;
  int accepted = 0;
};

/// Free rows of one level, as a range of positions in the order by level.
struct LevelGroup {
  int level = 0;
  int begin = 0;
  int count = 0;
};

/// A design, the energy that a search lowers, and what exchanging two entries of a column would do to it. The
/// energy is the criterion or, where that is too flat to descend, something that has its minima in the same
/// places.
///
/// One column is visited at a time: whatever can be shared by many exchanges in it is computed by visit().
/// Free rows count from 0 after the frozen ones; levels count from 0.
class Landscape {
 public:
  Landscape(const Design& start, Frozen frozen);
  virtual ~Landscape() = default;
  Landscape(const Landscape&) = delete;
  Landscape& operator=(const Landscape&) = delete;

  int runs() const noexcept { return runs_; }
  int factors() const noexcept { return factors_; }
  int levels() const noexcept { return level_count_; }
  int free_rows() const noexcept { return runs_ - frozen_.runs; }
  Frozen frozen() const noexcept { return frozen_; }

  double energy() const noexcept { return energy_; }
  Design design() const;
  /// The design of the lowest energy so far.
  Design best() const;
  double best_energy() const noexcept { return best_energy_; }
  /// Goes back to best(). Afterwards a column must be visited.
  void restore_best();

  /// Turns to a column; O(n²) or less.
  void visit(int column);
  /// Change of energy if free rows a and b exchanged their entries in the visited column. O(n) or less.
  double change(int a, int b) const;
  /// Value of the criterion after that exchange. O(n) or less.
  virtual double criterion_after(int a, int b) const = 0;
  /// True when the two have the same entry in the visited column.
  bool same_level(int a, int b) const noexcept;
  /// Makes that exchange.
  void exchange(int a, int b);

  /// Tries random exchanges in the visited column.
  virtual SweepCount sweep(const SweepPlan& plan, FastBits& bits) = 0;
  /// Makes every exchange of levels up to window apart that lowers the energy, in a fixed order, once through
  /// the visited column.
  virtual SweepCount descend(int window) = 0;
  /// Computes everything anew, so that rounding errors do not add up. O(n² s).
  virtual void refresh() = 0;

  // What the loops of sweep.hpp need beside the cost of an exchange.
  std::span<const LevelGroup> groups() const noexcept { return groups_; }
  /// Free rows in the order of their levels.
  std::span<const int> order() const noexcept { return order_; }
  void exchange_at(int low_position, int high_position, double energy_change);

 protected:
  /// Change of energy for free row a of level low and b of level high, low < high.
  virtual double change_between(int a, int low, int b, int high) const = 0;
  /// Brings shared values of the visited column up to date; levels() still holds the entries before the
  /// exchange.
  virtual void moved(int a, int low, int b, int high) = 0;
  /// Prepares the visited column; `previous` is the one before, or -1.
  virtual void prepare(int previous) = 0;

  int column() const noexcept { return column_; }
  /// Levels of all runs in a column, from 0.
  std::span<const int> column_levels(int column) const noexcept;
  int level(int run, int column) const noexcept {
    return column_levels(column)[static_cast<std::size_t>(run)];
  }
  void set_energy(double energy);
  /// Forgets the visited column, so that the next visit prepares from nothing.
  void leave() { column_ = -1; }

 private:
  void keep_best();
  void sort_free_rows();

  int runs_;
  int factors_;
  int level_count_;
  Frozen frozen_;
  int column_ = -1;
  std::vector<int> levels_;  ///< column after column
  std::vector<LevelGroup> groups_;
  std::vector<int> order_;     ///< free rows by level
  std::vector<int> position_;  ///< of each free row in the order
  std::vector<int> level_counts_;
  double energy_ = 0.0;
  double best_energy_ = 0.0;
  bool best_is_here_ = true;
  std::vector<int> best_levels_;
};

/// The landscape of a criterion.
std::unique_ptr<Landscape> make_landscape(const Design& start, Frozen frozen, Criterion criterion,
                                          int phi_power);

}  // namespace hone::designs
