// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/core/sampler.hpp"
#include "hone/core/space.hpp"

namespace hone::test {

/// The least a sampler can be: uniform draws, never one that was tried before. For tests of what stands
/// around samplers. Knows neither conditions nor constraints nor scales.
class TinySampler final : public Sampler {
 public:
  explicit TinySampler(Space space) : space_(std::move(space)) {}

  void tell(std::span<const Trial> finished) override {
    for (const Trial& trial : finished) tried_.insert(trial.configuration);
    told_ += finished.size();
  }

  std::vector<Proposal> ask(const AskRequest& request) const override {
    std::unordered_set<Configuration> taken;
    for (const Trial& trial : request.running) taken.insert(trial.configuration);
    Rng rng(request.seed);
    std::vector<Proposal> proposals;
    constexpr int kTries = 1000;
    for (int tries = 0; tries < kTries && std::ssize(proposals) < request.count; ++tries) {
      Configuration drawn = draw(rng);
      if (tried_.contains(drawn) || !taken.insert(drawn).second) continue;
      proposals.push_back({.configuration = std::move(drawn)});
    }
    return proposals;
  }

  std::size_t told() const noexcept { return told_; }

 private:
  Configuration draw(Rng& rng) const {
    std::vector<std::optional<Value>> values;
    for (const Parameter& parameter : space_.parameters()) {
      if (const auto count = value_count(parameter.domain)) {
        values.emplace_back(value_at(
            parameter.domain, static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(*count)))));
      } else {
        const auto& range = std::get<RealRange>(parameter.domain);
        values.emplace_back(rng.uniform(range.low(), range.high()));
      }
    }
    return space_.configuration(std::move(values));
  }

  Space space_;
  std::unordered_set<Configuration> tried_;
  std::size_t told_ = 0;
};

}  // namespace hone::test
