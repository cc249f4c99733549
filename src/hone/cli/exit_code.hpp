// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "hone/base/error.hpp"

namespace hone::cli {

/// What the program returns to the shell.
enum ExitCode : int {
  kOk = 0,
  kFailure = 1,        ///< the operating system refused, no trial succeeded, or a defect
  kUsage = 2,          ///< an unknown command or option, a missing argument
  kInvalid = 3,        ///< a study file, space, option or value that cannot be
  kNotFound = 4,       ///< no such study, trial, sampler, file or store
  kStore = 5,          ///< the store is busy, full, read-only or damaged
  kConflict = 6,       ///< somebody else holds the trial, or the study exists and differs
  kInterrupted = 130,  ///< stopped by Ctrl-C
  kTerminated = 143    ///< told to end: SIGTERM, or SIGHUP when the terminal is closed
};

/// The one table from errors to exit codes.
ExitCode exit_code(ErrorCode code);

/// One row of the table shown by --help and the guide.
struct ExitCodeInfo {
  int code;
  const char* meaning;
};
std::span<const ExitCodeInfo> exit_codes();

/// The command line itself was wrong. `what` says how, `hint` what to type.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& what, std::string hint = {})
      : std::runtime_error(what), hint_(std::move(hint)) {}
  const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

}  // namespace hone::cli
