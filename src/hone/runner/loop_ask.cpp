// SPDX-License-Identifier: MIT
#include "hone/runner/loop_ask.hpp"

#include <utility>

namespace hone::runner {

std::vector<storage::Claim> LoopAsk::begin(int count, std::int64_t limit) {
  news_ = false;
  asking_ = asker_.begin(count, limit);
  stopped_ = asking_->stopped;
  return std::exchange(asking_->claims, {});
}

std::vector<storage::Claim> LoopAsk::proceed() {
  Asking asking = *std::exchange(asking_, std::nullopt);
  asker_.proceed(asking, answer_.take());
  asking_ = std::move(asking);
  return std::exchange(asking_->claims, {});
}

void LoopAsk::think() {
  if (asking_->question) return answer_.begin(asker_.proposer(), *asking_->question);
  nothing_left_ = asking_->wanted > 0 && !news_ && !asking_->failed;
  asking_.reset();
}

void LoopAsk::give_up() noexcept {
  answer_.give_up();
  asking_.reset();
}

void LoopAsk::look_again() noexcept {
  nothing_left_ = false;
  news_ = true;
}

}  // namespace hone::runner
