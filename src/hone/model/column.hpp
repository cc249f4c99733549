// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace hone::model {

enum class ColumnKind {
  Numeric,      ///< a number of [0, 1]; near values mean near configurations
  Categorical,  ///< a category's index 0, 1, ...; only equality has a meaning
};

/// What one coordinate of a point means to a model.
struct Column {
  ColumnKind kind = ColumnKind::Numeric;
  int categories = 0;        ///< how many values a categorical column has; 0 for a numeric one
  bool conditional = false;  ///< some points do not have this coordinate (see Points::active)

  friend bool operator==(const Column&, const Column&) = default;
};

using Columns = std::vector<Column>;

/// d numeric columns that every point has: the plain unit cube.
inline Columns unit_cube(int d) { return Columns(static_cast<std::size_t>(d)); }

}  // namespace hone::model
