// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/process.hpp"
#include "hone/runner/trial_files.hpp"

namespace hone::runner {

/// A number below 2^31, which every language's generator takes as a seed, from the study's seed and the
/// trial's number.
std::uint32_t trial_seed(std::uint64_t study_seed, std::int64_t number);

/// Spells out the study's command for one trial: arguments filled (substitute.hpp) and, on top of the tuner's
/// own environment and that of the study,
///   HONE_PARAM_<name>   each existing parameter, once with its name as written and once in capitals;
///   characters other
///                       than letters and digits become "_"
///   HONE_PARAMS_FILE    the same as JSON
///   HONE_RESULT_FILE    where the result may be written
///   HONE_REPORT_FILE    where intermediate values may be appended
///   HONE_TRIAL_DIR      a folder for the trial's own files
///   HONE_ARTEFACT_DIR   a folder for what is to be kept with the trial
///   HONE_CHECKPOINT_DIR a folder that all runs of the trial share
///   HONE_TRIAL_ID       names this attempt and no other, in this study and any; see ResultReader
///   HONE_TRIAL_NUMBER   0, 1, 2, ...
///   HONE_ATTEMPT        1, 2, ... when the trial is run again
///   HONE_STUDY          the study's name
///   HONE_SEED           trial_seed()
///   HONE_SLOT           which of the parallel places this is, from 0: to choose a GPU, a port
/// Throws Error(NotFound) when there is no such program in PATH.
Invocation make_invocation(const Study& study, const Trial& trial, const TrialFiles& files, int slot);

/// The same for a worker, which runs many trials: what belongs to one of them stands in the requests instead.
/// Of the variables above it has HONE_STUDY and HONE_SLOT, and
///   HONE_WORKER         the version of the protocol (codec/worker_message.hpp)
Invocation make_worker_invocation(const Study& study, int slot);

/// The program and its arguments as a worker is started with them. Throws Error(InvalidFile) when one of them
/// differs from trial to trial.
std::vector<std::string> worker_command_line(const Study& study);

/// The program and its arguments as the trial's command is started with them.
std::vector<std::string> command_line(const Study& study, const Trial& trial, const TrialFiles& files);

/// Throws Error(NotFound) when there is no such folder; an empty name is the present one.
void check_folder(const std::string& directory);
/// Throws Error(NotFound or InvalidFile) when the study's program is not there or cannot be run. One whose
/// name depends on a parameter is not looked for.
void check_program(const Study& study);

}  // namespace hone::runner
