// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/core/trial.hpp"
#include "hone/runner/last_json.hpp"

namespace hone::runner {

/// A number as programs print it: null, which JavaScript writes for one that is none, the words for nan and
/// the infinite ones, and digits in quotes are numbers, too. Otherwise as codec::told_number() has it.
std::optional<double> printed_number(const Json& json);

/// What a report of a study has to look like.
struct ReportSpec {
  std::vector<std::string> objectives;  ///< their names
  /// With several objectives: whether each report has a value for each, as a pruner needs; otherwise the
  /// first objective's alone will do.
  bool whole = false;

  static ReportSpec of(const Study& study);
  bool admits(std::size_t values) const { return values == objectives.size() || (values == 1 && !whole); }
  /// What a bad one lacks, after "has no".
  std::string wanted() const;
};

/// Reads {"step": 3, "value": 0.5}, where the objective's name will do instead of "value"; with several
/// objectives
/// {"step": 3, "values": [0.5, 12]} or their names. Nothing when it is not that. A step is a whole number of
/// 64 bits; a value may be nan or inf, which a pruner takes for hopeless.
std::optional<Report> report_from_json(const Json& json, const ReportSpec& spec);

}  // namespace hone::runner
