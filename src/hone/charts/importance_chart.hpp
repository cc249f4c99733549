// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/core/importance.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// How much one parameter matters: a share, and how uncertain it is.
struct ParameterShare {
  std::string name;
  double share = 0.0;
  double deviation = 0.0;
};

/// The shares of all parameters, the most important first.
std::vector<ParameterShare> shares_of(const Importances& found);

/// A lying bar for each, the first on top, with a whisker of one deviation to both sides. At most 20.
plot::Chart importance_chart(std::span<const ParameterShare> shares);

}  // namespace hone::charts
