// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/core/sampler.hpp"

namespace hone::test {

/// A smooth objective for any space: the sum of its numbers' squares, and the lengths of its strings.
inline double bowl(const Configuration& configuration) {
  double sum = 0.0;
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (!configuration[i]) continue;
    const auto number = as_number(*configuration[i]);
    sum += number ? *number * *number : static_cast<double>(to_text(*configuration[i]).size());
  }
  return sum;
}

/// A finished trial of a proposal.
inline Trial finish(std::int64_t number, const Proposal& proposal, TrialState state, double value) {
  Trial trial;
  trial.number = number;
  trial.state = state;
  trial.configuration = proposal.configuration;
  trial.notes = proposal.notes;
  if (state == TrialState::Complete) trial.values = {value};
  return trial;
}

/// Asks and tells in batches until `count` trials are done or the sampler has nothing left. Seeds are derived
/// as the session derives them.
inline std::vector<Trial> drive(Sampler& sampler, int count, int batch, std::uint64_t seed = 1,
                                const std::function<double(const Configuration&)>& objective = bowl) {
  std::vector<Trial> trials;
  while (std::ssize(trials) < count) {
    const auto next = static_cast<std::int64_t>(trials.size());
    const auto proposals = sampler.ask({.count = std::min(batch, count - static_cast<int>(next)),
                                        .seed = mix_seed(seed, static_cast<std::uint64_t>(next))});
    if (proposals.empty()) break;
    for (const Proposal& proposal : proposals) {
      trials.push_back(finish(static_cast<std::int64_t>(trials.size()), proposal, TrialState::Complete,
                              objective(proposal.configuration)));
    }
    sampler.tell(std::span(trials).subspan(static_cast<std::size_t>(next)));
  }
  return trials;
}

}  // namespace hone::test
