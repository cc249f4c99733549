// SPDX-License-Identifier: MIT
#include "hone/designs/level_box.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/index.hpp"

namespace hone::designs {
namespace {

// Points of earlier stages lie on levels or midway between two; rounding must not push them out.
constexpr double kSlack = 1e-9;

}  // namespace

LevelBox::LevelBox(int factors, int levels)
    : low_(index(factors), 0.5 / levels), levels_(levels), step_(1.0 / levels) {
  set_ends();
}

LevelBox::LevelBox(std::span<const double> centre, int levels, int zoom)
    : levels_(levels), step_(std::ldexp(1.0 / levels, 1 - zoom)) {
  const double width = (levels - 1) * step_;
  const double below =
      (levels - 1) / 2 * step_;  // NOLINT(bugprone-integer-division): rounded down on purpose
  for (const double x : centre) low_.push_back(std::clamp(x - below, 0.0, 1.0 - width));
  set_ends();
}

void LevelBox::set_ends() {
  for (const double x : low_) {
    low_ends_.push_back(x - (0.5 + kSlack) * step_);
    high_ends_.push_back(x + (levels_ - 0.5 + kSlack) * step_);
  }
}

double LevelBox::value(int factor, int level) const {
  return std::clamp(low_[index(factor)] + (level - 1) * step_, 0.0, 1.0);
}

std::vector<double> LevelBox::point(std::span<const int> row) const {
  std::vector<double> result;
  for (std::size_t j = 0; j < row.size(); ++j) result.push_back(value(static_cast<int>(j), row[j]));
  return result;
}

bool LevelBox::holds(std::span<const double> point) const {
  for (std::size_t j = 0; j < point.size(); ++j) {
    if (!(point[j] >= low_ends_[j] && point[j] <= high_ends_[j])) return false;
  }
  return true;
}

std::optional<std::vector<int>> LevelBox::snap(std::span<const double> point) const {
  if (!holds(point)) return std::nullopt;
  std::vector<int> row;
  for (std::size_t j = 0; j < point.size(); ++j) {
    const double position = (point[j] - low_[j]) / step_;
    row.push_back(std::clamp(static_cast<int>(std::lround(position)), 0, levels_ - 1) + 1);
  }
  return row;
}

}  // namespace hone::designs
