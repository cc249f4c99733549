// SPDX-License-Identifier: MIT
#include "hone/baselines/prior_draws.hpp"

#include <limits>

#include "hone/base/rng.hpp"
#include "hone/transfer/learned_start.hpp"

namespace hone::baselines {
namespace {

using Eigen::Index;

constexpr std::size_t kRandomCandidates = 2000;

std::vector<Configuration> prior_candidates(const std::vector<transfer::BaseData>& sources,
                                            const search::SearchSpace& space, Rng& rng) {
  if (space.whole() != nullptr) return space.whole()->configurations;
  std::vector<Configuration> out = transfer::tried_by_sources(sources, space.space());
  transfer::add_random(out, space, kRandomCandidates, rng);
  return out;
}

}  // namespace

std::vector<Configuration> prior_draws(const NetworkPrior& prior,
                                       const std::vector<transfer::BaseData>& sources,
                                       const search::SearchSpace& space, int count, std::uint64_t seed) {
  Rng rng(seed);
  const std::vector<Configuration> candidates = prior_candidates(sources, space, rng);
  const Expected expected = prior.at(space.points(candidates));
  std::vector<bool> taken(candidates.size(), false);
  std::vector<Configuration> out;
  while (std::ssize(out) < count && out.size() < candidates.size()) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto row = static_cast<Index>(i);
      const double value = expected.mean[row] + expected.deviation[row] * rng.normal();
      if (taken[i] || value >= least) continue;
      least = value;
      best = i;
    }
    taken[best] = true;
    out.push_back(candidates[best]);
  }
  return out;
}

}  // namespace hone::baselines
