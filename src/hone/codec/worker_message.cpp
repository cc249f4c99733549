// SPDX-License-Identifier: MIT
#include "hone/codec/worker_message.hpp"

#include "hone/codec/json.hpp"

namespace hone::codec {
namespace {

// On one line, whatever it holds: a line end inside a text is written as \n, bytes that are not UTF-8 as
// U+FFFD.
std::string worker_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// The id comes back as the first field.
std::string call_answer(const std::string& id, Json answer) {
  if (id.empty()) return worker_line(answer);
  Json whole = {{"id", Json::parse(id, nullptr, false)}};
  whole.update(answer);
  return worker_line(whole);
}

}  // namespace

std::string call_answer_ok(const std::string& id) { return call_answer(id, {{"ok", true}}); }

std::string call_answer_prune(const std::string& id, bool prune) {
  return call_answer(id, {{"prune", prune}});
}

std::string call_answer_error(const std::string& id, ErrorCode code, const std::string& message) {
  return call_answer(id, {{"error", {{"code", code_name(code)}, {"message", message}}}});
}

std::string worker_request(const WorkerRequest& request, const Trial& trial) {
  return worker_line({{kTrialId, request.trial_id},
                      {"study", request.study},
                      {"number", trial.number},
                      {"attempt", trial.attempt},
                      {"seed", request.seed},
                      {"params", to_json(trial.configuration)},
                      {"folder", request.folder},
                      {"files",
                       {{"params", request.params_file},
                        {"report", request.report_file},
                        {"artefacts", request.artefact_folder},
                        {"checkpoints", request.checkpoint_folder}}}});
}

std::string prune_answer(const std::string& trial_id, std::int64_t step, bool prune) {
  return worker_line({{kTrialId, trial_id}, {"step", step}, {"prune", prune}});
}

}  // namespace hone::codec
