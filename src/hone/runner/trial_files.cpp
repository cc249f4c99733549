// SPDX-License-Identifier: MIT
#include "hone/runner/trial_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"
#include "hone/runner/private_files.hpp"
#include "hone/runner/trial_folders.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kLongestName = 100;  // file systems allow 255 bytes, of which the digits need some

std::string path_name(const std::string& study) {
  std::string name = study.substr(0, kLongestName);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    if (!plain) c = '_';
  }
  if (name.empty() || name[0] == '.') name.insert(name.begin(), '_');  // neither hidden nor ".."
  return name;
}

// A store in memory is nowhere, but no other one can be at its address in this process.
std::string place_of(const storage::StoreAdmin& storage) {
  const std::string location = storage.location();
  return location.empty() ? text("memory of ", worker_id(), " at ", &storage) : location;
}

}  // namespace

std::string study_folder(storage::Storage& storage, storage::StudyId id) {
  const auto studies = storage.studies();
  const auto found =
      std::find_if(studies.begin(), studies.end(), [&](const auto& one) { return one.id == id; });
  if (found == studies.end()) {
    throw Error(ErrorCode::NotFound, text("there is no study of id ", id), "it was deleted meanwhile");
  }
  return study_folder(storage, *found);
}

std::string study_folder(storage::Storage& storage, const storage::StudySummary& study) {
  const std::string identity =
      text(place_of(storage), '\n', study.id, '\n', study.created, '\n', ::geteuid());
  return path_name(study.name) + "-" + sha256(identity).substr(0, 8);
}

void check_workdir(const std::string& workdir) { check_folder_path(workdir); }

void make_study_folder(const std::string& workdir, const std::string& study_folder) {
  const std::string path = (std::filesystem::absolute(workdir) / study_folder).string();
  require_writable(open_private_folder(path), path);
}

TrialFiles trial_files(const std::string& workdir, const std::string& study_folder,
                       const storage::Lease& lease) {
  std::string leaf = std::to_string(lease.number);
  if (lease.fence > 1) leaf += text(".", lease.fence);
  const auto folder = std::filesystem::absolute(workdir) / study_folder / leaf;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  return {folder.string(),
          text(study_folder, "/", leaf),
          file("params.json"),
          file("result.json"),
          file("report.txt"),
          file("stdout.txt"),
          file("stderr.txt"),
          file("artefacts"),
          (std::filesystem::absolute(workdir) / study_folder / text(lease.number, ".checkpoints")).string()};
}

Descriptor prepare(const TrialFiles& files, const Trial& trial) {
  const std::filesystem::path path(files.folder);
  const Descriptor study = open_private_folder(path.parent_path().string());
  const std::string leaf = path.filename().string();
  Descriptor folder = make_fresh_folder(study, leaf);
  try {
    const Descriptor params = create_private_file(folder.get(), "params.json");
    write_all(params, codec::params_to_text(trial.configuration) + '\n', files.params);
    make_fresh_folder(folder, "artefacts");
    open_private_folder(files.checkpoints);
  } catch (...) {
    // On a full disk every attempt would leave one behind, and be what fills it.
    ::unlinkat(folder.get(), "params.json", 0);
    ::unlinkat(folder.get(), "artefacts", AT_REMOVEDIR);
    ::rmdir(files.checkpoints.c_str());  // as long as it is empty
    ::unlinkat(study.get(), leaf.c_str(), AT_REMOVEDIR);
    throw;
  }
  return folder;
}

void drop_checkpoints(const TrialFiles& files, TrialState ended) {
  if (ended == TrialState::Complete || ended == TrialState::Pruned || ended == TrialState::Infeasible) {
    clear({.path = files.checkpoints}, Clearing::All);
  } else {
    ::rmdir(files.checkpoints.c_str());
  }
}

}  // namespace hone::runner
