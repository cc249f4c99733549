// SPDX-License-Identifier: MIT
#include "hone/codec/answer.hpp"

#include <array>

#include "hone/codec/json_text.hpp"
#include "hone/codec/record.hpp"

namespace hone::codec {
namespace {

std::string trial_list(std::span<const Trial> trials, const Study& study) {
  std::string list = "[";
  for (const Trial& trial : trials) {
    if (list.size() > 1) list += ',';
    list += json_line(to_json(trial, study));
  }
  return list + "]";
}

}  // namespace

std::string error_answer(std::string_view code, const std::string& message) {
  return json_line(Json{{"error", {{"code", code}, {"message", message}}}});
}

std::string ok_answer() { return "{\"ok\":true}"; }

std::string with_id(std::string answer, const std::string& id) {
  return answer.insert(1, "\"id\":" + id + ",");
}

std::string opened_answer(const std::string& study, std::int64_t trials,
                          const std::vector<std::string>& warnings) {
  Json answer{{"ok", true}, {"study", study}, {"trials", trials}};
  if (!warnings.empty()) answer["warnings"] = warnings;
  return json_line(answer);
}

void AskedAnswer::add(const Trial& trial) {
  if (!trials_.empty()) trials_ += ',';
  trials_ += "{\"number\":";
  trials_ += std::to_string(trial.number);
  trials_ += ",\"params\":";
  trials_ += params_to_text(trial.configuration);
  trials_ += '}';
}

std::string AskedAnswer::text(bool done, std::int64_t running, bool stopped) const {
  std::string answer = "{\"trials\":[" + trials_ + "]";
  if (done) answer += ",\"done\":true";
  if (stopped) answer += ",\"stopped\":true";
  if (running > 0) answer += ",\"running\":" + std::to_string(running);
  return answer + "}";
}

std::string prune_answer(bool prune) { return prune ? "{\"prune\":true}" : "{\"prune\":false}"; }

std::string lost_answer(std::span<const std::int64_t> numbers) {
  return json_line(Json{{"lost", std::vector(numbers.begin(), numbers.end())}});
}

std::string best_answer(const std::optional<Trial>& best, const Study& study) {
  return json_line(Json{{"best", best ? to_json(*best, study) : Json(nullptr)}});
}

std::string front_answer(std::span<const Trial> front, const Study& study) {
  return "{\"front\":" + trial_list(front, study) + "}";
}

Json show_json(const Study& study, const std::vector<Trial>& trials) {
  return {{"study", to_json(study)},
          {"counts", counts_json(trials)},
          {study.objectives.size() == 1 ? "best" : "front", best_json(study, trials)}};
}

Json counts_json(std::span<const Trial> trials) {
  constexpr std::array kStates = {TrialState::Waiting,    TrialState::Running, TrialState::Complete,
                                  TrialState::Failed,     TrialState::Pruned,  TrialState::TimedOut,
                                  TrialState::Infeasible, TrialState::Deleted};
  std::array<std::int64_t, kStates.size()> counts = {};
  for (const Trial& trial : trials) ++counts[static_cast<std::size_t>(trial.state)];
  const std::int64_t deleted = counts[static_cast<std::size_t>(TrialState::Deleted)];
  Json json = {{"total", static_cast<std::int64_t>(trials.size()) - deleted}};
  for (const TrialState state : kStates) {
    if (state == TrialState::Deleted && deleted == 0) continue;
    json[std::string(to_text(state))] = counts[static_cast<std::size_t>(state)];
  }
  return json;
}

Json best_json(const Study& study, std::span<const Trial> trials) {
  if (study.objectives.size() == 1) {
    const Trial* best = best_trial(trials, study.objectives[0]);
    return best == nullptr ? Json(nullptr) : to_json(*best, study);
  }
  Json front = Json::array();
  for (const Trial* trial : pareto_trials(trials, study.objectives)) front.push_back(to_json(*trial, study));
  return front;
}

}  // namespace hone::codec
