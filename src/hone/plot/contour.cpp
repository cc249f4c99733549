// SPDX-License-Identifier: MIT
#include "hone/plot/contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hone::plot {
namespace {

/// The cells of a field one by one.
class Cells {
 public:
  explicit Cells(const Field& field) : field_(field) {}

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
  const Field& field_;
};

using Corners = std::array<Cells::Corner, 4>;

bool all_above(const Corners& corners, double level) {
  return std::all_of(corners.begin(), corners.end(),
                     [&](const auto& c) { return std::isfinite(c.value) && c.value >= level; });
}

std::vector<Place> part_above(const Corners& corners, double level) {
  std::vector<Place> polygon;
  for (std::size_t i = 0; i < 4; ++i) {
    const Cells::Corner& a = corners[i];
    const Cells::Corner& b = corners[(i + 1) % 4];
    if (!std::isfinite(a.value)) return {};
    if (a.value >= level) polygon.push_back(a.at);
    if ((a.value >= level) == (b.value >= level)) continue;
    const double share = (level - a.value) / (b.value - a.value);
    polygon.push_back({std::lerp(a.at.x, b.at.x, share), std::lerp(a.at.y, b.at.y, share)});
  }
  return polygon;
}

bool drawable(const Field& field) {
  return field.columns >= 2 && field.rows >= 2 &&
         field.values.size() >=
             static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows);
}

}  // namespace

std::vector<std::vector<Place>> area_above(const Field& field, double level) {
  std::vector<std::vector<Place>> area;
  if (!drawable(field)) return area;
  const Cells cells(field);
  for (int row = 0; row + 1 < field.rows; ++row) {
    for (int column = 0; column + 1 < field.columns; ++column) {
      const Corners first = cells.corners(column, row);
      if (!all_above(first, level)) {
        if (auto part = part_above(first, level); part.size() > 2) area.push_back(std::move(part));
        continue;
      }
      Corners last = first;
      while (column + 2 < field.columns && all_above(cells.corners(column + 1, row), level)) {
        last = cells.corners(++column, row);
      }
      area.push_back({first[0].at, last[1].at, last[2].at, first[3].at});
    }
  }
  return area;
}

std::vector<double> band_levels(const Field& field) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : field.values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  std::vector<double> levels;
  if (!(low < high)) return levels;
  for (int k = 1; k < field.bands; ++k) levels.push_back(std::lerp(low, high, k / double(field.bands)));
  return levels;
}

}  // namespace hone::plot
