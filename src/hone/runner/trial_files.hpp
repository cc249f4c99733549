// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/core/trial.hpp"
#include "hone/runner/descriptor.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// The files of one run of a trial, in a folder of their own: <workdir>/<study folder>/<number> when the
/// trial is handed out for the first time, <workdir>/<study folder>/<number>.<n> the n-th time. So what an
/// earlier run left stays readable, and one that is still being killed elsewhere cannot write into this one's
/// result.
struct TrialFiles {
  std::string folder = {};     ///< the trial's to write to; absolute
  std::string id = {};         ///< "<study folder>/<number>[.<n>]": no other run has the same
  std::string params = {};     ///< params.json: the configuration
  std::string result = {};     ///< result.json: the command may leave its result there
  std::string report = {};     ///< report.txt: the command may append intermediate values
  std::string output = {};     ///< stdout.txt
  std::string error = {};      ///< stderr.txt
  std::string artefacts = {};  ///< artefacts: a folder for what the command wants to be kept
  /// <workdir>/<study folder>/<number>.checkpoints: the same folder for all runs of the trial, so that one
  /// goes on from where another was interrupted.
  std::string checkpoints = {};
};

/// Name of the folder in which the trials of a study have theirs: "<name>-<8 hexadecimal digits>". The digits
/// come from the place of the store, the study's id and the time it was made, and the user, so that neither
/// studies of one store whose names look alike in a path ("a b", "a_b"), nor studies of several stores, nor
/// several users share a folder; whoever resumes a study finds it again. Characters that are awkward in a
/// path become "_".
std::string study_folder(storage::Storage& storage, storage::StudyId id);
/// The same where the store's list of studies is at hand already.
std::string study_folder(storage::Storage& storage, const storage::StudySummary& study);

/// Throws Error(System) when there can be no folder of that name, as far as can be told without making it.
void check_workdir(const std::string& workdir);
/// Makes the folder of a study's trials. Throws Error(System) when they cannot have theirs in it.
void make_study_folder(const std::string& workdir, const std::string& study_folder);

/// Names the files of the run for which the lease was given; touches nothing.
TrialFiles trial_files(const std::string& workdir, const std::string& study_folder,
                       const storage::Lease& lease);

/// Makes the folder, which is private to the user, with params.json and an empty folder for artefacts. What
/// stood in its place is moved aside. Makes the folder for checkpoints unless there is one. Returns the
/// folder, so that it is known whatever the trial puts in its place. Throws Error(System) when that cannot be
/// done.
Descriptor prepare(const TrialFiles& files, const Trial& trial);

/// Clears away the checkpoints of a trial that is not run again. After a failure only when there are none:
/// who mends the cause and has it run again wants it to go on. Throws Error(System).
void drop_checkpoints(const TrialFiles& files, TrialState ended);

}  // namespace hone::runner
