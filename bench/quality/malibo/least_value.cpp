// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/least_value.hpp"

#include <algorithm>
#include <cmath>

namespace hone::quality::malibo {
namespace {

using PointFunction = std::function<double(std::span<const double>)>;

constexpr std::size_t kStarts = 6;
constexpr double kFinest = 1e-9;  // of a side

/// Values at the points of a grid from border to border, the last coordinate running fastest.
class ValueGrid {
 public:
  ValueGrid(const PointFunction& function, const std::vector<Interval>& box)
      : box_(box),
        side_(box.size() == 1   ? 2001
              : box.size() == 2 ? 201
                                : 41) {
    std::size_t size = 1;
    for (std::size_t j = 0; j < box.size(); ++j) size *= side_;
    for (std::size_t i = 0; i < size; ++i) values_.push_back(function(place(i)));
  }

  std::vector<double> place(std::size_t index) const {
    std::vector<double> x(box_.size());
    for (std::size_t j = box_.size(); j-- > 0; index /= side_) {
      const double part = static_cast<double>(index % side_) / static_cast<double>(side_ - 1);
      x[j] = std::lerp(box_[j].low, box_[j].high, part);
    }
    return x;
  }

  /// Indices of the points that no neighbour along an axis is below, the lowest first.
  std::vector<std::size_t> local_minima() const {
    std::vector<std::size_t> minima;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (is_local_minimum(i)) minima.push_back(i);
    }
    std::stable_sort(minima.begin(), minima.end(),
                     [this](std::size_t a, std::size_t b) { return values_[a] < values_[b]; });
    return minima;
  }
  double spacing() const { return 1.0 / static_cast<double>(side_ - 1); }

 private:
  bool is_local_minimum(std::size_t index) const {
    std::size_t stride = 1;
    for (std::size_t j = 0; j < box_.size(); ++j, stride *= side_) {
      const std::size_t at = index / stride % side_;
      if (at > 0 && values_[index - stride] < values_[index]) return false;
      if (at + 1 < side_ && values_[index + stride] < values_[index]) return false;
    }
    return true;
  }

  const std::vector<Interval>& box_;
  std::size_t side_;
  std::vector<double> values_;
};

/// Steps along the axes, halved when none leads down.
LeastValue descend(const PointFunction& function, const std::vector<Interval>& box, std::vector<double> start,
                   double step) {
  LeastValue best{start, function(start)};
  while (step > kFinest) {
    bool better = false;
    for (std::size_t j = 0; j < box.size(); ++j) {
      for (const double sign : {-1.0, 1.0}) {
        std::vector<double> x = best.x;
        x[j] = std::clamp(x[j] + sign * step * (box[j].high - box[j].low), box[j].low, box[j].high);
        const double value = function(x);
        if (value >= best.value) continue;
        best = {std::move(x), value};
        better = true;
      }
    }
    if (!better) step /= 2.0;
  }
  return best;
}

}  // namespace

LeastValue least_value(const PointFunction& function, const std::vector<Interval>& box) {
  const ValueGrid grid(function, box);
  std::vector<std::size_t> starts = grid.local_minima();
  starts.resize(std::min(starts.size(), kStarts));
  LeastValue least{grid.place(starts.front()), function(grid.place(starts.front()))};
  for (const std::size_t start : starts) {
    LeastValue found = descend(function, box, grid.place(start), grid.spacing());
    if (found.value < least.value) least = std::move(found);
  }
  return least;
}

}  // namespace hone::quality::malibo
