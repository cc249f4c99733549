// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"

// What runs of trials left on the disk, to look at and to clear away. Links are never followed: not to the
// folder of a study, not inside it.
namespace hone::runner {

/// One run's folder, "<number>", "<number>.<n>" or one that was moved aside, or a trial's checkpoints,
/// "<number>.checkpoints".
struct TrialFolder {
  std::string path;
  std::int64_t number = 0;     ///< of the trial
  std::int64_t bytes = 0;      ///< that the files in it take on the disk
  std::int64_t log_bytes = 0;  ///< of these, stdout.txt and stderr.txt
  Timestamp changed = 0;       ///< when something in it was last written
};

/// Those of a study, by number; none when there is no such folder, or it is a link or somebody else's. What
/// is not called like a trial's folder, and links, are passed over.
std::vector<TrialFolder> trial_folders(const std::string& workdir, const std::string& study_folder);

/// The names of the folders of studies in a working folder, whether or not a study is still there, in order.
/// Links and what is somebody else's are passed over.
std::vector<std::string> study_folders(const std::string& workdir);

enum class Clearing {
  All,   ///< the folder with everything in it; a link in it goes, what it points to stays
  Logs,  ///< only stdout.txt and stderr.txt
};

/// Returns the bytes that were freed. Throws Error(System), saying which path, when the system refuses.
std::int64_t clear(const TrialFolder& folder, Clearing what);

/// Removes the folder of a study when nothing is left in it; true when it did.
bool remove_if_empty(const std::string& workdir, const std::string& study_folder);

}  // namespace hone::runner
