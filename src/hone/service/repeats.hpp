// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/core/sampler.hpp"
#include "hone/core/study.hpp"
#include "hone/runner/loop_observer.hpp"
#include "hone/runner/stop_signal.hpp"

// Configurations of a study, evaluated again to see how their values differ.
namespace hone::service {

/// Different configurations of complete trials, spread evenly from the best to the worst; what is missing is
/// proposed by a Sobol sequence.
std::vector<Configuration> choose_configurations(const Study& study, std::span<const Trial> trials,
                                                 std::size_t objective, int count);

/// What is to be run: a study of its own, and all of its trials.
struct RepeatPlan {
  Study study;
  std::vector<Proposal> proposals = {};
};

/// Every configuration `repeats` times, with other seeds than the study's own trials had. Its name is the
/// study's followed by "-repeats". Throws Error when the study has no command that can be run.
RepeatPlan plan_repeats(const Study& study, const std::vector<Configuration>& configurations, int repeats,
                        std::optional<int> parallel);

/// What came of them.
struct RepeatRun {
  std::vector<Trial> trials;  ///< numbered from 0, known to no store
  bool interrupted = false;
};

/// Runs the command as 'hone tune' would, with folders for its trials in `workdir`. Nothing is stored.
RepeatRun run_repeats(const RepeatPlan& repeats, const std::string& workdir,
                      runner::StopSignal* signal = nullptr, runner::LoopObserver* observer = nullptr);

}  // namespace hone::service
