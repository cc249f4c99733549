// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hone::analysis {

/// The atoms begin, ..., end - 1 of an axis.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const Run&, const Run&) = default;
};

/// A set of atoms: ascending runs that do not touch. One run for an interval, more for a set of categories.
using Runs = std::vector<Run>;

/// Atoms of both, in O(runs).
Runs meet(const Runs& a, const Runs& b);
/// Atoms of a that are not of b.
Runs without(const Runs& a, const Runs& b);

/// An axis from 0 to 1, cut into atoms that nobody divides further: atom k lies between edges k and k + 1.
class AtomAxis {
 public:
  /// 0 and 1 are added; order and repeats do not matter.
  explicit AtomAxis(std::vector<double> cuts = {});

  std::size_t size() const noexcept { return edges_.size() - 1; }
  double width(std::size_t atom) const { return edges_[atom + 1] - edges_[atom]; }
  double begin(std::size_t atom) const { return edges_[atom]; }
  /// The atom that begins at a cut; size() for 1.
  std::uint32_t at(double cut) const;
  Runs all() const { return {{0, static_cast<std::uint32_t>(size())}}; }
  double measure(std::span<const Run> runs) const;

 private:
  std::vector<double> edges_;
};

}  // namespace hone::analysis
