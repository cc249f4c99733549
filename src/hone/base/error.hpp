// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hone {

/// What kind of thing went wrong. The command line, the service and the bindings each map it in one table.
enum class ErrorCode {
  InvalidSpace,     ///< a parameter, condition or constraint that cannot be
  InvalidOption,    ///< an option out of its range, or one that does not exist
  InvalidArgument,  ///< a call that makes no sense in this state
  InvalidFile,      ///< a study file, table or message that cannot be read
  NotFound,         ///< no such study, trial, sampler or file
  AlreadyExists,    ///< a study of that name is there, and differs
  Forbidden,        ///< the caller may not do this, or not to this study
  LeaseLost,        ///< the trial was given to somebody else, or has ended
  Conflict,         ///< somebody else changed the study meanwhile; ask again
  StorageBusy,      ///< the store stayed locked for longer than we wait
  StorageFull,      ///< the disk is full
  StorageReadOnly,  ///< the store cannot be written
  StorageCorrupt,   ///< the store's file is damaged or is not one of ours
  StorageGone,      ///< the store's file was deleted or replaced while it was open
  StorageFailed,    ///< any other failure of the store
  Unsatisfiable,    ///< no point of the space satisfies the constraints
  System,           ///< the operating system refused (fork, pipe, file)
  Internal,         ///< a defect of hone
};

/// Stable name of a code for machines, such as "invalid_space".
std::string_view code_name(ErrorCode code);

/// Says what was wrong and what to do about it. Thrown when an operation was asked for wrongly or the
/// machine cannot do it; outcomes one expects are return values.
class Error : public std::runtime_error {
 public:
  /// The message reads "<problem>; <remedy>".
  Error(ErrorCode code, const std::string& problem, const std::string& remedy);

  ErrorCode code() const noexcept { return code_; }

  /// The same error with a place in front: within("study.yaml:4: parameters.C") gives
  /// "study.yaml:4: parameters.C: <message>".
  Error within(const std::string& where) const;

 private:
  Error(ErrorCode code, const std::string& message);
  ErrorCode code_;
};

}  // namespace hone
