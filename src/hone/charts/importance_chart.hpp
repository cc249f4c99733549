// SPDX-License-Identifier: MIT
#pragma once

#include "hone/core/importance.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// A lying bar for each parameter, the most important on top, with a whisker of one deviation to both sides.
/// At most 20. The title says for which objective, where the study has several. Notes when the numbers are
/// too little to rely on.
plot::Chart importance_chart(const Study& study, const Importances& found);

}  // namespace hone::charts
