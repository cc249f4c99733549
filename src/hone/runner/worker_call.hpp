// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/runner/json_report.hpp"
#include "hone/runner/last_json.hpp"

namespace hone::runner {

/// A request of `hone stdio` that a worker makes: {"op":"report",...} or {"op":"tell",...}. It has one line
/// of answer, as there.
struct WorkerCall {
  std::string id = {};  ///< JSON of the field "id", which comes back; empty when there is none
  std::optional<std::int64_t> number = {};
  std::vector<Report> reports = {};  ///< the one of a report, or those that come with a result
  std::optional<Json> told = {};     ///< the result of a tell, without number and reports
  std::string problem = {};          ///< why it cannot be understood; empty when it can
};

/// Nothing when the object is not meant to be one.
std::optional<WorkerCall> worker_call(const Json& json, const ReportSpec& reports);

}  // namespace hone::runner
