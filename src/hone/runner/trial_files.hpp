// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/core/trial.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// The files of one attempt at a trial, in a folder of their own: <workdir>/<study folder>/<number> for the
/// first attempt, <workdir>/<study folder>/<number>.<attempt> for later ones. So what an earlier attempt left
/// stays readable, and one that is still being killed elsewhere cannot write into this one's result.
struct TrialFiles {
  std::string folder = {};  ///< the trial's to write to; absolute
  std::string id = {};      ///< "<study folder>/<number>[.<attempt>]": no other attempt has the same
  std::string params = {};  ///< params.json: the configuration
  std::string result = {};  ///< result.json: the command may leave its result there
  std::string report = {};  ///< report.txt: the command may append intermediate values
  std::string output = {};  ///< stdout.txt
  std::string error = {};   ///< stderr.txt
};

/// Name of the folder in which the trials of a study have theirs: "<name>-<8 hexadecimal digits>". The digits
/// come from the place of the store, the study's id and the time it was made, and the user, so that neither
/// studies of one store whose names look alike in a path ("a b", "a_b"), nor studies of several stores, nor
/// several users share a folder; whoever resumes a study finds it again. Characters that are awkward in a
/// path become "_".
std::string study_folder(storage::Storage& storage, storage::StudyId id);

/// Names the files; touches nothing.
TrialFiles trial_files(const std::string& workdir, const std::string& study_folder, const Trial& trial);

/// Makes the folder, which is empty and private to the user, and writes params.json. What stood in its place
/// is moved aside. Throws Error(System) when that cannot be done.
void prepare(const TrialFiles& files, const Trial& trial);

}  // namespace hone::runner
