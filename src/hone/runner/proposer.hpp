// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "hone/core/sampler.hpp"

namespace hone::runner {

/// Everything that a sampler needs to propose: no storage, so that it can be answered in any thread, and even
/// after the study is closed.
struct Question {
  std::int64_t next = 0;  ///< the number that the first proposal will have
  int count = 1;
  std::uint64_t seed = 0;
  std::vector<Trial> ended = {};  ///< trials that the sampler is to be told first
  std::shared_ptr<const std::vector<Trial>> running = nullptr;  ///< shared with who keeps it up to date
};

/// A sampler that answers one question after the other, whatever the threads they come from.
class Proposer {
 public:
  explicit Proposer(std::unique_ptr<Sampler> sampler) : sampler_(std::move(sampler)) {}

  /// Waits for the answer to an earlier question, then tells the sampler what has ended and asks it.
  std::vector<Proposal> answer(const Question& question) {
    const std::lock_guard guard(busy_);
    if (!question.ended.empty()) sampler_->tell(question.ended);
    return sampler_->ask({.count = question.count, .running = *question.running, .seed = question.seed});
  }

 private:
  std::mutex busy_;
  std::unique_ptr<Sampler> sampler_;
};

}  // namespace hone::runner
