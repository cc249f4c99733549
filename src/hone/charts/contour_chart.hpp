// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/core/importance.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

namespace hone::charts {

struct ContourOptions {
  /// Two parameters by name; contour_parameters() when there are none.
  std::vector<std::string> parameters = {};
  std::size_t objective = 0;
  int max_points = 400;  ///< trials that the model learns from; a fit costs n³
  int cells = 40;        ///< of the grid, along each axis
};

/// What the model expects of one objective over the declared ranges of two parameters, all others being as in
/// the best trial that has both; complete trials as points, the best as a star. Where a constraint is
/// violated or one of the two does not exist, nothing is drawn. Throws Error(NotFound) for an unknown name,
/// Error(InvalidArgument) for one parameter or three, and when the trials are too few for a model.
plot::Chart contour_chart(const Study& study, std::span<const Trial> trials,
                          const analysis::StudyModel& model, const ContourOptions& options = {});

/// The two parameters that a contour is of unless somebody names two: those that matter most by
/// analysis::measure_importance() (`known`, when it has been measured), or the two most telling ones while
/// the trials are too few for it. The second is one that exists together with the first. Fewer when fewer
/// vary.
std::vector<std::string> contour_parameters(const Study& study, std::span<const Trial> trials,
                                            std::size_t objective,
                                            const std::optional<Importances>& known = {});

/// Parameters that vary, the most telling first: by the share of the variance of the objective's ranks that
/// lies between groups of trials with similar values of the parameter (at most eight groups of equal size, or
/// the choices; the correlation ratio, less what chance alone would give). A quick look, not an analysis of
/// importance: it sees each parameter alone.
std::vector<std::size_t> telling_parameters(const Study& study, std::span<const Trial> trials,
                                            std::size_t objective);

}  // namespace hone::charts
