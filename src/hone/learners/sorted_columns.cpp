// SPDX-License-Identifier: MIT
#include "hone/learners/sorted_columns.hpp"

#include <algorithm>

#include "hone/base/index.hpp"

namespace hone::learners {

SortedColumns::SortedColumns(const model::Columns& columns, const model::Points& points)
    : columns_(columns),
      rows_(index(points.rows())),
      entries_(columns.size() * rows_),
      values_(columns.size()) {
  std::vector<std::uint32_t> order(rows_);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    std::size_t present = 0;
    std::size_t absent = rows_;
    for (std::size_t i = 0; i < rows_; ++i) {
      const bool has = points.is_active(static_cast<Eigen::Index>(i), column);
      order[has ? present++ : --absent] = static_cast<std::uint32_t>(i);
    }
    const auto value = [&](std::uint32_t row) { return points.x(static_cast<Eigen::Index>(row), column); };
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(present);
    // Equal values in the order of their rows, so that sums are the same whatever the sort does.
    std::sort(order.begin(), end, [&](std::uint32_t a, std::uint32_t b) {
      return value(a) != value(b) ? value(a) < value(b) : a < b;
    });
    std::vector<double>& distinct = values_[j];
    Entry* entry = entries_.data() + j * rows_;
    for (std::size_t i = 0; i < rows_; ++i, ++entry) {
      *entry = {kMissing, order[i]};
      if (i >= present) continue;
      if (distinct.empty() || value(order[i]) != distinct.back()) distinct.push_back(value(order[i]));
      entry->rank = static_cast<std::uint32_t>(distinct.size() - 1);
    }
  }
}

}  // namespace hone::learners
