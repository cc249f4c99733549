// SPDX-License-Identifier: MIT
#include "hone/acquisition/shifted.hpp"

#include <gtest/gtest.h>

namespace hone::acquisition {
namespace {

/// Scores a x and b x², of which only the first has a gradient when it is alone.
class Powers final : public Acquisition {
 public:
  explicit Powers(int count) : count_(count) {}
  int count() const override { return count_; }
  Eigen::MatrixXd operator()(const model::Points& points, Rng&) const override {
    Eigen::MatrixXd out(points.rows(), count_);
    for (int k = 0; k < count_; ++k) out.col(k) = points.x.col(0).array().pow(k + 1);
    return out;
  }
  std::optional<Scored> with_gradient(const model::Points& points) const override {
    if (count_ > 1) return std::nullopt;
    return Scored{points.x.col(0), Eigen::MatrixXd::Ones(points.rows(), 1)};
  }

 private:
  int count_;
};

/// Mean 3 x.
class Slope final : public model::Surrogate {
 public:
  const model::Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.0; }
  model::Prediction predict(const model::Points& points) const override {
    return {3.0 * points.x.col(0), Eigen::VectorXd::Ones(points.rows())};
  }
  std::unique_ptr<model::Surrogate> believe(const model::Points&) const override { return nullptr; }
  std::optional<model::PredictionGradient> predict_with_gradient(const model::Points& points) const override {
    return model::PredictionGradient{predict(points), Eigen::MatrixXd::Constant(points.rows(), 1, 3.0),
                                     Eigen::MatrixXd::Zero(points.rows(), 1)};
  }

 private:
  model::Columns columns_ = model::unit_cube(1);
};

const model::Points kTwoPoints{Eigen::MatrixXd{{0.5}, {2.0}}, {}};

TEST(Shifted, AddsWhatASurrogateExpectsToAllOpinionsOrToTheFirst) {
  Rng rng(1);
  const auto shift = std::make_shared<ScaledMean>(std::make_shared<Slope>(), 0.5);
  const Shifted all(std::make_unique<Powers>(2), shift);
  EXPECT_EQ(all.count(), 2);
  EXPECT_EQ(all(kTwoPoints, rng), (Eigen::MatrixXd{{0.5 + 0.75, 0.25 + 0.75}, {2.0 + 3.0, 4.0 + 3.0}}));
  const Shifted first(std::make_unique<Powers>(2), shift, Shifted::Opinions::First);
  EXPECT_EQ(first(kTwoPoints, rng), (Eigen::MatrixXd{{0.5 + 0.75, 0.25}, {2.0 + 3.0, 4.0}}));
}

TEST(Shifted, AddsGradients) {
  const Shifted one(std::make_unique<Powers>(1),
                    std::make_shared<ScaledMean>(std::make_shared<Slope>(), 0.5));
  const auto scored = one.with_gradient(kTwoPoints);
  ASSERT_TRUE(scored);
  EXPECT_EQ(scored->value, (Eigen::VectorXd{{1.25, 5.0}}));
  EXPECT_EQ(scored->gradient, (Eigen::MatrixXd{{2.5}, {2.5}}));
}

TEST(Shifted, HasNoGradientWhereTheAcquisitionHasNone) {
  const Shifted two(std::make_unique<Powers>(2),
                    std::make_shared<ScaledMean>(std::make_shared<Slope>(), 0.5));
  EXPECT_FALSE(two.with_gradient(kTwoPoints));
}

}  // namespace
}  // namespace hone::acquisition
