// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hone/core/domain.hpp"

namespace hone {

/// Places a value of a range without steps in [0, 1], through the logarithm or logit when the scale says so.
/// from_unit(range, to_unit(range, v)) == v exactly for every v that from_unit() can give.
double to_unit(const RealRange& range, double value);

/// Inverse of to_unit(); never outside [low, high], and exactly low and high at 0 and 1.
double from_unit(const RealRange& range, double unit);

/// A finite domain divides [0, 1] into cells, one for each value. All cells are equally wide, the outer ones
/// included, except on the Log and Logit scales, where a value's cell reaches half-way, on that scale, to its
/// neighbours, and the outer ones as far outwards as inwards.
std::int64_t cell_of(const Domain& domain, double unit);

/// The middle of a cell, on the domain's scale: cell_of(domain, cell_centre(domain, i)) == i.
double cell_centre(const Domain& domain, std::int64_t index);

/// Where a cell begins; `index` may be the number of cells, for the end of the last one. From 0 to 1.
double cell_edge(const Domain& domain, std::int64_t index);

/// Position of a value in a finite domain, the inverse of value_at(). The value must be one of the domain.
std::int64_t index_of(const Domain& domain, const Value& value);

}  // namespace hone
