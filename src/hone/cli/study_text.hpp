// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hone/cli/style.hpp"
#include "hone/cli/table.hpp"
#include "hone/core/study.hpp"

// Studies and trials in words, shared by the commands.
namespace hone::cli {

struct Counts {
  std::int64_t total = 0;  ///< without deleted ones
  std::int64_t waiting = 0;
  std::int64_t running = 0;
  std::int64_t complete = 0;
  std::int64_t failed = 0;
  std::int64_t pruned = 0;
  std::int64_t timed_out = 0;
  std::int64_t infeasible = 0;
  std::int64_t deleted = 0;
};
Counts count(std::span<const Trial> trials);
/// "38 complete, 2 failed"; states without trials are left out.
std::string counts_text(const Counts& counts);

/// "minimize loss", "minimize loss, maximize speed".
std::string objectives_text(const Study& study);

/// "kernel = poly and degree > 2"; empty without conditions.
std::string conditions_text(const Parameter& parameter);
/// Name, kind, values, unit and condition of each parameter.
/// The rules of the budget that are set, in words: "50 trials, 4 at a time, for 1h 00m".
std::string budget_text(const Budget& budget);
/// True when neither trials, time, target, patience nor failures end it.
bool is_endless(const Budget& budget);
Table space_table(const Space& space);
/// "infinitely many", "at most 240".
std::string cardinality_text(const Space& space);

/// Seconds that a trial took, or has taken until now; negative when it has not begun.
double duration_of(const Trial& trial, Timestamp now);

/// One setting on each line, indented and aligned.
std::string settings_text(const Configuration& configuration, const Style& style);

/// "rate=0.0493 layers=3", for the eye: numbers with four digits.
std::string settings_in_short(const Configuration& configuration);

/// "0.0321" or "0.0321, 12.5".
std::string values_text(const Trial& trial, int digits = 6);

/// Reads "C=10" as a setting of the space: numbers, booleans and choices in the type that the parameter has.
/// Throws UsageError without an equals sign; names and values are checked by Space::admit().
std::pair<std::string, Value> read_assignment(const std::string& assignment, const Space& space);

/// The value that a text means for a domain: the type that fits.
Value read_value(const std::string& text, const Domain* domain);

}  // namespace hone::cli
