// SPDX-License-Identifier: MIT
#include "hone/acquisition/acquisition.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "stub_surrogate.hpp"

namespace hone::acquisition {
namespace {

std::vector<std::unique_ptr<Acquisition>> all(const model::Surrogate& surrogate) {
  std::vector<std::unique_ptr<Acquisition>> out;
  out.push_back(std::make_unique<LogEi>(surrogate, -0.3));
  out.push_back(std::make_unique<LogEi>(surrogate, -20.0));  // hundreds of deviations away
  out.push_back(std::make_unique<LogPi>(surrogate, 0.2));
  out.push_back(std::make_unique<Lcb>(surrogate, 2.5));
  return out;
}

TEST(Acquisition, GradientsAreThoseOfFiniteDifferences) {
  const test::StubSurrogate surrogate;
  const model::Points points = test::line(9);
  const double h = 1e-6;
  Rng rng(1);
  model::Points above = points;
  model::Points below = points;
  above.x.array() += h;
  below.x.array() -= h;
  for (const auto& acquisition : all(surrogate)) {
    const Scored scored = *acquisition->with_gradient(points);
    EXPECT_EQ(acquisition->count(), 1);
    EXPECT_EQ(scored.value, (*acquisition)(points, rng));
    const Eigen::VectorXd difference = ((*acquisition)(above, rng) - (*acquisition)(below, rng)) / (2 * h);
    for (Eigen::Index i = 0; i < 9; ++i) {
      EXPECT_NEAR(scored.gradient(i, 0), difference[i], 1e-6 * (1.0 + std::abs(difference[i])));
    }
  }
}

TEST(Acquisition, HasNoGradientWhenTheSurrogateHasNone) {
  const test::StubSurrogate surrogate(false);
  for (const auto& acquisition : all(surrogate))
    EXPECT_FALSE(acquisition->with_gradient(test::line(2)).has_value());
}

TEST(Acquisition, PrefersWhatTheStubPromises) {
  const test::StubSurrogate surrogate;
  const model::Points points{Eigen::MatrixXd{{0.5}, {0.99}}, {}};
  Rng rng(1);
  // The second has the smaller mean and the larger deviation.
  for (const auto& acquisition : all(surrogate)) {
    const Eigen::VectorXd score = (*acquisition)(points, rng);
    EXPECT_LT(score[1], score[0]);
  }
}

}  // namespace
}  // namespace hone::acquisition
