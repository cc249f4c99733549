// SPDX-License-Identifier: MIT
#include "hone/search/cells.hpp"

#include <algorithm>
#include <cmath>

#include "hone/core/unit_scale.hpp"

namespace hone::search {
namespace {

constexpr std::int64_t kLongestTable = 4096;

bool has_even_cells(const Domain& domain) {
  if (const auto* range = std::get_if<RealRange>(&domain)) return range->scale() == Scale::Linear;
  if (const auto* range = std::get_if<IntRange>(&domain)) return range->scale() == Scale::Linear;
  return true;
}

}  // namespace

Cells::Cells(const Domain& domain, bool category)
    : domain_(domain), count_(*value_count(domain)), layout_(Layout::Many) {
  if (category) {
    layout_ = Layout::Indices;
  } else if (has_even_cells(domain)) {
    layout_ = Layout::Even;
  } else if (count_ <= kLongestTable) {
    layout_ = Layout::Listed;
    for (std::int64_t i = 0; i < count_; ++i) middles_.push_back(cell_centre(domain_, i));
  }
}

std::int64_t Cells::find(double coordinate) const {
  const auto last = static_cast<double>(count_ - 1);
  switch (layout_) {
    case Layout::Indices:
      return static_cast<std::int64_t>(std::clamp(std::round(coordinate), 0.0, last));
    case Layout::Even:
      return static_cast<std::int64_t>(
          std::clamp(std::floor(coordinate * static_cast<double>(count_)), 0.0, last));
    case Layout::Listed: {
      const auto above = std::lower_bound(middles_.begin(), middles_.end(), coordinate);
      if (above == middles_.begin()) return 0;
      const auto i = above - middles_.begin();
      if (above == middles_.end()) return i - 1;
      return *above - coordinate < coordinate - *std::prev(above) ? i : i - 1;
    }
    case Layout::Many:
      break;
  }
  return cell_of(domain_, std::clamp(coordinate, 0.0, 1.0));
}

double Cells::middle(std::int64_t cell) const {
  if (layout_ == Layout::Indices) return static_cast<double>(cell);
  if (layout_ == Layout::Listed) return middles_[static_cast<std::size_t>(cell)];
  return cell_centre(domain_, cell);
}

}  // namespace hone::search
