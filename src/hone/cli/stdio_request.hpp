// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/study.hpp"

// Reading the requests of the stdio protocol. Every mistake is an Error whose message names the field.
namespace hone::cli {

/// What a request may not exceed, so that a broken client cannot eat the machine's memory.
struct StdioLimits {
  std::size_t line = std::size_t{64} << 20;  ///< bytes of one request
  int depth = 64;                            ///< brackets inside brackets
  int count = 10000;                         ///< trials of one ask
};

/// Reads one line as a JSON object. Throws Error(InvalidFile).
nlohmann::ordered_json parse_request(std::string_view line, const StdioLimits& limits);

/// Throws Error(InvalidArgument), with a suggestion, when the object has a field that is not known.
void only_fields(const nlohmann::ordered_json& object, std::span<const std::string> known,
                 const std::string& where);

/// One entry of a tell.
struct ToldResult {
  std::int64_t number = 0;
  TrialState state = TrialState::Complete;
  std::vector<double> values = {};  ///< as told, perhaps not finite
  std::vector<Report> reports = {};
  Attributes attributes = {};
  std::string error = {};
};

/// Reads {"number": 0, "value": 0.5}; with several objectives "values", a list or a map by name. A value may
/// be null, "nan", "inf" or "-inf", which JSON lacks: the trial then counts as failed.
ToldResult read_result(const nlohmann::ordered_json& json, std::span<const Objective> objectives,
                       const std::string& where);

/// A whole number field within bounds.
std::int64_t read_count(const nlohmann::ordered_json& json, const std::string& where, std::int64_t low,
                        std::int64_t high);

}  // namespace hone::cli
