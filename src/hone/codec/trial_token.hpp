// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

// The token of a trial as it goes over the wire. It names the hand-over (the fence of the lease) and proves
// that it was given to whoever shows it: 37 bits of a keyed hash of study, trial and fence stand above 16
// bits of the fence itself. So nobody can make up the token of somebody else's trial, and a token of a
// deleted study does not fit another of the same name. A whole number that every JSON reader keeps exactly.
namespace hone::codec {

inline constexpr int kFenceBits = 16;

/// The fence in a token that was given to us; 0 in 0.
constexpr std::int64_t fence_part(std::int64_t token) {
  return token & ((std::int64_t{1} << kFenceBits) - 1);
}

/// Makes and judges the tokens of a store's trials. All servers of a store have the same key.
class TokenKey {
 public:
  explicit TokenKey(std::string secret) : secret_(std::move(secret)) {}

  /// 0 for the fence 0: the trial has ended, or is held until it is told. Throws Error(Conflict) for a trial
  /// that was handed over more often than a token can say.
  std::int64_t token_of(std::int64_t study, std::int64_t number, std::int64_t fence) const;
  /// Nothing when the token is not one of this trial of this study.
  std::optional<std::int64_t> fence_in(std::int64_t study, std::int64_t number, std::int64_t token) const;

 private:
  std::string secret_;
};

}  // namespace hone::codec
