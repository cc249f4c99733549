// SPDX-License-Identifier: MIT
#include "hone/cli/style.hpp"

namespace hone::cli {

std::string Style::marked(const char* code, std::string_view text) const {
  if (!colour || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string Style::state(TrialState trial_state, std::string_view text) const {
  switch (trial_state) {
    case TrialState::Complete:
      return green(text);
    case TrialState::Running:
      return cyan(text);
    case TrialState::Failed:
      return red(text);
    case TrialState::TimedOut:
    case TrialState::Infeasible:
    case TrialState::Pruned:
      return yellow(text);
    case TrialState::Waiting:
    case TrialState::Deleted:
      return dim(text);
  }
  return std::string(text);
}

}  // namespace hone::cli
