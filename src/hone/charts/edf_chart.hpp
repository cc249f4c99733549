// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// A study to compare with others.
struct ComparedStudy {
  std::string name;
  std::vector<double> values;  ///< of its complete trials
  /// The values of its Pareto-optimal trials, in the order of the two objectives of the study that it is
  /// compared with; nothing where it has others.
  std::optional<std::vector<std::vector<double>>> front = {};
};

/// The empirical distribution of the values of studies: for each value the share of a study's complete trials
/// that are at least as good. The higher a curve, the better its trials are throughout. Of many trials as
/// many steps as can be seen. Studies without values are left out.
plot::Chart edf_chart(const Objective& objective, std::span<const ComparedStudy> studies,
                      const ValueView& view = {});

}  // namespace hone::charts
