// SPDX-License-Identifier: MIT
#pragma once

#include "hone/learners/random_forest.hpp"
#include "hone/model/fitter.hpp"

namespace hone::learners {

/// A forest as a surrogate: it likes steps and does not care about scales, but knows its points one by one
/// only and has no gradient. Pending points are added to the leaves they fall into. Of noise it knows
/// nothing: what varies within a leaf counts as doubt about the function.
class ForestSurrogate final : public model::Surrogate {
 public:
  /// `floor` is the least variance it predicts, > 0.
  ForestSurrogate(model::Columns columns, RandomForest forest, double floor);

  const model::Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.0; }
  model::Prediction predict(const model::Points& points) const override;
  Eigen::VectorXd expect(const model::Points& points) const override { return forest_.mean(points); }
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;

 private:
  model::Columns columns_;
  RandomForest forest_;
  double floor_;
};

/// Forests for samplers. What it remembers is the seed of the fit, so that recall() grows the same trees.
class ForestFitter final : public model::Fitter {
 public:
  explicit ForestFitter(ForestOptions options) : options_(options) {}

  std::unique_ptr<model::Surrogate> fit(const model::Dataset& data, std::uint64_t seed,
                                        std::vector<double>& memory) const override;
  std::unique_ptr<model::Surrogate> recall(const model::Dataset& data, std::span<const double> memory,
                                           bool exact) const override;

 private:
  ForestOptions options_;
};

}  // namespace hone::learners
