// SPDX-License-Identifier: MIT
#include "hone/gp/layout.hpp"

#include <algorithm>
#include <cmath>

namespace hone::gp {
namespace {

bool in_scope(const Factor& factor, int column, bool numeric) {
  if (factor.kind == FactorKind::Linear && !numeric) return false;
  switch (factor.scope) {
    case Factor::Scope::Numeric:
      return numeric;
    case Factor::Scope::Categorical:
      return !numeric;
    case Factor::Scope::All:
      return true;
    case Factor::Scope::Listed:
      return std::ranges::find(factor.columns, column) != factor.columns.end();
  }
  return false;
}

Layout::FactorSlots make_slots(const Factor& factor, const Layout& layout, const numeric::Columns& columns) {
  Layout::FactorSlots slots;
  slots.kind = factor.kind;
  slots.origin = factor.origin;
  for (std::size_t k = 0; k < layout.numeric_columns.size(); ++k) {
    const int column = layout.numeric_columns[k];
    if (!in_scope(factor, column, true)) continue;
    if (columns[static_cast<std::size_t>(column)].conditional) {
      slots.marked.push_back(static_cast<int>(slots.numeric.size()));
    }
    slots.numeric.push_back(static_cast<int>(k));
  }
  for (std::size_t k = 0; k < layout.categorical_columns.size(); ++k) {
    if (in_scope(factor, layout.categorical_columns[k], false)) {
      slots.categorical.push_back(static_cast<int>(k));
    }
  }
  return slots;
}

}  // namespace

Layout::Layout(const Kernel& kernel, const numeric::Columns& columns, bool warped) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    (columns[j].is_number() ? numeric_columns : categorical_columns).push_back(static_cast<int>(j));
  }
  // A factor without columns is the constant 1 and falls out of its terms.
  std::vector<int> new_index(kernel.factors.size(), -1);
  for (std::size_t f = 0; f < kernel.factors.size(); ++f) {
    FactorSlots slots = make_slots(kernel.factors[f], *this, columns);
    if (slots.numeric.empty() && slots.categorical.empty()) continue;
    new_index[f] = static_cast<int>(factors.size());
    slots.scales = size;
    size += slots.scale_count();
    factors.push_back(std::move(slots));
  }
  for (const auto& term : kernel.terms) {
    TermSlots slots;
    for (const int f : term) {
      const int index = new_index[static_cast<std::size_t>(f)];
      if (index >= 0) slots.factors.push_back(index);
    }
    slots.variance = size++;
    terms.push_back(std::move(slots));
  }
  if (warped && !numeric_columns.empty()) {
    const int count = static_cast<int>(numeric_columns.size());
    warp_a = size;
    warp_b = size + count;
    size += 2 * count;
  }
  noise = size++;
  mean = size++;
}

bool fits(const Layout& layout, std::span<const double> theta) {
  return theta.size() == static_cast<std::size_t>(layout.size) &&
         std::ranges::all_of(theta, [](double value) { return std::isfinite(value); });
}

}  // namespace hone::gp
