// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/codec/field.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/shape.hpp"
#include "hone/core/report.hpp"

namespace hone::codec {

/// {"step": 3, "value": 0.5}, or {"step": 3, "values": [0.5, 12]} when it has one for each of several
/// objectives.
Json to_json(const Report& report);
/// Reads either; values may be nan or infinite, which pruners take for hopeless. Refuses everything else.
Report read_report(const Field& field);
std::vector<Report> read_reports(const Field& list);

/// What stands in one, beside whatever else its request has: shape::object() and shape::record() take it.
std::vector<shape::Member> report_members();

}  // namespace hone::codec
