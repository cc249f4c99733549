// SPDX-License-Identifier: MIT
#include "hone/runner/trial_files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/record.hpp"

namespace hone::runner {
namespace {

constexpr const char* kRemedy = "free some space, or choose a folder that can be written (--workdir)";

std::string path_name(const std::string& study) {
  std::string name = study;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    if (!plain) c = '_';
  }
  if (name.empty() || name[0] == '.') name.insert(name.begin(), '_');  // neither hidden nor ".."
  return name;
}

}  // namespace

TrialFiles trial_files(const std::string& workdir, const std::string& study, const Trial& trial) {
  std::string leaf = std::to_string(trial.number);
  if (trial.attempt > 1) leaf += text(".", trial.attempt);
  const auto folder = std::filesystem::absolute(workdir) / path_name(study) / leaf;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  return {folder.string(),    file("params.json"), file("result.json"),
          file("report.txt"), file("stdout.txt"),  file("stderr.txt")};
}

void prepare(const TrialFiles& files, const Trial& trial) {
  std::error_code problem;
  std::filesystem::create_directories(files.folder, problem);
  if (problem) {
    throw Error(ErrorCode::System, text("cannot make the folder '", files.folder, "': ", problem.message()),
                kRemedy);
  }
  for (const std::string& stale : {files.result, files.report}) std::filesystem::remove(stale, problem);
  std::ofstream out(files.params, std::ios::trunc);
  out << codec::params_to_text(trial.configuration) << '\n';
  out.close();
  if (!out) {
    throw Error(ErrorCode::System, text("cannot write '", files.params, "': ", std::strerror(errno)),
                kRemedy);
  }
}

}  // namespace hone::runner
