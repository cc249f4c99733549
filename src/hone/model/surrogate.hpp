// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "hone/base/rng.hpp"
#include "hone/model/dataset.hpp"
#include "hone/model/prediction.hpp"

namespace hone::model {

/// A fitted model of an objective: the narrow waist between what learns and what decides. Everything is asked
/// in batches, answered in the units of the values it was fitted to, and safe to ask from several threads.
class Surrogate {
 public:
  virtual ~Surrogate() = default;

  virtual const Columns& columns() const = 0;

  /// Variance of the noise in one observation.
  virtual double noise_variance() const = 0;

  virtual Prediction predict(const Points& points) const = 0;

  /// The means of predict() alone, where these cost less.
  virtual Eigen::VectorXd expect(const Points& points) const { return predict(points).mean; }

  /// As predict(), for sifting many candidates: possibly in single precision, several digits at worst.
  virtual Prediction screen(const Points& points) const { return predict(points); }

  /// The same model after points that are being evaluated, taken to return exactly what is expected of them
  /// ("kriging believer"): means stay, and variances shrink around the points as far as the model can tell.
  virtual std::unique_ptr<Surrogate> believe(const Points& pending) const = 0;

  /// Becomes what believe() would return, to the last bit, without a copy of what it knows. False, with
  /// nothing changed, when it cannot: believe() can.
  virtual bool believe_in_place(const Points& pending);

  /// Nothing when the model knows its points one by one only, such as a forest.
  virtual std::optional<JointPrediction> predict_jointly(const Points& points) const;

  /// Nothing when the model is not differentiable, such as a forest.
  virtual std::optional<PredictionGradient> predict_with_gradient(const Points& points) const;

  /// What the model would expect at each point it was fitted to, had it not seen that one: the parameters as
  /// they are, the mean of the values as it would be without it. In the order of the data; nothing when the
  /// model cannot tell.
  virtual std::optional<Eigen::VectorXd> left_out_means() const;

  /// What the models without one point each would expect at all points: row k is the model without point k,
  /// column l what it expects at point l, and the diagonal is left_out_means(). Nothing when the model cannot
  /// tell.
  virtual std::optional<Eigen::MatrixXd> left_out_models() const;

  /// Draws of the underlying function at the points, one draw per column (m x count). All draws of one call
  /// belong to the joint distribution of the points; nothing when the model does not know it. O(m³).
  std::optional<Eigen::MatrixXd> sample(const Points& points, int count, Rng& rng) const;

 protected:
  Surrogate() = default;
  Surrogate(const Surrogate&) = default;
  Surrogate& operator=(const Surrogate&) = default;
};

}  // namespace hone::model
