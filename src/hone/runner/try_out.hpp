// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/stop_signal.hpp"

namespace hone::runner {

/// What came of running a study's command once.
struct Tryout {
  Trial trial = {};  ///< as it would have been stored; still waiting when it was interrupted
  std::vector<std::string> command = {};
  std::string directory = {};  ///< where it was started
  std::string folder = {};     ///< of the trial's files, which stay
};

/// Runs the command of a study with one configuration as a tuner would: in a trial's folder of its own below
/// `workdir`, with the study's time-out, its result and reports read by the study's rules. Nothing is stored
/// and nothing is tried twice. Throws Error as Loop does.
Tryout try_out(const Study& study, const Configuration& configuration, const std::string& workdir,
               StopSignal* signal = nullptr);

}  // namespace hone::runner
