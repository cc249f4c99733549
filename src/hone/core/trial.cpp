// SPDX-License-Identifier: MIT
#include "hone/core/trial.hpp"
#include "hone/core/trial_words.hpp"

#include <algorithm>
#include <array>

namespace hone {
namespace {

constexpr std::array<std::string_view, 8> kStates = {"waiting", "running",   "complete",   "failed",
                                                     "pruned",  "timed_out", "infeasible", "deleted"};

}  // namespace

std::string_view to_text(TrialState state) { return kStates[static_cast<std::size_t>(state)]; }

std::optional<TrialState> parse_trial_state(std::string_view text) {
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    if (kStates[i] == text) return static_cast<TrialState>(i);
  }
  return std::nullopt;
}

const std::vector<std::string>& trial_state_words() {
  static const std::vector<std::string> kWords(kStates.begin(), kStates.end());
  return kWords;
}

const std::vector<std::string>& ended_state_words() {
  static const std::vector<std::string> kWords = [] {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < kStates.size(); ++i)
      if (is_evidence(static_cast<TrialState>(i))) words.emplace_back(kStates[i]);
    return words;
  }();
  return kWords;
}

std::vector<Trial> fitting(std::vector<Trial> trials) {
  std::erase_if(trials, [](const Trial& trial) { return !fits(trial); });
  return trials;
}

}  // namespace hone
