// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/acquisition/improvement.hpp"
#include "hone/model/surrogate.hpp"

namespace hone::acquisition {

/// How much is expected of points, in one opinion or in several that are weighed against each other. All are
/// to be minimised and asked in batches. A search needs nothing else, so that anything can be one: a function
/// of a surrogate, a classifier's probability, a draw, a ranking of other studies.
class Acquisition {
 public:
  virtual ~Acquisition() = default;

  /// How many opinions there are.
  virtual int count() const { return 1; }

  /// One row of opinions for each point (m x count()). Chance, where it takes part, comes from `rng`.
  virtual Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const = 0;

  /// A single opinion and its derivatives, without chance. Nothing when there are several or when they are
  /// not differentiable.
  virtual std::optional<Scored> with_gradient(const model::Points& points) const;
};

/// An acquisition that looks at predictions only; what it makes of them is all that differs.
class PredictionScore : public Acquisition {
 public:
  Eigen::MatrixXd operator()(const model::Points& points, Rng& rng) const final;
  std::optional<Scored> with_gradient(const model::Points& points) const final;

 protected:
  /// The surrogate must outlive the object.
  explicit PredictionScore(const model::Surrogate& surrogate) : surrogate_(surrogate) {}

 private:
  virtual Eigen::VectorXd score(const model::Prediction& prediction) const = 0;
  virtual Scored score(const model::PredictionGradient& prediction) const = 0;

  const model::Surrogate& surrogate_;
};

/// -log EI below a target.
class LogEi final : public PredictionScore {
 public:
  LogEi(const model::Surrogate& surrogate, double target) : PredictionScore(surrogate), target_(target) {}

 private:
  Eigen::VectorXd score(const model::Prediction& prediction) const override;
  Scored score(const model::PredictionGradient& prediction) const override;

  double target_;
};

/// -log PI below a target.
class LogPi final : public PredictionScore {
 public:
  LogPi(const model::Surrogate& surrogate, double target) : PredictionScore(surrogate), target_(target) {}

 private:
  Eigen::VectorXd score(const model::Prediction& prediction) const override;
  Scored score(const model::PredictionGradient& prediction) const override;

  double target_;
};

/// m - κ s: the lower confidence bound.
class Lcb final : public PredictionScore {
 public:
  Lcb(const model::Surrogate& surrogate, double kappa) : PredictionScore(surrogate), kappa_(kappa) {}

 private:
  Eigen::VectorXd score(const model::Prediction& prediction) const override;
  Scored score(const model::PredictionGradient& prediction) const override;

  double kappa_;
};

}  // namespace hone::acquisition
