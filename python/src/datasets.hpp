// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

#include "hone/gp/kernel.hpp"
#include "hone/model/dataset.hpp"

namespace hone::python {

/// The columns that hold categories, and how many each has.
using CategoryColumns = std::vector<std::pair<int, std::int64_t>>;

/// What the columns of a table of `width` mean.
inline model::Columns columns_of(Eigen::Index width, const CategoryColumns& categories) {
  model::Columns columns = model::unit_cube(static_cast<int>(width));
  for (const auto& [column, cells] : categories)
    columns.at(static_cast<std::size_t>(column)) = model::Column::category(cells);
  return columns;
}

}  // namespace hone::python
