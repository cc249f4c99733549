// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/core/trial.hpp"

namespace hone::runner {

/// The files of one attempt at a trial, in a folder of their own: <workdir>/<study>/<number> for the first
/// attempt, <workdir>/<study>/<number>.<attempt> for later ones. So what an earlier attempt left stays
/// readable, and one that is still being killed elsewhere cannot write into this one's result.
struct TrialFiles {
  std::string folder = {};  ///< the trial's to write to; absolute
  std::string params = {};  ///< params.json: the configuration
  std::string result = {};  ///< result.json: the command may leave its result there
  std::string report = {};  ///< report.txt: the command may append intermediate values
  std::string output = {};  ///< stdout.txt
  std::string error = {};   ///< stderr.txt
};

/// Names the files; touches nothing. Characters of the study's name that are awkward in a path become "_".
TrialFiles trial_files(const std::string& workdir, const std::string& study, const Trial& trial);

/// Makes the folder, writes params.json, and removes what a study of the same name left there. Throws
/// Error(System) when that cannot be done.
void prepare(const TrialFiles& files, const Trial& trial);

}  // namespace hone::runner
