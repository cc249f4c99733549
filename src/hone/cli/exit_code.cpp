// SPDX-License-Identifier: MIT
#include "hone/cli/exit_code.hpp"

namespace hone::cli {

ExitCode exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidSpace:
    case ErrorCode::InvalidOption:
    case ErrorCode::InvalidArgument:
    case ErrorCode::InvalidFile:
    case ErrorCode::Unsatisfiable:
      return kInvalid;
    case ErrorCode::NotFound:
      return kNotFound;
    case ErrorCode::AlreadyExists:
    case ErrorCode::LeaseLost:
    case ErrorCode::Conflict:
    case ErrorCode::Forbidden:
      return kConflict;
    case ErrorCode::StorageBusy:
    case ErrorCode::StorageFull:
    case ErrorCode::StorageReadOnly:
    case ErrorCode::StorageCorrupt:
    case ErrorCode::StorageGone:
    case ErrorCode::StorageFailed:
      return kStore;
    case ErrorCode::System:
    case ErrorCode::Internal:
      return kFailure;
  }
  return kFailure;
}

std::span<const ExitCodeInfo> exit_codes() {
  static constexpr ExitCodeInfo kTable[] = {
      {kOk, "success"},
      {kFailure, "failure: the system refused, or no trial succeeded"},
      {kUsage, "wrong usage: unknown command or option, missing argument"},
      {kInvalid, "invalid study file, space, option or value"},
      {kNotFound, "no such study, trial, sampler, file or store"},
      {kStore, "the store is busy, full, read-only or damaged"},
      {kConflict, "conflict: the trial has ended or is held by another, the study exists and differs"},
      {kInterrupted, "interrupted (Ctrl-C)"},
      {kTerminated, "told to end (SIGTERM, SIGHUP)"},
  };
  return kTable;
}

}  // namespace hone::cli
