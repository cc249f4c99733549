// SPDX-License-Identifier: MIT
#include "hone/transfer/ensemble_fitter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hone/base/index.hpp"
#include "hone/base/rng.hpp"
#include "hone/gp/fit.hpp"
#include "hone/transfer/bootstrap.hpp"

namespace hone::transfer {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Fewer say nothing about an order that a bootstrap could weigh.
constexpr Index kLeastObservations = 3;
// An open-ended study is taken to be half way, but not before this many trials.
constexpr int kOpenHorizon = 50;

// Streams of their own, so that options that change one do not shake the other.
enum Stream : std::uint64_t { kBootstrapStream = 11, kDropStream = 12 };

double deviation_or_one(const VectorXd& y) {
  const double deviation = std::sqrt((y.array() - y.mean()).square().mean());
  return deviation > 0.0 ? deviation : 1.0;
}

VectorXd standardised(const VectorXd& y) { return (y.array() - y.mean()) / deviation_or_one(y); }

/// From values of a source to values of the target.
struct Map {
  double shift = 0.0;
  double scale = 1.0;
};

Map map_between(const BaseModel& base, const VectorXd& y, SourceScaling rule) {
  if (y.size() == 0) return {};
  if (rule == SourceScaling::Deviation) return {y.mean(), deviation_or_one(y)};
  const double range = y.maxCoeff() - y.minCoeff();
  const double of_source = base.most - base.least;
  const double scale = (range > 0.0 ? range : 1.0) / (of_source > 0.0 ? of_source : 1.0);
  return {y.minCoeff() - scale * base.least, scale};
}

/// What the models say about the observations that they are judged by.
struct Statements {
  VectorXd observed;
  MatrixXd means;  // a column for each source
  std::optional<VectorXd> left_out;
  std::optional<MatrixXd> left_out_models;  // only where the rule asks for them
};

Statements statements_of(const std::vector<BaseModel>& bases, const model::Surrogate& target,
                         const model::Dataset& data, const EnsembleOptions& options) {
  const std::vector<int> rows = gp::choose_rows(data, kMostWeighed);
  const model::Points points = model::select(data.points(), rows);
  Statements out{data.y()(rows), MatrixXd(std::ssize(rows), std::ssize(bases)), {}, {}};
  for (std::size_t i = 0; i < bases.size(); ++i)
    out.means.col(static_cast<Index>(i)) = bases[i].model->expect(points);
  const auto all = target.left_out_means();
  if (all && all->size() == data.size()) out.left_out = (*all)(rows);
  if (!out.left_out || options.rule != WeightRule::Ranking || options.target != TargetRule::OneModel)
    return out;
  if (const auto models = target.left_out_models()) out.left_out_models = (*models)(rows, rows);
  return out;
}

// Of the pairs with different observations, those that a model orders alike.
double agreement(const Eigen::Ref<const VectorXd>& means, const VectorXd& observed) {
  int pairs = 0;
  int alike = 0;
  for (Index k = 0; k < observed.size(); ++k) {
    for (Index l = 0; l < k; ++l) {
      if (observed[k] == observed[l]) continue;
      ++pairs;
      alike += (means[k] < means[l]) == (observed[k] < observed[l]) ? 1 : 0;
    }
  }
  return pairs == 0 ? 0.5 : static_cast<double>(alike) / pairs;
}

// That each source is dropped.
VectorXd probabilities(const Losses& losses, int evaluated, const EnsembleOptions& options) {
  if (options.drop == DropRule::Never) return VectorXd::Zero(losses.cols() - 1);
  if (options.drop == DropRule::Majority) {
    // A horizon out of sight leaves the share of samples in which the target ranks at least as well.
    const VectorXd worse = drop_probabilities(losses, {.evaluated = 0, .horizon = 1, .alpha = 0.0});
    return (worse.array() >= 0.5).cast<double>();
  }
  const int horizon = options.horizon > 0 ? options.horizon : std::max(kOpenHorizon, 2 * evaluated);
  return drop_probabilities(losses, {.evaluated = evaluated, .horizon = horizon, .alpha = options.alpha});
}

Weighing by_ranking(const Statements& told, int evaluated, const EnsembleOptions& options,
                    std::uint64_t seed) {
  std::vector<RankingErrors> errors;
  for (Index i = 0; i < told.means.cols(); ++i)
    errors.push_back(RankingErrors::of_means(told.means.col(i), told.observed));
  errors.push_back(told.left_out_models
                       ? RankingErrors::of_left_out_models(*told.left_out_models, told.observed)
                       : RankingErrors::of_left_out(*told.left_out, told.observed, options.target));
  Rng draws(mix_seed(seed, kBootstrapStream));
  Rng drops(mix_seed(seed, kDropStream));
  const Bootstrap bootstrap = Bootstrap::draw(static_cast<int>(told.observed.size()), options.samples, draws);
  Losses losses = bootstrap.losses(errors);
  if (options.beat_chance)  // less one, so that the target wins where they are equal
    losses.rightCols<1>() = losses.rightCols<1>().cwiseMin(bootstrap.losses_of_chance()).array() - 1;
  return ranking_weights(losses, probabilities(losses, evaluated, options), drops);
}

Weighing by_kernel(const Statements& told, double bandwidth) {
  const auto n = static_cast<double>(told.observed.size());
  VectorXd shares(told.means.cols());
  for (Index i = 0; i < shares.size(); ++i) {
    const auto wrong = static_cast<double>(RankingErrors::of_means(told.means.col(i), told.observed).loss());
    shares[i] = wrong / (n * (n - 1.0));
  }
  return kernel_weights(shares, bandwidth);
}

Weighing by_expectations(const Statements& told, const EnsembleOptions& options) {
  const double mean = told.observed.mean();
  const double deviation = deviation_or_one(told.observed);
  MatrixXd means(told.means.rows(), told.means.cols() + 1);
  means << told.means, (told.left_out->array() - mean).matrix() / deviation;
  return options.weigh(means, standardised(told.observed));
}

Weighing weigh(const Statements& told, int evaluated, const EnsembleOptions& options, std::uint64_t seed) {
  const Index sources = told.means.cols();
  if (told.observed.size() < kLeastObservations)
    return {VectorXd::Constant(sources + 1, 1.0 / static_cast<double>(sources + 1)),
            std::vector<bool>(index(sources), false)};
  if (options.rule == WeightRule::Kernel) return by_kernel(told, options.bandwidth);
  if (!told.left_out) return {VectorXd::Unit(sources + 1, sources), std::vector<bool>(index(sources), true)};
  return options.weigh != nullptr ? by_expectations(told, options)
                                  : by_ranking(told, evaluated, options, seed);
}

std::vector<SourceShare> shares_of(const std::vector<BaseModel>& bases, const Weighing& weighing,
                                   const Statements& told) {
  std::vector<SourceShare> shares;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    shares.push_back({bases[i].name, weighing.weights[static_cast<Index>(i)], weighing.dropped[i],
                      agreement(told.means.col(static_cast<Index>(i)), told.observed)});
  }
  return shares;
}

}  // namespace

