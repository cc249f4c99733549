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

/// log EI below a target. The surrogate must outlive the object, here and below.
class LogEi final : public Acquisition {
 public:
  LogEi(const model::Surrogate& surrogate, double target) : surrogate_(surrogate), target_(target) {}
  Eigen::VectorXd operator()(const model::Points& points) const override;
  Eigen::VectorXd screen(const model::Points& points) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  const model::Surrogate& surrogate_;
  double target_;
};

/// log PI below a target.
class LogPi final : public Acquisition {
 public:
  LogPi(const model::Surrogate& surrogate, double target) : surrogate_(surrogate), target_(target) {}
  Eigen::VectorXd operator()(const model::Points& points) const override;
  Eigen::VectorXd screen(const model::Points& points) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  const model::Surrogate& surrogate_;
  double target_;
};

/// κ s - m: minus the lower confidence bound.
class Lcb final : public Acquisition {
 public:
  Lcb(const model::Surrogate& surrogate, double kappa) : surrogate_(surrogate), kappa_(kappa) {}
  Eigen::VectorXd operator()(const model::Points& points) const override;
  Eigen::VectorXd screen(const model::Points& points) const override;
  std::optional<Scored> with_gradient(const model::Points& points) const override;

 private:
  const model::Surrogate& surrogate_;
  double kappa_;
};

}  // namespace hone::acquisition
