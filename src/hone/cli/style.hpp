// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hone/core/trial.hpp"

namespace hone::cli {

/// How text looks on one stream: colours or not, Unicode or not, and how wide it is.
struct Style {
  bool colour = false;
  bool unicode = true;
  int width = 80;

  std::string bold(std::string_view text) const { return marked("1", text); }
  std::string dim(std::string_view text) const { return marked("2", text); }
  std::string red(std::string_view text) const { return marked("31", text); }
  std::string green(std::string_view text) const { return marked("32", text); }
  std::string yellow(std::string_view text) const { return marked("33", text); }
  std::string cyan(std::string_view text) const { return marked("36", text); }

  /// The text in the colour that a state has everywhere.
  std::string state(TrialState state, std::string_view text) const;
  std::string state(TrialState trial_state) const { return state(trial_state, to_text(trial_state)); }

 private:
  std::string marked(const char* code, std::string_view text) const;
};

}  // namespace hone::cli
