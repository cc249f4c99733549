// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hone/gp/kernel.hpp"
#include "hone/model/surrogate.hpp"

namespace hone::gp {

/// What a Gaussian process is made of, apart from the numbers that are learned.
struct Spec {
  /// Agreement of categories scales everything; without categories it drops out.
  Kernel kernel = (matern32() + linear()) * overlap();
  /// Bend each numeric column by a Kumaraswamy distribution function, w = 1 - (1 - u^a)^b, with learned a and
  /// b.
  bool warp = true;
};

/// What the other observations say about each one. In the units of the observations; the variance is that of
/// an observation, noise included.
struct LeaveOneOut {
  Eigen::VectorXd mean;
  Eigen::VectorXd variance;
  Eigen::VectorXd log_density;  ///< of the value that was left out
};

/// An exact Gaussian process in double precision at given hyper-parameters, conditioned on data. See fit()
/// for learning them. A value: copying copies the factorisation, O(n²). Construction costs O(n³), a
/// prediction of m points O(m n²) in BLAS-3.
///
/// Data never make it throw. Should the matrix defy factorisation even with a hundredth of its diagonal added
/// (hyper-parameters without sense), the data are ignored and the prior answers.
class Gp final : public model::Surrogate {
 public:
  /// Throws Error(InvalidArgument) when theta does not belong to this kernel and these columns (see Layout).
  Gp(const model::Dataset& data, const Spec& spec, std::span<const double> theta);
  ~Gp() override;
  Gp(const Gp& other);
  Gp(Gp&& other) noexcept;
  Gp& operator=(const Gp& other);
  Gp& operator=(Gp&& other) noexcept;

  const model::Columns& columns() const override;
  double noise_variance() const override;
  model::Prediction predict(const model::Points& points) const override;
  /// O(m n) instead of O(m n²).
  Eigen::VectorXd expect(const model::Points& points) const override;
  /// In single precision, two to three times as fast. Means and standard deviations are right to about 1e-3
  /// of the prior's standard deviation; a variance below a millionth of the prior's is given as that.
  model::Prediction screen(const model::Points& points) const override;
  std::optional<model::JointPrediction> predict_jointly(const model::Points& points) const override;
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override;

  /// The flat vector to keep with a trial and to start the next fit from; see Layout for its order.
  const std::vector<double>& hyperparameters() const;
  Eigen::Index size() const;

  /// log p(y | hyper-parameters) of the standardised observations.
  double log_likelihood() const;

  /// In closed form from one inverse, O(n³). Rasmussen & Williams (2006), eq. 5.12.
  LeaveOneOut leave_one_out() const;
  /// As those of leave_one_out(), but with values standardised anew without the point: the mean of the
  /// others, not of all, is what the process falls back to.
  std::optional<Eigen::VectorXd> left_out_means() const override;
  /// All n² of them from the same inverse, O(n³).
  std::optional<Eigen::MatrixXd> left_out_models() const override;

  /// The process with further observations, by extending the factorisation: O(n² k) for k points. Scaling and
  /// hyper-parameters stay.
  Gp condition_on(const model::Points& points, const Eigen::VectorXd& y) const;
  /// condition_on() what is expected of the points.
  std::unique_ptr<model::Surrogate> believe(const model::Points& pending) const override;
  bool believe_in_place(const model::Points& pending) override;

 private:
  struct State;
  explicit Gp(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace hone::gp
