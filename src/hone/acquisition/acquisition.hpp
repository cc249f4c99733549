// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hone/acquisition/improvement.hpp"
#include "hone/model/surrogate.hpp"

namespace hone::acquisition {

/// How much is expected of a point: a function of a surrogate, the larger the better, asked in batches.
class Acquisition {
 public:
  virtual ~Acquisition() = default;

  /// One score per point.
  virtual Eigen::VectorXd operator()(const model::Points& points) const = 0;
  /// As above from the surrogate's fast, less precise predictions.
  virtual Eigen::VectorXd screen(const model::Points& points) const = 0;
  /// Nothing when the surrogate is not differentiable.
  virtual std::optional<Scored> with_gradient(const model::Points& points) const = 0;
};

/// An acquisition that looks at predictions only; what it makes of them is all that differs.
class PredictionScore : public Acquisition {
 public:
  Eigen::VectorXd operator()(const model::Points& points) const final;
  Eigen::VectorXd screen(const model::Points& points) const final;
  std::optional<Scored> with_gradient(const model::Points& points) const final;

 protected:
  /// The surrogate must outlive the object.
  explicit PredictionScore(const model::Surrogate& surrogate) : surrogate_(surrogate) {}

 private:
  virtual Eigen::VectorXd score(const model::Prediction& prediction) const = 0;
  virtual Scored score(const model::PredictionGradient& prediction) const = 0;

  const model::Surrogate& surrogate_;
};

/// log EI below a target.
class LogEi final : public PredictionScore {
 public:
  LogEi(const model::Surrogate& surrogate, double target) : PredictionScore(surrogate), target_(target) {}

 private:
  Eigen::VectorXd score(const model::Prediction& prediction) const override;
  Scored score(const model::PredictionGradient& prediction) const override;

  double target_;
};

/// log PI below a target.
class LogPi final : public PredictionScore {
 public:
  LogPi(const model::Surrogate& surrogate, double target) : PredictionScore(surrogate), target_(target) {}

 private:
  Eigen::VectorXd score(const model::Prediction& prediction) const override;
  Scored score(const model::PredictionGradient& prediction) const override;

  double target_;
};

/// κ s - m: minus the lower confidence bound.
class Lcb final : public PredictionScore {
 public:
  Lcb(const model::Surrogate& surrogate, double kappa) : PredictionScore(surrogate), kappa_(kappa) {}

 private:
  Eigen::VectorXd score(const model::Prediction& prediction) const override;
  Scored score(const model::PredictionGradient& prediction) const override;

  double kappa_;
};

}  // namespace hone::acquisition
