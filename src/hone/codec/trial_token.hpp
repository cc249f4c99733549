// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

// The token of a trial as it goes over the wire: the fence of its lease and the id of its study, which no
// other study of the store ever gets, so that a result of a deleted study does not reach another of the same
// name. A whole number that every JSON reader keeps exactly, for ids below 90 million.
namespace hone::codec {

inline constexpr std::int64_t kFencesOfAStudy = 100'000'000;

/// 0 for the fence 0: the trial has ended, or is held until it is told.
constexpr std::int64_t token_of(std::int64_t study, std::int64_t fence) {
  return fence > 0 ? study * kFencesOfAStudy + fence : 0;
}

/// Nothing when the token is not one of this study.
constexpr std::optional<std::int64_t> fence_in(std::int64_t study, std::int64_t token) {
  if (token == 0) return 0;
  if (token / kFencesOfAStudy != study) return std::nullopt;
  return token % kFencesOfAStudy;
}

}  // namespace hone::codec
