// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hone/codec/field.hpp"
#include "hone/core/study.hpp"

// How a program says that trials ended, wherever it says it: stdio, HTTP, Python.
namespace hone::codec {

/// One result of a tell.
struct ToldResult {
  std::int64_t number = 0;
  std::int64_t token = 0;  ///< that came with the trial; 0: held for ever, by nobody in particular
  TrialState state = TrialState::Complete;
  std::vector<double> values = {};  ///< as told, perhaps not finite
  std::vector<Report> reports = {};
  Attributes attributes = {};
  std::string error = {};
};

/// [{"number": 0, "value": 0.5}]; with several objectives "values", a list or a map by name. A value may be
/// null, "nan", "inf" or "-inf", which JSON lacks: the trial then counts as failed. Refuses a number that is
/// told twice.
std::vector<ToldResult> read_results(const Field& list, std::span<const Objective> objectives);
Node results_shape();

/// A number, or with several objectives a list or a map by name.
std::vector<double> read_told_values(const Field& field, std::span<const Objective> objectives);
/// "value" of a map, or "values". Refuses both, and none.
std::vector<double> read_value_or_values(const Field& map, std::span<const Objective> objectives);
/// A number as programs write it: null, "nan", "NaN" and the infinite ones are numbers, too. Whoever tells
/// something of a trial says it so: in a result, in a report, in a trial that is added.
double told_number(const Field& field);
Node told_value_shape();
Node told_values_shape();

/// A state in which a trial ends, by its word.
TrialState read_told_state(const Field& field);

Node told_reports_shape();

}  // namespace hone::codec
