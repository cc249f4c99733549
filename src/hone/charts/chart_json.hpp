// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// A number as JSON; null when it is not finite. With so many significant digits that it reads back as it
/// was, or else rounded to `digits`, and whole numbers without a point, as many of them make a page long.
codec::Json number_json(double number, std::optional<int> digits = {});

/// Charts as data for whoever draws them (docs/guide/api.md). Of more than `most` points of a series an even
/// share is kept, the first and the last always. What is not finite is null.
codec::Json charts_json(const std::vector<plot::Chart>& charts, std::size_t most,
                        std::optional<int> digits = {});
/// One of them.
codec::Node chart_shape();

}  // namespace hone::charts
