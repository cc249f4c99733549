// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hone/charts/value_axis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

/// What each property of the dots shows: one of scatter_choices(). What is empty is chosen: across the
/// parameter that tells most, up the first objective, and as colour the second objective or the number of the
/// trial; the size of dots then means nothing. The word "none" asks for no colour or no size.
struct ScatterOptions {
  std::string x = {};
  std::string y = {};
  std::string colour = {};
  std::string size = {};
  std::size_t objective = 0;  ///< that is shown when y is empty
  ValueView view = {};        ///< of objectives, seconds and attributes
};

/// What a dot may show: "number", "started", "seconds", the objectives, the parameters that vary, and the
/// attributes that are numbers in some trial. A name that means something before it in this list stands with
/// "objective.", "param." or "attr." in front, which every name of that kind may have.
std::vector<std::string> scatter_choices(const Study& study, std::span<const Trial> trials);

/// Trials as dots, any two of their properties against each other, two more as colour and size. Trials that
/// lack one of the axes are left out, and the note counts them. Throws Error(NotFound) for an unknown name.
plot::Chart scatter_chart(const Study& study, std::span<const Trial> trials,
                          const ScatterOptions& options = {});

}  // namespace hone::charts
