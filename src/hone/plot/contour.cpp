// SPDX-License-Identifier: MIT
#include "hone/plot/contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace hone::plot {
namespace {

/// The cells of a field one by one.
class GridCells {
 public:
  explicit GridCells(const Surface& field) : field_(field) {}

  struct Corner {
    Place at;
    double value;
  };
  /// Counter-clockwise from the low corner.
  std::array<Corner, 4> corners(int column, int row) const {
    return {corner(column, row), corner(column + 1, row), corner(column + 1, row + 1),
            corner(column, row + 1)};
  }

 private:
  Corner corner(int column, int row) const {
    const auto index = static_cast<std::size_t>(row) * static_cast<std::size_t>(field_.columns) +
                       static_cast<std::size_t>(column);
    const double right = column / static_cast<double>(field_.columns - 1);
    const double up = row / static_cast<double>(field_.rows - 1);
    return {{std::lerp(field_.x_low, field_.x_high, right), std::lerp(field_.y_low, field_.y_high, up)},
            field_.values[index]};
  }
  const Surface& field_;
};

using Corners = std::array<GridCells::Corner, 4>;

/// Where the level lies between two corners; the same from both sides, so that neighbours share it exactly.
Place crossing(const GridCells::Corner& a, const GridCells::Corner& b, double level) {
  if (b.at < a.at) return crossing(b, a, level);
  const double share = (level - a.value) / (b.value - a.value);
  return {std::lerp(a.at.x, b.at.x, share), std::lerp(a.at.y, b.at.y, share)};
}

std::vector<Place> part_above(const Corners& corners, double level) {
  std::vector<Place> polygon;
  for (std::size_t i = 0; i < 4; ++i) {
    const GridCells::Corner& a = corners[i];
    const GridCells::Corner& b = corners[(i + 1) % 4];
    if (!std::isfinite(a.value)) return {};
    if (a.value >= level) polygon.push_back(a.at);
    if ((a.value >= level) != (b.value >= level)) polygon.push_back(crossing(a, b, level));
  }
  return polygon;
}

/// Puts polygons together: an edge that two of them share in opposite directions is inside, and goes.
class Outline {
 public:
  void add(const std::vector<Place>& polygon) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Place& a = polygon[i];
      const Place& b = polygon[(i + 1) % polygon.size()];
      if (a != b && edges_.erase({b, a}) == 0) edges_.insert({a, b});
    }
  }

  std::vector<std::vector<Place>> rings() {
    std::vector<std::vector<Place>> result;
    while (!edges_.empty()) result.push_back(take_ring());
    return result;
  }

 private:
  std::vector<Place> take_ring() {
    std::vector<Place> ring;
    auto edge = edges_.begin();
    const Place start = edge->first;
    while (edge != edges_.end()) {
      const auto [from, to] = *edge;
      edges_.erase(edge);
      // Along a straight stretch only its ends are needed.
      if (ring.size() > 1 && straight(ring[ring.size() - 2], from, to)) ring.pop_back();
      ring.push_back(to);
      if (to == start) break;
      edge = edges_.lower_bound({to, kFirst});
    }
    return ring;
  }

  static bool straight(const Place& a, const Place& b, const Place& c) {
    return (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
  }

  static constexpr Place kFirst{-std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity()};
  std::set<std::pair<Place, Place>> edges_;
};

bool drawable(const Surface& field) {
  return field.columns >= 2 && field.rows >= 2 &&
         field.values.size() >=
             static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows);
}

}  // namespace

std::vector<std::vector<Place>> area_above(const Surface& field, double level) {
  if (!drawable(field)) return {};
  const GridCells cells(field);
  Outline outline;
  for (int row = 0; row + 1 < field.rows; ++row) {
    for (int column = 0; column + 1 < field.columns; ++column) {
      outline.add(part_above(cells.corners(column, row), level));
    }
  }
  return outline.rings();
}

std::pair<double, double> finite_range(const Surface& field) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : field.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

std::vector<double> band_levels(const Surface& field) {
  const auto [low, high] = finite_range(field);
  std::vector<double> levels;
  if (!(low < high)) return levels;
  for (int k = 1; k < field.bands; ++k) levels.push_back(std::lerp(low, high, k / double(field.bands)));
  return levels;
}

}  // namespace hone::plot
