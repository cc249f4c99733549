// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "hone/plot/chart.hpp"

namespace hone::charts {

/// How much one parameter matters: a share, and how uncertain it is.
struct Share {
  std::string name;
  double share = 0.0;
  double deviation = 0.0;
};

/// A lying bar for each, the first on top, with a whisker of one deviation to both sides. At most 20.
plot::Chart importance_chart(std::span<const Share> shares);

}  // namespace hone::charts
