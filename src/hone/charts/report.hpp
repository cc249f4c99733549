// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/charts/importance_chart.hpp"
#include "hone/charts/report_code.hpp"
#include "hone/core/study.hpp"

namespace hone::charts {

/// What a report is made of, beside the study and its trials.
struct ReportOptions {
  /// Makes contour and diagnosis; both are left out when there is none.
  std::optional<analysis::StudyModel> model = {};
  std::string command = {};                    ///< the best trial's, as one would type it
  std::string made = {};                       ///< when, in words
  Timestamp now = 0;                           ///< where running trials end in the timeline
  std::optional<Importances> importance = {};  ///< of the parameters; no chart when there is none
  std::string no_importance = {};              ///< why there is none; told in its place
  /// Of the whole page, when the table of all trials would make it longer: the best are listed then, 100 at
  /// least.
  std::size_t page_bytes = 2'980'000;
  std::size_t drawn_trials = 1200;  ///< in slices; of more the best third and an even share of the rest
  std::size_t drawn_points = 3000;  ///< of one series of any picture; of more an even share
  ValueView view = {};              ///< of objectives
  ReportCode code = {};             ///< report_code(), when empty
};

/// A whole study as one HTML page: best settings, state, failures by reason, history, slices, parallel
/// coordinates, contour, learning curves, timeline, Pareto front, diagnosis, table of trials. It has
/// everything inside, loads nothing, runs no script but its own (said by its policy), and escapes every text.
/// The facts are text; pictures and the table of all trials are drawn by the dashboard's charts from data in
/// the page: they say which trial and which settings one points at, and the table follows what is chosen on
/// the parallel coordinates. Pictures without data are left out.
std::string html_report(const Study& study, std::span<const Trial> trials, const ReportOptions& options);

}  // namespace hone::charts
