// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/codec/json.hpp"
#include "hone/plot/chart.hpp"

namespace hone::server {

/// Charts as data for whoever draws them (docs/guide/api.md). Of more than `most` points of a series an even
/// share is kept, the first and the last always. What is not finite is null.
codec::Json charts_json(const std::vector<plot::Chart>& charts, std::size_t most);

}  // namespace hone::server
