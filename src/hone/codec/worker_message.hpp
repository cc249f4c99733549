// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "hone/base/error.hpp"
#include "hone/core/trial.hpp"

// What a tuner says to a worker, a line of JSON each; docs/guide/workers.md has every field.
namespace hone::codec {

/// The version of the protocol, which a worker finds in HONE_WORKER.
inline constexpr int kWorkerProtocol = 1;

/// The field that ties a request to its answers.
inline constexpr const char* kTrialId = "hone_trial_id";

/// A request beside the trial itself.
struct WorkerRequest {
  std::string trial_id;
  std::string study;
  std::uint32_t seed = 0;
  std::string folder;
  std::string params_file;
  std::string report_file;
  std::string artefact_folder;
  std::string checkpoint_folder;
};

/// "Run this trial", with a line end.
std::string worker_request(const WorkerRequest& request, const Trial& trial);

/// The answers to what a worker asks as a client of `hone stdio` does, with a line end. `id` is the JSON of
/// the request's field of that name, empty when it has none.
std::string call_answer_ok(const std::string& id);
std::string call_answer_prune(const std::string& id, bool prune);
std::string call_answer_error(const std::string& id, ErrorCode code, const std::string& message);

/// The answer to a report in the older form, with a line end.
std::string prune_answer(const std::string& trial_id, std::int64_t step, bool prune);

}  // namespace hone::codec
