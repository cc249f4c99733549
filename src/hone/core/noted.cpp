// SPDX-License-Identifier: MIT
#include "hone/core/noted.hpp"

#include <algorithm>

namespace hone {

std::optional<std::int64_t> noted_count(const Notes& notes, const char* name) {
  constexpr std::int64_t kMost = 1000000;
  const auto found = notes.find(name);
  if (found == notes.end()) return std::nullopt;
  const auto* value = std::get_if<std::int64_t>(&found->second);
  return value == nullptr || *value < 1 || *value > kMost ? std::nullopt : std::optional(*value);
}

std::string noted_text(const Notes& notes, const char* name) {
  const auto found = notes.find(name);
  if (found == notes.end()) return "";
  const auto* words = std::get_if<std::string>(&found->second);
  return words == nullptr ? "" : *words;
}

std::optional<std::int64_t> stage_of(const Trial& trial) { return noted_count(trial.notes, kStageNote); }

bool any_stage(std::span<const Trial> trials) {
  return std::any_of(trials.begin(), trials.end(),
                     [](const Trial& trial) { return stage_of(trial).has_value(); });
}

}  // namespace hone