Weighing ensemble_weights(const std::vector<BaseModel>& bases, const model::Surrogate& target,
                          const model::Dataset& data, const EnsembleOptions& options, std::uint64_t seed) {
  return weigh(statements_of(bases, target, data, options), static_cast<int>(data.size()), options, seed);
}

EnsembleFitter::EnsembleFitter(std::shared_ptr<const model::Fitter> target, std::vector<BaseModel> bases,
                               EnsembleOptions options)
    : target_(std::move(target)), bases_(std::move(bases)), options_(options) {}

std::unique_ptr<model::Surrogate> EnsembleFitter::fit(const model::Dataset& data, std::uint64_t seed,
                                                      std::vector<double>& memory) const {
  std::shared_ptr<model::Surrogate> own = target_->fit(data, seed, memory);
  const Statements told = statements_of(bases_, *own, data, options_);
  const Weighing weighing = weigh(told, static_cast<int>(data.size()), options_, seed);
  std::vector<WeightedModels::Member> members;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    if (weighing.weights[static_cast<Index>(i)] == 0.0) continue;
    auto model = bases_[i].model;
    if (options_.reinterpolate && bases_[i].reinterpolate) model = bases_[i].reinterpolate(data.points());
    const Map to_target = map_between(bases_[i], data.y(), options_.scaling);
    members.push_back(
        {std::move(model), weighing.weights[static_cast<Index>(i)], to_target.shift, to_target.scale});
  }
  members.push_back({std::move(own), weighing.weights[std::ssize(bases_)], 0.0, 1.0});
  for (auto& member : members) {
    if (data.size() > 0) member.best = member.model->expect(data.points()).minCoeff();
  }
  return std::make_unique<WeightedModels>(
      std::move(members), options_.variance,
      TargetState{data.points(), data.size() > 0 ? deviation_or_one(data.y()) : 1.0,
                  std::make_shared<const std::vector<SourceShare>>(shares_of(bases_, weighing, told))});
}

std::unique_ptr<model::Surrogate> EnsembleFitter::recall(const model::Dataset& data,
                                                         std::span<const double> memory, bool exact) const {
  return target_->recall(data, memory, exact);
}

}  // namespace hone::transfer
