// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace hone::e2e {

/// What a trial program does to its tuner instead of its work.
enum class Hostility {
  None,
  DeafToSignals,   ///< ignores SIGTERM and never ends
  FloodOfReports,  ///< 50,000 lines, then an end without a result
  FloodOfOutput,   ///< 32 MB, then an end without a result
  DeepJson,        ///< 50,000 brackets inside each other
  PipeForResult,   ///< a named pipe in place of the result file
  PipeForReports,  ///< a named pipe in place of the report file
  StopsItsGuard,   ///< SIGSTOP to its parent, again and again
};

/// Every seventh trial of a hostile study is hostile, in turn in each of these ways.
inline Hostility hostility_of(std::int64_t number) {
  constexpr int kKinds = 7;
  if (number % 7 != 3) return Hostility::None;
  return static_cast<Hostility>(1 + (number / 7) % kKinds);
}

}  // namespace hone::e2e
