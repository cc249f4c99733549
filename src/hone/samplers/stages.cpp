// SPDX-License-Identifier: MIT
#include "hone/samplers/stages.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>

namespace hone::samplers {
namespace {

std::optional<std::int64_t> whole(const Attributes& notes, const char* name, std::int64_t high) {
  const auto found = notes.find(name);
  if (found == notes.end()) return std::nullopt;
  const auto* value = std::get_if<std::int64_t>(&found->second);
  if (value == nullptr || *value < 1 || *value > high) return std::nullopt;
  return *value;
}

std::vector<std::int64_t> centres_of(const Attributes& notes) {
  std::vector<std::int64_t> centres;
  const auto found = notes.find("centre");
  if (found == notes.end()) return centres;
  std::istringstream words(to_text(found->second));
  for (std::int64_t number = 0; words >> number;) centres.push_back(number);
  return centres;
}

}  // namespace

Attributes stage_notes(const Stage& stage, int run) {
  Attributes notes{{"stage", stage.number},
                   {"run", std::int64_t{run + 1}},
                   {"runs", std::int64_t{stage.runs}},
                   {"levels", std::int64_t{stage.levels}},
                   {"zoom", std::int64_t{stage.zoom}}};
  std::string centre;
  for (const std::int64_t number : stage.centres)
    centre += (centre.empty() ? "" : " ") + std::to_string(number);
  if (!centre.empty()) notes["centre"] = centre;
  return notes;
}

void StageBook::add(const Trial& trial) {
  constexpr std::int64_t kMost = 1000000;
  const auto number = whole(trial.notes, "stage", kMost), run = whole(trial.notes, "run", kMost),
             runs = whole(trial.notes, "runs", kMost), levels = whole(trial.notes, "levels", kMost),
             zoom = whole(trial.notes, "zoom", 60);
  if (!number || !run || !runs || !levels || !zoom || *run > *runs) return;
  const auto [place, fresh] = stages_.try_emplace(*number);
  Stage& stage = place->second;
  if (fresh) {
    stage = {.number = *number,
             .zoom = static_cast<int>(*zoom),
             .levels = static_cast<int>(*levels),
             .runs = static_cast<int>(*runs),
             .centres = centres_of(trial.notes),
             .first = trial.number};
  }
  stage.first = std::min(stage.first, trial.number);
  stage.taken.insert(static_cast<int>(*run - 1));
  if (is_finished(trial.state)) stage.finished.insert(static_cast<int>(*run - 1));
}

std::vector<std::int64_t> StageBook::closed() const {
  std::vector<std::int64_t> centres;
  const Stage* before = nullptr;
  for (const auto& [number, stage] : stages_) {
    if (before != nullptr && before->zoom > stage.zoom && !before->centres.empty())
      centres.push_back(before->centres.front());
    before = &stage;
  }
  return centres;
}

const Stage* StageBook::last() const { return stages_.empty() ? nullptr : &stages_.rbegin()->second; }

}  // namespace hone::samplers
