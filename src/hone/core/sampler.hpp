// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hone/core/configuration.hpp"
#include "hone/core/trial.hpp"

namespace hone {

/// What a sampler is asked for.
struct AskRequest {
  int count = 1;
  std::span<const Trial> running =
      {};                  ///< chosen but not finished (running and waiting), in trial-number order
  std::uint64_t seed = 0;  ///< the runner derives it from the study's seed and the next trial's number
};

/// A configuration to try, and what the sampler wants to remember of how it came about. The notes are stored
/// with the trial, come back in its history, and so may steer later proposals of any process.
struct Proposal {
  Configuration configuration;
  Notes notes = {};
};

/// Proposes configurations and learns from the trials that ran them.
/// A function of (space, history, seed): what tell() keeps is a cache of the history, and a new sampler told
/// the same trials answers the same, whatever the order and the portions in which it was told. It sees no
/// storage, clock, thread or network.
///
/// Threads: any number of them may call ask() of one sampler at the same time, and each gets the answer it
/// would have got alone. tell() needs the sampler for itself: nobody may be in ask() or tell() meanwhile.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// Learns from trials that have ended, failed ones included. Each is told once, unless somebody corrects
  /// it: then it is told again as it is now, and takes the place of what was told before. One that is told as
  /// waiting, running or deleted was withdrawn and is forgotten, as if it had never been told.
  virtual void tell(std::span<const Trial> finished) = 0;

  /// Proposes request.count configurations inside the space given at construction. None equals a finished or
  /// running one while unseen ones exist, except where a sampler has found the results to be noisy and
  /// measuring a configuration again to be worth more than anything new. Fewer only when the sampler has
  /// nothing left to propose (a grid at its end).
  virtual std::vector<Proposal> ask(const AskRequest& request) const = 0;
};

}  // namespace hone
