// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "hone/core/sampler.hpp"

namespace hone::test {

/// A sampler that thinks for a while, as a model that is fitted does. `thinking` is called with the request
/// before it sleeps, `thought` after it.
class SlowSampler final : public Sampler {
 public:
  using Hook = std::function<void(const AskRequest&)>;

  SlowSampler(std::unique_ptr<Sampler> inner, std::chrono::milliseconds time, Hook thinking = {},
              Hook thought = {})
      : inner_(std::move(inner)), time_(time), thinking_(std::move(thinking)), thought_(std::move(thought)) {}

  void tell(std::span<const Trial> finished) override { inner_->tell(finished); }

  std::vector<Proposal> ask(const AskRequest& request) const override {
    if (thinking_) thinking_(request);
    std::this_thread::sleep_for(time_);
    if (thought_) thought_(request);
    return inner_->ask(request);
  }

 private:
  std::unique_ptr<Sampler> inner_;
  std::chrono::milliseconds time_;
  Hook thinking_;
  Hook thought_;
};

}  // namespace hone::test
