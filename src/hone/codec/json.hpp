// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hone/codec/field.hpp"
#include "hone/codec/node.hpp"
#include "hone/core/study.hpp"

// JSON on the wire: stdio, --json, export, later the service and the bindings.
namespace hone::codec {

using Json = nlohmann::ordered_json;

/// Reads a JSON text. Throws Error(InvalidFile) "<where>: ..." (with the line when there are several) when it
/// is not JSON, holds a key twice (which most readers pass over in silence), or is nested deeper than 64.
Json parse_json(std::string_view text, const std::string& where);

/// The same as a tree: who reads it at once needs no Json between.
Node parse_tree(std::string_view text, const std::string& where);

/// The same tree in the other form. `where` stands in front of the message when it is nested too deeply.
Node to_node(const Json& json, const std::string& where);
Json to_json(const Node& node);

/// The schema of the study file, but that it cannot name files: candidates and sources are lists. `where`
/// stands in front of messages, for example "request".
Study study_from(const Node& tree, const std::string& where);
Json to_json(const Study& study);

/// number, state, params, value (or values, for several objectives), created, started, finished, attributes,
/// notes, reports, error, attempt, worker, version, outside (why it does not fit the present space, or null),
/// violations (of constraints_on, where there are any), former (values of parameters that the space does not
/// have any more). All are there always; what a trial does not have is null. Times are ISO 8601 in UTC; NaN
/// and infinities, which JSON lacks, are the strings "nan", "inf" and "-inf"; bytes that are not UTF-8 become
/// U+FFFD.
Json to_json(const Trial& trial, const Study& study);
/// The names of all these fields.
const std::vector<std::string>& trial_fields();
Json to_json(const Configuration& configuration);
Json to_json(const Value& value);
Json to_json(const Attributes& attributes);
Json to_json(const Notes& notes);

/// Reads {"C": 10, "kernel": "rbf"} as to_json() wrote it: values are taken as they are, and a parameter that
/// is not there does not exist. Refuses names that the space does not have.
Configuration params_from(const Field& field, const Space& space);
Attributes attributes_from(const Field& field);

/// Settings that somebody wants to be tried, from a place in a tree. What is left out is drawn
/// (core/wish.hpp) by the study's seed and the `position` of the row among those that come with it.
Configuration wish_from(const Field& row, const Study& study, std::size_t position = 0);

/// The settings and the result of a row, before anybody asks whether a space has them.
struct RowResult {
  std::vector<std::pair<std::string, Value>> params;
  TrialState state = TrialState::Complete;
  std::vector<double> values = {};  ///< of a complete one
};
/// Reads what trial_from_json() reads, for a study with these objectives and any parameters.
RowResult result_from_json(const Json& json, const Study& study, const std::string& where);

/// A finished trial from a row of an export or a user's list: params, value or values, optionally the other
/// fields that to_json() writes. Without a state it is complete. The number is not taken over: a store gives
/// its own.
Trial trial_from_json(const Json& json, const Study& study, const std::string& where);
Trial trial_from(const Field& row, const Study& study);

}  // namespace hone::codec
