// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/charts/edf_chart.hpp"
#include "hone/charts/parallel_chart.hpp"
#include "hone/charts/scatter_chart.hpp"
#include "hone/charts/weights_chart.hpp"
#include "hone/core/importance.hpp"
#include "hone/core/study.hpp"
#include "hone/plot/chart.hpp"

// The pictures of one study by name, for everybody who lets a person choose: terminal, service, Python.
namespace hone::charts {

struct PictureOptions {
  std::vector<std::string> parameters = {};   ///< for slices, parallel, contour, rank; all when empty
  std::optional<std::string> objective = {};  ///< by name; the first, or all where a picture shows all
  ValueView view = {};                        ///< logarithmic values, and the furthest ones
  Timestamp now = 0;                          ///< where running trials end in the timeline
  ImportanceOptions importance = {};          ///< how importance is measured; its objective is the one above
  std::vector<ComparedStudy> others = {};     ///< of edf and attainment, as compared_study() makes them
  SourceLabel label = {};                     ///< of weights: what a source is called; its name when empty
  ScatterOptions scatter = {};                ///< of scatter: what its dots show
  std::vector<AxisParts> chosen = {};         ///< of parallel: only trials that pass through these
  bool expected = false;  ///< of front: what the model expects of it, where values are noisy; fits one
};

/// What pictures are made from.
struct PictureInput {
  const Study& study;
  std::span<const Trial> trials;  ///< that fit the space, without those that were deleted
  /// Called by those that ask the model.
  std::function<analysis::StudyModel()> model;
};

/// The names of all, in the order in which people are shown them.
const std::vector<std::string>& picture_names();
/// Those that this study may have something for.
std::vector<std::string> picture_names(const Study& study);

/// The charts of one of them. Throws Error(NotFound) for an unknown name of a picture, parameter or objective
/// and, saying why, where there is nothing to draw.
std::vector<plot::Chart> picture(const std::string& name, const PictureInput& input,
                                 const PictureOptions& options);

/// Another study beside `own`, by the objective of that name (the first of `own` when there is none). Throws
/// InvalidArgument when the two want opposite things, NotFound when the other has no such objective.
ComparedStudy compared_study(const Study& own, const std::optional<std::string>& objective,
                             const Study& other, std::span<const Trial> trials);

/// Trials that a picture may show.
std::vector<Trial> drawable(std::span<const Trial> all);

using hone::objective_index;

/// Charts of a study as one SVG file, under its name and a caption.
std::string picture_svg(const Study& study, const std::string& caption, std::vector<plot::Chart> charts);

/// A size and a number of columns that suit so many charts.
void lay_out(plot::Figure& figure);

}  // namespace hone::charts
