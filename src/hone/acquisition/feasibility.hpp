// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hone/acquisition/acquisition.hpp"

namespace hone::acquisition {

/// A limit on an outcome as its model sees it: kept where the outcome is at most `bound`.
struct ModelledLimit {
  std::shared_ptr<const model::Surrogate> model;
  double bound = 0.0;
};

/// log P(feasible) of points, the limits taken to be independent of each other:
///   Σ log Φ((bound - m) / s)   over the limits, with the mean m and the deviation s of each model.
/// 0 without limits.
Eigen::VectorXd log_feasible(std::span<const ModelledLimit> limits, const model::Points& points);

/// -log P(feasible) on its own: what to follow while no feasible point is known.
class SeekFeasible final : public Acquisition {
 public:
  explicit SeekFeasible(std::vector<ModelledLimit> limits) : limits_(std::move(limits)) {}

  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  std::vector<ModelledLimit> limits_;
};

/// Any acquisition weighed by the probability of feasibility: -log P(feasible) is added to each score. Of
/// -log EI that makes the constrained expected improvement, -log(EI P) (Schonlau, Welch and Jones 1998;
/// Gardner et al. 2014), of -log PI the probability that a point is better and feasible; a confidence bound
/// in units of standardised values is raised by one for each factor e that the probability is below 1.
class WeighedByFeasibility final : public Acquisition {
 public:
  WeighedByFeasibility(std::unique_ptr<Acquisition> acquisition, std::vector<ModelledLimit> limits)
      : acquisition_(std::move(acquisition)), seek_(std::move(limits)) {}

  int count() const override { return acquisition_->count(); }
  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  std::unique_ptr<Acquisition> acquisition_;
  SeekFeasible seek_;
};

}  // namespace hone::acquisition
