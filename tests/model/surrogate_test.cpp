// SPDX-License-Identifier: MIT
#include "hone/model/surrogate.hpp"

#include <gtest/gtest.h>

namespace hone::model {
namespace {

// Two correlated values whatever the points are.
class Pair final : public Surrogate {
 public:
  explicit Pair(double correlation) : correlation_(correlation) {}
  const Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.1; }
  Prediction predict(const Points&) const override { return {mean_, Eigen::VectorXd{{4.0, 1.0}}}; }
  std::unique_ptr<Surrogate> believe(const Points&) const override { return std::make_unique<Pair>(*this); }
  std::optional<JointPrediction> predict_jointly(const Points&) const override {
    const double covariance = 2.0 * correlation_;
    return JointPrediction{mean_, Eigen::MatrixXd{{4.0, covariance}, {covariance, 1.0}}};
  }

 private:
  Columns columns_ = unit_cube(1);
  Eigen::VectorXd mean_{{3.0, -1.0}};
  double correlation_;
};

const Points kPoints{Eigen::MatrixXd{{0.2}, {0.8}}, {}};

TEST(Surrogate, SamplesHaveTheJointMomentsOfThePrediction) {
  Rng rng(5);
  const int count = 20000;
  const Eigen::MatrixXd draws = *Pair(0.8).sample(kPoints, count, rng);
  const Eigen::VectorXd mean = draws.rowwise().mean();
  const Eigen::MatrixXd centred = draws.colwise() - mean;
  const Eigen::MatrixXd covariance = centred * centred.transpose() / count;
  EXPECT_NEAR(mean[0], 3.0, 0.06);
  EXPECT_NEAR(mean[1], -1.0, 0.03);
  EXPECT_NEAR(covariance(0, 0), 4.0, 0.2);
  EXPECT_NEAR(covariance(0, 1), 1.6, 0.1);
  EXPECT_NEAR(covariance(1, 1), 1.0, 0.05);
}

TEST(Surrogate, SamplesExistForASingularCovariance) {
  Rng rng(6);
  const Eigen::MatrixXd draws = *Pair(1.0).sample(kPoints, 100, rng);
  EXPECT_TRUE(draws.allFinite());
  for (Eigen::Index j = 0; j < draws.cols(); ++j)
    EXPECT_NEAR((draws(0, j) - 3.0) / 2.0, draws(1, j) + 1.0, 1e-2);
}

// What a forest can say: one point at a time.
class Single final : public Surrogate {
 public:
  const Columns& columns() const override { return columns_; }
  double noise_variance() const override { return 0.1; }
  Prediction predict(const Points& points) const override {
    return {Eigen::VectorXd::Zero(points.rows()), Eigen::VectorXd::Ones(points.rows())};
  }
  std::unique_ptr<Surrogate> believe(const Points&) const override { return std::make_unique<Single>(*this); }

 private:
  Columns columns_ = unit_cube(1);
};

TEST(Surrogate, HasNoSamplesWithoutAJointDistribution) {
  Rng rng(7);
  EXPECT_FALSE(Single().predict_jointly(kPoints).has_value());
  EXPECT_FALSE(Single().sample(kPoints, 3, rng).has_value());
}

TEST(Surrogate, ScreensByPredictingUnlessItKnowsBetter) {
  EXPECT_EQ(Pair(0.0).screen(kPoints).mean, Pair(0.0).predict(kPoints).mean);
  EXPECT_FALSE(Pair(0.0).predict_with_gradient(kPoints).has_value());
}

}  // namespace
}  // namespace hone::model
