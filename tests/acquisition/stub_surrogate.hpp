// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "hone/model/surrogate.hpp"

namespace hone::test {

/// A surrogate with a known answer in one dimension: mean sin(3x), standard deviation 0.1 + x².
class StubSurrogate final : public model::Surrogate {
 public:
  explicit StubSurrogate(bool differentiable = true) : differentiable_(differentiable) {}

  const model::Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.02; }

  model::Prediction predict(const model::Points& points) const override {
    const Eigen::ArrayXd x = points.x.col(0);
    return {(3.0 * x).sin(), (0.1 + x.square()).square()};
  }
  model::Prediction screen(const model::Points& points) const override {
    model::Prediction out = predict(points);
    out.mean.array() += 1e-4;  // so that tests can tell which one was asked
    return out;
  }
  std::unique_ptr<model::Surrogate> believe(const model::Points&) const override {
    return std::make_unique<StubSurrogate>(*this);
  }
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override {
    if (!differentiable_) return std::nullopt;
    const Eigen::ArrayXd x = points.x.col(0);
    return model::PredictionGradient{predict(points), 3.0 * (3.0 * x).cos(), 4.0 * x * (0.1 + x.square())};
  }

 private:
  bool differentiable_;
  model::Columns columns_ = model::unit_cube(1);
};

inline model::Points line(int count) { return {Eigen::VectorXd::LinSpaced(count, 0.01, 0.99), {}}; }

}  // namespace hone::test
