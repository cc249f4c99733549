// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <map>
#include <string>

#include "bench/quality/schedule.hpp"

namespace hone::quality {

/// How open runs are done.
struct RunPlace {
  std::string file = {};  ///< gets a line for each finished run
  int jobs = 0;           ///< runs at a time; 0 for as many as there are processors
  bool quiet = false;     ///< no line on the screen for each run
};

/// Does the runs of a schedule that are not among `done`, tells of them on `err`, and returns how many
/// failed.
int run_missing(const Schedule& schedule, const std::map<RunKey, Run>& done, const RunPlace& place,
                std::ostream& err);

/// Finds a mistyped method or option before anything runs: throws Error.
void check_methods(const Schedule& schedule);

}  // namespace hone::quality
