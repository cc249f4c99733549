// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/catalog/study_parts.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/runner/loop.hpp"

namespace hone::cli {

/// How a run of `hone tune` ended.
struct TuneSummary {
  const OpenStudy& open;
  const std::vector<Trial>& trials;
  runner::LoopResult result;
  double seconds = 0.0;
  std::string argument;                   ///< how the person called the study
  std::optional<std::int64_t> more = {};  ///< trials that it was to run, when --more said so
  catalog::SourceTally sources = {};
  std::vector<std::string> warnings = {};  ///< about them
};

/// Why it stopped, in words.
std::string reason_text(const TuneSummary& summary);

/// Best settings, why it stopped, and how to look further.
void print_summary(Context& context, const TuneSummary& summary);
void print_json(Context& context, const TuneSummary& summary);

/// 130 when interrupted, 143 when told to end; 1 when it gave up, or no trial of the study is complete
/// although some ran, in this run or before; otherwise 0.
int exit_code_of(const TuneSummary& summary);

}  // namespace hone::cli
