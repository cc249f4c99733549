// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "hone/core/trial.hpp"

namespace hone {

/// A file that a trial left, as it is listed.
struct TrialArtefact {
  std::int64_t number = 0;  ///< of the trial
  std::string name;         ///< one of a trial's has it
  std::string hash;         ///< SHA-256 of its bytes
  std::int64_t size = 0;    ///< bytes
  std::string type;         ///< what it is by its first bytes and its name: "image/png", "text/csv", ...
  int attempt = 1;          ///< of the trial, in which it was left
  Timestamp created = 0;
  friend bool operator==(const TrialArtefact&, const TrialArtefact&) = default;
};

}  // namespace hone
