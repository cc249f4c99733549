// SPDX-License-Identifier: MIT
#include "hone/acquisition/classifier_score.hpp"

#include <gtest/gtest.h>

namespace hone::acquisition {
namespace {

/// Log odds 3 x - 1, differentiable if it is told to be.
class Line final : public model::Classifier {
 public:
  explicit Line(bool smooth) : smooth_(smooth) {}
  Eigen::VectorXd log_odds(const model::Points& points) const override {
    return 3.0 * points.x.col(0).array() - 1.0;
  }
  std::optional<model::ScoreGradient> log_odds_with_gradient(const model::Points& points) const override {
    if (!smooth_) return std::nullopt;
    return model::ScoreGradient{log_odds(points), Eigen::MatrixXd::Constant(points.rows(), 1, 3.0)};
  }

 private:
  bool smooth_;
};

TEST(ClassifierScore, IsLeastWhereAGoodPointIsMostLikely) {
  const model::Points points{Eigen::MatrixXd{{0.0}, {1.0}}, {}};
  Rng rng(1);
  const Line smooth(true);
  const ClassifierScore score(smooth);
  EXPECT_EQ(score.count(), 1);
  EXPECT_EQ(score(points, rng), (Eigen::MatrixXd{{1.0}, {-2.0}}));
  const auto slope = score.with_gradient(points);
  ASSERT_TRUE(slope);
  EXPECT_EQ(slope->value, score(points, rng).col(0));
  EXPECT_EQ(slope->gradient, Eigen::MatrixXd::Constant(2, 1, -3.0));
  const Line rough(false);
  EXPECT_FALSE(ClassifierScore(rough).with_gradient(points));
}

}  // namespace
}  // namespace hone::acquisition
