// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "hone/runner/proposer.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// For asks that may hand out any number.
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// What there is to say to somebody who gets fewer trials than he wants, although nothing failed.
struct Outlook {
  bool done = false;         ///< there will be no more
  std::int64_t running = 0;  ///< the end of one of so many may open a way
};

/// An ask on its way. Who cannot wait for the sampler (Asker::begin) answers the question elsewhere.
struct Asking {
  int wanted = 0;  ///< trials that are still to be handed out
  std::int64_t limit = kNoLimit;
  std::vector<storage::Claim> claims = {};  ///< handed out
  std::optional<Question> question = {};    ///< for the sampler; nothing: the ask is over
  bool failed = false;    ///< it ended early: fewer claims do not mean that there is nothing left
  bool stopped = false;   ///< somebody stopped the study, as a store that proposes by itself says
  bool thinking = false;  ///< nothing came because such a store has not finished thinking: ask again
  std::optional<Outlook> outlook = {};  ///< what such a store says of it, which knows better than we do
  bool forever = false;                 ///< hold them until they are told, whatever the worker's lease
  /// Somebody else on whose behalf this driver asks: the trials are his, and so is keeping their leases.
  std::optional<storage::Worker> holder = {};
  int races_lost = 0;  ///< so often were others faster than the sampler
};

/// What somebody wants on whose behalf a driver asks.
struct AskedFor {
  int count = 1;
  storage::Worker holder = {};
};

}  // namespace hone::runner
