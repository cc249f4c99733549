// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <utility>

#include "hone/acquisition/acquisition.hpp"

namespace hone::test {

/// Scores from a function of a point's coordinates, counted as they are asked for; no model is behind them.
class StubScores final : public acquisition::Acquisition {
 public:
  using Function = std::function<Eigen::RowVectorXd(const Eigen::RowVectorXd&)>;

  StubScores(int count, Function function) : count_(count), function_(std::move(function)) {}

  int count() const override { return count_; }
  Eigen::MatrixXd operator()(const model::Points& points, Rng&) const override {
    Eigen::MatrixXd out(points.rows(), count_);
    for (Eigen::Index i = 0; i < points.rows(); ++i) out.row(i) = function_(points.x.row(i));
    asked_ += points.rows();
    return out;
  }
  Eigen::Index asked() const { return asked_; }

 private:
  int count_;
  Function function_;
  mutable Eigen::Index asked_ = 0;
};

/// Least, with gradients, where every coordinate is `bottom`.
class Bowl final : public acquisition::Acquisition {
 public:
  explicit Bowl(double bottom) : bottom_(bottom) {}
  Eigen::MatrixXd operator()(const model::Points& points, Rng&) const override { return value(points); }
  std::optional<acquisition::Scored> with_gradient(const model::Points& points) const override {
    return acquisition::Scored{value(points), 2.0 * (points.x.array() - bottom_).matrix()};
  }

 private:
  Eigen::VectorXd value(const model::Points& points) const {
    return (points.x.array() - bottom_).square().rowwise().sum();
  }
  double bottom_;
};

}  // namespace hone::test
