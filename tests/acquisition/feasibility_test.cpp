// SPDX-License-Identifier: MIT
#include "hone/acquisition/feasibility.hpp"

#include <gtest/gtest.h>

#include "support/near.hpp"

namespace hone::acquisition {
namespace {

/// Mean slope x, variance 1 everywhere.
class Ramp final : public model::Surrogate {
 public:
  explicit Ramp(double slope) : slope_(slope) {}
  const model::Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.0; }
  model::Prediction predict(const model::Points& points) const override {
    return {slope_ * points.x.col(0), Eigen::VectorXd::Ones(points.rows())};
  }
  std::unique_ptr<model::Surrogate> believe(const model::Points&) const override {
    return std::make_unique<Ramp>(*this);
  }
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override {
    return model::PredictionGradient{predict(points), Eigen::MatrixXd::Constant(points.rows(), 1, slope_),
                                     Eigen::MatrixXd::Zero(points.rows(), 1)};
  }

 private:
  double slope_;
  model::Columns columns_ = model::unit_cube(1);
};

std::vector<ModelledLimit> two_limits() {
  return {{std::make_shared<Ramp>(1.0), 0.0}, {std::make_shared<Ramp>(-2.0), 1.0}};
}

const model::Points kPoints{Eigen::MatrixXd{{0.0}, {1.0}, {-10.0}}, {}};

// mpmath.log(mpmath.ncdf(z)) at 30 digits, for z = 0, 1, -1, 3, 10 and -19.
constexpr double kLog0 = -0.693147180559945309, kLog1 = -0.17275377902344989;
constexpr double kLogMinus1 = -1.84102164500926351, kLog3 = -0.0013508099647481938;
constexpr double kLog10 = -7.61985301648650307e-24, kLogMinus19 = -184.366128669160967;

TEST(Feasibility, AddsTheLogarithmsOfIndependentLimits) {
  const Eigen::VectorXd logs = log_feasible(two_limits(), kPoints);
  // z of the first limit is -x, of the second 1 + 2 x.
  EXPECT_TRUE(test::near_rel(logs[0], kLog0 + kLog1, 1e-12));
  EXPECT_TRUE(test::near_rel(logs[1], kLogMinus1 + kLog3, 1e-12));
  EXPECT_TRUE(test::near_rel(logs[2], kLog10 + kLogMinus19, 1e-12));
  EXPECT_EQ(log_feasible({}, kPoints), Eigen::VectorXd::Zero(3));
}

TEST(Feasibility, WeighsEachOpinionAndItsGradient) {
  const Ramp objective(0.5);
  Rng rng(1);
  const WeighedByFeasibility weighed(std::make_unique<LogEi>(objective, 0.25), two_limits());
  const SeekFeasible seek(two_limits());
  const LogEi alone(objective, 0.25);
  EXPECT_EQ(weighed.count(), 1);
  EXPECT_EQ(weighed(kPoints, rng), alone(kPoints, rng) - log_feasible(two_limits(), kPoints));
  for (const Acquisition* score :
       {static_cast<const Acquisition*>(&weighed), static_cast<const Acquisition*>(&seek)}) {
    const auto slope = score->with_gradient(kPoints);
    ASSERT_TRUE(slope);
    const double step = 1e-6;
    const model::Points ahead{(kPoints.x.array() + step).matrix(), {}};
    const model::Points behind{(kPoints.x.array() - step).matrix(), {}};
    const Eigen::MatrixXd difference = ((*score)(ahead, rng) - (*score)(behind, rng)) / (2.0 * step);
    for (Eigen::Index i = 0; i < 3; ++i)
      EXPECT_NEAR(slope->gradient(i, 0), difference(i, 0), 1e-5 * (1.0 + std::abs(difference(i, 0))));
  }
}

}  // namespace
}  // namespace hone::acquisition
