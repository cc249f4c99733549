// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bench/quality/summary.hpp"

// A summary as text for people and for programs.
namespace hone::quality {

/// Tables in Markdown: final values, log regrets, ranks, tests against the baseline, times. `command` is
/// printed as what made them; left out when empty.
std::string markdown_report(const Summary& summary, const std::string& command);

/// One row for each problem and method at the end of the budget.
std::string csv_report(const Summary& summary);
/// One row for each problem, method and number of evaluations.
std::string csv_curves(const Summary& summary);

std::string json_report(const Summary& summary);

/// Mean regrets with their intervals, a chart for each problem.
std::string svg_curves(const Summary& summary);
/// Box plots of the ranks over the problems, and the mean ranks as the evaluations go on.
std::string svg_ranks(const Summary& summary);

/// Writes report.md, report.csv, curves.csv, report.json, curves.svg and ranks.svg. Throws Error(System).
void write_reports(const Summary& summary, const std::string& folder, const std::string& command);

}  // namespace hone::quality
