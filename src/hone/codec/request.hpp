// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/importance.hpp"
#include "hone/core/study.hpp"

// The requests that a program sends to hone, as JSON (docs/guide/stdio.md). Every mistake is an Error whose
// message names the field. The fields "op" (what to do), "id" (comes back with the answer) and "study" (the
// study it is about) may stand in each request.
namespace hone::codec {

/// What a request may not exceed, so that a broken client cannot eat the machine's memory.
struct RequestLimits {
  std::size_t line = std::size_t{16} << 20;  ///< bytes of one request
  int depth = 64;                            ///< brackets inside brackets
  std::size_t values = 1'000'000;            ///< numbers, texts, lists, ... of one request
  int count = 10000;                         ///< trials of one ask
};

/// Reads one line as a JSON object. Throws Error(InvalidFile).
nlohmann::ordered_json parse_request(std::string_view line, const RequestLimits& limits);

/// The "op" of a request. Throws Error(InvalidArgument), naming those that are known.
std::string read_operation(const nlohmann::ordered_json& request, std::span<const std::string> known);
/// The "study" of a request; nothing when it names none.
std::optional<std::string> read_study_name(const nlohmann::ordered_json& request);

/// The study that a create defines by the fields of a study file; only a name when it has no other field.
struct CreateRequest {
  std::optional<Study> study = {};
  std::string name = {};
};
CreateRequest read_create(nlohmann::ordered_json request);

/// {"count": 8, "hold": true}, 1 and false when they are left out.
struct AskFields {
  int count = 1;
  bool hold = false;  ///< until they are told, even after the process that asked has ended
};
AskFields read_ask(const nlohmann::ordered_json& request, const RequestLimits& limits);

/// One result of a tell.
struct ToldResult {
  std::int64_t number = 0;
  TrialState state = TrialState::Complete;
  std::vector<double> values = {};  ///< as told, perhaps not finite
  std::vector<Report> reports = {};
  Attributes attributes = {};
  std::string error = {};
};
/// {"results": [{"number": 0, "value": 0.5}]}; with several objectives "values", a list or a map by name. A
/// value may be null, "nan", "inf" or "-inf", which JSON lacks: the trial then counts as failed. Refuses a
/// number that is told twice.
std::vector<ToldResult> read_tell(const nlohmann::ordered_json& request,
                                  std::span<const Objective> objectives);

/// {"points": [{"C": 10}]}
std::vector<Configuration> read_enqueue(const nlohmann::ordered_json& request, const Space& space);

/// {"number": 0, "step": 3, "value": 0.5}
struct ReportRequest {
  std::int64_t number = 0;
  Report report = {};
};
ReportRequest read_report_request(const nlohmann::ordered_json& request);

/// {"numbers": [0, 1]}
std::vector<std::int64_t> read_heartbeat(const nlohmann::ordered_json& request);

/// {"numbers": [0, 1], "requeue": true}
struct CancelRequest {
  std::vector<std::int64_t> numbers = {};
  bool requeue = false;
};
CancelRequest read_cancel(const nlohmann::ordered_json& request);

/// {"numbers": [0, 1]}, or {"states": ["failed"]}; all that failed or timed out when both are left out.
struct RetryRequest {
  std::optional<std::vector<std::int64_t>> numbers = {};
  std::vector<TrialState> states = {TrialState::Failed, TrialState::TimedOut};
};
RetryRequest read_retry(const nlohmann::ordered_json& request);

/// {"numbers": [0, 1]}
std::vector<std::int64_t> read_delete(const nlohmann::ordered_json& request);

/// {"number": 0, "value": 0.5}; with several objectives "values", as in a tell.
struct AmendRequest {
  std::int64_t number = 0;
  std::vector<double> values = {};
};
AmendRequest read_amend(const nlohmann::ordered_json& request, std::span<const Objective> objectives);

/// {"since": 17}; nothing when it is left out.
std::optional<std::int64_t> read_trials_request(const nlohmann::ordered_json& request);

/// {"method": "fanova", "objective": "loss", "pairs": true, "quantile": 0.1, "within": 1}, each of which may
/// be left out.
ImportanceOptions read_importance(const nlohmann::ordered_json& request);

/// Throws Error(InvalidArgument) when the request has fields of its own.
void read_plain(const nlohmann::ordered_json& request);

}  // namespace hone::codec
