// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hone/core/sampler.hpp"

namespace hone::runner {

/// Points that a sampler made ahead of time in answer to one question.
struct PreparedBatch {
  std::vector<Proposal> proposals = {};
  std::int64_t seen = 0;    ///< trials of smaller numbers are known to have other settings
  std::int64_t ended = 0;   ///< results that the sampler knew
  std::int64_t others = 0;  ///< workers who could tell one while it thought
};

/// Points that a sampler made ahead of time and nobody has got yet, the oldest first. For one thread at a
/// time.
class PreparedPoints {
 public:
  void add(PreparedBatch batch) { batches_.push_back(std::move(batch)); }
  /// Drops what knows of more results too few than there are other workers, now or when the sampler was
  /// asked, when so many have ended by now.
  void keep_fresh(std::int64_t ended, std::int64_t others);
  void drop_empty();

  std::int64_t size() const;
  /// As the sampler is to see them when it makes more: running, under the numbers from `first` on, with
  /// settings of the space that began with version `space`.
  std::vector<Trial> as_running(std::int64_t first, std::int64_t space) const;
  std::deque<PreparedBatch>& batches() noexcept { return batches_; }

 private:
  std::deque<PreparedBatch> batches_;
};

}  // namespace hone::runner
