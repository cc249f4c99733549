// SPDX-License-Identifier: MIT
#include "hone/runner/left_artefacts.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/foreign_file.hpp"
#include "hone/runner/result.hpp"

namespace hone::runner {
namespace {

constexpr std::size_t kNamedInRemark = 3;
constexpr std::size_t kMostEntries = 10'000;  // of the folder that are looked at

std::string shown_name(const std::string& name) { return text("'", printable(name.substr(0, 100)), "'"); }

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// All names in a folder, sorted.
std::vector<std::string> names_in(const Descriptor& folder) {
  std::vector<std::string> names;
  const int copy = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> entries(copy < 0 ? nullptr : ::fdopendir(copy));
  if (!entries) {
    if (copy >= 0) ::close(copy);
    return names;
  }
  while (const dirent* entry = ::readdir(entries.get())) {
    const std::string_view name(entry->d_name);
    if (name != "." && name != "..") names.emplace_back(name);
    if (names.size() >= kMostEntries) break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string reason_of(const Error& error) {
  const std::string all = error.what();
  return all.substr(0, all.rfind("; "));  // what to do is for who asked
}

}  // namespace

void LeftArtefacts::leave_out(const std::string& name, const std::string& why) {
  if (left_out.size() < kNamedInRemark) {
    left_out.push_back(text(shown_name(name), " ", why));
  } else {
    ++more_left_out;
  }
}

std::string LeftArtefacts::remark() const {
  if (left_out.empty()) return "";
  return text("not kept of the artefacts: ", join(left_out, ", "),
              more_left_out > 0 ? text(", and ", more_left_out, " more") : "");
}

LeftArtefacts look_for_artefacts(const Descriptor& trial_folder) {
  LeftArtefacts left;
  Descriptor folder(
      ::openat(trial_folder.get(), "artefacts", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.get() < 0) {
    if (errno != ENOENT)
      left.leave_out("artefacts", "is not the folder any more that was made for the trial");
    return left;
  }
  for (const std::string& name : names_in(folder)) {
    const std::string problem = storage::artefact_name_problem(name);
    if (!problem.empty()) {
      left.leave_out(name, problem);
    } else if (std::ssize(left.names) >= storage::kMostArtefactsOfTrial) {
      left.leave_out(name, text("is one of more than ", storage::kMostArtefactsOfTrial));
    } else {
      left.names.push_back(name);
    }
  }
  left.folder = std::make_shared<const Descriptor>(std::move(folder));
  return left;
}

void send_first(LeftArtefacts& left, storage::Storage& store, storage::StudyId id,
                const storage::Lease& lease) {
  const std::string name = left.names.front();
  const ForeignFile file = open_foreign(name, left.folder.get());
  if (!file.is_open()) {
    left.leave_out(name, file.problem.empty() ? "is gone" : file.problem);
  } else {
    const storage::FileSource source(storage::FileHandle(::fcntl(file.file.get(), F_DUPFD_CLOEXEC, 0)),
                                     file.size);
    try {
      store.put_trial_artefact(id, {.number = lease.number, .name = name, .fence = lease.fence}, source);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::StorageBusy || error.code() == ErrorCode::LeaseLost) throw;
      left.leave_out(name, text("(", reason_of(error), ")"));
    }
  }
  left.names.pop_front();
}

void add_remark(Attributes& attributes, const std::string& remark) {
  Value& value = attributes[kRemarkAttribute];
  const auto* before = std::get_if<std::string>(&value);
  value = before != nullptr && !before->empty() ? *before + "; " + remark : remark;
}

}  // namespace hone::runner
