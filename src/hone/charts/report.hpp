// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/analysis/diagnosis.hpp"
#include "hone/charts/importance_chart.hpp"
#include "hone/core/study.hpp"

namespace hone::charts {

/// What a report is made of, beside the study and its trials.
struct ReportOptions {
  /// Makes contour and diagnosis; both are left out when there is none.
  std::optional<analysis::StudyModel> model = {};
  std::string command = {};  ///< the best trial's, as one would type it
  std::string made = {};     ///< when, in words
  Timestamp now = 0;         ///< where running trials end in the timeline
  std::vector<ParameterShare> importance =
      {};                           ///< of the parameters, the most important first; no chart when empty
  std::size_t all_trials = 2000;    ///< the table lists all trials up to so many,
  std::size_t best_trials = 1000;   ///< or else so many of the best
  std::size_t drawn_trials = 2500;  ///< in slices; of more the best third and an even share of the rest
  int model_points = 150;           ///< trials that models learn from; a fit costs n³
};

/// A whole study as one HTML page: best settings, state, failures by reason, history, slices, parallel
/// coordinates, contour, learning curves, timeline, Pareto front, diagnosis, table of trials. It has
/// everything inside, loads nothing, runs no script but the one that sorts tables (said by its policy), and
/// escapes every text. Pictures without data are left out.
std::string html_report(const Study& study, std::span<const Trial> trials, const ReportOptions& options);

}  // namespace hone::charts
