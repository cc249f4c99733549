// SPDX-License-Identifier: MIT
#include "hone/acquisition/mace.hpp"

#include <gtest/gtest.h>

#include "hone/acquisition/improvement.hpp"
#include "hone/base/error.hpp"
#include "stub_surrogate.hpp"
#include "support/near.hpp"

namespace hone::acquisition {
namespace {

TEST(Mace, WithoutNoiseIsTheThreeScores) {
  const test::StubSurrogate surrogate;
  const model::Points points = test::line(7);
  Rng rng(1);
  const Mace mace(surrogate,
                  {.target = -0.2, .kappa = 3.0, .margin = 0.05, .robust = false, .screen = false});
  const Eigen::MatrixXd scores = mace(points, rng);
  const model::Prediction prediction = surrogate.predict(points);
  EXPECT_LT((scores.col(0) - lower_confidence_bound(prediction, 3.0)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((scores.col(1) + log_expected_improvement(prediction, -0.25)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((scores.col(2) + log_probability_of_improvement(prediction, -0.25)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_EQ(Rng(1).bits64(), rng.bits64()) << "no random number was needed";
}

TEST(Mace, TheRobustFormShiftsMeansByTwiceTheNoiseVariance) {
  const test::StubSurrogate surrogate;
  const model::Points points{Eigen::MatrixXd::Constant(20000, 1, 0.5), {}};
  Rng rng(2);
  const Mace mace(surrogate, {.target = 0.0, .kappa = 2.0, .screen = false});
  const Eigen::ArrayXd bound = mace(points, rng).col(0);
  const double centre = bound.mean();
  const double variance = (bound - centre).square().mean();
  const model::Prediction one = surrogate.predict({Eigen::MatrixXd::Constant(1, 1, 0.5), {}});
  EXPECT_NEAR(centre, lower_confidence_bound(one, 2.0)[0], 0.01);
  EXPECT_NEAR(variance, 2.0 * 0.02, 0.002);
}

TEST(Mace, ImprovementAndProbabilityShareTheirDraw) {
  const test::StubSurrogate surrogate;
  const model::Points points{Eigen::MatrixXd::Constant(200, 1, 0.4), {}};
  Rng rng(3);
  const Eigen::MatrixXd scores = Mace(surrogate, {.target = 0.0})(points, rng);
  // Both fall with the shifted mean, so equal points must be ordered alike.
  for (Eigen::Index i = 1; i < 200; ++i) {
    EXPECT_EQ(scores(i, 1) < scores(0, 1), scores(i, 2) < scores(0, 2));
  }
}

TEST(Mace, TheSameSeedGivesTheSameScores) {
  const test::StubSurrogate surrogate;
  Rng one(4);
  Rng two(4);
  const Mace mace(surrogate, {});
  EXPECT_EQ(mace(test::line(5), one), mace(test::line(5), two));
}

TEST(Mace, NoiseMayWidenTheDeviation) {
  const test::StubSurrogate surrogate;
  const model::Points points = test::line(3);
  Rng rng(5);
  const MaceOptions plain{.kappa = 1.0, .robust = false, .screen = false};
  MaceOptions noisy = plain;
  noisy.with_noise = true;
  const Eigen::VectorXd deviation = surrogate.predict(points).variance.cwiseSqrt();
  const Eigen::VectorXd wider = (surrogate.predict(points).variance.array() + 0.02).sqrt();
  const Eigen::VectorXd change =
      Mace(surrogate, plain)(points, rng).col(0) - Mace(surrogate, noisy)(points, rng).col(0);
  EXPECT_LT((change - (wider - deviation)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Mace, HasTheOpinionsThatTakePartInTheirOrder) {
  const test::StubSurrogate surrogate;
  const model::Points points = test::line(6);
  Rng rng(6);
  MaceOptions all{.target = 0.1, .robust = false};
  MaceOptions some = all;
  some.opinions = {Opinion::Probability, Opinion::Bound};
  const Mace mace(surrogate, some);
  EXPECT_EQ(mace.count(), 2);
  const Eigen::MatrixXd three = Mace(surrogate, all)(points, rng);
  EXPECT_EQ(mace(points, rng).col(0), three.col(2));
  EXPECT_EQ(mace(points, rng).col(1), three.col(0));
  EXPECT_FALSE(mace.with_gradient(points).has_value()) << "of two opinions there is no one gradient";
  some.opinions.clear();
  EXPECT_THROW(Mace(surrogate, some), Error);
}

TEST(Mace, GradientsOfASingleOpinionAreThoseOfFiniteDifferences) {
  const test::StubSurrogate surrogate;
  const model::Points points = test::line(5);
  const double h = 1e-6;
  model::Points above = points;
  model::Points below = points;
  above.x.array() += h;
  below.x.array() -= h;
  Rng rng(7);
  for (const Opinion opinion : {Opinion::Bound, Opinion::Expectation, Opinion::Probability}) {
    for (const bool with_noise : {false, true}) {
      const Mace mace(surrogate, {.opinions = {opinion},
                                  .target = -0.3,
                                  .robust = false,
                                  .with_noise = with_noise,
                                  .screen = false});
      const Scored scored = *mace.with_gradient(points);
      EXPECT_LT((scored.value - mace(points, rng)).cwiseAbs().maxCoeff(), 1e-10);
      const Eigen::VectorXd difference = (mace(above, rng) - mace(below, rng)) / (2 * h);
      for (Eigen::Index i = 0; i < 5; ++i)
        EXPECT_NEAR(scored.gradient(i, 0), difference[i], 1e-5 * (1.0 + std::abs(difference[i])));
    }
  }
}

// Values that the reference implementation uses.
TEST(Mace, KappaGrowsWithRoundsAndDimensions) {
  EXPECT_NEAR(mace_kappa(50, 8, 6), 3.98163625960824857, 1e-12);
  EXPECT_NEAR(mace_kappa(50, 1, 6), 5.14341763663302238, 1e-12);
  EXPECT_NEAR(mace_kappa(400, 1, 15), 7.98833794698325949, 1e-12);
  EXPECT_NEAR(mace_kappa(1, 8, 6), 2.62576273826994729, 1e-12);
}

}  // namespace
}  // namespace hone::acquisition
