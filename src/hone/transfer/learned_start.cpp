// SPDX-License-Identifier: MIT
#include "hone/transfer/learned_start.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/encode/feasible.hpp"

namespace hone::transfer {
namespace {

using Eigen::Index;

constexpr std::size_t kMostCandidates = 2000;

std::vector<std::size_t> by_value(const BaseData& source) {
  std::vector<std::size_t> order(source.configurations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return source.data.y()[static_cast<Index>(a)] < source.data.y()[static_cast<Index>(b)];
  });
  return order;
}

// The lowest of the losses that is not taken. Once every source's best is covered nothing lowers the loss any
// more, and all are equal: then the one that the sources together expect most of, and only then chance.
Index lowest(const Eigen::VectorXd& losses, const Eigen::VectorXd& alone, const std::vector<bool>& taken,
             Rng& rng) {
  const auto rank = [&](Index i) { return std::pair(losses[i], alone[i]); };
  std::vector<Index> best;
  for (Index i = 0; i < losses.size(); ++i) {
    if (taken[static_cast<std::size_t>(i)]) continue;
    if (!best.empty() && rank(i) > rank(best.front())) continue;
    if (!best.empty() && rank(i) < rank(best.front())) best.clear();
    best.push_back(i);
  }
  return best[static_cast<std::size_t>(rng.below(best.size()))];
}

// Where the pool or the constraints allow nothing of what the sources tried: whatever may be proposed, as the
// models have an opinion of that, too.
std::vector<Configuration> anything_allowed(const search::SearchSpace& space, std::uint64_t seed) {
  std::vector<Configuration> out;
  if (space.whole() != nullptr) {
    const std::vector<Configuration>& all = space.whole()->configurations;
    const std::size_t stride = 1 + (all.size() - 1) / kMostCandidates;
    for (std::size_t i = 0; i < all.size(); i += stride) out.push_back(all[i]);
    return out;
  }
  Rng rng(mix_seed(seed, 1));
  add_random(out, space, kMostCandidates, rng);
  return out;
}

}  // namespace

void add_random(std::vector<Configuration>& to, const search::SearchSpace& space, std::size_t draws,
                Rng& rng) {
  std::unordered_set<Configuration> known(to.begin(), to.end());
  const auto any = [](const Configuration&) { return true; };
  for (std::size_t i = 0; i < draws; ++i) {
    auto drawn = encode::draw(space.encoding(), any, rng);
    if (drawn && known.insert(*drawn).second) to.push_back(std::move(*drawn));
  }
}

std::vector<Configuration> tried_by_sources(const std::vector<BaseData>& sources, const Space& space) {
  std::vector<std::vector<std::size_t>> orders;
  std::size_t longest = 0;
  for (const BaseData& source : sources) {
    orders.push_back(by_value(source));
    longest = std::max(longest, orders.back().size());
  }
  std::unordered_set<Configuration> known;
  std::vector<Configuration> out;
  for (std::size_t place = 0; place < longest; ++place) {
    for (std::size_t i = 0; i < sources.size() && out.size() < kMostCandidates; ++i) {
      if (place >= orders[i].size()) continue;
      const Configuration& candidate = sources[i].configurations[orders[i][place]];
      if (space.allows(candidate) && known.insert(candidate).second) out.push_back(candidate);
    }
  }
  return out;
}

std::vector<Configuration> learned_start(const std::vector<BaseData>& sources,
                                         const std::vector<BaseModel>& models,
                                         const search::SearchSpace& space, int count, std::uint64_t seed) {
  std::vector<Configuration> candidates = tried_by_sources(sources, space.space());
  if (candidates.empty() && !sources.empty()) candidates = anything_allowed(space, seed);
  if (candidates.empty()) return {};
  const model::Points points = space.points(candidates);
  Eigen::MatrixXd expected(points.rows(), std::ssize(models));
  for (std::size_t i = 0; i < models.size(); ++i)
    expected.col(static_cast<Index>(i)) = models[i].model->expect(points);
  const Eigen::VectorXd alone = expected.rowwise().mean();
  Rng rng(seed);
  std::vector<bool> taken(candidates.size(), false);
  std::vector<Configuration> out;
  Eigen::RowVectorXd least = Eigen::RowVectorXd::Constant(expected.cols(), expected.maxCoeff());
  while (std::ssize(out) < count && out.size() < candidates.size()) {
    const Eigen::VectorXd losses = expected.cwiseMin(least.replicate(expected.rows(), 1)).rowwise().mean();
    const Index best = lowest(losses, alone, taken, rng);
    taken[static_cast<std::size_t>(best)] = true;
    least = least.cwiseMin(expected.row(best));
    out.push_back(candidates[static_cast<std::size_t>(best)]);
  }
  return out;
}

}  // namespace hone::transfer
