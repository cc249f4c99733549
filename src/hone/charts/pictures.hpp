// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

// The pictures of one study by name, for everybody who lets a person choose.
namespace hone::charts {

struct PictureOptions {
  std::vector<std::string> parameters = {};   ///< for slices, parallel and contour; all that vary when empty
  std::optional<std::string> objective = {};  ///< by name; the first, or all where a picture shows all
  bool log = false;                           ///< logarithmic values, when all are positive
  Timestamp now = 0;                          ///< where running trials end in the timeline
};

/// "history", "slices", "parallel", "contour", "curves", "timeline", "front", "importance".
const std::vector<std::string>& picture_names();

/// The charts of one of them. `model` is asked for by contour alone. Throws Error(NotFound) for an unknown
/// name of a parameter or objective and, saying why, where there is nothing to draw.
std::vector<plot::Chart> picture(const std::string& name, const Study& study, std::span<const Trial> trials,
                                 const analysis::StudyModel& model, const PictureOptions& options);

using hone::objective_index;

/// A size and a number of columns that suit so many charts.
void lay_out(plot::Figure& figure);

}  // namespace hone::charts
