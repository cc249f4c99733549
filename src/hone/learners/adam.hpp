// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace hone::learners {

struct AdamOptions {
  double rate = 1e-3;
  double first_decay = 0.9;
  double second_decay = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.0;  ///< share of each parameter that a step of rate 1 would take away (AdamW)
};

/// Steps down noisy gradients, each parameter at its own pace (Kingma and Ba 2015, algorithm 1; with weight
/// decay apart from the gradient, Loshchilov and Hutter 2019):
///   m = β₁ m + (1 - β₁) g,   v = β₂ v + (1 - β₂) g²,   x -= rate · m̂ / (√v̂ + ε).
template <class Scalar>
class Adam {
 public:
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  explicit Adam(AdamOptions options = {}) : options_(options) {}

  /// `scale` multiplies the rate, for schedules.
  void step(Vector& x, const Vector& gradient, double scale = 1.0) {
    if (m_.size() != x.size()) {
      m_ = Vector::Zero(x.size());
      v_ = Vector::Zero(x.size());
      steps_ = 0;
    }
    ++steps_;
    const auto b1 = static_cast<Scalar>(options_.first_decay);
    const auto b2 = static_cast<Scalar>(options_.second_decay);
    m_ = b1 * m_ + (Scalar(1) - b1) * gradient;
    v_.array() = b2 * v_.array() + (Scalar(1) - b2) * gradient.array().square();
    const double rate = scale * options_.rate;
    const auto unbias = static_cast<Scalar>(rate / (1.0 - std::pow(options_.first_decay, steps_)));
    const auto second = static_cast<Scalar>(1.0 / (1.0 - std::pow(options_.second_decay, steps_)));
    if (options_.weight_decay > 0.0) x *= static_cast<Scalar>(1.0 - rate * options_.weight_decay);
    x.array() -= unbias * m_.array() / ((second * v_.array()).sqrt() + static_cast<Scalar>(options_.epsilon));
  }

 private:
  AdamOptions options_;
  Vector m_, v_;
  int steps_ = 0;
};

}  // namespace hone::learners
