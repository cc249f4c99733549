// SPDX-License-Identifier: MIT
#include "hone/transfer/ensemble_fitter.hpp"

#include <cmath>
#include <utility>

#include "hone/base/rng.hpp"
#include "hone/transfer/bootstrap.hpp"
#include "hone/transfer/weights.hpp"

namespace hone::transfer {
namespace {

// Fewer say nothing about an order that a bootstrap could weigh.
constexpr Eigen::Index kLeastObservations = 3;

// Streams of their own, so that options that change one do not shake the other.
enum Stream : std::uint64_t { kBootstrapStream = 11, kDropStream = 12 };

double deviation_or_one(const Eigen::VectorXd& y) {
  const double deviation = std::sqrt((y.array() - y.mean()).square().mean());
  return deviation > 0.0 ? deviation : 1.0;
}

}  // namespace

Eigen::VectorXd ensemble_weights(const std::vector<BaseModel>& bases, const model::Surrogate& target,
                                 const model::Dataset& data, const EnsembleOptions& options,
                                 std::uint64_t seed) {
  const auto count = static_cast<Eigen::Index>(bases.size()) + 1;
  if (data.size() < kLeastObservations)
    return Eigen::VectorXd::Constant(count, 1.0 / static_cast<double>(count));
  const auto left_out = target.left_out_means();
  if (!left_out || left_out->size() != data.size()) return Eigen::VectorXd::Unit(count, count - 1);
  std::vector<RankingErrors> errors;
  for (const BaseModel& base : bases)
    errors.push_back(RankingErrors::of_means(base.model->predict(data.points()).mean, data.y()));
  errors.push_back(RankingErrors::of_left_out(*left_out, data.y(), options.target));
  const auto points = static_cast<int>(data.size());
  Rng draws(mix_seed(seed, kBootstrapStream));
  Rng drops(mix_seed(seed, kDropStream));
  return ranking_weights(Bootstrap::draw(points, options.samples, draws).losses(errors),
                         {.evaluated = points, .horizon = options.horizon, .alpha = options.alpha}, drops);
}

EnsembleFitter::EnsembleFitter(std::shared_ptr<const model::Fitter> target, std::vector<BaseModel> bases,
                               EnsembleOptions options)
    : target_(std::move(target)), bases_(std::move(bases)), options_(options) {}

std::unique_ptr<model::Surrogate> EnsembleFitter::fit(const model::Dataset& data, std::uint64_t seed,
                                                      std::vector<double>& memory) const {
  std::unique_ptr<model::Surrogate> own = target_->fit(data, seed, memory);
  if (bases_.empty()) return own;
  const Eigen::VectorXd weights = ensemble_weights(bases_, *own, data, options_, seed);
  if (weights[weights.size() - 1] == 1.0) return own;
  const double mean = data.size() > 0 ? data.y().mean() : 0.0;
  const double deviation = data.size() > 0 ? deviation_or_one(data.y()) : 1.0;
  std::vector<WeightedModels::Member> members;
  for (std::size_t i = 0; i < bases_.size(); ++i)
    members.push_back({bases_[i].model, weights[static_cast<Eigen::Index>(i)], mean, deviation});
  members.push_back({std::move(own), weights[weights.size() - 1], 0.0, 1.0});
  return std::make_unique<WeightedModels>(std::move(members), options_.variance);
}

}  // namespace hone::transfer
