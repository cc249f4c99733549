// SPDX-License-Identifier: MIT
#include "hone/designs/design.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/index.hpp"
#include "hone/base/text.hpp"

namespace hone::designs {
Design::Design(int runs, int factors, int levels, std::vector<int> entries)
    : runs_(runs), factors_(factors), levels_(levels), entries_(std::move(entries)) {
  if (runs < 0 || factors < 0 || levels < 1 || entries_.size() != index(runs) * index(factors)) {
    throw Error(ErrorCode::InvalidArgument,
                text(entries_.size(), " entries do not make a design of ", runs, " runs, ", factors,
                     " factors and ", levels, " levels"),
                "give runs x factors entries, and at least one level");
  }
  const auto wrong =
      std::find_if(entries_.begin(), entries_.end(), [=](int k) { return k < 1 || k > levels; });
  if (wrong != entries_.end()) {
    const auto at = wrong - entries_.begin();
    throw Error(
        ErrorCode::InvalidArgument,
        text("run ", at / factors + 1, ", factor ", at % factors + 1, " of the design has level ", *wrong),
        text("levels are whole numbers from 1 to ", levels));
  }
}

std::span<const int> Design::row(int run) const noexcept {
  return {entries_.data() + index(run) * index(factors_), index(factors_)};
}

bool Design::balanced() const {
  for (int j = 0; j < factors_; ++j) {
    std::vector<int> counts(index(levels_));
    for (int i = 0; i < runs_; ++i) ++counts[index((*this)(i, j) - 1)];
    if (std::any_of(counts.begin(), counts.end(), [&](int c) { return c != counts.front(); })) return false;
  }
  return true;
}

DesignPoints Design::points() const {
  DesignPoints points(runs_, factors_);
  for (int i = 0; i < runs_; ++i) {
    for (int j = 0; j < factors_; ++j) points(i, j) = (2 * (*this)(i, j) - 1) / (2.0 * levels_);
  }
  return points;
}

Design snap(const DesignPoints& points, int levels) {
  std::vector<int> entries;
  entries.reserve(points.values().size());
  for (const double x : points.values()) {
    if (!(x >= 0.0 && x <= 1.0)) {
      throw Error(ErrorCode::InvalidArgument, text("coordinate ", x, " is outside the unit cube"),
                  "scale every coordinate to [0, 1] first");
    }
    entries.push_back(std::min(static_cast<int>(x * levels), levels - 1) + 1);
  }
  return Design(points.rows(), points.columns(), levels, std::move(entries));
}

Design stack(const Design& first, const Design& second) {
  if (first.factors() != second.factors() || first.levels() != second.levels()) {
    throw Error(ErrorCode::InvalidArgument,
                text("a design of ", first.factors(), " factors and ", first.levels(),
                     " levels cannot be joined with one of ", second.factors(), " factors and ",
                     second.levels(), " levels"),
                "use the same factors and levels in both");
  }
  std::vector<int> entries;
  for (const Design* part : {&first, &second}) {
    for (int i = 0; i < part->runs(); ++i)
      entries.insert(entries.end(), part->row(i).begin(), part->row(i).end());
  }
  return Design(first.runs() + second.runs(), first.factors(), first.levels(), std::move(entries));
}

DesignPoints stack(const DesignPoints& first, const DesignPoints& second) {
  if (first.columns() != second.columns()) {
    throw Error(
        ErrorCode::InvalidArgument,
        text("points of ", first.columns(), " and of ", second.columns(), " columns cannot be joined"),
        "use the same columns in both");
  }
  DesignPoints all(first.rows() + second.rows(), first.columns());
  for (int i = 0; i < all.rows(); ++i) {
    const auto from = i < first.rows() ? first.row(i) : second.row(i - first.rows());
    std::copy(from.begin(), from.end(), all.row(i).begin());
  }
  return all;
}

Design select(const Design& design, std::span<const int> rows) {
  std::vector<int> entries;
  for (const int i : rows) entries.insert(entries.end(), design.row(i).begin(), design.row(i).end());
  return Design(static_cast<int>(rows.size()), design.factors(), design.levels(), std::move(entries));
}

}  // namespace hone::designs
