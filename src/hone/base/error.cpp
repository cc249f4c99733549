// SPDX-License-Identifier: MIT
#include "hone/base/error.hpp"

namespace hone {

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidSpace:
      return "invalid_space";
    case ErrorCode::InvalidOption:
      return "invalid_option";
    case ErrorCode::InvalidArgument:
      return "invalid_argument";
    case ErrorCode::InvalidFile:
      return "invalid_file";
    case ErrorCode::NotFound:
      return "not_found";
    case ErrorCode::AlreadyExists:
      return "already_exists";
    case ErrorCode::Forbidden:
      return "forbidden";
    case ErrorCode::LeaseLost:
      return "lease_lost";
    case ErrorCode::Conflict:
      return "conflict";
    case ErrorCode::StorageBusy:
      return "storage_busy";
    case ErrorCode::StorageFull:
      return "storage_full";
    case ErrorCode::StorageReadOnly:
      return "storage_read_only";
    case ErrorCode::StorageCorrupt:
      return "storage_corrupt";
    case ErrorCode::StorageGone:
      return "storage_gone";
    case ErrorCode::StorageFailed:
      return "storage_failed";
    case ErrorCode::Unsatisfiable:
      return "unsatisfiable";
    case ErrorCode::System:
      return "system";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

Error::Error(ErrorCode code, const std::string& problem, const std::string& remedy)
    : Error(code, problem + "; " + remedy) {}

namespace {

// what() is a C string, which would end at the first of them.
std::string without_nul(std::string message) {
  for (std::size_t i = message.find('\0'); i != std::string::npos; i = message.find('\0', i))
    message.replace(i, 1, "\\x00");
  return message;
}

}  // namespace

Error::Error(ErrorCode code, const std::string& message)
    : std::runtime_error(without_nul(message)), code_(code) {}

Error Error::within(const std::string& where) const { return Error(code_, where + ": " + what()); }

}  // namespace hone
